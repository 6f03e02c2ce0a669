#include "engine.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "control.h"
#include "dispatch.h"
#include "domain.h"
#include "permutation.h"
#include "reference.h"
#include "strict.h"
#include "tables.h"

/* Points that are converted, computed and stored together: what a block needs stays in the first-level cache. */
#define BLOCK 1024

/* Runs of points shorter than this are left to the reference functions. */
#define SHORT_RUN 16

static struct kernel_tables classic_tables;

static const struct kernel_tables *tables_of(const struct noise_field *field) {
    return field->tables != NULL ? field->tables : &classic_tables;
}

/* The kernels for points one at a time: the references know the classic permutation only. */
static const struct kernel_set *point_kernels(const struct noise_field *field) {
    return field->tables != NULL ? dispatch_scalar() : &noise_kernels_reference;
}

void noise_init(void) {
    dispatch_init();
    kernel_tables_init(&classic_tables, classic_permutation);
}

/* ---- one block: coordinates in, values out ---- */

/* Periods that vary from point to point: kernels take them for runs of points that have the same. */
static size_t evaluate_runs(const struct noise_field *field, const struct kernel_set *set,
                            const float *const *coordinates, const int32_t *const *periods, float *out, size_t n) {
    size_t start = 0;
    while (start < n) {
        size_t stop = start, computed;
        int32_t common[4] = {1, 1, 1, 1};
        const float *from[4] = {NULL, NULL, NULL, NULL};
        for (int axis = 0; axis < field->dimensions; axis++) {
            common[axis] = periods[axis][start];
            from[axis] = coordinates[axis] + start;
        }
        for (int same = 1; same && ++stop < n;)
            for (int axis = 0; axis < field->dimensions; axis++)
                same &= periods[axis][stop] == common[axis];
        computed = (stop - start < SHORT_RUN ? point_kernels(field) : set)
                       ->kernels[field->kernel](tables_of(field), common, from, out + start, stop - start);
        if (computed < stop - start)
            return start + computed;
        start = stop;
    }
    return n;
}

static size_t evaluate_base(const struct noise_field *field, const struct kernel_set *set,
                            const float *const *coordinates, const int32_t *const *periods, float *out, size_t n) {
    if (periods != NULL)
        return evaluate_runs(field, set, coordinates, periods, out, n);
    return set->kernels[field->kernel](tables_of(field), field->periods, coordinates, out, n);
}

static void fold(int32_t kind, float *values, size_t n) {
    if (kind == NOISE_TURBULENCE)
        for (size_t i = 0; i < n; i++)
            values[i] = fabsf(values[i]);
    else if (kind == NOISE_RIDGED)
        for (size_t i = 0; i < n; i++)
            values[i] = 1.0f - 2.0f * fabsf(values[i]);
}

/* The sum over octaves, for n <= BLOCK. A bad point found in one octave shortens the work of the next: what is
 * left at the end lies before the first point that is bad in any octave. */
static size_t evaluate_sum(const struct noise_field *field, const struct kernel_set *set,
                           const float *const *coordinates, float *out, size_t n) {
    float scaled[4][BLOCK], values[BLOCK];
    const float *from[4] = {scaled[0], scaled[1], scaled[2], scaled[3]};
    for (int axis = 0; axis < field->dimensions; axis++)
        for (size_t i = 0; i < n; i++)
            if (!noise_inside(coordinates[axis][i]))
                n = i;
    for (size_t i = 0; i < n; i++)
        out[i] = 0.0f;
    for (int octave = 0; octave < field->octaves; octave++) {
        const float frequency = field->frequencies[octave], amplitude = field->amplitudes[octave];
        for (int axis = 0; axis < field->dimensions; axis++)
            for (size_t i = 0; i < n; i++)
                scaled[axis][i] = coordinates[axis][i] * frequency;
        n = evaluate_base(field, set, from, NULL, values, n);
        fold(field->fold, values, n);
        for (size_t i = 0; i < n; i++)
            out[i] += amplitude * values[i];
    }
    for (size_t i = 0; i < n; i++)
        out[i] /= field->amplitude_sum;
    return n;
}

static void scale(const struct noise_field *field, float *out, size_t n) {
    const float span = field->hi - field->lo, middle = (field->hi + field->lo) / 2.0f;
    if (field->fold == NOISE_TURBULENCE) /* 0 .. 1 to -1 .. 1 */
        for (size_t i = 0; i < n; i++)
            out[i] = 2.0f * out[i] - 1.0f;
    for (size_t i = 0; i < n; i++)
        out[i] = out[i] * span / 2.0f + middle;
}

/* Compute n points, at most BLOCK where the field sums octaves; return how many come before the first bad one. */
static size_t evaluate(const struct noise_field *field, const struct kernel_set *set,
                       const float *const *coordinates, const int32_t *const *periods, float *out, size_t n) {
    if (field->octaves > 0)
        n = evaluate_sum(field, set, coordinates, out, n);
    else
        n = evaluate_base(field, set, coordinates, periods, out, n);
    if (field->scaled)
        scale(field, out, n);
    return n;
}

/* ---- one point ---- */

static double point(const struct noise_field *field, const double *coordinates) {
    const noise_control word = control_enter();
    float rounded[4] = {0.0f, 0.0f, 0.0f, 0.0f}, value;
    const float *const from[4] = {rounded, rounded + 1, rounded + 2, rounded + 3};
    volatile double result = (double)NAN;
    for (int axis = 0; axis < field->dimensions; axis++)
        rounded[axis] = control_round(coordinates[axis]);
    if (evaluate(field, point_kernels(field), from, NULL, &value, 1) == 1)
        result = (double)value;
    control_leave(word);
    return result;
}

double noise_point1(const struct noise_field *field, double x) { return point(field, &x); }

double noise_point2(const struct noise_field *field, double x, double y) {
    const double coordinates[2] = {x, y};
    return point(field, coordinates);
}

double noise_point3(const struct noise_field *field, double x, double y, double z) {
    const double coordinates[3] = {x, y, z};
    return point(field, coordinates);
}

double noise_point4(const struct noise_field *field, double x, double y, double z, double w) {
    const double coordinates[4] = {x, y, z, w};
    return point(field, coordinates);
}

/* ---- arrays: elements of any type, alignment and stride ---- */

/* GCC makes vectors of these loops at -O3 only; the conversions round the same either way. */
#if defined(__GNUC__) && !defined(__clang__)
#define VECTORIZED __attribute__((optimize("O3")))
#else
#define VECTORIZED
#endif

/* Elements are copied out, since an array may lie at any address. */
#define LOAD(type, step)                                                                                          \
    for (size_t i = 0; i < n; i++) {                                                                              \
        type element;                                                                                             \
        memcpy(&element, from + (ptrdiff_t)i * (step), sizeof element);                                           \
        to[i] = (float)element;                                                                                   \
    }
#define LOADER(type, name)                                                                                        \
    VECTORIZED static void name(float *to, const char *from, ptrdiff_t stride, size_t n) {                        \
        if (stride == (ptrdiff_t)sizeof(type)) {                                                                  \
            LOAD(type, (ptrdiff_t)sizeof(type))                                                                   \
        } else if (stride == 0) {                                                                                 \
            LOAD(type, 0)                                                                                         \
        } else {                                                                                                  \
            LOAD(type, stride)                                                                                    \
        }                                                                                                         \
    }
LOADER(float, load_float32)
LOADER(double, load_float64)
LOADER(int8_t, load_int8)
LOADER(int16_t, load_int16)
LOADER(int32_t, load_int32)
LOADER(int64_t, load_int64)
LOADER(uint8_t, load_uint8)
LOADER(uint16_t, load_uint16)
LOADER(uint32_t, load_uint32)
LOADER(uint64_t, load_uint64)

static void load_coordinates(float *to, int32_t type, const char *from, ptrdiff_t stride, size_t n) {
    switch (type) {
    case NOISE_FLOAT32: load_float32(to, from, stride, n); break;
    case NOISE_FLOAT64: load_float64(to, from, stride, n); break;
    case NOISE_INT8: load_int8(to, from, stride, n); break;
    case NOISE_INT16: load_int16(to, from, stride, n); break;
    case NOISE_INT32: load_int32(to, from, stride, n); break;
    case NOISE_INT64: load_int64(to, from, stride, n); break;
    case NOISE_UINT8: load_uint8(to, from, stride, n); break;
    case NOISE_UINT16: load_uint16(to, from, stride, n); break;
    case NOISE_UINT32: load_uint32(to, from, stride, n); break;
    default: load_uint64(to, from, stride, n); break;
    }
}

static int64_t load_integer(int32_t type, const char *from) {
    int8_t i8;
    int16_t i16;
    int32_t i32;
    int64_t i64;
    uint8_t u8;
    uint16_t u16;
    uint32_t u32;
    uint64_t u64;
    switch (type) {
    case NOISE_INT8: memcpy(&i8, from, sizeof i8); return i8;
    case NOISE_INT16: memcpy(&i16, from, sizeof i16); return i16;
    case NOISE_INT32: memcpy(&i32, from, sizeof i32); return i32;
    case NOISE_UINT8: memcpy(&u8, from, sizeof u8); return u8;
    case NOISE_UINT16: memcpy(&u16, from, sizeof u16); return u16;
    case NOISE_UINT32: memcpy(&u32, from, sizeof u32); return u32;
    case NOISE_UINT64: memcpy(&u64, from, sizeof u64); return u64 > INT64_MAX ? INT64_MAX : (int64_t)u64;
    default: memcpy(&i64, from, sizeof i64); return i64;
    }
}

/* A bad period becomes 0, for the caller to find. */
static void load_periods(int32_t *to, int32_t type, const char *from, ptrdiff_t stride, size_t n) {
    for (size_t i = 0; i < n; i++, from += stride) {
        int64_t period = load_integer(type, from);
        to[i] = period >= 1 && period <= INT32_MAX ? (int32_t)period : 0;
    }
}

static void store_values(char *to, ptrdiff_t stride, const float *values, size_t n) {
    for (size_t i = 0; i < n; i++, to += stride)
        memcpy(to, values + i, sizeof *values);
}

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

static int aligned(const char *address) { return (uintptr_t)address % sizeof(float) == 0; }

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

static void walk_begin(struct walk *walk, const struct noise_operand *operand, int32_t axes, const int64_t *shape,
                       int64_t start) {
    int n = 0;
    for (int32_t axis = 0; axis < axes; axis++) {
        const int64_t stride = operand->strides[axis];
        if (shape[axis] == 1)
            continue;
        if (n > 0 && walk->strides[n - 1] == stride * shape[axis])
            walk->shape[n - 1] *= shape[axis];
        else
            walk->shape[n++] = shape[axis];
        walk->strides[n - 1] = stride;
    }
    if (n == 0) {
        walk->shape[0] = 1;
        walk->strides[0] = 0;
        n = 1;
    }
    walk->axes = n;
    walk->type = operand->type;
    walk->row = operand->address;
    for (int axis = n - 1; axis >= 0; axis--) {
        walk->index[axis] = start % walk->shape[axis];
        start /= walk->shape[axis];
        if (axis < n - 1)
            walk->row += walk->index[axis] * walk->strides[axis];
    }
}

static int64_t walk_stride(const struct walk *walk) { return walk->strides[walk->axes - 1]; }

static char *walk_address(const struct walk *walk) {
    return walk->row + walk->index[walk->axes - 1] * walk_stride(walk);
}

static int64_t walk_columns_left(const struct walk *walk) {
    return walk->shape[walk->axes - 1] - walk->index[walk->axes - 1];
}

/* Step on by at most what is left of the row. */
static void walk_advance(struct walk *walk, int64_t columns) {
    int axis = walk->axes - 1;
    walk->index[axis] += columns;
    if (walk->index[axis] < walk->shape[axis])
        return;
    walk->index[axis] = 0;
    while (--axis >= 0) {
        walk->row += walk->strides[axis];
        if (++walk->index[axis] < walk->shape[axis])
            return;
        walk->row -= walk->shape[axis] * walk->strides[axis];
        walk->index[axis] = 0;
    }
}

/* Where the next `count` elements are floats in a row, as kernels want them: their address, else NULL. */
static float *walk_flat(const struct walk *walk, int64_t count) {
    char *address = walk_address(walk);
    if (walk->type != NOISE_FLOAT32 || walk_stride(walk) != (int64_t)sizeof(float) || !aligned(address) ||
        walk_columns_left(walk) < count)
        return NULL;
    return (float *)(void *)address;
}

static void walk_load(struct walk *walk, float *to, int64_t count) {
    while (count > 0) {
        const int64_t columns = smaller(count, walk_columns_left(walk));
        load_coordinates(to, walk->type, walk_address(walk), (ptrdiff_t)walk_stride(walk), (size_t)columns);
        walk_advance(walk, columns);
        to += columns;
        count -= columns;
    }
}

static void walk_load_periods(struct walk *walk, int32_t *to, int64_t count) {
    while (count > 0) {
        const int64_t columns = smaller(count, walk_columns_left(walk));
        load_periods(to, walk->type, walk_address(walk), (ptrdiff_t)walk_stride(walk), (size_t)columns);
        walk_advance(walk, columns);
        to += columns;
        count -= columns;
    }
}

static void walk_store(struct walk *walk, const float *values, int64_t count) {
    while (count > 0) {
        const int64_t columns = smaller(count, walk_columns_left(walk));
        store_values(walk_address(walk), (ptrdiff_t)walk_stride(walk), values, (size_t)columns);
        walk_advance(walk, columns);
        values += columns;
        count -= columns;
    }
}

/* The operands of a call, and room for a block of those that have to be copied. */
struct walks {
    struct walk coordinates[4], periods[4], out;
    float coordinate_block[4][BLOCK];
    int32_t period_block[4][BLOCK];
    float value_block[BLOCK];
};

/* How many points to compute next: a block, or all that is left of a row where nothing has to be copied. */
static int64_t next_count(const struct noise_field *field, const struct walks *walks, int varying_periods,
                          int64_t left) {
    int64_t count = smaller(left, walk_columns_left(&walks->out));
    if (field->octaves > 0 || varying_periods || walk_flat(&walks->out, 1) == NULL)
        return smaller(left, BLOCK);
    for (int axis = 0; axis < field->dimensions; axis++) {
        if (walk_flat(&walks->coordinates[axis], 1) == NULL)
            return smaller(left, BLOCK);
        count = smaller(count, walk_columns_left(&walks->coordinates[axis]));
    }
    return count > BLOCK ? count : smaller(left, BLOCK);
}

/* Compute `count` points from where the walks stand, and leave them behind. Return how many are good. */
static size_t walk_block(const struct noise_field *field, struct walks *walks, int varying_periods,
                         int64_t count) {
    const float *coordinates[4] = {NULL, NULL, NULL, NULL};
    const int32_t *periods[4] = {NULL, NULL, NULL, NULL};
    float *out = walk_flat(&walks->out, count);
    int64_t good = count;
    for (int axis = 0; axis < field->dimensions; axis++) {
        coordinates[axis] = walk_flat(&walks->coordinates[axis], count);
        if (coordinates[axis] != NULL) {
            walk_advance(&walks->coordinates[axis], count);
        } else {
            walk_load(&walks->coordinates[axis], walks->coordinate_block[axis], count);
            coordinates[axis] = walks->coordinate_block[axis];
        }
        if (varying_periods) {
            walk_load_periods(&walks->periods[axis], walks->period_block[axis], count);
            periods[axis] = walks->period_block[axis];
            for (int64_t i = 0; i < good; i++)
                if (periods[axis][i] == 0)
                    good = i;
        }
    }
    good = (int64_t)evaluate(field, dispatch_active(), coordinates, varying_periods ? periods : NULL,
                             out != NULL ? out : walks->value_block, (size_t)good);
    if (out != NULL)
        walk_advance(&walks->out, count);
    else
        walk_store(&walks->out, walks->value_block, good);
    return (size_t)good;
}

CONTROLLED int64_t array_slab(const struct noise_field *field, const struct noise_call *call, int64_t start,
                              int64_t stop) {
    struct walks walks;
    int64_t bad = -1;
    walk_begin(&walks.out, &call->out, call->axes, call->shape, start);
    for (int axis = 0; axis < field->dimensions; axis++) {
        walk_begin(&walks.coordinates[axis], &call->coordinates[axis], call->axes, call->shape, start);
        if (call->varying_periods)
            walk_begin(&walks.periods[axis], &call->periods[axis], call->axes, call->shape, start);
    }
    while (start < stop && bad < 0) {
        const int64_t next = next_count(field, &walks, call->varying_periods, stop - start);
        const size_t good = walk_block(field, &walks, call->varying_periods, next);
        if ((int64_t)good < next)
            bad = start + (int64_t)good;
        start += next;
    }
    return bad;
}

int64_t noise_array(const struct noise_field *field, const struct noise_call *call, int64_t start, int64_t stop) {
    int64_t bad;
    noise_control word;
    if (start >= stop)
        return -1;
    word = control_enter();
    bad = array_slab(field, call, start, stop);
    control_leave(word);
    return bad;
}

CONTROLLED int64_t flat_slab(const struct noise_field *field, const struct kernel_set *set,
                             const float *const *coordinates, float *out, int64_t n) {
    const int64_t step = field->octaves > 0 ? BLOCK : n;
    for (int64_t start = 0; start < n; start += step) {
        const float *from[4] = {NULL, NULL, NULL, NULL};
        const int64_t count = smaller(step, n - start);
        int64_t good;
        for (int axis = 0; axis < field->dimensions; axis++)
            from[axis] = coordinates[axis] + start;
        good = (int64_t)evaluate(field, set, from, NULL, out + start, (size_t)count);
        if (good < count)
            return start + good;
    }
    return -1;
}

static int64_t flat(const struct noise_field *field, const struct kernel_set *set, const char *const *inputs,
                    char *out, int64_t n) {
    const float *coordinates[4] = {NULL, NULL, NULL, NULL};
    const uintptr_t bytes = (uintptr_t)n * sizeof(float);
    noise_control word;
    int64_t bad;
    if (!aligned(out) || n > NOISE_SLAB / (field->octaves > 0 ? field->octaves : 1))
        return -2;
    for (int axis = 0; axis < field->dimensions; axis++) {
        const char *in = inputs[axis];
        if (!aligned(in) || ((uintptr_t)in < (uintptr_t)out + bytes && (uintptr_t)out < (uintptr_t)in + bytes))
            return -2;
        coordinates[axis] = (const float *)(const void *)in;
    }
    word = control_enter();
    bad = flat_slab(field, set, coordinates, (float *)(void *)out, n);
    control_leave(word);
    return bad;
}

int64_t noise_flat1(const struct noise_field *field, const char *x, char *out, int64_t n) {
    return flat(field, dispatch_active(), &x, out, n);
}

int64_t noise_flat2(const struct noise_field *field, const char *x, const char *y, char *out, int64_t n) {
    const char *const inputs[2] = {x, y};
    return flat(field, dispatch_active(), inputs, out, n);
}

int64_t noise_flat3(const struct noise_field *field, const char *x, const char *y, const char *z, char *out,
                    int64_t n) {
    const char *const inputs[3] = {x, y, z};
    return flat(field, dispatch_active(), inputs, out, n);
}

int64_t noise_flat4(const struct noise_field *field, const char *x, const char *y, const char *z, const char *w,
                    char *out, int64_t n) {
    const char *const inputs[4] = {x, y, z, w};
    return flat(field, dispatch_active(), inputs, out, n);
}

int64_t noise_flat_reference(const struct noise_field *field, const char *const *inputs, char *out, int64_t n) {
    return flat(field, &noise_kernels_reference, inputs, out, n);
}

/* ---- grids ---- */

static float grid_coordinate(const struct noise_grid *grid, int axis, int64_t i) {
    return (float)(grid->origin[axis] + (double)(grid->start[axis] + i) * grid->step[axis]);
}

/* The same for n indices in a row: whole numbers below 2^53 are exact in double. */
VECTORIZED static void grid_coordinates(float *to, const struct noise_grid *grid, int axis, int64_t first,
                                        int64_t n) {
    const double origin = grid->origin[axis], step = grid->step[axis];
    const double begin = (double)(grid->start[axis] + first);
    for (int i = 0; i < (int)n; i++)
        to[i] = (float)(origin + (begin + (double)i) * step);
}

static void fill(float *to, float value, int64_t n) {
    for (int64_t i = 0; i < n; i++)
        to[i] = value;
}

CONTROLLED int64_t grid_slab(const struct noise_field *field, const struct noise_grid *grid, int64_t start,
                             int64_t stop) {
    const int dimensions = field->dimensions, last = dimensions - 1;
    float coordinates[4][BLOCK], values[BLOCK];
    const float *const from[4] = {coordinates[0], coordinates[1], coordinates[2], coordinates[3]};
    int64_t index[4] = {0, 0, 0, 0}, rest = start, bad = -1;
    struct walk out;
    walk_begin(&out, &grid->out, dimensions, grid->shape, start);
    for (int axis = last; axis >= 0; axis--) {
        index[axis] = rest % grid->shape[axis];
        rest /= grid->shape[axis];
    }
    while (start < stop && bad < 0) {
        const int64_t count = smaller(BLOCK, stop - start);
        float *direct = walk_flat(&out, count);
        int64_t good;
        for (int64_t done = 0; done < count;) {
            const int64_t columns = smaller(count - done, grid->shape[last] - index[last]);
            grid_coordinates(coordinates[0] + done, grid, last, index[last], columns);
            for (int axis = 0; axis < last; axis++) /* an axis of the result is coordinate last - axis */
                fill(coordinates[last - axis] + done, grid_coordinate(grid, axis, index[axis]), columns);
            done += columns;
            index[last] += columns;
            for (int axis = last; axis > 0 && index[axis] == grid->shape[axis]; axis--) {
                index[axis] = 0;
                index[axis - 1]++;
            }
        }
        good = (int64_t)evaluate(field, dispatch_active(), from, NULL, direct != NULL ? direct : values,
                                 (size_t)count);
        if (good < count)
            bad = start + good;
        if (direct != NULL)
            walk_advance(&out, count);
        else
            walk_store(&out, values, good);
        start += count;
    }
    return bad;
}

int64_t noise_array_grid(const struct noise_field *field, const struct noise_grid *grid, int64_t start,
                         int64_t stop) {
    int64_t bad;
    noise_control word;
    if (start >= stop)
        return -1;
    word = control_enter();
    bad = grid_slab(field, grid, start, stop);
    control_leave(word);
    return bad;
}

/* ---- what is wrong with a point ---- */

CONTROLLED void find_coordinate(const struct noise_field *field, const double *coordinates,
                                struct noise_fault *fault) {
    fault->argument = -1;
    for (int octave = 0; octave <= field->octaves; octave++)
        for (int axis = 0; axis < field->dimensions; axis++) {
            const float c = (float)coordinates[axis];
            if (noise_inside(octave == 0 ? c : c * field->frequencies[octave - 1]))
                continue;
            fault->argument = axis;
            fault->octave = octave;
            return;
        }
}

void noise_point_fault(const struct noise_field *field, double x, double y, double z, double w,
                       struct noise_fault *fault) {
    const double coordinates[4] = {x, y, z, w};
    const noise_control word = control_enter();
    find_coordinate(field, coordinates, fault);
    control_leave(word);
}

static double load_value(int32_t type, const char *from) {
    float f32;
    double f64;
    switch (type) {
    case NOISE_FLOAT32: memcpy(&f32, from, sizeof f32); return (double)f32;
    case NOISE_FLOAT64: memcpy(&f64, from, sizeof f64); return f64;
    default: return (double)load_integer(type, from);
    }
}

static const char *element(const struct noise_call *call, const struct noise_operand *operand, int64_t index) {
    const char *from = operand->address;
    for (int32_t axis = call->axes - 1; axis >= 0; axis--) {
        from += index % call->shape[axis] * operand->strides[axis];
        index /= call->shape[axis];
    }
    return from;
}

void noise_array_fault(const struct noise_field *field, const struct noise_call *call, int64_t index,
                       struct noise_fault *fault) {
    double coordinates[4] = {0.0, 0.0, 0.0, 0.0};
    noise_control word;
    for (int axis = 0; axis < field->dimensions; axis++) {
        const struct noise_operand *operand = &call->coordinates[axis];
        coordinates[axis] = load_value(operand->type, element(call, operand, index));
    }
    word = control_enter();
    find_coordinate(field, coordinates, fault);
    control_leave(word);
    if (!call->varying_periods)
        return;
    for (int axis = 0; axis < field->dimensions && fault->argument < 0; axis++) {
        const struct noise_operand *operand = &call->periods[axis];
        const int64_t period = load_integer(operand->type, element(call, operand, index));
        if (period < 1 || period > INT32_MAX) {
            fault->argument = 4 + axis;
            fault->octave = 0;
        }
    }
}

void noise_grid_point(const struct noise_field *field, const struct noise_grid *grid, int64_t index,
                      double *coordinates) {
    for (int axis = field->dimensions - 1; axis >= 0; axis--) {
        const int64_t at = index % grid->shape[axis];
        coordinates[field->dimensions - 1 - axis] =
            grid->origin[axis] + (double)(grid->start[axis] + at) * grid->step[axis];
        index /= grid->shape[axis];
    }
}
