/* walk.h: elements of any type, alignment and stride, converted to floats and back.
 *
 * Required: addresses, shapes and strides that describe readable inputs and a writable output. */
#ifndef NOISE_CFFI_WALK_H
#define NOISE_CFFI_WALK_H

#include <stddef.h>

#include "engine.h"

/* GCC makes vectors of these loops at -O3 only; the conversions round the same either way. */
#if defined(__GNUC__) && !defined(__clang__)
#define VECTORIZED __attribute__((optimize("O3")))
#else
#define VECTORIZED
#endif

/* A walk over one operand in C order of the call's shape, row by row along the last axis, in as few axes as
 * describe it: broadcast and contiguous operands have long rows whatever the others are like. */
struct walk {
    int axes; /* at least 1 */
    int32_t type;
    char *row; /* where the current row begins */
    int64_t shape[NOISE_AXES + 1];
    int64_t strides[NOISE_AXES + 1];
    int64_t index[NOISE_AXES + 1]; /* that of the last axis is the column within the row */
};

/* Stand at the element `start`, counted in C order. */
void walk_begin(struct walk *walk, const struct noise_operand *operand, int32_t axes, const int64_t *shape,
                int64_t start);

int64_t walk_columns_left(const struct walk *walk);

/* Step on by at most what is left of the row. */
void walk_advance(struct walk *walk, int64_t columns);

/* Where the next `count` elements are floats in a row, as kernels want them: their address, else NULL. */
float *walk_flat(const struct walk *walk, int64_t count);

/* The same where they are doubles. */
const double *walk_flat_doubles(const struct walk *walk, int64_t count);

/* Convert the next `count` elements, and step past them. Of periods a bad one becomes 0, for the caller to find.
 */
void walk_load(struct walk *walk, float *to, int64_t count);
void walk_load_doubles(struct walk *walk, double *to, int64_t count);
void walk_load_periods(struct walk *walk, int32_t *to, int64_t count);
void walk_store(struct walk *walk, const float *values, int64_t count);

/* The same for several results, of which the walk is over the first, and each lies `apart` bytes after the one
 * before: walk_results sets to[i], and returns 0 where the elements are no floats in a row. */
int walk_results(const struct walk *walk, int64_t count, int64_t apart, int results, float **to);
void walk_store_results(struct walk *walk, float *const *from, int64_t count, int64_t apart, int results);

/* Set n floats. */
void walk_fill(float *to, float value, int64_t n);

/* Convert n elements `stride` bytes apart. */
void load_coordinates(float *to, int32_t type, const char *from, ptrdiff_t stride, size_t n);

/* One element, as a double and as an integer: what is above INT64_MAX becomes that. */
double load_value(int32_t type, const char *from);
int64_t load_integer(int32_t type, const char *from);

/* Whether floats, and doubles, may be read at an address. */
int walk_aligned(const char *address);
int walk_aligned_doubles(const char *address);

static inline int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

#endif
