#include "rows.h"

#include <stddef.h>
#include <string.h>

#include "dispatch.h"
#include "evaluate.h"
#include "strict.h"
#include "walk.h"

#define TILE_COLUMNS NOISE_GRID_COLUMNS
#define TILE_ROWS 128 /* of a base function */
#define SUM_ROWS 16   /* of a sum over octaves: two tiles stay in the first-level cache */

int rows_output(struct rows *rows, const struct noise_operand *out, int32_t axes, const int64_t *shape) {
    int64_t stride = 0, size = 1;
    for (int32_t axis = axes - 2; axis >= 0; axis--) {
        if (shape[axis] == 1)
            continue;
        if (stride == 0)
            stride = out->strides[axis];
        else if (out->strides[axis] != stride * size)
            return 0;
        size *= shape[axis];
    }
    if (!walk_aligned(out->address) || out->strides[axes - 1] != (int64_t)sizeof(float) || stride < 0 ||
        stride % (int64_t)sizeof(float) != 0)
        return 0;
    if (shape[axes - 1] < ROWS_COLUMNS)
        return 0;
    rows->out = (float *)(void *)out->address;
    rows->stride = stride / (int64_t)sizeof(float);
    rows->row_columns = shape[axes - 1];
    return 1;
}

/* A tile: its coordinates, and where it goes. */
struct tile {
    float x[TILE_COLUMNS], others[3][TILE_ROWS];
    int64_t columns, rows;
    float *out;
    int64_t stride;
};

static int tile_base(const struct noise_field *field, const struct tile *tile) {
    const float *const others[3] = {tile->others[0], tile->others[1], tile->others[2]};
    if (dispatch_active()->grids[field->kernel](evaluate_tables(field->tables), field->periods, tile->x,
                                                (size_t)tile->columns, others, (size_t)tile->rows, tile->out,
                                                (size_t)tile->stride))
        return 0;
    for (int64_t r = 0; field->scaled && r < tile->rows; r++)
        evaluate_bounds(field, dispatch_active(), tile->out + r * tile->stride, (size_t)tile->columns);
    return 1;
}

static void scale_axis(const struct noise_field *field, int32_t octave, int32_t axis, float *to, const float *from,
                       int64_t n) {
    const struct kernel_set *set = dispatch_active();
    set->multiply(to, from, field->octave[octave].frequency, (size_t)n);
    if (field->independent && octave > 0)
        set->shift(to, to, field->octave[octave].offsets[axis], (size_t)n);
}

static int tile_sum(const struct noise_field *field, const struct tile *tile) {
    float x[TILE_COLUMNS], others[3][SUM_ROWS];
    float values[SUM_ROWS][TILE_COLUMNS], memory[SUM_ROWS][TILE_COLUMNS];
    const float *const from[3] = {others[0], others[1], others[2]};
    const struct kernel_set *set = dispatch_active();
    int outside = set->outside(tile->x, (size_t)tile->columns);
    for (int32_t axis = 1; axis < field->axes; axis++)
        outside |= set->outside(tile->others[axis - 1], (size_t)tile->rows);
    if (outside)
        return 0;
    for (int32_t k = 0; k < field->octaves; k++) {
        const struct noise_octave *octave = &field->octave[k];
        scale_axis(field, k, 0, x, tile->x, tile->columns);
        for (int32_t axis = 1; axis < field->axes; axis++)
            scale_axis(field, k, axis, others[axis - 1], tile->others[axis - 1], tile->rows);
        if (set->grids[field->kernel](evaluate_tables(octave->tables != NULL ? octave->tables : field->tables),
                                      octave->periods, x, (size_t)tile->columns, from, (size_t)tile->rows,
                                      values[0], TILE_COLUMNS))
            return 0;
        for (int64_t r = 0; r < tile->rows; r++)
            evaluate_add(field, set, k, tile->out + r * tile->stride, values[r], memory[r], (size_t)tile->columns);
    }
    for (int64_t r = 0; r < tile->rows; r++)
        evaluate_bounds(field, dispatch_active(), tile->out + r * tile->stride, (size_t)tile->columns);
    return 1;
}

/* ---- kernels for grids, tile by tile ---- */

static int compute_tiles(const struct noise_field *field, const struct rows *rows, int64_t first_row,
                         int64_t count, int64_t first_column, int64_t columns) {
    const int64_t tile_rows = field->octaves > 0 ? SUM_ROWS : TILE_ROWS;
    struct tile tile;
    tile.stride = rows->stride;
    for (int64_t c = 0; c < columns; c += tile.columns) {
        tile.columns = smaller(columns - c, TILE_COLUMNS);
        rows->columns(rows->from, tile.x, first_column + c, tile.columns);
        for (int64_t r = 0; r < count; r += tile.rows) {
            float *const others[3] = {tile.others[0], tile.others[1], tile.others[2]};
            tile.rows = smaller(count - r, tile_rows);
            rows->others(rows->from, others, first_row + r, tile.rows);
            tile.out = rows->out + (first_row + r) * rows->stride + first_column + c;
            if (!(field->octaves > 0 ? tile_sum(field, &tile) : tile_base(field, &tile)))
                return 0;
        }
    }
    return 1;
}

/* ---- kernels for points, block by block: only the x coordinates are made once ---- */

static int compute_blocks(const struct noise_field *field, const struct rows *rows, int64_t first_row,
                          int64_t count, int64_t first_column, int64_t columns) {
    float points[4][EVALUATE_BLOCK], values[EVALUATE_BLOCK], others[3][EVALUATE_BLOCK / ROWS_COLUMNS];
    const float *const from[4] = {points[0], points[1], points[2], points[3]};
    float *const into[3] = {others[0], others[1], others[2]};
    for (int64_t c = 0, width; c < columns; c += width) {
        width = smaller(columns - c, EVALUATE_BLOCK);
        const int64_t together = smaller(EVALUATE_BLOCK / (width > ROWS_COLUMNS ? width : ROWS_COLUMNS), count);
        rows->columns(rows->from, points[0], first_column + c, width);
        for (int64_t r = 1; r < together; r++)
            memcpy(points[0] + r * width, points[0], (size_t)width * sizeof(float));
        for (int64_t r = 0, n; r < count; r += n) {
            float *out = rows->out + (first_row + r) * rows->stride + first_column + c;
            n = smaller(count - r, together);
            const int direct = n == 1 || rows->stride == width;
            const size_t points_now = (size_t)(n * width);
            rows->others(rows->from, into, first_row + r, n);
            for (int32_t axis = 1; axis < field->dimensions; axis++)
                for (int64_t k = 0; k < n; k++)
                    walk_fill(points[axis] + k * width, others[axis - 1][k], width);
            if (evaluate(field, dispatch_active(), from, direct ? out : values, points_now) < points_now)
                return 0;
            for (int64_t k = 0; !direct && k < n; k++)
                memcpy(out + k * rows->stride, values + k * width, (size_t)width * sizeof(float));
        }
    }
    return 1;
}

/* Columns from first_column on, `columns` of them, of each of some rows. */
static int compute_rows(const struct noise_field *field, const struct rows *rows, int64_t first_row, int64_t count,
                        int64_t first_column, int64_t columns) {
    if (evaluate_by_grids(field) && dispatch_active()->grids[field->kernel] != NULL)
        return compute_tiles(field, rows, first_row, count, first_column, columns);
    return compute_blocks(field, rows, first_row, count, first_column, columns);
}

int rows_compute(const struct noise_field *field, const struct rows *rows, int64_t start, int64_t stop) {
    const int64_t width = rows->row_columns;
    int64_t row = start / width;
    const int64_t last = stop / width, left = start % width, right = stop % width;
    if (row == last)
        return compute_rows(field, rows, row, 1, left, right - left);
    if (left != 0 && !compute_rows(field, rows, row++, 1, left, width - left))
        return 0;
    return compute_rows(field, rows, row, last - row, 0, width) &&
           (right == 0 || compute_rows(field, rows, last, 1, 0, right));
}
