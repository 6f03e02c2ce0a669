#include <float.h>
#include <math.h>
#include <stddef.h>

#include "control.h"
#include "dispatch.h"
#include "engine.h"
#include "evaluate.h"
#include "extended.h"
#include "rows.h"
#include "strict.h"
#include "walk.h"

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

static void find_index(const struct noise_grid *grid, int dimensions, int64_t point, int64_t *index) {
    for (int axis = dimensions - 1; axis >= 0; axis--) {
        index[axis] = point % grid->shape[axis];
        point /= grid->shape[axis];
    }
}

/* The coordinates of `count` points from an index on, x first, and the index after them. */
static void next_points(const struct noise_grid *grid, int dimensions, int64_t *index,
                        float (*coordinates)[EVALUATE_BLOCK], int64_t count) {
    const int last = dimensions - 1;
    for (int64_t done = 0; done < count;) {
        const int64_t columns = smaller(count - done, grid->shape[last] - index[last]);
        grid_coordinates(coordinates[0] + done, grid, last, index[last], columns);
        for (int axis = 0; axis < last; axis++) /* an axis of the result is coordinate last - axis */
            walk_fill(coordinates[last - axis] + done, grid_coordinate(grid, axis, index[axis]), columns);
        done += columns;
        index[last] += columns;
        for (int axis = last; axis > 0 && index[axis] == grid->shape[axis]; axis--) {
            index[axis] = 0;
            index[axis - 1]++;
        }
    }
}

CONTROLLED int64_t grid_slab(const struct noise_field *field, const struct noise_grid *grid, int64_t start,
                             int64_t stop) {
    float coordinates[4][EVALUATE_BLOCK], values[EVALUATE_BLOCK];
    const float *const from[4] = {coordinates[0], coordinates[1], coordinates[2], coordinates[3]};
    int64_t index[4] = {0, 0, 0, 0}, bad = -1;
    struct walk out;
    walk_begin(&out, &grid->out, field->dimensions, grid->shape, start);
    find_index(grid, field->dimensions, start, index);
    while (start < stop && bad < 0) {
        const int64_t count = smaller(EVALUATE_BLOCK, stop - start);
        float *direct = walk_flat(&out, count);
        int64_t good;
        next_points(grid, field->dimensions, index, coordinates, count);
        good = (int64_t)evaluate(field, dispatch_active(), from, direct != NULL ? direct : values, (size_t)count);
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

/* ---- precise coordinates, and partial derivatives ---- */

/* As next_points, with nothing rounded. */
VECTORIZED static void next_wide_points(const struct noise_grid *grid, int dimensions, int64_t *index,
                                        double (*coordinates)[EXTENDED_BLOCK], int64_t count) {
    const int last = dimensions - 1;
    for (int64_t done = 0; done < count;) {
        const int64_t columns = smaller(count - done, grid->shape[last] - index[last]);
        const double begin = (double)(grid->start[last] + index[last]);
        for (int i = 0; i < (int)columns; i++)
            coordinates[0][done + i] = grid->origin[last] + (begin + (double)i) * grid->step[last];
        for (int axis = 0; axis < last; axis++) {
            const double c = grid->origin[axis] + (double)(grid->start[axis] + index[axis]) * grid->step[axis];
            for (int64_t i = 0; i < columns; i++)
                coordinates[last - axis][done + i] = c;
        }
        done += columns;
        index[last] += columns;
        for (int axis = last; axis > 0 && index[axis] == grid->shape[axis]; axis--) {
            index[axis] = 0;
            index[axis - 1]++;
        }
    }
}

CONTROLLED int64_t extended_slab(const struct noise_field *field, const struct noise_grid *grid, int derivatives,
                                 int64_t apart, int64_t start, int64_t stop) {
    float single[4][EVALUATE_BLOCK], blocks[5][EXTENDED_BLOCK];
    double wide[4][EXTENDED_BLOCK];
    const struct points points = {
        field->precise, {single[0], single[1], single[2], single[3]}, {wide[0], wide[1], wide[2], wide[3]}};
    const int results = derivatives ? field->dimensions + 1 : 1;
    int64_t index[4] = {0, 0, 0, 0};
    struct walk out;
    walk_begin(&out, &grid->out, field->dimensions, grid->shape, start);
    find_index(grid, field->dimensions, start, index);
    while (start < stop) {
        const int64_t count = smaller(EXTENDED_BLOCK, stop - start);
        float *to[5] = {blocks[0], blocks[1], blocks[2], blocks[3], blocks[4]};
        const int direct = walk_results(&out, count, apart, results, to);
        int64_t good;
        if (field->precise)
            next_wide_points(grid, field->dimensions, index, wide, count);
        else
            next_points(grid, field->dimensions, index, single, count);
        good = (int64_t)extended(field, dispatch_active(), &points, derivatives, to, (size_t)count);
        if (good < count)
            return start + good;
        if (direct)
            walk_advance(&out, count);
        else
            walk_store_results(&out, to, count, apart, results);
        start += count;
    }
    return -1;
}

int64_t noise_grid_derive(const struct noise_field *field, const struct noise_grid *grid, int64_t apart,
                          int64_t start, int64_t stop) {
    const noise_control word = control_enter();
    const int64_t bad = extended_slab(field, grid, 1, apart, start, stop);
    control_leave(word);
    return bad;
}

/* ---- the same row by row ---- */

struct grid_rows {
    const struct noise_grid *grid;
    int dimensions;
};

static void row_columns(const void *from, float *x, int64_t first, int64_t count) {
    const struct grid_rows *rows = from;
    grid_coordinates(x, rows->grid, rows->dimensions - 1, first, count);
}

static void row_others(const void *from, float *const *others, int64_t first, int64_t count) {
    const struct grid_rows *rows = from;
    const int last = rows->dimensions - 1;
    int64_t index[4] = {0, 0, 0, 0};
    find_index(rows->grid, last, first, index);
    for (int64_t r = 0; r < count; r++) {
        for (int axis = 0; axis < last; axis++)
            others[last - axis - 1][r] = grid_coordinate(rows->grid, axis, index[axis]);
        for (int axis = last - 1; axis >= 0 && ++index[axis] == rows->grid->shape[axis]; axis--)
            index[axis] = 0;
    }
}

CONTROLLED int grid_fast(const struct noise_field *field, const struct noise_grid *grid, int64_t start,
                         int64_t stop) {
    const struct grid_rows from = {grid, field->dimensions};
    struct rows rows = {&from, row_columns, row_others, 0, NULL, 0};
    return rows_output(&rows, &grid->out, field->dimensions, grid->shape) &&
           rows_compute(field, &rows, start, stop);
}

int64_t noise_array_grid(const struct noise_field *field, const struct noise_grid *grid, int64_t start,
                         int64_t stop) {
    int64_t bad = -1;
    noise_control word;
    if (start >= stop)
        return -1;
    word = control_enter();
    if (field->precise)
        bad = extended_slab(field, grid, 0, 0, start, stop);
    else if (!grid_fast(field, grid, start, stop))
        bad = grid_slab(field, grid, start, stop);
    control_leave(word);
    return bad;
}

/* MinGW's isfinite is no good for doubles where conversions are checked. */
static int is_finite(double v) { return fabs(v) <= DBL_MAX; }

static int64_t flat_grid(const struct noise_field *field, const int64_t *shape, const double *origin,
                         const double *step, const int64_t *start, char *out, int64_t bytes) {
    struct noise_grid grid;
    int64_t points = 1, stride = (int64_t)sizeof(float);
    grid.out.address = out;
    grid.out.type = NOISE_FLOAT32;
    for (int axis = field->dimensions - 1; axis >= 0; axis--) {
        const int64_t size = shape[axis], first = start[axis];
        if (size < 1 || size > NOISE_SLAB || points > NOISE_SLAB || !is_finite(origin[axis]) ||
            !is_finite(step[axis]))
            return -2;
        if (first < size - NOISE_LARGEST_INDEX || first > NOISE_LARGEST_INDEX - size)
            return -2;
        grid.shape[axis] = size, grid.origin[axis] = origin[axis], grid.step[axis] = step[axis];
        grid.start[axis] = first;
        grid.out.strides[axis] = stride;
        stride *= size;
        points *= size;
    }
    if (points > NOISE_SLAB / field->work || bytes != points * (int64_t)sizeof(float) || !walk_aligned(out))
        return -2;
    return noise_array_grid(field, &grid, 0, points);
}

int64_t noise_flat_grid2(const struct noise_field *field, int64_t h, int64_t w, double dy, double dx, double oy,
                         double ox, int64_t sy, int64_t sx, char *out, int64_t bytes) {
    const int64_t shape[2] = {h, w}, start[2] = {sy, sx};
    const double step[2] = {dy, dx}, origin[2] = {oy, ox};
    return flat_grid(field, shape, origin, step, start, out, bytes);
}

int64_t noise_flat_grid3(const struct noise_field *field, int64_t d, int64_t h, int64_t w, double dz, double dy,
                         double dx, double oz, double oy, double ox, int64_t sz, int64_t sy, int64_t sx, char *out,
                         int64_t bytes) {
    const int64_t shape[3] = {d, h, w}, start[3] = {sz, sy, sx};
    const double step[3] = {dz, dy, dx}, origin[3] = {oz, oy, ox};
    return flat_grid(field, shape, origin, step, start, out, bytes);
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
