/* reference.h: the frozen reference functions as kernels: one call a point, the classic permutation whatever the
 * tables. What every other kernel set is measured against and compared with. */
#ifndef NOISE_CFFI_REFERENCE_H
#define NOISE_CFFI_REFERENCE_H

#include "kernels.h"

extern const struct kernel_set noise_kernels_reference;

#endif
