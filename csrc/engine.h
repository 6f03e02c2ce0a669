/* engine.h: walks scalars, arrays and grids in blocks, checks the domain, calls kernels. Nothing here knows
 * Python; nothing allocates, locks or keeps state; any number of threads may call with one field.
 *
 * Required: fields made by field.h's functions; addresses, shapes and strides that describe readable inputs and a
 * writable output, the output overlapping no input.
 * Promised: an input of any value does no harm. Coordinates outside the domain, that of a precise field if it is
 * one, and periods below 1 or above 2^31 - 1 are found and reported, and the smallest bad index is the one
 * reported. */
#ifndef NOISE_CFFI_ENGINE_H
#define NOISE_CFFI_ENGINE_H

#include <stdint.h>

#include "field.h"

#define NOISE_AXES 64

/* Indices of a grid stay below 2^53: exact in double. */
#define NOISE_LARGEST_INDEX 9007199254740992

/* Points, counted in every octave, that one call should compute at most: so a caller can be interrupted. */
#define NOISE_SLAB 1048576

enum noise_type {
    NOISE_FLOAT32,
    NOISE_FLOAT64,
    NOISE_INT8,
    NOISE_INT16,
    NOISE_INT32,
    NOISE_INT64,
    NOISE_UINT8,
    NOISE_UINT16,
    NOISE_UINT32,
    NOISE_UINT64
};

/* An array in memory: strides in bytes, of any sign, 0 along axes that it is broadcast over; any alignment. */
struct noise_operand {
    char *address;
    int32_t type; /* enum noise_type; an output is NOISE_FLOAT32 */
    int64_t strides[NOISE_AXES];
};

/* A call over arrays that are broadcast to one shape. Periods count only where varying_periods is set: elsewhere
 * those of the field do. */
struct noise_call {
    int32_t axes; /* 0 .. NOISE_AXES */
    int32_t varying_periods;
    int64_t shape[NOISE_AXES];
    struct noise_operand coordinates[4]; /* x, y, z, w */
    struct noise_operand periods[4];     /* integers */
    struct noise_operand out;
};

/* A grid: index i along an axis lies at (float)(origin + (start + i) * step), not rounded in a precise field. Axes
 * in the order of the result's shape: the last is x. */
struct noise_grid {
    int64_t shape[4];
    double origin[4];
    double step[4];
    int64_t start[4];
    struct noise_operand out;
};

/* Call before all else: it chooses the kernels and prepares the classic permutation. Further calls do nothing. */
void noise_init(void);

/* The value at one point, or NaN where a coordinate is bad. */
double noise_point1(const struct noise_field *field, double x);
double noise_point2(const struct noise_field *field, double x, double y);
double noise_point3(const struct noise_field *field, double x, double y, double z);
double noise_point4(const struct noise_field *field, double x, double y, double z, double w);

/* Compute the points from start up to stop, counted in C order of the shape. Return the first bad one, or -1. */
int64_t noise_array(const struct noise_field *field, const struct noise_call *call, int64_t start, int64_t stop);
int64_t noise_array_grid(const struct noise_field *field, const struct noise_grid *grid, int64_t start,
                         int64_t stop);

/* The same for n points of contiguous float32 or float64 arrays. Return -2, with nothing written, where one is not
 * aligned, the output overlaps an input, or so much work is asked for that the caller had better cut it. */
int64_t noise_flat1(const struct noise_field *field, const char *x, char *out, int64_t n, int doubles);
int64_t noise_flat2(const struct noise_field *field, const char *x, const char *y, char *out, int64_t n,
                    int doubles);
int64_t noise_flat3(const struct noise_field *field, const char *x, const char *y, const char *z, char *out,
                    int64_t n, int doubles);
int64_t noise_flat4(const struct noise_field *field, const char *x, const char *y, const char *z, const char *w,
                    char *out, int64_t n, int doubles);

/* The same for a whole grid into contiguous float32 of so many bytes, parameters of any value in the order of the
 * result's axes. Return -2, with nothing written, where they are not good, or as above. */
int64_t noise_flat_grid2(const struct noise_field *field, int64_t h, int64_t w, double dy, double dx, double oy,
                         double ox, int64_t sy, int64_t sx, char *out, int64_t bytes);
int64_t noise_flat_grid3(const struct noise_field *field, int64_t d, int64_t h, int64_t w, double dz, double dy,
                         double dx, double oz, double oy, double ox, int64_t sz, int64_t sy, int64_t sx, char *out,
                         int64_t bytes);

/* Whether a field may be precise, and whether it has derivatives. */
int noise_extensible(const struct noise_field *field);
int noise_derivable(const struct noise_field *field);

/* The same with partial derivatives: the output describes where values go, and the derivative along coordinate i
 * goes 1 + i times `apart` bytes further on. Required: noise_derivable. */
int64_t noise_array_derive(const struct noise_field *field, const struct noise_call *call, int64_t apart,
                           int64_t start, int64_t stop);
int64_t noise_grid_derive(const struct noise_field *field, const struct noise_grid *grid, int64_t apart,
                          int64_t start, int64_t stop);

/* The same by the frozen reference functions, one call a point: what speed is measured against. */
int64_t noise_flat_reference(const struct noise_field *field, const char *const *inputs, char *out, int64_t n);

/* Say what is wrong at one point. */
void noise_point_fault(const struct noise_field *field, double x, double y, double z, double w,
                       struct noise_fault *fault);
void noise_array_fault(const struct noise_field *field, const struct noise_call *call, int64_t index,
                       struct noise_fault *fault);

/* The coordinates of one point of a grid, x first, before they are rounded to float32. */
void noise_grid_point(const struct noise_field *field, const struct noise_grid *grid, int64_t index,
                      double *coordinates);

#endif
