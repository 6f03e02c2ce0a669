#include "cpu.h"
#include "strict.h"

#if CPU_FAMILY_X86

#include <stdint.h>
#if defined(_MSC_VER)
#include <intrin.h>
#else
#include <cpuid.h>
#endif

struct registers {
    uint32_t a, b, c, d;
};

/* All zero for a leaf beyond the processor's last. */
static struct registers cpuid(uint32_t leaf, uint32_t subleaf) {
    struct registers r = {0, 0, 0, 0};
#if defined(_MSC_VER)
    int out[4];
    __cpuid(out, 0);
    if ((uint32_t)out[0] < leaf)
        return r;
    __cpuidex(out, (int)leaf, (int)subleaf);
    r.a = (uint32_t)out[0], r.b = (uint32_t)out[1], r.c = (uint32_t)out[2], r.d = (uint32_t)out[3];
#else
    if ((uint32_t)__get_cpuid_max(0, 0) >= leaf)
        __cpuid_count(leaf, subleaf, r.a, r.b, r.c, r.d);
#endif
    return r;
}

/* Which register states the operating system saves. Only where cpuid says that xgetbv exists. */
static uint32_t saved_states(void) {
#if defined(_MSC_VER)
    return (uint32_t)_xgetbv(0);
#else
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0)); /* the intrinsic would need a target region */
    return low;
#endif
}

static int has(uint32_t value, uint32_t bits) { return (value & bits) == bits; }

#define BIT(n) (UINT32_C(1) << (n))

unsigned cpu_detect(void) {
    struct registers basic = cpuid(1, 0), extended = cpuid(7, 0);
    unsigned features = 0;
    if (has(basic.c, BIT(9) | BIT(19))) /* SSSE3, SSE4.1 */
        features |= CPU_SSE41;

    const uint32_t fma = BIT(12), osxsave = BIT(27), avx = BIT(28);
    const uint32_t ymm = 0x06, zmm = 0xe6; /* states in xcr0 */
    if (!has(basic.c, fma | osxsave | avx) || !has(saved_states(), ymm) || !has(extended.b, BIT(5)))
        return features;
    features |= CPU_AVX2_FMA;

    const uint32_t f = BIT(16), dq = BIT(17), bw = BIT(30), vl = BIT(31); /* ebx */
    const uint32_t vbmi = BIT(1), vbmi2 = BIT(6);                         /* ecx */
    if (!has(saved_states(), zmm) || !has(extended.b, f | dq | bw | vl))
        return features;
    features |= CPU_AVX512;
    if (has(extended.c, vbmi | vbmi2))
        features |= CPU_AVX512_VBMI;
    return features;
}

#else

unsigned cpu_detect(void) { return 0; }

#endif
