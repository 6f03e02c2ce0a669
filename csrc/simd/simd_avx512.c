#include "../strict.h"

#if defined(__x86_64__) || defined(_M_X64) || defined(__i386__) || defined(_M_IX86)

#include <immintrin.h>
#include <string.h>

#include "../kernels.h"
#include "../tables.h"
#include "period.h"
#include "target.h"

extern const struct kernel_set noise_kernels_avx512;

TARGET_BEGIN("avx512f,avx512bw,avx512dq,avx512vl")
#include "vec_avx512.h"
#include "words.inc.h"
#define KERNEL_SET noise_kernels_avx512
#define KERNEL_SET_NAME "avx512"
#include "templates.inc.h"
TARGET_END

#endif
