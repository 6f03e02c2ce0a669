/* kernels.h: what a kernel is: one base function over many points, with one instruction set. */
#ifndef NOISE_CFFI_KERNELS_H
#define NOISE_CFFI_KERNELS_H

#include <stddef.h>
#include <stdint.h>

/* Coordinates outside -NOISE_DOMAIN .. NOISE_DOMAIN, and NaN, are refused: beyond, neighbouring floats are
 * two cells apart. */
#define NOISE_DOMAIN 16777216.0f

/* The same of precise kernels: beyond, a double's fraction has less than three bits, and the parity of a cell
 * would be lost. */
#define NOISE_PRECISE_DOMAIN 1125899906842624.0 /* 2^50 */

enum kernel_id {
    KERNEL_NOISE1,
    KERNEL_NOISE2,
    KERNEL_NOISE3,
    KERNEL_NOISE4,
    KERNEL_PNOISE1,
    KERNEL_PNOISE2,
    KERNEL_PNOISE3,
    KERNEL_PNOISE4,
    KERNEL_SNOISE1,
    KERNEL_SNOISE2,
    KERNEL_SNOISE3,
    KERNEL_SNOISE4,
    KERNEL_ROMBAUTS1,
    KERNEL_ROMBAUTS2,
    KERNEL_RAW2,
    KERNEL_RAW3,
    KERNEL_RAW4,
    KERNEL_TILED1, /* noise1 .. noise4 on a lattice that repeats: tiled.h */
    KERNEL_TILED2,
    KERNEL_TILED3,
    KERNEL_TILED4,
    KERNEL_COUNT
};

/* A permutation in the forms that kernels look it up in (tables.h). */
struct kernel_tables;

/* Compute n points: out[i] from coordinates[axis][i], with one period per axis for pnoise (at least 1) and tiled
 * noise (1 .. 2^24), else unused. Return how many points come before the first that has a coordinate outside the
 * domain: n if none has. Of `out`, which overlaps no coordinates, only the first n elements are written; those
 * from the returned index on are unspecified. Every array is aligned for float, nothing more; n may be 0. */
typedef size_t kernel(const struct kernel_tables *tables, const int32_t *periods, const float *const *coordinates,
                      float *out, size_t n);

#define NOISE_GRID_COLUMNS 256

/* Compute rows * columns points of a grid, 1 <= columns <= NOISE_GRID_COLUMNS. Row r of the output begins `stride`
 * floats after row r - 1; its points have the x coordinates x[0 .. columns) and, along each further axis, the one
 * coordinate others[axis - 1][r]. Return whether any coordinate is outside the domain: then the output is
 * unspecified. Nothing beside the rows' `columns` floats is written. The output overlaps no coordinates; every
 * array is aligned for float, nothing more; rows may be 0.
 *
 * Any coordinates will do. It is fast where x rises or falls evenly, and where rows that follow one another differ
 * in y alone. */
typedef int grid_kernel(const struct kernel_tables *tables, const int32_t *periods, const float *x, size_t columns,
                        const float *const *others, size_t rows, float *out, size_t stride);

/* The same from coordinates in double precision: cells and fractions are found there, and fractions then rounded.
 */
typedef size_t precise_kernel(const struct kernel_tables *tables, const int32_t *periods,
                              const double *const *coordinates, float *out, size_t n);

/* Compute the same n values into out[0], and their partial derivative along each axis into out[1 + axis], from the
 * precise coordinates where they are not NULL. In all else as a kernel. */
typedef size_t derivative_kernel(const struct kernel_tables *tables, const int32_t *periods,
                                 const float *const *coordinates, const double *const *precise, float *const *out,
                                 size_t n);

/* All kernels of one instruction set, by kernel_id; a function that has none of a kind has NULL there. Beside them
 * what sums over octaves do to n values, each operation rounded by itself as in plain C. */
struct kernel_set {
    const char *name;
    kernel *kernels[KERNEL_COUNT];
    grid_kernel *grids[KERNEL_COUNT];
    precise_kernel *precise[KERNEL_COUNT];
    derivative_kernel *derivatives[KERNEL_COUNT];
    void (*multiply)(float *to, const float *from, float factor, size_t n);        /* from[i] * factor */
    void (*add_octave)(float *to, const float *values, float amplitude, size_t n); /* to[i] + amplitude * value */
    void (*divide)(float *to, float divisor, size_t n);                            /* to[i] / divisor */
    void (*round)(float *to, const void *from, size_t n);            /* doubles, of any alignment, as floats */
    void (*shift)(float *to, const float *from, float by, size_t n); /* from[i] + by */
    void (*displace)(float *to, const float *from, const float *values, float strength,
                     size_t n);                                 /* from + strength * value */
    void (*magnitude)(float *to, size_t n);                     /* |to[i]| */
    void (*ridge)(float *to, size_t n);                         /* 1 - 2 |to[i]| */
    void (*map)(float *to, float span, float middle, size_t n); /* to[i] * span / 2 + middle */
    int (*outside)(const float *from, size_t n);                /* whether any is outside the domain */
};

#endif
