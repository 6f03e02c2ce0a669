#include "derive.h"

#include <math.h>

#include "circle.h"
#include "dispatch.h"
#include "evaluate.h"
#include "strict.h"
#include "walk.h"

/* A frame of its own: or every level of fields within fields would have room for all of the arrays below. */
#if defined(_MSC_VER) && !defined(__clang__)
#define OWN_FRAME static __declspec(noinline)
#else
#define OWN_FRAME static __attribute__((noinline))
#endif

/* Points that a warped field moves together: a level of fields within fields holds some fifty such blocks. */
#define WARP_BLOCK 128

/* Floats between the rows of a block, as in evaluate.c. */
#define DERIVE_STRIDE (DERIVE_BLOCK + 16)
#define WARP_STRIDE (WARP_BLOCK + 16)

int derive_possible(const struct noise_field *field) {
    if (dispatch_scalar()->derivatives[field->kernel] == NULL)
        return 0;
    for (int32_t w = 0; w < field->warp_count; w++)
        for (int32_t i = 0; i < field->dimensions; i++)
            if (!derive_possible(field->warps[w].by[i]))
                return 0;
    return 1;
}

/* ---- loops over a block, plain or as vectors: they round alike ---- */

VECTORIZED static void multiply_each(float *to, const float *from, size_t n) {
    for (size_t i = 0; i < n; i++)
        to[i] *= from[i];
}

VECTORIZED static void add_product(float *to, const float *a, const float *b, size_t n) {
    for (size_t i = 0; i < n; i++)
        to[i] += a[i] * b[i];
}

/* ---- sums over octaves ---- */

/* By what the derivatives of an octave's raw values are multiplied, for turbulence and ridges. */
VECTORIZED static void kinks(float *to, const float *values, float slope, size_t n) {
    for (size_t i = 0; i < n; i++)
        to[i] = values[i] < 0.0f ? -slope : slope;
}

/* The same for a ridged multifractal, whose value is u^2, u = offset - |n|, times the weight of the octave before:
 * `carried` is by what the derivatives of that octave's value are multiplied. */
VECTORIZED static void ridge_kinks(const struct noise_field *field, float *to, float *carried, const float *values,
                                   const float *before, size_t n) {
    const float offset = field->offset, gain = field->gain;
    for (size_t i = 0; i < n; i++) {
        const float u = offset - fabsf(values[i]), weight = before[i] * gain;
        const float slope = u * (values[i] < 0.0f ? 2.0f : -2.0f);
        to[i] = slope * (weight < 1.0f ? weight : 1.0f);
        carried[i] = u * u * (weight < 1.0f ? gain : 0.0f);
    }
}

VECTORIZED static void first_ridge_kinks(const struct noise_field *field, float *to, const float *values,
                                         size_t n) {
    const float offset = field->offset;
    for (size_t i = 0; i < n; i++)
        to[i] = (offset - fabsf(values[i])) * (values[i] < 0.0f ? 2.0f : -2.0f);
}

/* An octave: its values, raw and then folded; what becomes of their derivatives; these along each axis, and those
 * of the octave before. */
struct octave_block {
    float values[DERIVE_STRIDE], memory[DERIVE_STRIDE], kinks[DERIVE_STRIDE], carried[DERIVE_STRIDE];
    float along[2][4][DERIVE_STRIDE];
};

/* Turn derivatives of an octave's raw values into those of what they are folded to. */
static void derive_fold(const struct noise_field *field, int32_t octave, struct octave_block *block, size_t n) {
    const int carries = field->fold == NOISE_RIDGED_MULTIFRACTAL && octave > 0;
    if (field->fold == NOISE_FBM)
        return;
    if (carries)
        ridge_kinks(field, block->kinks, block->carried, block->values, block->memory, n);
    else if (field->fold == NOISE_RIDGED_MULTIFRACTAL)
        first_ridge_kinks(field, block->kinks, block->values, n);
    else
        kinks(block->kinks, block->values, field->fold == NOISE_TURBULENCE ? 1.0f : -2.0f, n);
    for (int32_t axis = 0; axis < field->axes; axis++) {
        float *along = block->along[octave & 1][axis];
        multiply_each(along, block->kinks, n);
        if (carries)
            add_product(along, block->carried, block->along[~octave & 1][axis], n);
    }
}

OWN_FRAME size_t derive_sum(const struct noise_field *field, const struct kernel_set *set,
                            const float *const *coordinates, float *const *out, size_t n) {
    float scaled[4][DERIVE_STRIDE];
    struct octave_block block;
    const float *const from[4] = {scaled[0], scaled[1], scaled[2], scaled[3]};
    n = evaluate_before_outside(set, coordinates, field->axes, n);
    for (int32_t axis = 0; axis < field->axes; axis++)
        walk_fill(out[1 + axis], 0.0f, (int64_t)n);
    for (int32_t k = 0; k < field->octaves; k++) {
        const struct noise_octave *octave = &field->octave[k];
        const float weight = octave->amplitude / field->amplitude_sum;
        float(*const along)[DERIVE_STRIDE] = block.along[k & 1];
        float *const to[5] = {block.values, along[0], along[1], along[2], along[3]};
        for (int32_t axis = 0; axis < field->axes; axis++)
            evaluate_octave_axis(field, set, k, axis, scaled[axis], coordinates[axis], n);
        n = set->derivatives[field->kernel](
            evaluate_tables(octave->tables != NULL ? octave->tables : field->tables), octave->periods, from, to,
            n);
        const int ridges = field->fold == NOISE_RIDGED_MULTIFRACTAL; /* which mix octaves of two frequencies */
        for (int32_t axis = 0; ridges && axis < field->axes; axis++)
            set->multiply(along[axis], along[axis], octave->frequency, n);
        derive_fold(field, k, &block, n);
        for (int32_t axis = 0; axis < field->axes; axis++)
            set->add_octave(out[1 + axis], along[axis], ridges ? weight : weight * octave->frequency, n);
        evaluate_add(field, set, k, out[0], block.values, block.memory, n);
    }
    return n;
}

static size_t derive_still(const struct noise_field *field, const struct kernel_set *set,
                           const float *const *coordinates, float *const *out, size_t n) {
    if (field->octaves > 0)
        return derive_sum(field, set, coordinates, out, n);
    return set->derivatives[field->kernel](evaluate_tables(field->tables), field->periods, coordinates, out, n);
}

/* ---- loops ---- */

/* Along a circle: the tangent at (u, v) is (-v, u), divided by the radius. */
VECTORIZED static void derive_circle(float *to, const float *along_u, const float *along_v, const float *u,
                                     const float *v, float per_radius, size_t n) {
    for (size_t i = 0; i < n; i++)
        to[i] = (along_v[i] * u[i] - along_u[i] * v[i]) * per_radius;
}

OWN_FRAME size_t derive_loops(const struct noise_field *field, const struct kernel_set *set,
                              const float *const *coordinates, float *const *out, size_t n) {
    float circles[4][DERIVE_STRIDE], along[4][DERIVE_STRIDE];
    const float *from[4] = {NULL, NULL, NULL, NULL};
    float *to[5] = {out[0], along[0], along[1], along[2], along[3]};
    n = evaluate_on_circles(field, set, coordinates, circles[0], DERIVE_STRIDE, from, n);
    for (int32_t i = 0, axis = 0; i < field->dimensions; i++) {
        if (field->loops[i] == 0.0f)
            to[1 + axis] = out[1 + i];
        axis += field->loops[i] == 0.0f ? 1 : 2;
    }
    n = derive_still(field, set, from, to, n);
    for (int32_t i = 0, axis = 0; i < field->dimensions; i++) {
        if (field->loops[i] != 0.0f)
            derive_circle(out[1 + i], along[axis], along[axis + 1], from[axis], from[axis + 1],
                          CIRCLE_TURN / field->loops[i], n);
        axis += field->loops[i] == 0.0f ? 1 : 2;
    }
    return n;
}

/* ---- warps ---- */

/* Where points have been moved to, and how that depends on where they were: along[i][j] is the derivative of moved
 * coordinate i along coordinate j. */
struct moved {
    float at[4][WARP_STRIDE], along[4][4][WARP_STRIDE];
};

/* Move n points from where `before` has them, or from the coordinates where that is NULL. */
OWN_FRAME size_t derive_move(const struct noise_warp *warp, const struct kernel_set *set, int32_t dimensions,
                             const float *const *coordinates, const struct moved *before, struct moved *after,
                             size_t n) {
    float shifted[4][WARP_STRIDE], results[5][WARP_STRIDE];
    const float *const from[4] = {shifted[0], shifted[1], shifted[2], shifted[3]};
    float *const to[5] = {results[0], results[1], results[2], results[3], results[4]};
    for (int32_t i = 0; i < dimensions; i++) {
        for (int32_t axis = 0; axis < dimensions && warp->shifts[i] != 0.0f; axis++)
            set->shift(shifted[axis], coordinates[axis], warp->shifts[i], n);
        n = derive(warp->by[i], set, warp->shifts[i] == 0.0f ? coordinates : from, to, n);
        set->displace(after->at[i], coordinates[i], results[0], warp->strength, n);
        for (int32_t k = 0; k < dimensions; k++)
            set->multiply(results[1 + k], results[1 + k], warp->strength, n);
        for (int32_t j = 0; j < dimensions; j++) {
            float *along = after->along[i][j];
            if (before == NULL) {
                set->shift(along, results[1 + j], i == j ? 1.0f : 0.0f, n);
                continue;
            }
            set->shift(along, before->along[i][j], 0.0f, n);
            for (int32_t k = 0; k < dimensions; k++)
                add_product(along, results[1 + k], before->along[k][j], n);
        }
    }
    return n;
}

OWN_FRAME size_t derive_moved(const struct noise_field *field, const struct kernel_set *set,
                              const struct moved *moved, float *const *out, size_t n) {
    float by_moved[4][WARP_STRIDE];
    const float *const from[4] = {moved->at[0], moved->at[1], moved->at[2], moved->at[3]};
    float *const to[5] = {out[0], by_moved[0], by_moved[1], by_moved[2], by_moved[3]};
    n = field->looping ? derive_loops(field, set, from, to, n) : derive_still(field, set, from, to, n);
    for (int32_t j = 0; j < field->dimensions; j++) {
        walk_fill(out[1 + j], 0.0f, (int64_t)n);
        for (int32_t i = 0; i < field->dimensions; i++)
            add_product(out[1 + j], by_moved[i], moved->along[i][j], n);
    }
    return n;
}

OWN_FRAME size_t derive_warped(const struct noise_field *field, const struct kernel_set *set,
                               const float *const *coordinates, float *const *out, size_t n) {
    struct moved moved[2];
    for (size_t start = 0; start < n; start += WARP_BLOCK) {
        const size_t count = n - start < WARP_BLOCK ? n - start : WARP_BLOCK;
        size_t good = count;
        const float *from[4] = {NULL, NULL, NULL, NULL};
        float *to[5] = {out[0] + start, NULL, NULL, NULL, NULL};
        const struct moved *last = NULL;
        for (int32_t axis = 0; axis < field->dimensions; axis++) {
            from[axis] = coordinates[axis] + start;
            to[1 + axis] = out[1 + axis] + start;
        }
        for (int32_t w = field->warp_count - 1; w >= 0; w--) {
            good = derive_move(&field->warps[w], set, field->dimensions, from, last, &moved[w & 1], good);
            last = &moved[w & 1];
            for (int32_t axis = 0; axis < field->dimensions; axis++)
                from[axis] = last->at[axis];
        }
        good = derive_moved(field, set, last, to, good);
        if (good < count)
            return start + good;
    }
    return n;
}

size_t derive(const struct noise_field *field, const struct kernel_set *set, const float *const *coordinates,
              float *const *out, size_t n) {
    if (field->warp_count > 0)
        n = derive_warped(field, set, coordinates, out, n);
    else if (field->looping)
        n = derive_loops(field, set, coordinates, out, n);
    else
        n = derive_still(field, set, coordinates, out, n);
    evaluate_bounds(field, set, out[0], n);
    if (field->scaled) {
        const float span = field->hi - field->lo;
        const int doubled = field->fold == NOISE_TURBULENCE || field->fold == NOISE_RIDGED_MULTIFRACTAL;
        for (int32_t i = 0; i < field->dimensions; i++)
            set->multiply(out[1 + i], out[1 + i], doubled ? span : span / 2.0f, n);
    }
    return n;
}
