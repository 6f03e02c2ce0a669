/* cpu.h: which instruction sets this machine has, its operating system included. */
#ifndef NOISE_CFFI_CPU_H
#define NOISE_CFFI_CPU_H

/* Processor families with vector kernels. Not 32-bit x86, whose eight registers are too few for them, nor 32-bit
 * Arm, whose vector unit flushes subnormals, nor Arm in big-endian order. */
#if defined(__x86_64__) || (defined(_M_X64) && !defined(_M_ARM64EC))
#define CPU_FAMILY_X86 1
#elif (defined(__aarch64__) && defined(__ARM_NEON) && !defined(__AARCH64EB__)) || defined(_M_ARM64)
#define CPU_FAMILY_ARM 1
#endif

enum cpu_features {
    CPU_SSE41 = 1 << 0,
    CPU_AVX2_FMA = 1 << 1,
    CPU_AVX512 = 1 << 2,     /* F, BW, DQ, VL */
    CPU_AVX512_VBMI = 1 << 3 /* these and VBMI, VBMI2 */
};

/* The sets of enum cpu_features that may be used, or'ed; 0 on other families than x86. A set counts only if the
 * operating system keeps its registers. Asks the processor at every call. */
unsigned cpu_detect(void);

#endif
