#include "engine.h"

#include <math.h>
#include <stddef.h>

#include "control.h"
#include "dispatch.h"
#include "evaluate.h"
#include "extended.h"
#include "reference.h"
#include "rows.h"
#include "strict.h"
#include "walk.h"

/* Runs of points shorter than this are left to the kernels for few points. */
#define SHORT_RUN 16

/* A subinterpreter that imports the package shares this state, which threads may be computing with. */
void noise_init(void) {
    static int prepared;
    if (prepared)
        return;
    dispatch_init();
    evaluate_init();
    prepared = 1;
}

/* Periods that vary from point to point: kernels take them for runs of points that have the same. */
static size_t evaluate_runs(const struct noise_field *field, const float *const *coordinates,
                            const int32_t *const *periods, float *out, size_t n) {
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
        computed =
            (stop - start < SHORT_RUN ? evaluate_few(field) : dispatch_active())
                ->kernels[field->kernel](evaluate_tables(field->tables), common, from, out + start, stop - start);
        if (computed < stop - start)
            return start + computed;
        start = stop;
    }
    return n;
}

/* ---- one point ---- */

CONTROLLED double precise_point(const struct noise_field *field, const double *coordinates) {
    double at[4] = {0.0, 0.0, 0.0, 0.0};
    const struct points points = {1, {NULL, NULL, NULL, NULL}, {at, at + 1, at + 2, at + 3}};
    float value;
    float *const to[1] = {&value};
    for (int axis = 0; axis < field->dimensions; axis++)
        at[axis] = coordinates[axis];
    return extended(field, dispatch_scalar(), &points, 0, to, 1) == 1 ? (double)value : (double)NAN;
}

static double point(const struct noise_field *field, const double *coordinates) {
    const noise_control word = control_enter();
    float rounded[4] = {0.0f, 0.0f, 0.0f, 0.0f}, value;
    const float *const from[4] = {rounded, rounded + 1, rounded + 2, rounded + 3};
    volatile double result = (double)NAN;
    if (field->precise) {
        result = precise_point(field, coordinates);
        control_leave(word);
        return result;
    }
    for (int axis = 0; axis < field->dimensions; axis++)
        rounded[axis] = control_round(coordinates[axis]);
    if (evaluate(field, NULL, from, &value, 1) == 1)
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

/* The operands of a call, and room for a block of those that have to be copied. */
struct walks {
    struct walk coordinates[4], periods[4], out;
    union {
        float single[4][EVALUATE_BLOCK];
        double wide[4][EXTENDED_BLOCK];
    } coordinate_block;
    int32_t period_block[4][EVALUATE_BLOCK];
    float value_block[EVALUATE_BLOCK];
};

/* How many points to compute next: a block, or all that is left of a row where nothing has to be copied. */
static int64_t next_count(const struct noise_field *field, const struct walks *walks, int varying_periods,
                          int64_t left, int64_t block) {
    int64_t count = smaller(left, walk_columns_left(&walks->out));
    if (!evaluate_unlimited(field) || varying_periods || walk_flat(&walks->out, 1) == NULL)
        return smaller(left, block);
    for (int axis = 0; axis < field->dimensions; axis++) {
        if (walk_flat(&walks->coordinates[axis], 1) == NULL)
            return smaller(left, block);
        count = smaller(count, walk_columns_left(&walks->coordinates[axis]));
    }
    return count > block ? count : smaller(left, block);
}

/* Where the next `count` of one coordinate are, once the walk has stepped past them. */
static const float *next_coordinates(struct walks *walks, int axis, int64_t count) {
    const float *there = walk_flat(&walks->coordinates[axis], count);
    if (there != NULL) {
        walk_advance(&walks->coordinates[axis], count);
        return there;
    }
    walk_load(&walks->coordinates[axis], walks->coordinate_block.single[axis], count);
    return walks->coordinate_block.single[axis];
}

/* Compute `count` points from where the walks stand, and leave them behind. Return how many are good. */
static size_t walk_block(const struct noise_field *field, struct walks *walks, int varying_periods,
                         int64_t count) {
    const float *coordinates[4] = {NULL, NULL, NULL, NULL};
    const int32_t *periods[4] = {NULL, NULL, NULL, NULL};
    float *out = walk_flat(&walks->out, count), *values;
    int64_t good = count;
    for (int axis = 0; axis < field->dimensions; axis++) {
        coordinates[axis] = next_coordinates(walks, axis, count);
        if (varying_periods) {
            walk_load_periods(&walks->periods[axis], walks->period_block[axis], count);
            periods[axis] = walks->period_block[axis];
            for (int64_t i = 0; i < good; i++)
                if (periods[axis][i] == 0)
                    good = i;
        }
    }
    values = out != NULL ? out : walks->value_block;
    if (varying_periods)
        good = (int64_t)evaluate_runs(field, coordinates, periods, values, (size_t)good);
    else
        good = (int64_t)evaluate(field, dispatch_active(), coordinates, values, (size_t)good);
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
        const int64_t next = next_count(field, &walks, call->varying_periods, stop - start, EVALUATE_BLOCK);
        const size_t good = walk_block(field, &walks, call->varying_periods, next);
        if ((int64_t)good < next)
            bad = start + (int64_t)good;
        start += next;
    }
    return bad;
}

/* ---- precise coordinates, and partial derivatives ---- */

int noise_extensible(const struct noise_field *field) { return extended_possible(field); }
int noise_derivable(const struct noise_field *field) { return extended_derivable(field); }

static const double *next_doubles(struct walks *walks, int axis, int64_t count) {
    const double *there = walk_flat_doubles(&walks->coordinates[axis], count);
    if (there != NULL) {
        walk_advance(&walks->coordinates[axis], count);
        return there;
    }
    walk_load_doubles(&walks->coordinates[axis], walks->coordinate_block.wide[axis], count);
    return walks->coordinate_block.wide[axis];
}

/* As next_count, of rows that are floats or doubles as the field wants them. */
static int64_t extended_count(const struct noise_field *field, const struct walks *walks, int64_t apart,
                              int64_t left) {
    int64_t count = smaller(left, walk_columns_left(&walks->out));
    if (!field->precise && apart % (int64_t)sizeof(float) == 0)
        return next_count(field, walks, 0, left, EXTENDED_BLOCK);
    if (!field->precise || !evaluate_unlimited(field) || walk_flat(&walks->out, 1) == NULL ||
        apart % (int64_t)sizeof(float) != 0)
        return smaller(left, EXTENDED_BLOCK);
    for (int axis = 0; axis < field->dimensions; axis++) {
        if (walk_flat_doubles(&walks->coordinates[axis], 1) == NULL)
            return smaller(left, EXTENDED_BLOCK);
        count = smaller(count, walk_columns_left(&walks->coordinates[axis]));
    }
    return count > EXTENDED_BLOCK ? count : smaller(left, EXTENDED_BLOCK);
}

CONTROLLED int64_t extended_slab(const struct noise_field *field, const struct noise_call *call, int derivatives,
                                 int64_t apart, int64_t start, int64_t stop) {
    struct walks walks;
    float blocks[5][EXTENDED_BLOCK];
    const int results = derivatives ? field->dimensions + 1 : 1;
    walk_begin(&walks.out, &call->out, call->axes, call->shape, start);
    for (int axis = 0; axis < field->dimensions; axis++)
        walk_begin(&walks.coordinates[axis], &call->coordinates[axis], call->axes, call->shape, start);
    while (start < stop) {
        const int64_t count = extended_count(field, &walks, apart, stop - start);
        float *to[5] = {blocks[0], blocks[1], blocks[2], blocks[3], blocks[4]};
        const int direct = walk_results(&walks.out, count, apart, results, to);
        struct points points = {field->precise, {NULL, NULL, NULL, NULL}, {NULL, NULL, NULL, NULL}};
        int64_t good;
        for (int axis = 0; axis < field->dimensions; axis++)
            if (field->precise)
                points.wide[axis] = next_doubles(&walks, axis, count);
            else
                points.single[axis] = next_coordinates(&walks, axis, count);
        good = (int64_t)extended(field, dispatch_active(), &points, derivatives, to, (size_t)count);
        if (good < count)
            return start + good;
        if (direct)
            walk_advance(&walks.out, count);
        else
            walk_store_results(&walks.out, to, count, apart, results);
        start += count;
    }
    return -1;
}

int64_t noise_array_derive(const struct noise_field *field, const struct noise_call *call, int64_t apart,
                           int64_t start, int64_t stop) {
    const noise_control word = control_enter();
    const int64_t bad = extended_slab(field, call, 1, apart, start, stop);
    control_leave(word);
    return bad;
}

/* ---- arrays broadcast from open axes: x varies along a row only, the other coordinates from row to row ---- */

struct open_rows {
    const struct noise_call *call;
    int dimensions;
};

static void open_columns(const void *from, float *x, int64_t first, int64_t count) {
    const struct open_rows *rows = from;
    const struct noise_operand *operand = &rows->call->coordinates[0];
    const int64_t stride = operand->strides[rows->call->axes - 1];
    load_coordinates(x, operand->type, operand->address + first * stride, (ptrdiff_t)stride, (size_t)count);
}

static void open_others(const void *from, float *const *others, int64_t first, int64_t count) {
    const struct open_rows *rows = from;
    for (int i = 1; i < rows->dimensions; i++) {
        struct walk walk;
        walk_begin(&walk, &rows->call->coordinates[i], rows->call->axes - 1, rows->call->shape, first);
        walk_load(&walk, others[i - 1], count);
    }
}

static int are_open(const struct noise_field *field, const struct noise_call *call) {
    const int32_t last = call->axes - 1;
    if (field->dimensions == 1 || call->axes == 0 || call->varying_periods)
        return 0;
    for (int32_t axis = 0; axis < last; axis++)
        if (call->coordinates[0].strides[axis] != 0)
            return 0;
    for (int i = 1; i < field->dimensions; i++)
        if (call->coordinates[i].strides[last] != 0)
            return 0;
    return 1;
}

CONTROLLED int open_slab(const struct noise_field *field, const struct noise_call *call, int64_t start,
                         int64_t stop) {
    const struct open_rows from = {call, field->dimensions};
    struct rows rows = {&from, open_columns, open_others, 0, NULL, 0};
    return rows_output(&rows, &call->out, call->axes, call->shape) && rows_compute(field, &rows, start, stop);
}

int64_t noise_array(const struct noise_field *field, const struct noise_call *call, int64_t start, int64_t stop) {
    int64_t bad = -1;
    noise_control word;
    if (start >= stop)
        return -1;
    word = control_enter();
    if (field->precise)
        bad = extended_slab(field, call, 0, 0, start, stop);
    else if (!are_open(field, call) || !open_slab(field, call, start, stop))
        bad = array_slab(field, call, start, stop);
    control_leave(word);
    return bad;
}

/* Doubles are converted so many at a time: more, and they leave the cache; fewer, and kernels start too often. */
#define CONVERTED 2048

CONTROLLED int64_t flat_slab(const struct noise_field *field, const struct kernel_set *set,
                             const float *const *coordinates, float *out, int64_t n) {
    const int64_t step = evaluate_unlimited(field) ? n : EVALUATE_BLOCK;
    for (int64_t start = 0; start < n; start += step) {
        const float *from[4] = {NULL, NULL, NULL, NULL};
        const int64_t count = smaller(step, n - start);
        int64_t good;
        for (int axis = 0; axis < field->dimensions; axis++)
            from[axis] = coordinates[axis] + start;
        good = (int64_t)evaluate(field, set, from, out + start, (size_t)count);
        if (good < count)
            return start + good;
    }
    return -1;
}

CONTROLLED int64_t double_slab(const struct noise_field *field, const struct kernel_set *set,
                               const char *const *inputs, float *out, int64_t n) {
    float rounded[4][CONVERTED];
    const float *const from[4] = {rounded[0], rounded[1], rounded[2], rounded[3]};
    const int64_t step = evaluate_unlimited(field) ? CONVERTED : EVALUATE_BLOCK;
    for (int64_t start = 0; start < n; start += step) {
        const int64_t count = smaller(step, n - start);
        int64_t good;
        for (int axis = 0; axis < field->dimensions; axis++)
            set->round(rounded[axis], inputs[axis] + start * (int64_t)sizeof(double), (size_t)count);
        good = (int64_t)evaluate(field, set, from, out + start, (size_t)count);
        if (good < count)
            return start + good;
    }
    return -1;
}

CONTROLLED int64_t precise_flat_slab(const struct noise_field *field, const struct kernel_set *set,
                                     const char *const *inputs, float *out, int64_t n) {
    const int64_t step = evaluate_unlimited(field) ? n : EXTENDED_BLOCK;
    for (int64_t start = 0; start < n; start += step) {
        const int64_t count = smaller(step, n - start);
        struct points points = {1, {NULL, NULL, NULL, NULL}, {NULL, NULL, NULL, NULL}};
        float *const to[1] = {out + start};
        int64_t good;
        for (int axis = 0; axis < field->dimensions; axis++)
            points.wide[axis] = (const double *)(const void *)inputs[axis] + start;
        good = (int64_t)extended(field, set, &points, 0, to, (size_t)count);
        if (good < count)
            return start + good;
    }
    return -1;
}

static int64_t flat(const struct noise_field *field, const struct kernel_set *set, const char *const *inputs,
                    char *out, int64_t n, int doubles) {
    const float *coordinates[4] = {NULL, NULL, NULL, NULL};
    const uintptr_t bytes = (uintptr_t)n * sizeof(float), read = bytes * (doubles ? 2 : 1);
    noise_control word;
    int64_t bad;
    if (!walk_aligned(out) || n > NOISE_SLAB / field->work)
        return -2;
    for (int axis = 0; axis < field->dimensions; axis++) {
        const char *in = inputs[axis];
        if ((uintptr_t)in < (uintptr_t)out + bytes && (uintptr_t)out < (uintptr_t)in + read)
            return -2;
        if (!doubles && !walk_aligned(in))
            return -2;
        if (field->precise && !(doubles && set->precise[field->kernel] != NULL && walk_aligned_doubles(in)))
            return -2;
        coordinates[axis] = (const float *)(const void *)in;
    }
    word = control_enter();
    if (field->precise)
        bad = precise_flat_slab(field, set, inputs, (float *)(void *)out, n);
    else
        bad = doubles ? double_slab(field, set, inputs, (float *)(void *)out, n)
                      : flat_slab(field, set, coordinates, (float *)(void *)out, n);
    control_leave(word);
    return bad;
}

int64_t noise_flat1(const struct noise_field *field, const char *x, char *out, int64_t n, int doubles) {
    return flat(field, dispatch_active(), &x, out, n, doubles);
}

int64_t noise_flat2(const struct noise_field *field, const char *x, const char *y, char *out, int64_t n,
                    int doubles) {
    const char *const inputs[2] = {x, y};
    return flat(field, dispatch_active(), inputs, out, n, doubles);
}

int64_t noise_flat3(const struct noise_field *field, const char *x, const char *y, const char *z, char *out,
                    int64_t n, int doubles) {
    const char *const inputs[3] = {x, y, z};
    return flat(field, dispatch_active(), inputs, out, n, doubles);
}

int64_t noise_flat4(const struct noise_field *field, const char *x, const char *y, const char *z, const char *w,
                    char *out, int64_t n, int doubles) {
    const char *const inputs[4] = {x, y, z, w};
    return flat(field, dispatch_active(), inputs, out, n, doubles);
}

int64_t noise_flat_reference(const struct noise_field *field, const char *const *inputs, char *out, int64_t n) {
    return flat(field, &noise_kernels_reference, inputs, out, n, 0);
}

/* ---- what is wrong with a point ---- */

CONTROLLED void find_coordinate(const struct noise_field *field, const double *coordinates,
                                struct noise_fault *fault) {
    float rounded[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    if (field->precise) {
        extended_fault(field, coordinates, fault);
        return;
    }
    for (int axis = 0; axis < field->dimensions; axis++)
        rounded[axis] = (float)coordinates[axis];
    evaluate_fault(field, rounded, fault);
}

void noise_point_fault(const struct noise_field *field, double x, double y, double z, double w,
                       struct noise_fault *fault) {
    const double coordinates[4] = {x, y, z, w};
    const noise_control word = control_enter();
    find_coordinate(field, coordinates, fault);
    control_leave(word);
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
