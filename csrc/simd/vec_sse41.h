/* vec_sse41.h: the vocabulary of vec_scalar.h over four lanes, for SSE4.1.
 * Required: <smmintrin.h> included before the region that this is included in. */
#ifndef NOISE_CFFI_VEC_SSE41_H
#define NOISE_CFFI_VEC_SSE41_H

#define LANES 4

typedef __m128 vfloat;
typedef __m128i vint;
typedef __m128 vmask; /* all bits of a lane */

/* A byte shuffle makes floats of codes: of a coefficient's two upper bytes the first eight entries hold the upper,
 * the last eight the lower; the two lower bytes are 0. */
typedef struct {
    ALIGNED(16) uint8_t entry[16];
} vtable;
#define VTABLE(a, b, c, d, e, f, g, h)                                                                            \
    {{a >> 8, b >> 8, c >> 8, d >> 8, e >> 8, f >> 8, g >> 8, h >> 8, a & 255, b & 255, c & 255, d & 255,         \
      e & 255, f & 255, g & 255, h & 255}}

INLINE vfloat v_set(float c) { return _mm_set1_ps(c); }
INLINE vfloat v_load(const float *from) { return _mm_loadu_ps(from); }
INLINE void v_store(float *to, vfloat v) { _mm_storeu_ps(to, v); }
INLINE vfloat v_add(vfloat a, vfloat b) { return _mm_add_ps(a, b); }
INLINE vfloat v_sub(vfloat a, vfloat b) { return _mm_sub_ps(a, b); }
INLINE vfloat v_mul(vfloat a, vfloat b) { return _mm_mul_ps(a, b); }
INLINE vfloat v_exact_fma(vfloat a, vfloat b, vfloat c) { return _mm_add_ps(_mm_mul_ps(a, b), c); }
INLINE vfloat v_div(vfloat a, vfloat b) { return _mm_div_ps(a, b); }
INLINE vfloat v_abs(vfloat v) { return _mm_andnot_ps(_mm_set1_ps(-0.0f), v); }

INLINE vint vi_set(int32_t c) { return _mm_set1_epi32(c); }
INLINE vint vi_load(const uint32_t *from) { return _mm_loadu_si128((const __m128i *)from); }
INLINE void vi_store(uint32_t *to, vint v) { _mm_storeu_si128((__m128i *)to, v); }
INLINE vint vi_add(vint a, vint b) { return _mm_add_epi32(a, b); }
INLINE vint vi_sub(vint a, vint b) { return _mm_sub_epi32(a, b); }
INLINE vint vi_and(vint a, vint b) { return _mm_and_si128(a, b); }
INLINE vint vi_upper_half(vint v) { return _mm_srli_epi32(v, 16); }
INLINE vint vi_left(vint v, int bits) { return _mm_slli_epi32(v, bits); }
INLINE vint vi_min_unsigned(vint a, vint b) { return _mm_min_epu32(a, b); }

INLINE vint vi_look(const uint32_t *table, const uint32_t *indices) {
    return _mm_setr_epi32((int)table[indices[0]], (int)table[indices[1]], (int)table[indices[2]],
                          (int)table[indices[3]]);
}
INLINE vint vi_places(vint numbers) {
    return _mm_add_epi32(_mm_mullo_epi32(numbers, _mm_set1_epi32(0x04040404)), _mm_set1_epi32(0x03020100));
}
INLINE vint vi_place(vint table, vint places) { return _mm_shuffle_epi8(table, places); }

INLINE vint vi_truncate(vfloat v) { return _mm_cvttps_epi32(v); }
INLINE vint vi_round(vfloat v) { return _mm_cvtps_epi32(v); }
INLINE vfloat v_from_int(vint v) { return _mm_cvtepi32_ps(v); }
INLINE vfloat v_from_doubles(const char *from) {
    __m128 low = _mm_cvtpd_ps(_mm_castps_pd(_mm_loadu_ps((const float *)from)));
    __m128 high = _mm_cvtpd_ps(_mm_castps_pd(_mm_loadu_ps((const float *)(from + 16))));
    return _mm_movelh_ps(low, high);
}
INLINE vfloat v_floor(vfloat v) { return _mm_round_ps(v, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC); }
INLINE vint vi_floor(vfloat v) { return _mm_cvtps_epi32(v_floor(v)); }
INLINE vfloat v_bits(vint v) { return _mm_castsi128_ps(v); }

INLINE vmask v_greater(vfloat a, vfloat b) { return _mm_cmplt_ps(b, a); }
INLINE vmask v_greater_equal(vfloat a, vfloat b) { return _mm_cmple_ps(b, a); }
INLINE vmask v_not_less(vfloat a, vfloat b) { return _mm_cmpnlt_ps(a, b); }
INLINE vmask m_and(vmask a, vmask b) { return _mm_and_ps(a, b); }
INLINE vmask m_or(vmask a, vmask b) { return _mm_or_ps(a, b); }
INLINE vmask m_and_not(vmask a, vmask b) { return _mm_andnot_ps(b, a); }
INLINE vint m_int(vmask m) { return _mm_castps_si128(m); }
INLINE vint vi_select(vmask m, vint a, vint b) {
    return _mm_xor_si128(b, _mm_and_si128(_mm_xor_si128(a, b), m_int(m)));
}
INLINE vfloat v_mul_where(vmask m, vfloat a, vfloat b) { return _mm_and_ps(m, _mm_mul_ps(a, b)); }
INLINE vfloat v_decrement(vmask m, vfloat v) { return _mm_sub_ps(v, _mm_and_ps(m, _mm_set1_ps(1.0f))); }
INLINE vfloat v_decrement_unless(vmask m, vfloat v) { return _mm_sub_ps(v, _mm_andnot_ps(m, _mm_set1_ps(1.0f))); }
INLINE vint vi_decrement(vmask m, vint v) { return _mm_add_epi32(v, m_int(m)); }
INLINE vmask vi_equal(vint a, vint b) { return _mm_castsi128_ps(_mm_cmpeq_epi32(a, b)); }
INLINE vint vi_flip(vmask m, vint v) { return _mm_xor_si128(v, m_int(m)); }
INLINE vint vi_clear(vmask m, vint v) { return _mm_andnot_si128(m_int(m), v); }
INLINE vmask vi_greater(vint a, vint b) { return _mm_castsi128_ps(_mm_cmpgt_epi32(a, b)); }

/* Bits without the sign order floats as ints do, and put NaN last. */
INLINE vfloat v_checked(vfloat v, vint *widest) {
    *widest = _mm_max_epi32(*widest, _mm_castps_si128(v_abs(v)));
    return v;
}
INLINE int v_outside(vint widest) {
    __m128i limit = _mm_castps_si128(_mm_set1_ps(NOISE_DOMAIN));
    return _mm_movemask_epi8(_mm_cmpgt_epi32(widest, limit)) != 0;
}

/* Two registers of doubles. */
typedef struct {
    __m128d low, high;
} vdouble;
INLINE vdouble vd_pair(__m128d low, __m128d high) {
    vdouble v;
    v.low = low, v.high = high;
    return v;
}
INLINE vdouble vd_set(double c) { return vd_pair(_mm_set1_pd(c), _mm_set1_pd(c)); }
INLINE vdouble vd_load(const double *from) { return vd_pair(_mm_loadu_pd(from), _mm_loadu_pd(from + LANES / 2)); }
INLINE vdouble vd_add(vdouble a, vdouble b) { return vd_pair(_mm_add_pd(a.low, b.low), _mm_add_pd(a.high, b.high)); }
INLINE vdouble vd_sub(vdouble a, vdouble b) { return vd_pair(_mm_sub_pd(a.low, b.low), _mm_sub_pd(a.high, b.high)); }
INLINE vdouble vd_mul(vdouble a, vdouble b) { return vd_pair(_mm_mul_pd(a.low, b.low), _mm_mul_pd(a.high, b.high)); }
INLINE vdouble vd_truncate(vdouble v) {
    return vd_pair(_mm_round_pd(v.low, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC),
                   _mm_round_pd(v.high, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC));
}
INLINE vdouble vd_floor(vdouble v) {
    return vd_pair(_mm_round_pd(v.low, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC),
                   _mm_round_pd(v.high, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC));
}
INLINE vfloat vd_to_float(vdouble v) { return _mm_movelh_ps(_mm_cvtpd_ps(v.low), _mm_cvtpd_ps(v.high)); }
INLINE __m128d vd_one_half_unless_positive(__m128d v) {
    return _mm_and_pd(_mm_cmpge_pd(_mm_setzero_pd(), v), _mm_set1_pd(1.0));
}
INLINE vdouble vd_one_unless_positive(vdouble v) {
    return vd_pair(vd_one_half_unless_positive(v.low), vd_one_half_unless_positive(v.high));
}
INLINE __m128d vd_half_within(__m128d v, __m128d p) {
    __m128d below = _mm_and_pd(_mm_cmplt_pd(v, _mm_setzero_pd()), p), above = _mm_and_pd(_mm_cmpge_pd(v, p), p);
    return _mm_add_pd(v, _mm_sub_pd(below, above));
}
INLINE vdouble vd_within(vdouble v, vdouble p) {
    return vd_pair(vd_half_within(v.low, p.low), vd_half_within(v.high, p.high));
}
INLINE vint vd_low_words(vdouble v) {
    return _mm_castps_si128(
        _mm_shuffle_ps(_mm_castpd_ps(v.low), _mm_castpd_ps(v.high), _MM_SHUFFLE(2, 0, 2, 0)));
}
INLINE __m128d vd_half_outside(__m128d v) {
    return _mm_cmpnle_pd(_mm_andnot_pd(_mm_set1_pd(-0.0), v), _mm_set1_pd(NOISE_PRECISE_DOMAIN));
}
INLINE vdouble vd_checked(vdouble v, vint *widest) {
    __m128i outside = _mm_castpd_si128(_mm_or_pd(vd_half_outside(v.low), vd_half_outside(v.high)));
    *widest = _mm_max_epi32(*widest, _mm_srli_epi32(outside, 1));
    return v;
}

/* An index is four byte indices: the code, the code and 8, and two that yield 0. */
INLINE vint v_index(vint codes, int byte) {
    const int both = byte * 0x01010000 + 0x8080;
    __m128i twice = _mm_setr_epi32(both, both + 0x04040000, both + 0x08080000, both + 0x0c0c0000);
    return _mm_or_si128(_mm_shuffle_epi8(codes, twice), _mm_set1_epi32(0x00088080));
}
INLINE vint v_index_at(vint codes, int bit) {
    return v_index(_mm_and_si128(_mm_srli_epi32(codes, bit), _mm_set1_epi32(7)), 0);
}
INLINE vfloat v_coefficient(const vtable *table, vint index) {
    return _mm_castsi128_ps(_mm_shuffle_epi8(_mm_load_si128((const __m128i *)table->entry), index));
}

INLINE void v_leave(void) {}

#include "products_narrow.h"

#include "ranks_wide.h"

#endif
