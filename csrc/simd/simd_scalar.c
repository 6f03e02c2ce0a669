#include <math.h>

#include "../kernels.h"
#include "../strict.h"
#include "../tables.h"
#include "period.h"

#include "vec_scalar.h"

#include "words.inc.h"

#define KERNEL_SET noise_kernels_scalar
#define KERNEL_SET_NAME "scalar"
extern const struct kernel_set KERNEL_SET;
#include "templates.inc.h"
