/* grid.inc.h: noise2 .. noise4 and tiled2 .. tiled4 over the rows of a grid, with the bits of the flat kernels.
 *
 * What points share is computed once: for a call, each column's cell, offsets and fade along x (struct grid). For
 * rows in the same cells of the other axes, the codes of all corners of each cell along x, and with these each
 * column's codes. For a row, the fades of the other axes. Then a point takes one of two ways:
 *   by codes: a corner's gradient is x's coefficient, looked up, times x's offset, and what the other axes add,
 *     looked up among the few products that there are in a row;
 *   by terms: while only y's offset changes, from row to row within a cell, each corner's coefficient along y and
 *     the sum of its other products stay. They are kept, and a gradient is one multiplication and addition.
 *
 * At most two of a gradient's coefficients are not 0 in two and three dimensions, so that its sum rounds once in
 * any order; the products with 0 are -0 (gradients.inc.h). In four dimensions there are three, to be summed along
 * x first: there all rows go by codes.
 *
 * Corners of the other axes are numbered in binary, a 1 for the far corner, y highest: those of perlin.inc.h's
 * pairs. */

#define GRID_CELLS 257   /* the most cells along x that can differ: see grid_columns */
#define GRID_PLANES 4    /* words of codes a cell takes, at most */
#define GRID_AHEAD 2     /* by terms, if this many rows after one share its cells */
#define WORD_NEAR 0xffff /* in a word: the codes of corners on the near side of x */

struct grid {
    ALIGNED(64) float x[2][NOISE_GRID_COLUMNS], fade[NOISE_GRID_COLUMNS];
    ALIGNED(64) float terms[8][NOISE_GRID_COLUMNS], slopes[8][NOISE_GRID_COLUMNS];
    ALIGNED(64) uint32_t cells[GRID_PLANES][GRID_CELLS + LANES];
    ALIGNED(64) uint32_t number[NOISE_GRID_COLUMNS], place[NOISE_GRID_COLUMNS];
    uint32_t first[NOISE_GRID_COLUMNS / LANES];
    size_t columns; /* whole vectors */
    int32_t start, count, turn;
    int scattered;
};

/* ---- the columns of a call ----
 * Cells along x are numbered as they follow one another, from 0 to count - 1; cell i lies between lines start + i
 * and start + i + 1 of the lattice, save that a period may end once: line `turn` is line 0, and counting goes on
 * from there. Lines matter modulo 256. */

NOINLINE int32_t grid_remainder(int32_t cell, int32_t period) {
    int32_t rest = cell % period;
    return rest < 0 ? rest + period : rest;
}

/* Unsigned numbers are collected as the least of their complements; the highest of them. */
INLINE vint grid_collect(vint least, vint number) { return vi_min_unsigned(least, vi_sub(vi_set(-1), number)); }

INLINE uint32_t grid_highest(vint least) {
    uint32_t lanes[LANES], all = UINT32_MAX;
    vi_store(lanes, least);
    for (int lane = 0; lane < LANES; lane++)
        all = lanes[lane] < all ? lanes[lane] : all;
    return UINT32_MAX - all;
}

/* Number the cells in g->number. Mostly they span less than 256 and less than a period, and are numbered from the
 * lowest on. Else all 256 are. With a period its end comes first, the cell between lines period - 1 and 0, and
 * then as many of those from line 0 on as there are. */
INLINE void grid_number(struct grid *g, int tiled, int32_t period) {
    const int32_t one = (int32_t)g->number[0], other = (int32_t)g->number[g->columns - 1];
    const int32_t low = one < other ? one : other;
    const struct period length = period_of(tiled ? period : 1);
    vint least = vi_set(-1);
    for (size_t q = 0; q < g->columns; q += LANES)
        least = grid_collect(least, vi_sub(vi_load(g->number + q), vi_set(low)));
    const uint32_t highest = grid_highest(least);
    g->turn = GRID_CELLS + 1;
    if (highest < 256 && (!tiled || highest < (uint32_t)period)) {
        g->start = low, g->count = (int32_t)highest + 1;
        if (tiled) {
            g->start = grid_remainder(low, period);
            if (period - g->start <= g->count)
                g->turn = period - g->start;
        }
        for (size_t q = 0; q < g->columns; q += LANES)
            vi_store(g->number + q, vi_sub(vi_load(g->number + q), vi_set(low)));
        return;
    }
    g->start = 0, g->count = 256;
    if (tiled) {
        g->start = period - 1, g->turn = 1;
        g->count = period < 256 ? period : GRID_CELLS;
    }
    for (size_t q = 0; q < g->columns; q += LANES) {
        vint number = vi_load(g->number + q);
        if (tiled) {
            vint rest = tiled_remainder(v_from_int(number), &length);
            vmask at_end = vi_equal(rest, vi_set(period - 1));
            number = vi_clear(at_end, vi_add(vi_and(rest, vi_set(255)), vi_set(1)));
        } else {
            number = vi_and(number, vi_set(255));
        }
        vi_store(g->number + q, number);
    }
}

/* Where each vector's columns lie within LANES cells, their words are loaded together and put in place. */
INLINE void grid_place(struct grid *g) {
    vint least = vi_set(-1);
    for (size_t q = 0; q < g->columns; q += LANES) {
        const uint32_t one = g->number[q], other = g->number[q + LANES - 1];
        const uint32_t first = one < other ? one : other;
        vint beyond = vi_sub(vi_load(g->number + q), vi_set((int32_t)first));
        g->first[q / LANES] = first;
        least = grid_collect(least, beyond);
        vi_store(g->place + q, vi_places(beyond));
    }
    g->scattered = grid_highest(least) >= LANES;
}

/* Return whether a coordinate is outside. What fills up the last vector is the last column again. */
INLINE int grid_columns(struct grid *g, int tiled, int32_t period, const float *x, size_t columns) {
    vint widest = vi_set(0);
    g->columns = columns;
    memcpy(g->x[0], x, columns * sizeof(float));
    for (; g->columns % LANES != 0; g->columns++)
        g->x[0][g->columns] = x[columns - 1];
    for (size_t q = 0; q < g->columns; q += LANES) {
        vfloat at = v_checked(v_load(g->x[0] + q), &widest);
        vint cell;
        if (tiled) {
            at = v_add(at, v_set(0.0f));
            cell = vi_floor(at);
        } else {
            cell = cell_below(at);
        }
        vfloat offset = v_sub(at, v_from_int(cell));
        vi_store(g->number + q, cell);
        v_store(g->x[0] + q, offset);
        v_store(g->x[1] + q, v_sub(offset, v_set(1.0f)));
        v_store(g->fade + q, perlin_fade(offset));
    }
    if (v_outside(widest))
        return 1;
    grid_number(g, tiled, period);
    grid_place(g);
    return 0;
}

/* ---- the codes of a row of cells ----
 * A word holds those of up to four corners of the other axes, in four bits each, the near side of x in the lower
 * half. In four dimensions two axes take a byte of a half each, and a word holds two corners. */

INLINE int corners_per_word(int axes) { return axes == 4 ? 2 : 1 << (axes - 1); }

INLINE void grid_fill_cells(uint32_t *cells, const uint32_t *codes, int corners, const uint32_t *entries,
                            int32_t line, int32_t count) {
    const uint32_t *rows[4];
    UNROLL
    for (int k = 0; k < corners; k++)
        rows[k] = codes + ((entries[k] + (uint32_t)line) & 255);
    for (int32_t i = 0; i < count; i += LANES) {
        vint word = vi_load(rows[0] + i);
        UNROLL
        for (int k = 1; k < corners; k++)
            word = vi_add(word, vi_left(vi_load(rows[k] + i), 4 * k));
        vi_store(cells + i, word);
    }
}

/* The cell at the end of a period. */
INLINE uint32_t grid_last_cell(const uint32_t *codes, int corners, const uint32_t *entries, int32_t line) {
    uint32_t word = 0;
    for (int k = 0; k < corners; k++) {
        uint32_t near_side = codes[(entries[k] + (uint32_t)line) & 255] & WORD_NEAR;
        uint32_t far_side = codes[entries[k] + 255] & ~(uint32_t)WORD_NEAR;
        word += (near_side | far_side) << 4 * k;
    }
    return word;
}

INLINE void grid_codes(struct grid *g, int axes, int tiled, const uint32_t *codes, const uint32_t *entries) {
    const int corners = corners_per_word(axes), planes = (1 << (axes - 1)) / corners;
    for (int plane = 0; plane < planes; plane++, entries += corners) {
        uint32_t *cells = g->cells[plane];
        if (tiled && g->turn <= g->count) {
            grid_fill_cells(cells, codes, corners, entries, g->start, g->turn);
            cells[g->turn - 1] = grid_last_cell(codes, corners, entries, g->start + g->turn - 1);
            grid_fill_cells(cells + g->turn, codes, corners, entries, 0, g->count - g->turn);
        } else {
            grid_fill_cells(cells, codes, corners, entries, g->start, g->count);
        }
    }
}

/* A vector of columns' codes. */
INLINE vint grid_word(const struct grid *g, int plane, size_t q) {
    if (g->scattered)
        return vi_look(g->cells[plane], g->number + q);
    return vi_place(vi_load(g->cells[plane] + g->first[q / LANES]), vi_load(g->place + q));
}

/* ---- gradients ----
 * Tables for noise3's codes (WORDS_GRID3). A table of sixteen is entered with all four bits; of a table of eight,
 * x's is entered from the second on. */
#ifdef VTABLE16
#define GRID_TABLE(a, b, c, d, e, f, g, h) VTABLE16(a, b, c, d, e, f, g, h, a, b, c, d, e, f, g, h)
#define GRID_X(zero)                                                                                              \
    VTABLE16(zero, zero, zero, zero, 0x3f80, 0x3f80, 0x3f80, 0x3f80, zero, zero, zero, zero, 0xbf80, 0xbf80,      \
             0xbf80, 0xbf80)
#define GRID_X_BIT 0
#else
#define GRID_TABLE VTABLE
#define GRID_X(zero) VTABLE(zero, zero, 0x3f80, 0x3f80, zero, zero, 0xbf80, 0xbf80)
#define GRID_X_BIT 1
#endif
static const vtable grid_x[2] = {GRID_X(0x8000), GRID_X(0x0000)};
static const vtable grid_y[2] = {
    GRID_TABLE(0x3f80, 0xbf80, 0x3f80, 0xbf80, 0x3f80, 0xbf80, 0x8000, 0x8000),
    GRID_TABLE(0x3f80, 0xbf80, 0x3f80, 0xbf80, 0x3f80, 0xbf80, 0x0000, 0x0000),
};
static const vtable grid_z[2] = {
    GRID_TABLE(0x3f80, 0x3f80, 0xbf80, 0xbf80, 0x8000, 0x8000, 0x3f80, 0xbf80),
    GRID_TABLE(0x3f80, 0x3f80, 0xbf80, 0xbf80, 0x0000, 0x0000, 0x3f80, 0xbf80),
};

/* Where in a word a corner's code begins. */
INLINE int code_bit(int corner, int x) { return 4 * corner + 16 * x; }

/* A row's offsets from both corners of y, z and w, and their fades. */
struct grid_row {
    vfloat offset[3][2], fade[3];
};

INLINE struct grid_row grid_row_at(int axes, const float *offsets) {
    struct grid_row row;
    UNROLL
    for (int axis = 0; axis < axes - 1; axis++) {
        row.offset[axis][0] = v_set(offsets[axis]);
        row.offset[axis][1] = v_sub(row.offset[axis][0], v_set(1.0f));
        row.fade[axis] = perlin_fade(row.offset[axis][0]);
    }
    return row;
}

INLINE vfloat grid_end(const struct grid *g, size_t q, float scale, vfloat n0, vfloat n1) {
    return v_mul(v_set(scale), perlin_lerp(v_load(g->fade + q), n0, n1));
}

/* The row's whole vectors of columns from `from` until `end`, each as VALUE says. */
#define GRID_ROW(NAME, AXES, VALUE)                                                                               \
    NOINLINE void NAME(const struct grid *g, const float *offsets, float *out, size_t from, size_t end) {         \
        const struct grid_row row = grid_row_at(AXES, offsets);                                                   \
        const struct grid_products##AXES products = grid_products##AXES(&row);                                    \
        (void)products;                                                                                           \
        for (size_t q = from; q < end; q += LANES)                                                                \
            v_store(out + q - from, VALUE);                                                                       \
    }

/* -- two dimensions -- */

struct grid_products2 {
    vproducts y[2];
};

INLINE struct grid_products2 grid_products2(const struct grid_row *row) {
    struct grid_products2 products;
    UNROLL
    for (int y = 0; y < 2; y++)
        products.y[y] = v_products(&steep_y, row->offset[0][y]);
    return products;
}

INLINE vfloat grid_corner2(const struct grid *g, size_t q, vint codes, int x, int y,
                           const struct grid_products2 *products) {
    vint index = v_index_at(codes, code_bit(y, x));
    return v_exact_fma(v_coefficient(&steep_x, index), v_load(g->x[x] + q), v_product(products->y[y], index));
}

INLINE vfloat grid_codes2(const struct grid *g, size_t q, const struct grid_row *row,
                          const struct grid_products2 *products) {
    vint codes = grid_word(g, 0, q);
    vfloat n[2];
    UNROLL
    for (int x = 0; x < 2; x++)
        n[x] = perlin_lerp(row->fade[0], grid_corner2(g, q, codes, x, 0, products),
                           grid_corner2(g, q, codes, x, 1, products));
    return grid_end(g, q, 0.507f, n[0], n[1]);
}

INLINE void grid_keep2(struct grid *g, const float *offsets) {
    (void)offsets;
    for (size_t q = 0; q < g->columns; q += LANES) {
        vint codes = grid_word(g, 0, q);
        UNROLL
        for (int corner = 0; corner < 4; corner++) {
            int x = corner >> 1, y = corner & 1;
            vint index = v_index_at(codes, code_bit(y, x));
            v_store(g->terms[corner] + q, v_mul(v_coefficient(&steep_x, index), v_load(g->x[x] + q)));
            v_store(g->slopes[corner] + q, v_coefficient(&steep_y, index));
        }
    }
}

/* The gradient of corner 2 * x + y, or in three dimensions 4 * x + 2 * y + z. */
INLINE vfloat grid_kept(const struct grid *g, size_t q, int corner, vfloat y) {
    return v_exact_fma(v_load(g->slopes[corner] + q), y, v_load(g->terms[corner] + q));
}

INLINE vfloat grid_terms2(const struct grid *g, size_t q, const struct grid_row *row) {
    vfloat n[2];
    UNROLL
    for (int x = 0; x < 2; x++)
        n[x] = perlin_lerp(row->fade[0], grid_kept(g, q, 2 * x, row->offset[0][0]),
                           grid_kept(g, q, 2 * x + 1, row->offset[0][1]));
    return grid_end(g, q, 0.507f, n[0], n[1]);
}

GRID_ROW(grid_codes_row2, 2, grid_codes2(g, q, &row, &products))
GRID_ROW(grid_terms_row2, 2, grid_terms2(g, q, &row))

/* -- three dimensions -- */

struct grid_products3 {
    vsums yz[4];
};

INLINE struct grid_products3 grid_products3(const struct grid_row *row) {
    struct grid_products3 products;
    UNROLL
    for (int yz = 0; yz < 4; yz++)
        products.yz[yz] =
            v_sums(&grid_y[yz >> 1], row->offset[0][yz >> 1], &grid_z[yz & 1], row->offset[1][yz & 1]);
    return products;
}

INLINE vfloat grid_corner3(const struct grid *g, size_t q, vint codes, int x, int yz,
                           const struct grid_products3 *products) {
    vint x_index = v_index_at(codes, code_bit(yz, x) + GRID_X_BIT), index = v_index_at(codes, code_bit(yz, x));
    return v_exact_fma(v_coefficient(&grid_x[x], x_index), v_load(g->x[x] + q), v_sum(products->yz[yz], index));
}

INLINE vfloat grid_codes3(const struct grid *g, size_t q, const struct grid_row *row,
                          const struct grid_products3 *products) {
    vint codes = grid_word(g, 0, q);
    vfloat n[2];
    UNROLL
    for (int x = 0; x < 2; x++) {
        vfloat n0 = perlin_lerp(row->fade[1], grid_corner3(g, q, codes, x, 0, products),
                                grid_corner3(g, q, codes, x, 1, products));
        vfloat n1 = perlin_lerp(row->fade[1], grid_corner3(g, q, codes, x, 2, products),
                                grid_corner3(g, q, codes, x, 3, products));
        n[x] = perlin_lerp(row->fade[0], n0, n1);
    }
    return grid_end(g, q, 0.936f, n[0], n[1]);
}

INLINE void grid_keep3(struct grid *g, const float *offsets) {
    const struct grid_row row = grid_row_at(3, offsets);
    const vproducts products[2] = {v_products(&grid_z[0], row.offset[1][0]),
                                   v_products(&grid_z[1], row.offset[1][1])};
    for (size_t q = 0; q < g->columns; q += LANES) {
        vint codes = grid_word(g, 0, q);
        UNROLL
        for (int corner = 0; corner < 8; corner++) {
            int x = corner >> 2, yz = corner & 3;
            vint x_index = v_index_at(codes, code_bit(yz, x) + GRID_X_BIT);
            vint index = v_index_at(codes, code_bit(yz, x));
            v_store(g->terms[corner] + q, v_exact_fma(v_coefficient(&grid_x[x], x_index), v_load(g->x[x] + q),
                                                      v_product(products[yz & 1], index)));
            v_store(g->slopes[corner] + q, v_coefficient(&grid_y[yz >> 1], index));
        }
    }
}

INLINE vfloat grid_terms3(const struct grid *g, size_t q, const struct grid_row *row) {
    vfloat n[4];
    UNROLL
    for (int xy = 0; xy < 4; xy++)
        n[xy] = perlin_lerp(row->fade[1], grid_kept(g, q, 2 * xy, row->offset[0][xy & 1]),
                            grid_kept(g, q, 2 * xy + 1, row->offset[0][xy & 1]));
    return grid_end(g, q, 0.936f, perlin_lerp(row->fade[0], n[0], n[1]), perlin_lerp(row->fade[0], n[2], n[3]));
}

GRID_ROW(grid_codes_row3, 3, grid_codes3(g, q, &row, &products))
GRID_ROW(grid_terms_row3, 3, grid_terms3(g, q, &row))

/* -- four dimensions -- */

struct grid_products4 {
    vproducts y[2], z[2], w[2];
};

INLINE struct grid_products4 grid_products4(const struct grid_row *row) {
    struct grid_products4 products;
    UNROLL
    for (int far_side = 0; far_side < 2; far_side++) {
        products.y[far_side] = v_products(&pair_second[far_side], row->offset[0][far_side]);
        products.z[far_side] = v_products(&pair_first[far_side], row->offset[1][far_side]);
        products.w[far_side] = v_products(&pair_second[far_side], row->offset[2][far_side]);
    }
    return products;
}

INLINE vfloat grid_corner4(const struct grid *g, size_t q, int x, int yzw, const struct grid_products4 *products) {
    vint codes = grid_word(g, yzw >> 1, q);
    vint first = v_index_at(codes, code_bit(yzw & 1, x)), second = v_index_at(codes, code_bit(yzw & 1, x) + 8);
    vfloat xy = v_exact_fma(v_coefficient(&pair_first[x], first), v_load(g->x[x] + q),
                            v_product(products->y[yzw >> 2], first));
    vfloat xyz = v_add(xy, v_product(products->z[yzw >> 1 & 1], second));
    return v_add(xyz, v_product(products->w[yzw & 1], second));
}

INLINE vfloat grid_codes4(const struct grid *g, size_t q, const struct grid_row *row,
                          const struct grid_products4 *products) {
    vfloat n[4];
    UNROLL
    for (int xy = 0; xy < 4; xy++) {
        int x = xy >> 1, yzw = 4 * (xy & 1);
        vfloat n0 = perlin_lerp(row->fade[2], grid_corner4(g, q, x, yzw, products),
                                grid_corner4(g, q, x, yzw + 1, products));
        vfloat n1 = perlin_lerp(row->fade[2], grid_corner4(g, q, x, yzw + 2, products),
                                grid_corner4(g, q, x, yzw + 3, products));
        n[xy] = perlin_lerp(row->fade[1], n0, n1);
    }
    return grid_end(g, q, 0.87f, perlin_lerp(row->fade[0], n[0], n[1]), perlin_lerp(row->fade[0], n[2], n[3]));
}

GRID_ROW(grid_codes_row4, 4, grid_codes4(g, q, &row, &products))

/* ---- the rows of a call ---- */

INLINE int32_t grid_cell(int tiled, float at) {
    const int32_t cell = (int32_t)at;
    return tiled ? ((float)cell <= at ? cell : cell - 1) : at > 0.0f ? cell : cell - 1;
}

/* The entries of all corners of the other axes: 1 << (axes - 1). */
INLINE void grid_hash(const struct kernel_tables *tables, int axes, int tiled, const int32_t *periods,
                      const int32_t *cells, uint32_t *entries) {
    int count = 1;
    entries[0] = 0;
    for (int axis = axes - 2; axis >= 0; axis--, count *= 2) {
        int32_t near_line = cells[axis], far_line = cells[axis] + 1;
        if (tiled) {
            near_line = grid_remainder(near_line, periods[axis + 1]);
            far_line = near_line + 1 == periods[axis + 1] ? 0 : near_line + 1;
        }
        for (int i = 0; i < count; i++) {
            entries[i + count] = tables->bytes[0][(entries[i] + (uint32_t)far_line) & 255];
            entries[i] = tables->bytes[0][(entries[i] + (uint32_t)near_line) & 255];
        }
    }
}

NOINLINE int grid_outside(int axes, const float *const *others, size_t rows) {
    int inside = 1;
    for (int axis = 0; axis < axes - 1; axis++)
        for (size_t r = 0; r < rows; r++)
            inside &= (others[axis][r] >= -NOISE_DOMAIN) & (others[axis][r] <= NOISE_DOMAIN);
    return !inside;
}

/* Whether the last of enough rows from r on shares row r's cells, and its coordinates but for y's. */
INLINE int grid_lasting(int axes, int tiled, const float *const *others, size_t r, size_t rows, int32_t y_cell) {
    const size_t ahead = r + GRID_AHEAD;
    int lasting = ahead < rows && grid_cell(tiled, others[0][ahead]) == y_cell;
    for (int axis = 1; axis < axes - 1; axis++)
        lasting = lasting && others[axis][ahead] == others[axis][r];
    return lasting;
}

INLINE void grid_keep(struct grid *g, int axes, const float *offsets) {
    if (axes == 2)
        grid_keep2(g, offsets);
    else
        grid_keep3(g, offsets);
}

INLINE void grid_fill_row(const struct grid *g, int axes, int kept, const float *offsets, float *out, size_t from,
                          size_t end) {
    if (axes == 2)
        (kept ? grid_terms_row2 : grid_codes_row2)(g, offsets, out, from, end);
    else if (axes == 3)
        (kept ? grid_terms_row3 : grid_codes_row3)(g, offsets, out, from, end);
    else
        grid_codes_row4(g, offsets, out, from, end);
}

INLINE int grid_rows(int axes, int tiled, const struct kernel_tables *tables, const uint32_t *codes,
                     const int32_t *periods, const float *x, size_t columns, const float *const *others,
                     size_t rows, float *out, size_t stride) {
    struct grid g;
    int32_t cells[3] = {0, 0, 0};
    float offsets[3] = {0.0f, 0.0f, 0.0f}, few[LANES];
    const size_t whole = columns - columns % LANES;
    int kept = 0;
    if (grid_columns(&g, tiled, tiled ? periods[0] : 1, x, columns) || grid_outside(axes, others, rows))
        return 1;
    for (size_t r = 0; r < rows; r++) {
        int moved = r == 0;
        for (int axis = 0; axis < axes - 1; axis++) {
            const float at = tiled ? others[axis][r] + 0.0f : others[axis][r];
            const int32_t cell = grid_cell(tiled, at);
            const float offset = at - (float)cell;
            moved |= cell != cells[axis];
            kept &= axis == 0 || offset == offsets[axis];
            cells[axis] = cell, offsets[axis] = offset;
        }
        if (moved) {
            uint32_t entries[8];
            grid_hash(tables, axes, tiled, periods, cells, entries);
            grid_codes(&g, axes, tiled, codes, entries);
            kept = 0;
        }
        if (axes < 4 && !kept && grid_lasting(axes, tiled, others, r, rows, cells[0])) {
            grid_keep(&g, axes, offsets);
            kept = 1;
        }
        grid_fill_row(&g, axes, kept, offsets, out + r * stride, 0, whole);
        if (whole < columns) {
            grid_fill_row(&g, axes, kept, offsets, few, whole, columns);
            memcpy(out + r * stride + whole, few, (columns - whole) * sizeof(float));
        }
    }
    return 0;
}

#define GRID_KERNEL(NAME, AXES, TILED, CODES)                                                                     \
    NOINLINE int NAME(const struct kernel_tables *tables, const int32_t *periods, const float *x, size_t columns, \
                      const float *const *others, size_t rows, float *out, size_t stride) {                       \
        int outside =                                                                                             \
            grid_rows(AXES, TILED, tables, tables->codes[CODES], periods, x, columns, others, rows, out, stride); \
        v_leave();                                                                                                \
        return outside;                                                                                           \
    }
