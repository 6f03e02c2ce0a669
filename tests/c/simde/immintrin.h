/* Stands in for the compiler's <immintrin.h> where AVX-512 kernels run in emulation: SIMDe, and what 0.7.4 lacks.
 */
#ifndef TEST_IMMINTRIN_H
#define TEST_IMMINTRIN_H

#include_next <immintrin.h>

#define SIMDE_ENABLE_NATIVE_ALIASES
#include <math.h>
#include <simde/x86/avx512.h>
#include <simde/x86/fma.h>

#undef _mm512_cvtepi32_ps
#undef _mm512_cvtpd_ps
#undef _mm512_cvtps_epi32
#undef _mm512_cvttps_epi32
#undef _mm512_cvt_roundps_epi32
#undef _mm512_shrdi_epi32
#undef _mm512_testn_epi32_mask
#undef _mm512_permutexvar_ps
#undef _mm512_roundscale_ps
#undef _mm512_roundscale_pd
#undef _kand_mask16
#undef _kor_mask16
#undef _kandn_mask16
#undef _knot_mask16
#define _mm512_cvtepi32_ps test_cvtepi32_ps
#define _mm512_cvtpd_ps test_cvtpd_ps
#define _mm512_cvtps_epi32 test_cvtps_epi32
#define _mm512_cvttps_epi32 test_cvttps_epi32
#define _mm512_cvt_roundps_epi32(a, mode) test_cvtps_epi32_down(a)
#define _mm512_shrdi_epi32 test_shrdi_epi32
#define _mm512_testn_epi32_mask test_testn_epi32_mask
#define _mm512_permutexvar_ps test_permutexvar_ps
#define _mm512_roundscale_ps(a, mode) test_floor_ps(a) /* the only mode in use; SIMDe gives others' results */
#define _mm512_roundscale_pd(a, mode) test_round_pd(a, (mode) == (_MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC))
#define _kand_mask16(a, b) ((__mmask16)((a) & (b)))
#define _kor_mask16(a, b) ((__mmask16)((a) | (b)))
#define _kandn_mask16(a, b) ((__mmask16)(~(a) & (b)))
#define _knot_mask16(a) ((__mmask16) ~(a))

#define TEST_EACH for (int lane = 0; lane < 16; lane++)

static int32_t test_to_int(double v) { return v >= -2147483648.0 && v < 2147483648.0 ? (int32_t)v : INT32_MIN; }

/* Down, or towards zero: the modes in use. */
static inline simde__m512d test_round_pd(simde__m512d a, int to_zero) {
    simde__m512d_private v = simde__m512d_to_private(a);
    for (int lane = 0; lane < 8; lane++)
        v.f64[lane] = to_zero ? trunc(v.f64[lane]) : floor(v.f64[lane]);
    return simde__m512d_from_private(v);
}

static inline simde__m512 test_cvtepi32_ps(simde__m512i a) {
    simde__m512i_private v = simde__m512i_to_private(a);
    simde__m512_private r;
    TEST_EACH r.f32[lane] = (float)v.i32[lane];
    return simde__m512_from_private(r);
}

static inline __m256 test_cvtpd_ps(simde__m512d a) {
    simde__m512d_private v = simde__m512d_to_private(a);
    float r[8];
    for (int lane = 0; lane < 8; lane++)
        r[lane] = (float)v.f64[lane];
    return _mm256_loadu_ps(r);
}

static inline simde__m512i test_cvtps_epi32(simde__m512 a) {
    simde__m512_private v = simde__m512_to_private(a);
    simde__m512i_private r;
    TEST_EACH r.i32[lane] = test_to_int(rint(v.f32[lane]));
    return simde__m512i_from_private(r);
}

static inline simde__m512i test_cvtps_epi32_down(simde__m512 a) {
    simde__m512_private v = simde__m512_to_private(a);
    simde__m512i_private r;
    TEST_EACH r.i32[lane] = test_to_int(floor(v.f32[lane]));
    return simde__m512i_from_private(r);
}

static inline simde__m512 test_floor_ps(simde__m512 a) {
    simde__m512_private v = simde__m512_to_private(a), r;
    TEST_EACH r.f32[lane] = floorf(v.f32[lane]);
    return simde__m512_from_private(r);
}

static inline simde__m512i test_cvttps_epi32(simde__m512 a) {
    simde__m512_private v = simde__m512_to_private(a);
    simde__m512i_private r;
    TEST_EACH r.i32[lane] = test_to_int(trunc(v.f32[lane]));
    return simde__m512i_from_private(r);
}

static inline simde__m512i test_shrdi_epi32(simde__m512i a, simde__m512i b, int count) {
    simde__m512i_private v = simde__m512i_to_private(a), w = simde__m512i_to_private(b), r;
    TEST_EACH r.u32[lane] = (uint32_t)(((uint64_t)w.u32[lane] << 32 | v.u32[lane]) >> count);
    return simde__m512i_from_private(r);
}

static inline __mmask16 test_testn_epi32_mask(simde__m512i a, simde__m512i b) {
    simde__m512i_private v = simde__m512i_to_private(a), w = simde__m512i_to_private(b);
    unsigned m = 0;
    TEST_EACH m |= (unsigned)((v.u32[lane] & w.u32[lane]) == 0) << lane;
    return (__mmask16)m;
}

/* SIMDe's own is a loop over memory that the optimiser does not like. */
static inline simde__m512 test_permutexvar_ps(simde__m512i index, simde__m512 a) {
    simde__m512i_private i = simde__m512i_to_private(index);
    simde__m512_private v = simde__m512_to_private(a), r;
    TEST_EACH r.f32[lane] = v.f32[i.u32[lane] & 15];
    return simde__m512_from_private(r);
}

#endif
