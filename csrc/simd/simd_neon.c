#include "../cpu.h"
#include "../strict.h"

#if CPU_FAMILY_ARM

#include <arm_neon.h>
#include <math.h>
#include <string.h>

#include "../kernels.h"
#include "../tables.h"
#include "period.h"
#include "target.h"

extern const struct kernel_set noise_kernels_neon;

/* No region: every 64-bit Arm processor has it. */
#include "vec_neon.h"

#include "words.inc.h"

#define KERNEL_SET noise_kernels_neon
#define KERNEL_SET_NAME "neon"
#include "templates.inc.h"

#endif
