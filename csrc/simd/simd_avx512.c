#include "../cpu.h"
#include "../strict.h"

#if CPU_FAMILY_X86

#include <immintrin.h>
#include <math.h>
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
