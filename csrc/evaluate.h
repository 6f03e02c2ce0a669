/* evaluate.h: the values of a field at points that lie in memory as kernels want them.
 *
 * Required: noise_control entered (control.h); coordinates of any value. */
#ifndef NOISE_CFFI_EVALUATE_H
#define NOISE_CFFI_EVALUATE_H

#include "field.h"

/* Points that are computed together: what a block needs stays in the first-level cache. */
#define EVALUATE_BLOCK 1024

/* Call once, before all else. */
void evaluate_init(void);

/* The tables of a field, or those of the classic permutation. */
const struct kernel_tables *evaluate_tables(const struct kernel_tables *tables);

/* The kernels for so few points that starting a vector kernel costs more than it gains. */
const struct kernel_set *evaluate_few(const struct noise_field *field);

/* Whether the kernels for grids compute it: else kernels for points do. */
int evaluate_by_grids(const struct noise_field *field);

/* Whether evaluate takes any number of points: else EVALUATE_BLOCK at most. */
int evaluate_unlimited(const struct noise_field *field);

/* Compute out[i] from coordinates[axis][i]; return how many points come before the first bad one. `out` is
 * unspecified from there on, and overlaps no coordinates. `set` NULL: the kernels for few points. */
size_t evaluate(const struct noise_field *field, const struct kernel_set *set, const float *const *coordinates,
                float *out, size_t n);

/* What evaluate does last: maps n values to the field's bounds, if it has any. */
void evaluate_bounds(const struct noise_field *field, const struct kernel_set *set, float *out, size_t n);

/* Add values at turned gradients to those at the others, as the field's angle says. */
void evaluate_turn(const struct noise_field *field, const struct kernel_set *set, float *values, float *turned,
                   size_t n);

/* Add one octave's values to a sum of n points, which octave 0 begins and the last one divides; `memory` holds n
 * floats from octave to octave. */
void evaluate_add(const struct noise_field *field, const struct kernel_set *set, int32_t octave, float *sum,
                  float *values, float *memory, size_t n);

/* How many of n points come before the first that has one of `count` coordinates outside the domain. */
size_t evaluate_before_outside(const struct kernel_set *set, const float *const *coordinates, int32_t count,
                               size_t n);

/* Say what is wrong with one point: the first coordinate that leaves the domain on its way, if any does. */
void evaluate_fault(const struct noise_field *field, const float *coordinates, struct noise_fault *fault);

#endif
