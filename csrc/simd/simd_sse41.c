#include "../cpu.h"
#include "../strict.h"

#if CPU_FAMILY_X86

#include <smmintrin.h>
#include <math.h>
#include <string.h>

#include "../kernels.h"
#include "../tables.h"
#include "period.h"
#include "target.h"

extern const struct kernel_set noise_kernels_sse41;

TARGET_BEGIN("sse4.1")
#include "vec_sse41.h"

#include "words.inc.h"

#define KERNEL_SET noise_kernels_sse41
#define KERNEL_SET_NAME "sse41"
#include "templates.inc.h"
TARGET_END

#endif
