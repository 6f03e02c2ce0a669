#include "evaluate.h"

#include <math.h>
#include <string.h>

#include "circle.h"
#include "dispatch.h"
#include "domain.h"
#include "extended.h"
#include "permutation.h"
#include "reference.h"
#include "strict.h"
#include "tables.h"

/* A frame of its own: or every level of fields within fields would have room for all of the arrays below. */
#if defined(_MSC_VER) && !defined(__clang__)
#define OWN_FRAME static __declspec(noinline)
#else
#define OWN_FRAME static __attribute__((noinline))
#endif

/* Points that a warped field moves together: its stack has one such block for each field within a field. */
#define WARP_BLOCK 1024

/* Floats between the axes of a block: were they whole pages apart, loads would wait for stores at the same place
 * of another page. */
#define EVALUATE_STRIDE (EVALUATE_BLOCK + 16)
#define WARP_STRIDE (WARP_BLOCK + 16)

static struct kernel_tables classic_tables;

void evaluate_init(void) { kernel_tables_init(&classic_tables, classic_permutation); }

const struct kernel_tables *evaluate_tables(const struct kernel_tables *tables) {
    return tables != NULL ? tables : &classic_tables;
}

/* The references know the classic permutation only, save for that of a tiled lattice. */
static const struct kernel_set *few(const struct kernel_tables *tables, int32_t kernel) {
    return tables != NULL && kernel < KERNEL_TILED1 ? dispatch_scalar() : &noise_kernels_reference;
}

const struct kernel_set *evaluate_few(const struct noise_field *field) {
    return few(field->tables, field->kernel);
}

int evaluate_unlimited(const struct noise_field *field) {
    return field->octaves == 0 && field->warp_count == 0 && !field->looping && field->turned == NULL;
}

int evaluate_by_grids(const struct noise_field *field) {
    return field->warp_count == 0 && !field->looping && field->turned == NULL && field->fold != NOISE_DAMPED;
}

/* ---- base functions ---- */

void evaluate_turn(const struct noise_field *field, const struct kernel_set *set, float *values, float *turned,
                   size_t n) {
    set->multiply(values, values, field->turn[0], n);
    set->add_octave(values, turned, field->turn[1], n);
}

/* A set that turns and derives: the references do not. */
static const struct kernel_set *whole(const struct noise_field *field, const struct kernel_set *set) {
    return set != NULL && set->derivatives[field->kernel] != NULL ? set : dispatch_scalar();
}

/* `set` NULL: the kernels for few points. */
static size_t evaluate_base(const struct noise_field *field, const struct kernel_set *set,
                            const struct kernel_tables *tables, const int32_t *periods,
                            const float *const *coordinates, float *out, size_t n) {
    return (set != NULL ? set : few(tables, field->kernel))
        ->kernels[field->kernel](evaluate_tables(tables), periods, coordinates, out, n);
}

OWN_FRAME size_t evaluate_turned(const struct noise_field *field, const struct kernel_set *set,
                                 const struct kernel_tables *tables, const struct kernel_tables *turned_tables,
                                 const int32_t *periods, const float *const *coordinates, float *out, size_t n) {
    float turned[EVALUATE_STRIDE];
    const struct kernel_set *const own = whole(field, set);
    n = evaluate_base(field, set, tables, periods, coordinates, out, n);
    n = own->kernels[field->kernel](turned_tables, periods, coordinates, turned, n);
    evaluate_turn(field, own, out, turned, n);
    return n;
}

/* ---- sums over octaves ---- */

static void fold(const struct noise_field *field, const struct kernel_set *set, int32_t octave, float *values,
                 float *memory, size_t n) {
    if (field->fold == NOISE_TURBULENCE)
        set->magnitude(values, n);
    else if (field->fold == NOISE_RIDGED)
        set->ridge(values, n);
    else if (field->fold == NOISE_RIDGED_MULTIFRACTAL)
        for (size_t i = 0; i < n; i++) {
            float v = field->offset - fabsf(values[i]);
            v = v * v;
            if (octave > 0) {
                const float weight = memory[i] * field->gain;
                v = v * (weight < 1.0f ? weight : 1.0f);
            }
            values[i] = memory[i] = v;
        }
}

void evaluate_add(const struct noise_field *field, const struct kernel_set *set, int32_t octave, float *sum,
                  float *values, float *memory, size_t n) {
    fold(field, set, octave, values, memory, n);
    if (octave == 0)
        for (size_t i = 0; i < n; i++)
            sum[i] = 0.0f;
    set->add_octave(sum, values, field->octave[octave].amplitude, n);
    if (octave == field->octaves - 1)
        set->divide(sum, field->amplitude_sum, n);
}

/* The loops over arrays: of the set, or plain. */
static const struct kernel_set *lines_of(const struct kernel_set *set) {
    return set != NULL ? set : &noise_kernels_reference;
}

size_t evaluate_before_outside(const struct kernel_set *set, const float *const *coordinates, int32_t count,
                               size_t n) {
    for (int32_t axis = 0; axis < count; axis++)
        if (lines_of(set)->outside(coordinates[axis], n))
            for (size_t i = 0; i < n; i++)
                if (!noise_inside(coordinates[axis][i]))
                    n = i;
    return n;
}

/* A bad point found in one octave shortens the work of the next: what is left at the end lies before the first
 * point that is bad in any octave. */
OWN_FRAME size_t evaluate_sum(const struct noise_field *field, const struct kernel_set *set,
                              const float *const *coordinates, float *out, size_t n) {
    float scaled[4][EVALUATE_STRIDE], values[EVALUATE_STRIDE], memory[EVALUATE_STRIDE];
    const float *const from[4] = {scaled[0], scaled[1], scaled[2], scaled[3]};
    const struct kernel_set *lines = lines_of(set);
    n = evaluate_before_outside(set, coordinates, field->axes, n);
    for (int32_t k = 0; k < field->octaves; k++) {
        const struct noise_octave *octave = &field->octave[k];
        const struct kernel_tables *tables = octave->tables != NULL ? octave->tables : field->tables;
        for (int32_t axis = 0; axis < field->axes; axis++) {
            lines->multiply(scaled[axis], coordinates[axis], octave->frequency, n);
            if (field->independent && k > 0)
                lines->shift(scaled[axis], scaled[axis], octave->offsets[axis], n);
        }
        n = field->turned == NULL
                ? evaluate_base(field, set, tables, octave->periods, from, values, n)
                : evaluate_turned(field, set, tables, octave->turned != NULL ? octave->turned : field->turned,
                                  octave->periods, from, values, n);
        evaluate_add(field, lines, k, out, values, memory, n);
    }
    return n;
}

void evaluate_bounds(const struct noise_field *field, const struct kernel_set *set, float *out, size_t n) {
    if (!field->scaled)
        return;
    if (field->fold == NOISE_TURBULENCE || field->fold == NOISE_RIDGED_MULTIFRACTAL) /* 0 .. 1 to -1 .. 1 */
        for (size_t i = 0; i < n; i++)
            out[i] = 2.0f * out[i] - 1.0f;
    lines_of(set)->map(out, field->hi - field->lo, (field->hi + field->lo) / 2.0f, n);
}

/* ---- the way of a block of points ---- */

static size_t evaluate_still(const struct noise_field *field, const struct kernel_set *set,
                             const float *const *coordinates, float *out, size_t n) {
    if (field->fold == NOISE_DAMPED)
        return extended_damped(field, whole(field, set), coordinates, out, n);
    if (field->octaves > 0)
        return evaluate_sum(field, set, coordinates, out, n);
    if (field->turned != NULL)
        return evaluate_turned(field, set, field->tables, field->turned, field->periods, coordinates, out, n);
    return evaluate_base(field, set, field->tables, field->periods, coordinates, out, n);
}

/* Give the coordinates that loop two axes each. */
OWN_FRAME size_t evaluate_loops(const struct noise_field *field, const struct kernel_set *set,
                                const float *const *coordinates, float *out, size_t n) {
    float circles[4][EVALUATE_STRIDE];
    const float *from[4] = {NULL, NULL, NULL, NULL};
    int32_t axis = 0;
    n = evaluate_before_outside(set, coordinates, field->dimensions, n);
    for (int32_t i = 0; i < field->dimensions; i++) {
        if (field->loops[i] == 0.0f) {
            from[axis++] = coordinates[i];
            continue;
        }
        circle_place(circles[axis], circles[axis + 1], coordinates[i], field->loops[i], n);
        from[axis] = circles[axis];
        from[axis + 1] = circles[axis + 1];
        axis += 2;
    }
    return evaluate_still(field, set, from, out, n);
}

/* Move n points, at most WARP_BLOCK, to elsewhere. The first of the warping fields, which is evaluated where the
 * points are, finds those outside the domain. */
OWN_FRAME size_t move(const struct noise_warp *warp, const struct kernel_set *set, int32_t dimensions,
                      const float *const *coordinates, float (*moved)[WARP_STRIDE], size_t n) {
    float shifted[4][WARP_STRIDE], values[WARP_STRIDE];
    const float *const from[4] = {shifted[0], shifted[1], shifted[2], shifted[3]};
    for (int32_t i = 0; i < dimensions; i++) {
        if (warp->shifts[i] == 0.0f) {
            n = evaluate(warp->by[i], set, coordinates, values, n);
        } else {
            for (int32_t axis = 0; axis < dimensions; axis++)
                lines_of(set)->shift(shifted[axis], coordinates[axis], warp->shifts[i], n);
            n = evaluate(warp->by[i], set, from, values, n);
        }
        lines_of(set)->displace(moved[i], coordinates[i], values, warp->strength, n);
    }
    return n;
}

OWN_FRAME size_t evaluate_warped(const struct noise_field *field, const struct kernel_set *set,
                                 const float *const *coordinates, float *out, size_t n) {
    float moved[2][4][WARP_STRIDE];
    for (size_t start = 0; start < n; start += WARP_BLOCK) {
        const size_t count = n - start < WARP_BLOCK ? n - start : WARP_BLOCK;
        size_t good = count;
        const float *from[4] = {NULL, NULL, NULL, NULL};
        for (int32_t axis = 0; axis < field->dimensions; axis++)
            from[axis] = coordinates[axis] + start;
        for (int32_t w = field->warp_count - 1; w >= 0; w--) {
            good = move(&field->warps[w], set, field->dimensions, from, moved[w & 1], good);
            for (int32_t axis = 0; axis < field->dimensions; axis++)
                from[axis] = moved[w & 1][axis];
        }
        good = field->looping ? evaluate_loops(field, set, from, out + start, good)
                              : evaluate_still(field, set, from, out + start, good);
        if (good < count)
            return start + good;
    }
    return n;
}

size_t evaluate(const struct noise_field *field, const struct kernel_set *set, const float *const *coordinates,
                float *out, size_t n) {
    if (field->warp_count > 0)
        n = evaluate_warped(field, set, coordinates, out, n);
    else if (field->looping)
        n = evaluate_loops(field, set, coordinates, out, n);
    else
        n = evaluate_still(field, set, coordinates, out, n);
    evaluate_bounds(field, set, out, n);
    return n;
}

/* ---- what is wrong with a point ---- */

static int leaves(float v, int32_t argument, int32_t octave, int32_t warp, struct noise_fault *fault) {
    if (noise_inside(v))
        return 0;
    fault->argument = argument;
    fault->octave = octave;
    fault->warp = warp;
    fault->reached = (double)v;
    return 1;
}

static int octaves_fault(const struct noise_field *field, const float *point, int32_t warp,
                         struct noise_fault *fault) {
    float axes[4];
    int32_t arguments[4], axis = 0;
    for (int32_t i = 0; i < field->dimensions; i++) {
        arguments[axis] = i;
        axes[axis++] = point[i];
        if (field->loops[i] == 0.0f)
            continue;
        arguments[axis] = i;
        circle_place(&axes[axis - 1], &axes[axis], &point[i], field->loops[i], 1);
        axis++;
    }
    for (int32_t k = 0; k < field->octaves; k++)
        for (axis = 0; axis < field->axes; axis++) {
            float v = axes[axis] * field->octave[k].frequency;
            if (field->independent && k > 0)
                v += field->octave[k].offsets[axis];
            if (leaves(v, arguments[axis], k + 1, warp, fault))
                return 1;
        }
    return 0;
}

void evaluate_fault(const struct noise_field *field, const float *coordinates, struct noise_fault *fault) {
    const int32_t dimensions = field->dimensions;
    float point[4];
    int32_t warp = NOISE_FAULT_PLAIN;
    fault->argument = -1;
    for (int32_t i = 0; i < dimensions; i++)
        point[i] = coordinates[i];
    for (int32_t w = field->warp_count; w >= 0; w--) {
        float shifted[4], by[4];
        const float *const from[4] = {shifted, shifted + 1, shifted + 2, shifted + 3};
        for (int32_t i = 0; i < dimensions; i++)
            if (leaves(point[i], i, 0, warp, fault))
                return;
        if (w == 0)
            break;
        for (int32_t i = 0; i < dimensions; i++) {
            for (int32_t axis = 0; axis < dimensions; axis++)
                shifted[axis] = field->warps[w - 1].shifts[i] == 0.0f
                                    ? point[axis]
                                    : point[axis] + field->warps[w - 1].shifts[i];
            if (evaluate(field->warps[w - 1].by[i], NULL, from, &by[i], 1) == 1)
                continue;
            evaluate_fault(field->warps[w - 1].by[i], shifted, fault);
            fault->octave = 0;
            fault->warp = NOISE_FAULT_WITHIN;
            return;
        }
        for (int32_t i = 0; i < dimensions; i++)
            point[i] += field->warps[w - 1].strength * by[i];
        warp = NOISE_FAULT_MOVED;
    }
    octaves_fault(field, point, warp, fault);
}
