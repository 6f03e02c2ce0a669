/* target.h: what the kernels need of a compiler.
 *
 * TARGET_BEGIN(features) and TARGET_END open and close a region whose functions may use an instruction set that
 * the rest of the library must not. Include every system header before the region, or its inline functions
 * become part of it and may be the copies that baseline code is linked with; define nothing with external
 * linkage in it but data. MSVC needs no region: its intrinsics always exist. */
#ifndef NOISE_CFFI_TARGET_H
#define NOISE_CFFI_TARGET_H

#define TARGET_PRAGMA(text) _Pragma(#text)

#if defined(__clang__)
#define INLINE static inline __attribute__((always_inline))
#define NOINLINE static __attribute__((noinline))
#define ALIGNED(bytes) __attribute__((aligned(bytes)))
#define UNROLL TARGET_PRAGMA(clang loop unroll(full))
#elif defined(__GNUC__)
#define INLINE static inline __attribute__((always_inline))
#define NOINLINE static __attribute__((noinline, optimize("no-tree-vectorize")))
#define ALIGNED(bytes) __attribute__((aligned(bytes)))
#define UNROLL TARGET_PRAGMA(GCC unroll 16)
#else
#define INLINE static __forceinline
#define NOINLINE static __declspec(noinline)
#define ALIGNED(bytes) __declspec(align(bytes))
#define UNROLL
#endif

/* Make a pointer's origin unknown to the optimiser. */
#if defined(__GNUC__) && !defined(__clang__)
#define HIDE_POINTER(pointer) __asm__("" : "+r"(pointer))
#else
#define HIDE_POINTER(pointer) (void)(pointer)
#endif

/* A test that runs kernels in emulation defines these itself. */
#if !defined(TARGET_BEGIN)
#if defined(__clang__)
#define TARGET_BEGIN(features)                                                                                    \
    TARGET_PRAGMA(clang attribute push(__attribute__((target(features))), apply_to = function))
#define TARGET_END TARGET_PRAGMA(clang attribute pop)
#elif defined(__GNUC__)
#define TARGET_BEGIN(features) TARGET_PRAGMA(GCC push_options) TARGET_PRAGMA(GCC target(features))
#define TARGET_END TARGET_PRAGMA(GCC pop_options)
#else
#define TARGET_BEGIN(features)
#define TARGET_END
#endif
#endif

#endif
