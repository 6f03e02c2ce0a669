#include <stddef.h>

#include "control.h"
#include "dispatch.h"
#include "engine.h"
#include "evaluate.h"
#include "strict.h"
#include "walk.h"

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

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
    float coordinates[4][EVALUATE_BLOCK], values[EVALUATE_BLOCK];
    const float *const from[4] = {coordinates[0], coordinates[1], coordinates[2], coordinates[3]};
    int64_t index[4] = {0, 0, 0, 0}, rest = start, bad = -1;
    struct walk out;
    walk_begin(&out, &grid->out, dimensions, grid->shape, start);
    for (int axis = last; axis >= 0; axis--) {
        index[axis] = rest % grid->shape[axis];
        rest /= grid->shape[axis];
    }
    while (start < stop && bad < 0) {
        const int64_t count = smaller(EVALUATE_BLOCK, stop - start);
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

void noise_grid_point(const struct noise_field *field, const struct noise_grid *grid, int64_t index,
                      double *coordinates) {
    for (int axis = field->dimensions - 1; axis >= 0; axis--) {
        const int64_t at = index % grid->shape[axis];
        coordinates[field->dimensions - 1 - axis] =
            grid->origin[axis] + (double)(grid->start[axis] + at) * grid->step[axis];
        index /= grid->shape[axis];
    }
}
