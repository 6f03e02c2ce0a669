/* control.h: keeps results exact where a library loaded beside this one has changed the thread's floating-point
 * control word on x86 or Arm: flush-to-zero, or another rounding. It is read once per call of the engine and
 * written only if it is not the default; exception flags are left alone.
 *
 * Compilers move float arithmetic across a write of the control word, but neither volatile accesses nor calls that
 * write memory. So between control_enter and control_leave values come in through control_round, or from memory in
 * a CONTROLLED function, and go out through a volatile or through memory. */
#ifndef NOISE_CFFI_CONTROL_H
#define NOISE_CFFI_CONTROL_H

#include <stdint.h>

typedef uint64_t noise_control;

#if defined(__SSE__) || defined(_M_X64) || (defined(_M_IX86_FP) && _M_IX86_FP > 0)
#include <xmmintrin.h>
static inline noise_control control_get(void) { return _mm_getcsr(); }
static inline void control_set(noise_control word) { _mm_setcsr((unsigned int)word); }
#define CONTROL_FLAGS UINT64_C(0x3f)
#define CONTROL_DEFAULT UINT64_C(0x1f80) /* all exceptions masked, round to nearest, subnormals kept */
#elif defined(__aarch64__)
static inline noise_control control_get(void) {
    uint64_t word;
    __asm__ volatile("mrs %0, fpcr" : "=r"(word));
    return word;
}
static inline void control_set(noise_control word) { __asm__ volatile("msr fpcr, %0" : : "r"(word)); }
#define CONTROL_FLAGS UINT64_C(0)
#define CONTROL_DEFAULT UINT64_C(0)
#elif defined(_M_ARM64)
#include <intrin.h>
static inline noise_control control_get(void) { return (noise_control)_ReadStatusReg(ARM64_FPCR); }
static inline void control_set(noise_control word) { _WriteStatusReg(ARM64_FPCR, (__int64)word); }
#define CONTROL_FLAGS UINT64_C(0)
#define CONTROL_DEFAULT UINT64_C(0)
#elif defined(__arm__) && defined(__ARM_FP)
static inline noise_control control_get(void) {
    uint32_t word;
    __asm__ volatile("vmrs %0, fpscr" : "=r"(word));
    return word;
}
static inline void control_set(noise_control word) { __asm__ volatile("vmsr fpscr, %0" : : "r"((uint32_t)word)); }
#define CONTROL_FLAGS UINT64_C(0xf800009f) /* conditions and exceptions */
#define CONTROL_DEFAULT UINT64_C(0)
#else /* processors without a flush-to-zero switch that libraries are known to throw */
static inline noise_control control_get(void) { return 0; }
static inline void control_set(noise_control word) { (void)word; }
#define CONTROL_FLAGS UINT64_C(0)
#define CONTROL_DEFAULT UINT64_C(0)
#endif

#if defined(_MSC_VER) && !defined(__clang__)
#define CONTROLLED static __declspec(noinline)
#else
#define CONTROLLED static __attribute__((noinline))
#endif

static inline float control_round(double v) {
    volatile double in = v;
    return (float)in;
}

static inline noise_control control_enter(void) {
    noise_control word = control_get();
    if ((word & ~CONTROL_FLAGS) != CONTROL_DEFAULT)
        control_set((word & CONTROL_FLAGS) | CONTROL_DEFAULT);
    return word;
}

static inline void control_leave(noise_control word) {
    if ((word & ~CONTROL_FLAGS) != CONTROL_DEFAULT)
        control_set(word);
}

#endif
