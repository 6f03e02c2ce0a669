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

extern const struct kernel_set noise_kernels_avx2;

TARGET_BEGIN("avx2,fma")
#include "vec_avx2.h"

#include "words.inc.h"

#define KERNEL_SET noise_kernels_avx2
#define KERNEL_SET_NAME "avx2"
#include "templates.inc.h"
TARGET_END

#endif
