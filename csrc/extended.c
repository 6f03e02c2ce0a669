#include "extended.h"

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

/* Points that a warped field moves together: a level of fields within fields holds some fifty such rows. */
#define WARP_BLOCK 128

/* Numbers between the rows of a block, as in evaluate.c. */
#define BLOCK_STRIDE (EXTENDED_BLOCK + 16)
#define WARP_STRIDE (WARP_BLOCK + 16)

int extended_possible(const struct noise_field *field) {
    if (dispatch_scalar()->precise[field->kernel] == NULL)
        return 0;
    for (int32_t w = 0; w < field->warp_count; w++)
        for (int32_t i = 0; i < field->dimensions; i++)
            if (!extended_possible(field->warps[w].by[i]))
                return 0;
    return 1;
}

int extended_derivable(const struct noise_field *field) {
    if (!extended_possible(field) || field->fold == NOISE_DAMPED)
        return 0;
    for (int32_t w = 0; w < field->warp_count; w++)
        for (int32_t i = 0; i < field->dimensions; i++)
            if (!extended_derivable(field->warps[w].by[i]))
                return 0;
    return 1;
}

/* ---- coordinates ---- */

/* Room for a row of coordinates of either kind. */
union block_row {
    float single[BLOCK_STRIDE];
    double wide[BLOCK_STRIDE];
};
union warp_row {
    float single[WARP_STRIDE];
    double wide[WARP_STRIDE];
};

static int inside(double v) { return v >= -NOISE_PRECISE_DOMAIN && v <= NOISE_PRECISE_DOMAIN; }

static size_t before_outside(const struct kernel_set *set, const struct points *points, int32_t count, size_t n) {
    if (!points->precise)
        return evaluate_before_outside(set, points->single, count, n);
    for (size_t i = 0; i < n; i++)
        for (int32_t axis = 0; axis < count; axis++)
            if (!inside(points->wide[axis][i]))
                return i;
    return n;
}

VECTORIZED static void multiply_doubles(double *to, const double *from, double factor, size_t n) {
    for (size_t i = 0; i < n; i++)
        to[i] = from[i] * factor;
}

VECTORIZED static void shift_doubles(double *to, const double *from, double by, size_t n) {
    for (size_t i = 0; i < n; i++)
        to[i] = from[i] + by;
}

VECTORIZED static void displace_doubles(double *to, const double *from, const float *values, double strength,
                                        size_t n) {
    for (size_t i = 0; i < n; i++)
        to[i] = from[i] + strength * (double)values[i];
}

/* One coordinate times a factor. */
static void points_multiply(struct points *to, int32_t axis, void *room, const struct points *from,
                            const struct kernel_set *set, float factor, size_t n) {
    if (from->precise) {
        multiply_doubles(room, from->wide[axis], (double)factor, n);
        to->wide[axis] = room;
    } else {
        set->multiply(room, from->single[axis], factor, n);
        to->single[axis] = room;
    }
}

/* One coordinate, plus a number. */
static void points_shift(struct points *to, int32_t axis, void *room, const struct points *from,
                         const struct kernel_set *set, float by, size_t n) {
    if (from->precise) {
        shift_doubles(room, from->wide[axis], (double)by, n);
        to->wide[axis] = room;
    } else {
        set->shift(room, from->single[axis], by, n);
        to->single[axis] = room;
    }
}

/* One coordinate, plus values times a factor. */
static void points_displace(struct points *to, int32_t axis, void *room, const struct points *from,
                            const struct kernel_set *set, const float *values, float strength, size_t n) {
    if (from->precise) {
        displace_doubles(room, from->wide[axis], values, (double)strength, n);
        to->wide[axis] = room;
    } else {
        set->displace(room, from->single[axis], values, strength, n);
        to->single[axis] = room;
    }
}

/* The points from `start` on. */
static struct points points_from(const struct points *points, int32_t dimensions, size_t start) {
    struct points rest = *points;
    for (int32_t axis = 0; axis < dimensions; axis++)
        if (points->precise)
            rest.wide[axis] += start;
        else
            rest.single[axis] += start;
    return rest;
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
    float values[BLOCK_STRIDE], memory[BLOCK_STRIDE], kinks[BLOCK_STRIDE], carried[BLOCK_STRIDE];
    float along[2][4][BLOCK_STRIDE];
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

static size_t extended_straight(const struct noise_field *field, const struct kernel_set *set,
                                const struct kernel_tables *tables, const int32_t *periods,
                                const struct points *points, int derivatives, float *const *out, size_t n) {
    if (!derivatives)
        return set->precise[field->kernel](tables, periods, points->wide, out[0], n);
    return set->derivatives[field->kernel](tables, periods, points->single, points->precise ? points->wide : NULL,
                                           out, n);
}

OWN_FRAME size_t extended_turned(const struct noise_field *field, const struct kernel_set *set,
                                 const struct kernel_tables *tables, const struct kernel_tables *turned_tables,
                                 const int32_t *periods, const struct points *points, int derivatives,
                                 float *const *out, size_t n) {
    float turned[5][BLOCK_STRIDE];
    float *const to[5] = {turned[0], turned[1], turned[2], turned[3], turned[4]};
    n = extended_straight(field, set, tables, periods, points, derivatives, out, n);
    n = extended_straight(field, set, turned_tables, periods, points, derivatives, to, n);
    for (int32_t i = 0; i <= (derivatives ? field->axes : 0); i++)
        evaluate_turn(field, set, out[i], turned[i], n);
    return n;
}

/* One octave, or the field without any: `octave` NULL. */
static size_t extended_base(const struct noise_field *field, const struct kernel_set *set,
                            const struct noise_octave *octave, const struct points *points, int derivatives,
                            float *const *out, size_t n) {
    const struct kernel_tables *tables = evaluate_tables(field->tables), *turned = field->turned;
    const int32_t *const periods = octave != NULL ? octave->periods : field->periods;
    if (octave != NULL && octave->tables != NULL)
        tables = octave->tables;
    if (octave != NULL && octave->turned != NULL)
        turned = octave->turned;
    if (turned != NULL)
        return extended_turned(field, set, tables, turned, periods, points, derivatives, out, n);
    return extended_straight(field, set, tables, periods, points, derivatives, out, n);
}

/* Divide values by 1 + gain |g|^2, where `sum` is g without the gradient of these values. */
VECTORIZED static void damp(const struct noise_field *field, float *values, float (*along)[BLOCK_STRIDE],
                            float (*sum)[BLOCK_STRIDE], int first, size_t n) {
    const float gain = field->gain;
    float steepness[BLOCK_STRIDE];
    for (size_t i = 0; i < n; i++)
        steepness[i] = 0.0f;
    for (int32_t axis = 0; axis < field->axes; axis++)
        for (size_t i = 0; i < n; i++) {
            const float g = first ? along[axis][i] : sum[axis][i] + along[axis][i];
            sum[axis][i] = g;
            steepness[i] += g * g;
        }
    for (size_t i = 0; i < n; i++)
        values[i] /= 1.0f + gain * steepness[i];
}

OWN_FRAME size_t extended_sum(const struct noise_field *field, const struct kernel_set *set,
                              const struct points *points, int derivatives, float *const *out, size_t n) {
    union block_row room[4];
    float steepness[4][BLOCK_STRIDE];
    struct octave_block block;
    struct points scaled = *points;
    const int damped = field->fold == NOISE_DAMPED;
    n = before_outside(set, points, field->axes, n);
    for (int32_t axis = 0; derivatives && axis < field->axes; axis++)
        walk_fill(out[1 + axis], 0.0f, (int64_t)n);
    for (int32_t k = 0; k < field->octaves; k++) {
        const struct noise_octave *octave = &field->octave[k];
        const float weight = octave->amplitude / field->amplitude_sum;
        const int ridges = field->fold == NOISE_RIDGED_MULTIFRACTAL; /* which mix octaves of two frequencies */
        float(*const along)[BLOCK_STRIDE] = block.along[k & 1];
        float *const to[5] = {block.values, along[0], along[1], along[2], along[3]};
        for (int32_t axis = 0; axis < field->axes; axis++) {
            points_multiply(&scaled, axis, &room[axis], points, set, octave->frequency, n);
            if (field->independent && k > 0)
                points_shift(&scaled, axis, &room[axis], &scaled, set, octave->offsets[axis], n);
        }
        n = extended_base(field, set, octave, &scaled, derivatives || damped, to, n);
        if (damped)
            damp(field, block.values, along, steepness, k == 0, n);
        for (int32_t axis = 0; derivatives && ridges && axis < field->axes; axis++)
            set->multiply(along[axis], along[axis], octave->frequency, n);
        if (derivatives)
            derive_fold(field, k, &block, n);
        for (int32_t axis = 0; derivatives && axis < field->axes; axis++)
            set->add_octave(out[1 + axis], along[axis], ridges ? weight : weight * octave->frequency, n);
        evaluate_add(field, set, k, out[0], block.values, block.memory, n);
    }
    return n;
}

static size_t extended_still(const struct noise_field *field, const struct kernel_set *set,
                             const struct points *points, int derivatives, float *const *out, size_t n) {
    if (field->octaves > 0)
        return extended_sum(field, set, points, derivatives, out, n);
    return extended_base(field, set, NULL, points, derivatives, out, n);
}

size_t extended_damped(const struct noise_field *field, const struct kernel_set *set,
                       const float *const *coordinates, float *out, size_t n) {
    const struct points points = {
        0, {coordinates[0], coordinates[1], coordinates[2], coordinates[3]}, {NULL, NULL, NULL, NULL}};
    for (size_t start = 0; start < n; start += EXTENDED_BLOCK) {
        const size_t count = n - start < EXTENDED_BLOCK ? n - start : EXTENDED_BLOCK;
        const struct points here = points_from(&points, field->axes, start);
        float *const to[1] = {out + start};
        const size_t good = extended_sum(field, set, &here, 0, to, count);
        if (good < count)
            return start + good;
    }
    return n;
}

/* ---- loops ---- */

/* Along a circle: the tangent at (u, v) is (-v, u), divided by the radius. */
VECTORIZED static void derive_circle(float *to, const float *along_u, const float *along_v, const float *u,
                                     const float *v, float per_radius, size_t n) {
    for (size_t i = 0; i < n; i++)
        to[i] = (along_v[i] * u[i] - along_u[i] * v[i]) * per_radius;
}

static void widen(double *to, const float *from, size_t n) {
    for (size_t i = 0; i < n; i++)
        to[i] = (double)from[i];
}

OWN_FRAME size_t extended_loops(const struct noise_field *field, const struct kernel_set *set,
                                const struct points *points, int derivatives, float *const *out, size_t n) {
    float circles[4][BLOCK_STRIDE], along[4][BLOCK_STRIDE];
    double wide[4][BLOCK_STRIDE];
    struct points axes = *points;
    float *to[5] = {out[0], along[0], along[1], along[2], along[3]};
    n = before_outside(set, points, field->dimensions, n);
    for (int32_t i = 0, axis = 0; i < field->dimensions; i++) {
        if (field->loops[i] == 0.0f) {
            axes.single[axis] = points->single[i];
            axes.wide[axis] = points->wide[i];
            if (derivatives)
                to[1 + axis] = out[1 + i];
            axis++;
            continue;
        }
        if (points->precise)
            circle_place_precise(circles[axis], circles[axis + 1], points->wide[i], field->loops[i], n);
        else
            circle_place(circles[axis], circles[axis + 1], points->single[i], field->loops[i], n);
        for (int32_t end = axis + 2; axis < end; axis++) {
            axes.single[axis] = circles[axis];
            axes.wide[axis] = wide[axis];
            if (points->precise)
                widen(wide[axis], circles[axis], n);
        }
    }
    n = extended_still(field, set, &axes, derivatives, to, n);
    for (int32_t i = 0, axis = 0; derivatives && i < field->dimensions; i++) {
        if (field->loops[i] != 0.0f)
            derive_circle(out[1 + i], along[axis], along[axis + 1], circles[axis], circles[axis + 1],
                          CIRCLE_TURN / field->loops[i], n);
        axis += field->loops[i] == 0.0f ? 1 : 2;
    }
    return n;
}

/* ---- warps ---- */

/* Where points have been moved to, and how that depends on where they were: along[i][j] is the derivative of moved
 * coordinate i along coordinate j. */
struct moved {
    struct points at;
    union warp_row room[4];
    float along[4][4][WARP_STRIDE];
};

/* Move n points; they have been moved already as `before` says, unless that is NULL. */
OWN_FRAME size_t extended_move(const struct noise_warp *warp, const struct kernel_set *set, int32_t dimensions,
                               const struct points *points, const struct moved *before, struct moved *after,
                               int derivatives, size_t n) {
    union warp_row room[4];
    float results[5][WARP_STRIDE];
    float *const to[5] = {results[0], results[1], results[2], results[3], results[4]};
    struct points shifted = *points;
    after->at = *points;
    for (int32_t i = 0; i < dimensions; i++) {
        for (int32_t axis = 0; axis < dimensions && warp->shifts[i] != 0.0f; axis++)
            points_shift(&shifted, axis, &room[axis], points, set, warp->shifts[i], n);
        n = extended(warp->by[i], set, warp->shifts[i] == 0.0f ? points : &shifted, derivatives, to, n);
        points_displace(&after->at, i, &after->room[i], points, set, results[0], warp->strength, n);
        for (int32_t k = 0; derivatives && k < dimensions; k++)
            set->multiply(results[1 + k], results[1 + k], warp->strength, n);
        for (int32_t j = 0; derivatives && j < dimensions; j++) {
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

OWN_FRAME size_t extended_moved(const struct noise_field *field, const struct kernel_set *set,
                                const struct moved *moved, int derivatives, float *const *out, size_t n) {
    float by_moved[4][WARP_STRIDE];
    float *const to[5] = {out[0], by_moved[0], by_moved[1], by_moved[2], by_moved[3]};
    n = field->looping ? extended_loops(field, set, &moved->at, derivatives, to, n)
                       : extended_still(field, set, &moved->at, derivatives, to, n);
    for (int32_t j = 0; derivatives && j < field->dimensions; j++) {
        walk_fill(out[1 + j], 0.0f, (int64_t)n);
        for (int32_t i = 0; i < field->dimensions; i++)
            add_product(out[1 + j], by_moved[i], moved->along[i][j], n);
    }
    return n;
}

OWN_FRAME size_t extended_warped(const struct noise_field *field, const struct kernel_set *set,
                                 const struct points *points, int derivatives, float *const *out, size_t n) {
    struct moved moved[2];
    for (size_t start = 0; start < n; start += WARP_BLOCK) {
        const size_t count = n - start < WARP_BLOCK ? n - start : WARP_BLOCK;
        const struct points here = points_from(points, field->dimensions, start);
        const struct moved *last = NULL;
        float *to[5] = {out[0] + start, NULL, NULL, NULL, NULL};
        size_t good = count;
        for (int32_t i = 0; derivatives && i < field->dimensions; i++)
            to[1 + i] = out[1 + i] + start;
        for (int32_t w = field->warp_count - 1; w >= 0; w--) {
            good = extended_move(&field->warps[w], set, field->dimensions, last == NULL ? &here : &last->at, last,
                                 &moved[w & 1], derivatives, good);
            last = &moved[w & 1];
        }
        good = extended_moved(field, set, last, derivatives, to, good);
        if (good < count)
            return start + good;
    }
    return n;
}

size_t extended(const struct noise_field *field, const struct kernel_set *set, const struct points *points,
                int derivatives, float *const *out, size_t n) {
    if (field->warp_count > 0)
        n = extended_warped(field, set, points, derivatives, out, n);
    else if (field->looping)
        n = extended_loops(field, set, points, derivatives, out, n);
    else
        n = extended_still(field, set, points, derivatives, out, n);
    evaluate_bounds(field, set, out[0], n);
    if (field->scaled && derivatives) {
        const float span = field->hi - field->lo;
        const int doubled = field->fold == NOISE_TURBULENCE || field->fold == NOISE_RIDGED_MULTIFRACTAL;
        for (int32_t i = 0; i < field->dimensions; i++)
            set->multiply(out[1 + i], out[1 + i], doubled ? span : span / 2.0f, n);
    }
    return n;
}

/* ---- what is wrong with a point ---- */

static int leaves(double v, int32_t argument, int32_t octave, int32_t warp, struct noise_fault *fault) {
    if (inside(v))
        return 0;
    fault->argument = argument;
    fault->octave = octave;
    fault->warp = warp;
    fault->reached = v;
    return 1;
}

/* A coordinate that loops stays near the origin, in every octave that lets the others be where they are. */
static int octaves_fault(const struct noise_field *field, const double *point, int32_t warp,
                         struct noise_fault *fault) {
    double axes[4];
    int32_t arguments[4], axis = 0;
    for (int32_t i = 0; i < field->dimensions; i++) {
        arguments[axis] = i;
        axes[axis++] = point[i];
        if (field->loops[i] == 0.0f)
            continue;
        float u, v;
        circle_place_precise(&u, &v, &point[i], field->loops[i], 1);
        axes[axis - 1] = (double)u;
        arguments[axis] = i;
        axes[axis++] = (double)v;
    }
    for (int32_t k = 0; k < field->octaves; k++)
        for (axis = 0; axis < field->axes; axis++) {
            double v = axes[axis] * (double)field->octave[k].frequency;
            if (field->independent && k > 0)
                v += (double)field->octave[k].offsets[axis];
            if (leaves(v, arguments[axis], k + 1, warp, fault))
                return 1;
        }
    return 0;
}

void extended_fault(const struct noise_field *field, const double *coordinates, struct noise_fault *fault) {
    const int32_t dimensions = field->dimensions;
    double point[4];
    int32_t warp = NOISE_FAULT_PLAIN;
    fault->argument = -1;
    for (int32_t i = 0; i < dimensions; i++)
        point[i] = coordinates[i];
    for (int32_t w = field->warp_count; w >= 0; w--) {
        double shifted[4];
        float by[4];
        const struct points from = {1, {NULL, NULL, NULL, NULL}, {shifted, shifted + 1, shifted + 2, shifted + 3}};
        for (int32_t i = 0; i < dimensions; i++)
            if (leaves(point[i], i, 0, warp, fault))
                return;
        if (w == 0)
            break;
        for (int32_t i = 0; i < dimensions; i++) {
            float *const to[1] = {&by[i]};
            for (int32_t axis = 0; axis < dimensions; axis++)
                shifted[axis] = point[axis] + (double)field->warps[w - 1].shifts[i];
            if (extended(field->warps[w - 1].by[i], dispatch_scalar(), &from, 0, to, 1) == 1)
                continue;
            extended_fault(field->warps[w - 1].by[i], shifted, fault);
            fault->octave = 0;
            fault->warp = NOISE_FAULT_WITHIN;
            return;
        }
        for (int32_t i = 0; i < dimensions; i++)
            point[i] += (double)field->warps[w - 1].strength * (double)by[i];
        warp = NOISE_FAULT_MOVED;
    }
    octaves_fault(field, point, warp, fault);
}
