/* strict.h: every source file includes this. It refuses compilers' modes that would change result bits,
 * and gives C and OpenCL C one way to write a table. Contraction of a * b + c has no macro to test: the builder
 * passes the flag that turns it off, and the recorded values catch a build without it. */
#ifndef NOISE_CFFI_STRICT_H
#define NOISE_CFFI_STRICT_H

#if defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)
#define NOISE_OPENCL 1
#pragma OPENCL FP_CONTRACT OFF
#define NOISE_TABLE __constant
#define NOISE_SHARED_TABLE __constant
#else
#include <float.h>
#if defined(__FAST_MATH__) || defined(_M_FP_FAST)
#error "noise-cffi promises exact bits: do not build it with -ffast-math, -Ofast or /fp:fast"
#endif
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0
#error "noise-cffi needs float arithmetic in float: use -std=gnu11, and -msse2 -mfpmath=sse on 32-bit x86"
#endif
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(_MSC_VER)
#pragma fp_contract(off)
#endif
#define NOISE_TABLE static const
#define NOISE_SHARED_TABLE const
#endif

#endif
