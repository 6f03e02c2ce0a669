/* extended.h: a field at precise coordinates, and with partial derivatives: what evaluate.h does for values at
 * float coordinates. Values have the same bits, where coordinates are floats on all their way.
 *
 * Where a value has a kink its derivative is that of one side: |n| falls off from n = 0 as if n were positive
 * there, and the weight of a ridged multifractal, where it reaches 1, counts as 1.
 *
 * Required: noise_control entered (control.h); coordinates of any value; a field that can be extended. */
#ifndef NOISE_CFFI_EXTENDED_H
#define NOISE_CFFI_EXTENDED_H

#include "field.h"

/* Points that are computed together, unless evaluate_unlimited (evaluate.h) holds. */
#define EXTENDED_BLOCK 512

/* Coordinates of n points: floats, or doubles. */
struct points {
    int precise;
    const float *single[4];
    const double *wide[4];
};

/* Whether the base functions of a field and of those that warp it have kernels for this; and whether derivatives
 * can be had of all: those of a damped sum would take second ones. */
int extended_possible(const struct noise_field *field);
int extended_derivable(const struct noise_field *field);

/* Compute n values into out[0] and, if there are to be derivatives, that along coordinate i into out[1 + i].
 * Return how many points come before the first bad one; the results are unspecified from there on, and overlap no
 * coordinates. */
size_t extended(const struct noise_field *field, const struct kernel_set *set, const struct points *points,
                int derivatives, float *const *out, size_t n);

/* The values of a damped sum at float coordinates, for evaluate.h. */
size_t extended_damped(const struct noise_field *field, const struct kernel_set *set,
                       const float *const *coordinates, float *out, size_t n);

/* Say what is wrong with one point at precise coordinates. */
void extended_fault(const struct noise_field *field, const double *coordinates, struct noise_fault *fault);

#endif
