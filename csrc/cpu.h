/* cpu.h: which instruction sets this machine has, its operating system included. */
#ifndef NOISE_CFFI_CPU_H
#define NOISE_CFFI_CPU_H

enum cpu_features {
    CPU_SSE41 = 1 << 0,
    CPU_AVX2_FMA = 1 << 1,
    CPU_AVX512 = 1 << 2,     /* F, BW, DQ, VL */
    CPU_AVX512_VBMI = 1 << 3 /* these and VBMI, VBMI2 */
};

/* The sets of enum cpu_features that may be used, or'ed; 0 on other processors than x86. A set counts only if the
 * operating system keeps its registers. Asks the processor at every call. */
unsigned cpu_detect(void);

#endif
