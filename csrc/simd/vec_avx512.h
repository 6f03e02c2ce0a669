/* vec_avx512.h: the vocabulary of vec_scalar.h over sixteen lanes, for AVX-512 F, BW, DQ and VL.
 * Required: <immintrin.h> included before the region that this is included in. */
#ifndef NOISE_CFFI_VEC_AVX512_H
#define NOISE_CFFI_VEC_AVX512_H

#define LANES 16

typedef __m512 vfloat;
typedef __m512i vint;
typedef __mmask16 vmask;

typedef struct {
    ALIGNED(64) uint32_t entry[16];
} vtable;
#define VTABLE(a, b, c, d, e, f, g, h) VTABLE16(a, b, c, d, e, f, g, h, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0)
#define VTABLE16(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)                                                  \
    {{a##u << 16, b##u << 16, c##u << 16, d##u << 16, e##u << 16, f##u << 16, g##u << 16, h##u << 16, i##u << 16, \
      j##u << 16, k##u << 16, l##u << 16, m##u << 16, n##u << 16, o##u << 16, p##u << 16}}

INLINE vfloat v_set(float c) { return _mm512_set1_ps(c); }
INLINE vfloat v_load(const float *from) { return _mm512_loadu_ps(from); }
INLINE void v_store(float *to, vfloat v) { _mm512_storeu_ps(to, v); }
INLINE vfloat v_add(vfloat a, vfloat b) { return _mm512_add_ps(a, b); }
INLINE vfloat v_sub(vfloat a, vfloat b) { return _mm512_sub_ps(a, b); }
INLINE vfloat v_mul(vfloat a, vfloat b) { return _mm512_mul_ps(a, b); }
INLINE vfloat v_exact_fma(vfloat a, vfloat b, vfloat c) { return _mm512_fmadd_ps(a, b, c); }
INLINE vfloat v_div(vfloat a, vfloat b) { return _mm512_div_ps(a, b); }
INLINE vfloat v_abs(vfloat v) { return _mm512_andnot_ps(_mm512_set1_ps(-0.0f), v); }

INLINE vint vi_set(int32_t c) { return _mm512_set1_epi32(c); }
INLINE vint vi_load(const uint32_t *from) { return _mm512_loadu_si512(from); }
INLINE void vi_store(uint32_t *to, vint v) { _mm512_storeu_si512(to, v); }
INLINE vint vi_add(vint a, vint b) { return _mm512_add_epi32(a, b); }
INLINE vint vi_sub(vint a, vint b) { return _mm512_sub_epi32(a, b); }
INLINE vint vi_and(vint a, vint b) { return _mm512_and_si512(a, b); }
INLINE vint vi_upper_half(vint v) { return _mm512_srli_epi32(v, 16); }
INLINE vint vi_left(vint v, int bits) { return _mm512_slli_epi32(v, (unsigned)bits); }
INLINE vint vi_min_unsigned(vint a, vint b) { return _mm512_min_epu32(a, b); }

/* a gather takes longer on many processors */
INLINE vint vi_look(const uint32_t *table, const uint32_t *indices) {
#define ENTRY(lane) (int)table[indices[lane]]
    return _mm512_setr_epi32(ENTRY(0), ENTRY(1), ENTRY(2), ENTRY(3), ENTRY(4), ENTRY(5), ENTRY(6), ENTRY(7),
                             ENTRY(8), ENTRY(9), ENTRY(10), ENTRY(11), ENTRY(12), ENTRY(13), ENTRY(14), ENTRY(15));
#undef ENTRY
}
INLINE vint vi_places(vint numbers) { return numbers; }
INLINE vint vi_place(vint table, vint places) { return _mm512_permutexvar_epi32(places, table); }

INLINE vint vi_truncate(vfloat v) { return _mm512_cvttps_epi32(v); }
INLINE vint vi_round(vfloat v) { return _mm512_cvtps_epi32(v); }
INLINE vfloat v_from_int(vint v) { return _mm512_cvtepi32_ps(v); }
INLINE vfloat v_from_doubles(const char *from) {
    __m256 low = _mm512_cvtpd_ps(_mm512_castps_pd(_mm512_loadu_ps(from)));
    __m256 high = _mm512_cvtpd_ps(_mm512_castps_pd(_mm512_loadu_ps(from + 64)));
    return _mm512_insertf32x8(_mm512_castps256_ps512(low), high, 1);
}
INLINE vfloat v_floor(vfloat v) { return _mm512_roundscale_ps(v, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC); }
INLINE vint vi_floor(vfloat v) { return _mm512_cvt_roundps_epi32(v, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC); }
INLINE vfloat v_bits(vint v) { return _mm512_castsi512_ps(v); }

INLINE vmask v_greater(vfloat a, vfloat b) { return _mm512_cmp_ps_mask(a, b, _CMP_GT_OQ); }
INLINE vmask v_greater_equal(vfloat a, vfloat b) { return _mm512_cmp_ps_mask(a, b, _CMP_GE_OQ); }
INLINE vmask v_not_less(vfloat a, vfloat b) { return _mm512_cmp_ps_mask(a, b, _CMP_NLT_UQ); }
INLINE vmask m_and(vmask a, vmask b) { return _kand_mask16(a, b); }
INLINE vmask m_or(vmask a, vmask b) { return _kor_mask16(a, b); }
INLINE vmask m_and_not(vmask a, vmask b) { return _kandn_mask16(b, a); }
INLINE vint vi_select(vmask m, vint a, vint b) { return _mm512_mask_mov_epi32(b, m, a); }
INLINE vfloat v_mul_where(vmask m, vfloat a, vfloat b) { return _mm512_maskz_mul_ps(m, a, b); }
INLINE vfloat v_decrement(vmask m, vfloat v) { return _mm512_mask_sub_ps(v, m, v, _mm512_set1_ps(1.0f)); }
INLINE vfloat v_decrement_unless(vmask m, vfloat v) {
    return _mm512_mask_sub_ps(v, _knot_mask16(m), v, _mm512_set1_ps(1.0f));
}
INLINE vint vi_decrement(vmask m, vint v) { return _mm512_mask_sub_epi32(v, m, v, _mm512_set1_epi32(1)); }
INLINE vmask vi_equal(vint a, vint b) { return _mm512_cmpeq_epi32_mask(a, b); }
INLINE vint vi_flip(vmask m, vint v) { return _mm512_mask_xor_epi32(v, m, v, _mm512_set1_epi32(-1)); }
INLINE vint vi_clear(vmask m, vint v) { return _mm512_maskz_mov_epi32(_knot_mask16(m), v); }
/* v plus an amount where the mask is set. */
INLINE vint vi_raise(vmask m, vint v, int amount) {
    return _mm512_mask_add_epi32(v, m, v, _mm512_set1_epi32(amount));
}

/* Bits without the sign order floats as ints do, and put NaN last. */
INLINE vfloat v_checked(vfloat v, vint *widest) {
    *widest = _mm512_max_epi32(*widest, _mm512_castps_si512(v_abs(v)));
    return v;
}
INLINE int v_outside(vint widest) {
    return _mm512_cmpgt_epi32_mask(widest, _mm512_castps_si512(_mm512_set1_ps(NOISE_DOMAIN))) != 0;
}

/* Two registers of doubles. */
typedef struct {
    __m512d low, high;
} vdouble;
INLINE vdouble vd_pair(__m512d low, __m512d high) {
    vdouble v;
    v.low = low, v.high = high;
    return v;
}
INLINE vdouble vd_set(double c) { return vd_pair(_mm512_set1_pd(c), _mm512_set1_pd(c)); }
INLINE vdouble vd_load(const double *from) { return vd_pair(_mm512_loadu_pd(from), _mm512_loadu_pd(from + LANES / 2)); }
INLINE vdouble vd_add(vdouble a, vdouble b) { return vd_pair(_mm512_add_pd(a.low, b.low), _mm512_add_pd(a.high, b.high)); }
INLINE vdouble vd_sub(vdouble a, vdouble b) { return vd_pair(_mm512_sub_pd(a.low, b.low), _mm512_sub_pd(a.high, b.high)); }
INLINE vdouble vd_mul(vdouble a, vdouble b) { return vd_pair(_mm512_mul_pd(a.low, b.low), _mm512_mul_pd(a.high, b.high)); }
INLINE vdouble vd_truncate(vdouble v) {
    return vd_pair(_mm512_roundscale_pd(v.low, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC),
                   _mm512_roundscale_pd(v.high, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC));
}
INLINE vdouble vd_floor(vdouble v) {
    return vd_pair(_mm512_roundscale_pd(v.low, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC),
                   _mm512_roundscale_pd(v.high, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC));
}
INLINE vfloat vd_to_float(vdouble v) {
    return _mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvtpd_ps(v.low)), _mm512_cvtpd_ps(v.high), 1);
}
INLINE __m512d vd_one_half_unless_positive(__m512d v) {
    return _mm512_maskz_mov_pd(_mm512_cmp_pd_mask(_mm512_setzero_pd(), v, _CMP_GE_OQ), _mm512_set1_pd(1.0));
}
INLINE vdouble vd_one_unless_positive(vdouble v) {
    return vd_pair(vd_one_half_unless_positive(v.low), vd_one_half_unless_positive(v.high));
}
INLINE __m512d vd_half_within(__m512d v, __m512d p) {
    __mmask8 below = _mm512_cmp_pd_mask(v, _mm512_setzero_pd(), _CMP_LT_OQ);
    __mmask8 above = _mm512_cmp_pd_mask(v, p, _CMP_GE_OQ);
    return _mm512_mask_sub_pd(_mm512_mask_add_pd(v, below, v, p), above, v, p);
}
INLINE vdouble vd_within(vdouble v, vdouble p) {
    return vd_pair(vd_half_within(v.low, p.low), vd_half_within(v.high, p.high));
}
INLINE vint vd_low_words(vdouble v) {
    __m256i low = _mm512_cvtepi64_epi32(_mm512_castpd_si512(v.low));
    __m256i high = _mm512_cvtepi64_epi32(_mm512_castpd_si512(v.high));
    return _mm512_inserti32x8(_mm512_castsi256_si512(low), high, 1);
}
INLINE __mmask8 vd_half_outside(__m512d v) {
    return _mm512_cmp_pd_mask(_mm512_abs_pd(v), _mm512_set1_pd(NOISE_PRECISE_DOMAIN), _CMP_NLE_UQ);
}
INLINE vdouble vd_checked(vdouble v, vint *widest) {
    __mmask16 outside = _kor_mask16(vd_half_outside(v.low), vd_half_outside(v.high));
    *widest = _mm512_mask_mov_epi32(*widest, outside, _mm512_set1_epi32(0x7fffffff));
    return v;
}

/* The permutation takes the low four bits of an index; codes of eight values have a 0 above them. */
INLINE vint v_index(vint codes, int byte) {
    return byte == 0 ? codes : _mm512_srli_epi32(codes, 8 * (unsigned)byte);
}
INLINE vint v_index_at(vint codes, int bit) { return bit == 0 ? codes : _mm512_srli_epi32(codes, (unsigned)bit); }
INLINE vfloat v_entries(const vtable *table) { return _mm512_load_ps(table->entry); }
INLINE vfloat v_entry(vfloat entries, vint index) { return _mm512_permutexvar_ps(index, entries); }
INLINE vfloat v_coefficient(const vtable *table, vint index) { return v_entry(v_entries(table), index); }

#include "products_wide.h"

/* The ranks of four offsets (ranks_wide.h), two bits each: x at 6, y at 4, z at 2, w at 0. Were all comparisons
 * won by the later axis, they would be 0, 1, 2, 3; each that is not moves one win. `inverse` has the bits flipped.
 */
typedef struct {
    vint ranks, inverse;
} vranks;

INLINE vranks v_ranks(vfloat x, vfloat y, vfloat z, vfloat w) {
    vint v = _mm512_set1_epi32(1 << 4 | 2 << 2 | 3);
    vranks r;
    v = vi_raise(v_greater(x, y), v, (1 << 6) - (1 << 4));
    v = vi_raise(v_greater(x, z), v, (1 << 6) - (1 << 2));
    v = vi_raise(v_greater(x, w), v, (1 << 6) - 1);
    v = vi_raise(v_greater(y, z), v, (1 << 4) - (1 << 2));
    v = vi_raise(v_greater(y, w), v, (1 << 4) - 1);
    v = vi_raise(v_greater(z, w), v, (1 << 2) - 1);
    r.ranks = v;
    r.inverse = _mm512_ternarylogic_epi32(v, v, v, 0x55);
    return r;
}

INLINE vmask v_stepped(vranks r, int axis, int corner) {
    int place = 6 - 2 * axis;
    if (corner == 1)
        return _mm512_testn_epi32_mask(r.inverse, _mm512_set1_epi32(3 << place));
    return _mm512_test_epi32_mask(r.ranks, _mm512_set1_epi32((corner == 2 ? 2 : 3) << place));
}

/* GCC and Clang do so themselves. */
INLINE void v_leave(void) {
#if defined(_MSC_VER) && !defined(__clang__)
    _mm256_zeroupper();
#endif
}

#endif
