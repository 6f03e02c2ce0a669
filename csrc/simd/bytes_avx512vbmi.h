/* bytes_avx512vbmi.h: the vocabulary of bytes, over 64 of them, for AVX-512 VBMI and VBMI2; beside vec_avx512.h.
 *
 * A byte vector holds the points of four float vectors: point 16 * g + L is byte g of the 32-bit lane L. Then a
 * load from g bytes further on brings group g to the bottom of its lanes, where a permutation reads its index. */
#ifndef NOISE_CFFI_BYTES_AVX512VBMI_H
#define NOISE_CFFI_BYTES_AVX512VBMI_H

#define BYTE_GROUPS 4

typedef __m512i vbytes;
typedef __mmask64 vbmask;

INLINE vbytes vb_load(const uint8_t *from) { return _mm512_loadu_si512(from); }
INLINE void vb_store(uint8_t *to, vbytes v) { _mm512_storeu_si512(to, v); }
INLINE vbytes vb_add(vbytes a, vbytes b) { return _mm512_add_epi8(a, b); }
INLINE vbytes vb_select(vbmask m, vbytes a, vbytes b) { return _mm512_mask_mov_epi8(b, m, a); }

/* Where any of the bits is set; where both are, of two neighbouring bits. */
INLINE vbmask vb_any(vbytes v, int bits) { return _mm512_test_epi8_mask(v, _mm512_set1_epi8((char)bits)); }
INLINE vbmask vb_all(vbytes v, int bits) {
    __m512i wanted = _mm512_set1_epi8((char)bits);
    return _mm512_cmpeq_epi8_mask(_mm512_and_si512(v, wanted), wanted);
}

/* The low bytes of four groups. */
INLINE vbytes vb_pack(const vint *v) {
    __m512i r = _mm512_slli_epi32(v[0], 24);
    r = _mm512_shrdi_epi32(r, v[1], 8);
    r = _mm512_shrdi_epi32(r, v[2], 8);
    return _mm512_shrdi_epi32(r, v[3], 8);
}

/* High nibbles down; what remains above them is ignored. */
INLINE vbytes vb_high(vbytes v) { return _mm512_srli_epi16(v, 4); }

/* The lanes of a group; only the low byte of each means something. `from` is where vb_store put the vector. */
INLINE vint vb_group(const uint8_t *from, int group) { return _mm512_loadu_si512(from + group); }

/* Lookup in 256 bytes: four permutes of 64 entries each, merged by the index' upper bits. */
INLINE vbytes vb_look_by(const uint8_t *table, vbytes i, vbmask bit6, vbmask bit7) {
    __m512i low = _mm512_permutexvar_epi8(i, _mm512_loadu_si512(table));
    __m512i high = _mm512_permutexvar_epi8(i, _mm512_loadu_si512(table + 128));
    low = _mm512_mask_permutexvar_epi8(low, bit6, i, _mm512_loadu_si512(table + 64));
    high = _mm512_mask_permutexvar_epi8(high, bit6, i, _mm512_loadu_si512(table + 192));
    return _mm512_mask_mov_epi8(low, bit7, high);
}
INLINE vbytes vb_look(const uint8_t *table, vbytes i) {
    return vb_look_by(table, i, vb_any(i, 64), _mm512_movepi8_mask(i));
}
INLINE void vb_look_two(const uint8_t *first, const uint8_t *second, vbytes i, vbytes *a, vbytes *b) {
    vbmask bit6 = vb_any(i, 64), bit7 = _mm512_movepi8_mask(i);
    *a = vb_look_by(first, i, bit6, bit7);
    *b = vb_look_by(second, i, bit6, bit7);
}

#endif
