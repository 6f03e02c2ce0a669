#include "reference.h"

#include "domain.h"
#include "eshelman.h"
#include "noise1234.h"
#include "rombauts.h"
#include "simplexnoise1234.h"
#include "strict.h"
#include "tables.h"
#include "tiled.h"

#include <math.h>
#include <string.h>

#define KERNEL(name, condition, value)                                                                            \
    static size_t name##_kernel(const struct kernel_tables *tables, const int32_t *periods,                       \
                                const float *const *coordinates, float *out, size_t n) {                          \
        (void)tables, (void)periods;                                                                              \
        for (size_t i = 0; i < n; i++) {                                                                          \
            if (!(condition))                                                                                     \
                return i;                                                                                         \
            out[i] = value;                                                                                       \
        }                                                                                                         \
        return n;                                                                                                 \
    }

#define C(axis) coordinates[axis][i]
#define P(axis) periods[axis]
#define INSIDE1 noise_inside(C(0))
#define INSIDE2 (INSIDE1 && noise_inside(C(1)))
#define INSIDE3 (INSIDE2 && noise_inside(C(2)))
#define INSIDE4 (INSIDE3 && noise_inside(C(3)))
#define KERNEL1(name) KERNEL(name, INSIDE1, name(C(0)))
#define KERNEL2(name) KERNEL(name, INSIDE2, name(C(0), C(1)))
#define KERNEL3(name) KERNEL(name, INSIDE3, name(C(0), C(1), C(2)))
#define KERNEL4(name) KERNEL(name, INSIDE4, name(C(0), C(1), C(2), C(3)))

KERNEL1(noise1)
KERNEL2(noise2)
KERNEL3(noise3)
KERNEL4(noise4)
KERNEL(pnoise1, INSIDE1, pnoise1(C(0), P(0)))
KERNEL(pnoise2, INSIDE2, pnoise2(C(0), C(1), P(0), P(1)))
KERNEL(pnoise3, INSIDE3, pnoise3(C(0), C(1), C(2), P(0), P(1), P(2)))
KERNEL(pnoise4, INSIDE4, pnoise4(C(0), C(1), C(2), C(3), P(0), P(1), P(2), P(3)))
KERNEL1(snoise1)
KERNEL2(snoise2)
KERNEL3(snoise3)
KERNEL4(snoise4)
KERNEL1(rombauts_noise1)
KERNEL2(rombauts_noise2)
KERNEL2(raw_noise_2d)
KERNEL3(raw_noise_3d)
KERNEL4(raw_noise_4d)

/* Of the references, this one takes any permutation. */
static size_t tiled_points(int axes, const struct kernel_tables *tables, const int32_t *periods,
                           const float *const *coordinates, float *out, size_t n) {
    for (size_t i = 0; i < n; i++) {
        float point[4];
        for (int axis = 0; axis < axes; axis++) {
            point[axis] = coordinates[axis][i];
            if (!noise_inside(point[axis]))
                return i;
        }
        out[i] = tiled_noise(tables->bytes[0], axes, point, periods);
    }
    return n;
}

#define TILED(axes)                                                                                               \
    static size_t tiled##axes##_kernel(const struct kernel_tables *tables, const int32_t *periods,                \
                                       const float *const *coordinates, float *out, size_t n) {                   \
        return tiled_points(axes, tables, periods, coordinates, out, n);                                          \
    }
TILED(1)
TILED(2)
TILED(3)
TILED(4)

static void multiply(float *to, const float *from, float factor, size_t n) {
    for (size_t i = 0; i < n; i++)
        to[i] = from[i] * factor;
}

static void add_octave(float *to, const float *values, float amplitude, size_t n) {
    for (size_t i = 0; i < n; i++)
        to[i] += amplitude * values[i];
}

static void divide(float *to, float divisor, size_t n) {
    for (size_t i = 0; i < n; i++)
        to[i] /= divisor;
}

static void round_doubles(float *to, const void *from, size_t n) {
    for (size_t i = 0; i < n; i++) {
        double value;
        memcpy(&value, (const char *)from + i * sizeof value, sizeof value);
        to[i] = (float)value;
    }
}

static void shift(float *to, const float *from, float by, size_t n) {
    for (size_t i = 0; i < n; i++)
        to[i] = from[i] + by;
}

static void displace(float *to, const float *from, const float *values, float strength, size_t n) {
    for (size_t i = 0; i < n; i++)
        to[i] = from[i] + strength * values[i];
}

static void magnitude(float *to, size_t n) {
    for (size_t i = 0; i < n; i++)
        to[i] = fabsf(to[i]);
}

static void ridge(float *to, size_t n) {
    for (size_t i = 0; i < n; i++)
        to[i] = 1.0f - 2.0f * fabsf(to[i]);
}

static void map(float *to, float span, float middle, size_t n) {
    for (size_t i = 0; i < n; i++)
        to[i] = to[i] * span / 2.0f + middle;
}

static int outside(const float *from, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (!noise_inside(from[i]))
            return 1;
    return 0;
}

const struct kernel_set noise_kernels_reference = {
    "reference",
    {noise1_kernel,       noise2_kernel,       noise3_kernel,          noise4_kernel,          pnoise1_kernel,
     pnoise2_kernel,      pnoise3_kernel,      pnoise4_kernel,         snoise1_kernel,         snoise2_kernel,
     snoise3_kernel,      snoise4_kernel,      rombauts_noise1_kernel, rombauts_noise2_kernel, raw_noise_2d_kernel,
     raw_noise_3d_kernel, raw_noise_4d_kernel, tiled1_kernel,          tiled2_kernel,          tiled3_kernel,
     tiled4_kernel},
    {NULL},
    {NULL},
    {NULL},
    multiply,
    add_octave,
    divide,
    round_doubles,
    shift,
    displace,
    magnitude,
    ridge,
    map,
    outside,
};
