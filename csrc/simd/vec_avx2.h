/* vec_avx2.h: the vocabulary of vec_scalar.h over eight lanes, for AVX2 with FMA.
 * Required: <immintrin.h> included before the region that this is included in. */
#ifndef NOISE_CFFI_VEC_AVX2_H
#define NOISE_CFFI_VEC_AVX2_H

#define LANES 8

typedef __m256 vfloat;
typedef __m256i vint;
typedef __m256 vmask; /* all bits of a lane */

typedef struct {
    ALIGNED(32) uint32_t entry[8];
} vtable;
#define VTABLE(a, b, c, d, e, f, g, h)                                                                            \
    {{a##u << 16, b##u << 16, c##u << 16, d##u << 16, e##u << 16, f##u << 16, g##u << 16, h##u << 16}}

INLINE vfloat v_set(float c) { return _mm256_set1_ps(c); }
INLINE vfloat v_load(const float *from) { return _mm256_loadu_ps(from); }
INLINE void v_store(float *to, vfloat v) { _mm256_storeu_ps(to, v); }
INLINE vfloat v_add(vfloat a, vfloat b) { return _mm256_add_ps(a, b); }
INLINE vfloat v_sub(vfloat a, vfloat b) { return _mm256_sub_ps(a, b); }
INLINE vfloat v_mul(vfloat a, vfloat b) { return _mm256_mul_ps(a, b); }
INLINE vfloat v_exact_fma(vfloat a, vfloat b, vfloat c) { return _mm256_fmadd_ps(a, b, c); }
INLINE vfloat v_div(vfloat a, vfloat b) { return _mm256_div_ps(a, b); }
INLINE vfloat v_abs(vfloat v) { return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), v); }

INLINE vint vi_set(int32_t c) { return _mm256_set1_epi32(c); }
INLINE vint vi_load(const uint32_t *from) { return _mm256_loadu_si256((const __m256i *)from); }
INLINE void vi_store(uint32_t *to, vint v) { _mm256_storeu_si256((__m256i *)to, v); }
INLINE vint vi_add(vint a, vint b) { return _mm256_add_epi32(a, b); }
INLINE vint vi_sub(vint a, vint b) { return _mm256_sub_epi32(a, b); }
INLINE vint vi_and(vint a, vint b) { return _mm256_and_si256(a, b); }
INLINE vint vi_upper_half(vint v) { return _mm256_srli_epi32(v, 16); }
INLINE vint vi_left(vint v, int bits) { return _mm256_slli_epi32(v, bits); }
INLINE vint vi_min_unsigned(vint a, vint b) { return _mm256_min_epu32(a, b); }

/* a gather takes longer on many processors */
INLINE vint vi_look(const uint32_t *table, const uint32_t *indices) {
    return _mm256_setr_epi32((int)table[indices[0]], (int)table[indices[1]], (int)table[indices[2]],
                             (int)table[indices[3]], (int)table[indices[4]], (int)table[indices[5]],
                             (int)table[indices[6]], (int)table[indices[7]]);
}
INLINE vint vi_places(vint numbers) { return numbers; }
INLINE vint vi_place(vint table, vint places) { return _mm256_permutevar8x32_epi32(table, places); }

INLINE vint vi_truncate(vfloat v) { return _mm256_cvttps_epi32(v); }
INLINE vint vi_round(vfloat v) { return _mm256_cvtps_epi32(v); }
INLINE vfloat v_from_int(vint v) { return _mm256_cvtepi32_ps(v); }
INLINE vfloat v_from_doubles(const char *from) {
    __m128 low = _mm256_cvtpd_ps(_mm256_castps_pd(_mm256_loadu_ps((const float *)from)));
    __m128 high = _mm256_cvtpd_ps(_mm256_castps_pd(_mm256_loadu_ps((const float *)(from + 32))));
    return _mm256_insertf128_ps(_mm256_castps128_ps256(low), high, 1);
}
INLINE vfloat v_floor(vfloat v) { return _mm256_round_ps(v, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC); }
INLINE vint vi_floor(vfloat v) { return _mm256_cvtps_epi32(v_floor(v)); }
INLINE vfloat v_bits(vint v) { return _mm256_castsi256_ps(v); }

INLINE vmask v_greater(vfloat a, vfloat b) { return _mm256_cmp_ps(a, b, _CMP_GT_OQ); }
INLINE vmask v_greater_equal(vfloat a, vfloat b) { return _mm256_cmp_ps(a, b, _CMP_GE_OQ); }
INLINE vmask v_not_less(vfloat a, vfloat b) { return _mm256_cmp_ps(a, b, _CMP_NLT_UQ); }
INLINE vmask m_and(vmask a, vmask b) { return _mm256_and_ps(a, b); }
INLINE vmask m_or(vmask a, vmask b) { return _mm256_or_ps(a, b); }
INLINE vmask m_and_not(vmask a, vmask b) { return _mm256_andnot_ps(b, a); }
INLINE vint m_int(vmask m) { return _mm256_castps_si256(m); }
/* blendv takes twice the micro-operations on many processors */
INLINE vint vi_select(vmask m, vint a, vint b) {
    return _mm256_xor_si256(b, _mm256_and_si256(_mm256_xor_si256(a, b), m_int(m)));
}
INLINE vfloat v_mul_where(vmask m, vfloat a, vfloat b) { return _mm256_and_ps(m, _mm256_mul_ps(a, b)); }
INLINE vfloat v_decrement(vmask m, vfloat v) { return _mm256_sub_ps(v, _mm256_and_ps(m, _mm256_set1_ps(1.0f))); }
INLINE vfloat v_decrement_unless(vmask m, vfloat v) {
    return _mm256_sub_ps(v, _mm256_andnot_ps(m, _mm256_set1_ps(1.0f)));
}
INLINE vint vi_decrement(vmask m, vint v) { return _mm256_add_epi32(v, m_int(m)); }
INLINE vmask vi_equal(vint a, vint b) { return _mm256_castsi256_ps(_mm256_cmpeq_epi32(a, b)); }
INLINE vint vi_flip(vmask m, vint v) { return _mm256_xor_si256(v, m_int(m)); }
INLINE vint vi_clear(vmask m, vint v) { return _mm256_andnot_si256(m_int(m), v); }
INLINE vmask vi_greater(vint a, vint b) { return _mm256_castsi256_ps(_mm256_cmpgt_epi32(a, b)); }

/* Bits without the sign order floats as ints do, and put NaN last. */
INLINE vfloat v_checked(vfloat v, vint *widest) {
    *widest = _mm256_max_epi32(*widest, _mm256_castps_si256(v_abs(v)));
    return v;
}
INLINE int v_outside(vint widest) {
    __m256i limit = _mm256_castps_si256(_mm256_set1_ps(NOISE_DOMAIN));
    return _mm256_movemask_epi8(_mm256_cmpgt_epi32(widest, limit)) != 0;
}

/* Two registers of doubles. */
typedef struct {
    __m256d low, high;
} vdouble;
INLINE vdouble vd_pair(__m256d low, __m256d high) {
    vdouble v;
    v.low = low, v.high = high;
    return v;
}
INLINE vdouble vd_set(double c) { return vd_pair(_mm256_set1_pd(c), _mm256_set1_pd(c)); }
INLINE vdouble vd_load(const double *from) { return vd_pair(_mm256_loadu_pd(from), _mm256_loadu_pd(from + LANES / 2)); }
INLINE vdouble vd_add(vdouble a, vdouble b) { return vd_pair(_mm256_add_pd(a.low, b.low), _mm256_add_pd(a.high, b.high)); }
INLINE vdouble vd_sub(vdouble a, vdouble b) { return vd_pair(_mm256_sub_pd(a.low, b.low), _mm256_sub_pd(a.high, b.high)); }
INLINE vdouble vd_mul(vdouble a, vdouble b) { return vd_pair(_mm256_mul_pd(a.low, b.low), _mm256_mul_pd(a.high, b.high)); }
INLINE vdouble vd_truncate(vdouble v) {
    return vd_pair(_mm256_round_pd(v.low, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC),
                   _mm256_round_pd(v.high, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC));
}
INLINE vdouble vd_floor(vdouble v) {
    return vd_pair(_mm256_round_pd(v.low, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC),
                   _mm256_round_pd(v.high, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC));
}
INLINE vfloat vd_to_float(vdouble v) {
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm256_cvtpd_ps(v.low)), _mm256_cvtpd_ps(v.high), 1);
}
INLINE __m256d vd_one_half_unless_positive(__m256d v) {
    return _mm256_and_pd(_mm256_cmp_pd(_mm256_setzero_pd(), v, _CMP_GE_OQ), _mm256_set1_pd(1.0));
}
INLINE vdouble vd_one_unless_positive(vdouble v) {
    return vd_pair(vd_one_half_unless_positive(v.low), vd_one_half_unless_positive(v.high));
}
INLINE __m256d vd_half_within(__m256d v, __m256d p) {
    __m256d below = _mm256_and_pd(_mm256_cmp_pd(v, _mm256_setzero_pd(), _CMP_LT_OQ), p);
    __m256d above = _mm256_and_pd(_mm256_cmp_pd(v, p, _CMP_GE_OQ), p);
    return _mm256_add_pd(v, _mm256_sub_pd(below, above));
}
INLINE vdouble vd_within(vdouble v, vdouble p) {
    return vd_pair(vd_half_within(v.low, p.low), vd_half_within(v.high, p.high));
}
INLINE vint vd_low_words(vdouble v) {
    __m256 words = _mm256_shuffle_ps(_mm256_castpd_ps(v.low), _mm256_castpd_ps(v.high), _MM_SHUFFLE(2, 0, 2, 0));
    return _mm256_permute4x64_epi64(_mm256_castps_si256(words), _MM_SHUFFLE(3, 1, 2, 0));
}
INLINE __m256d vd_half_outside(__m256d v) {
    __m256d magnitude = _mm256_andnot_pd(_mm256_set1_pd(-0.0), v);
    return _mm256_cmp_pd(magnitude, _mm256_set1_pd(NOISE_PRECISE_DOMAIN), _CMP_NLE_UQ);
}
INLINE vdouble vd_checked(vdouble v, vint *widest) {
    __m256i outside = _mm256_castpd_si256(_mm256_or_pd(vd_half_outside(v.low), vd_half_outside(v.high)));
    *widest = _mm256_max_epi32(*widest, _mm256_srli_epi32(outside, 1));
    return v;
}

/* The permutation takes the low three bits of an index and ignores what is above. */
INLINE vint v_index(vint codes, int byte) { return byte == 0 ? codes : _mm256_srli_epi32(codes, 8 * byte); }
INLINE vint v_index_at(vint codes, int bit) { return _mm256_srli_epi32(codes, bit); }
INLINE vfloat v_entries(const vtable *table) { return _mm256_load_ps((const float *)table->entry); }
INLINE vfloat v_entry(vfloat entries, vint index) { return _mm256_permutevar8x32_ps(entries, index); }
INLINE vfloat v_coefficient(const vtable *table, vint index) { return v_entry(v_entries(table), index); }

/* GCC and Clang do so themselves. */
INLINE void v_leave(void) {
#if defined(_MSC_VER) && !defined(__clang__)
    _mm256_zeroupper();
#endif
}

#include "products_wide.h"

#include "ranks_wide.h"

#endif
