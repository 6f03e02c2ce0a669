/* derive.h: the values of a field, with the bits that evaluate.h gives them, and their partial derivatives.
 *
 * Where a value has a kink its derivative is that of one side: |n| falls off from n = 0 as if n were positive
 * there, and the weight of a ridged multifractal, where it reaches 1, counts as 1.
 *
 * Required: noise_control entered (control.h); coordinates of any value; a field that can be derived. */
#ifndef NOISE_CFFI_DERIVE_H
#define NOISE_CFFI_DERIVE_H

#include "field.h"

/* Points that are computed together, unless evaluate_unlimited (evaluate.h) holds. */
#define DERIVE_BLOCK 512

/* Whether the base functions of a field and of those that warp it have derivatives. */
int derive_possible(const struct noise_field *field);

/* Compute n values into out[0], and their partial derivative along coordinate i into out[1 + i]. Return how many
 * points come before the first bad one; the results are unspecified from there on, and overlap no coordinates. */
size_t derive(const struct noise_field *field, const struct kernel_set *set, const float *const *coordinates,
              float *const *out, size_t n);

#endif
