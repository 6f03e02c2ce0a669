/* domain.h: which coordinates there are noise values for. */
#ifndef NOISE_CFFI_DOMAIN_H
#define NOISE_CFFI_DOMAIN_H

#include "kernels.h"

/* One test for all: NaN and infinities fail it too. */
static inline int noise_inside(float c) { return c >= -NOISE_DOMAIN && c <= NOISE_DOMAIN; }

#endif
