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

extern const struct kernel_set noise_kernels_avx512vbmi;

TARGET_BEGIN("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2")
#include "vec_avx512.h"

#include "bytes_avx512vbmi.h"

#include "bytes.inc.h"

#define KERNEL_SET noise_kernels_avx512vbmi
#define KERNEL_SET_NAME "avx512vbmi"
#include "templates.inc.h"
TARGET_END

#endif
