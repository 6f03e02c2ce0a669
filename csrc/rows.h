/* rows.h: a field over rows of points that share their x coordinates, as grids have and arrays broadcast from open
 * axes: what does not change along a row, or from row to row, is computed once.
 *
 * Required: noise_control entered (control.h). */
#ifndef NOISE_CFFI_ROWS_H
#define NOISE_CFFI_ROWS_H

#include "engine.h"

/* Rows shorter than this are better treated as points. */
#define ROWS_COLUMNS 16

/* Where coordinates come from: the x of `count` columns, and the y, z and w, as many as there are, of `count`
 * rows. */
struct rows {
    const void *from;
    void (*columns)(const void *from, float *x, int64_t first, int64_t count);
    void (*others)(const void *from, float *const *others, int64_t first, int64_t count);
    int64_t row_columns;
    float *out;     /* row 0, column 0 */
    int64_t stride; /* floats from row to row */
};

/* Set where results go, if the operand's rows lie evenly in memory and are worth it; return whether they do. */
int rows_output(struct rows *rows, const struct noise_operand *out, int32_t axes, const int64_t *shape);

/* Compute the points from start up to stop, counted in C order. Return 0, with results unspecified, if one is bad.
 */
int rows_compute(const struct noise_field *field, const struct rows *rows, int64_t start, int64_t stop);

#endif
