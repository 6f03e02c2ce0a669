/* split.inc.h: the first stage: coordinates become cells (their low bytes) and fractions, a step of points at a
 * time; `widest` collects the domain check. Cells of coordinates outside the domain are arbitrary bytes. */

/* The cell below; a whole coordinate that is not above 0 lies at the far end of the cell before. */
INLINE vint cell_below(vfloat x) { return vi_decrement(v_greater_equal(v_set(0.0f), x), vi_truncate(x)); }

INLINE void lattice_split(struct block *block, size_t b, int axes, const float *const *coordinates, size_t from,
                          vint *widest) {
    UNROLL
    for (int axis = 0; axis < axes; axis++) {
        vint cells[GROUPS];
        UNROLL
        for (int g = 0; g < GROUPS; g++) {
            vfloat x = v_checked(v_load(coordinates[axis] + from + g * LANES), widest);
            cells[g] = cell_below(x);
            v_store(block->fraction[axis] + b + g * LANES, v_sub(x, v_from_int(cells[g])));
        }
        store_cells(block, axis, b, cells);
    }
}

/* The true floor, as the simplexes of one dimension need it. */
INLINE void floor_split(struct block *block, size_t b, const float *const *coordinates, size_t from,
                        vint *widest) {
    vint cells[GROUPS];
    UNROLL
    for (int g = 0; g < GROUPS; g++) {
        vfloat x = v_checked(v_load(coordinates[0] + from + g * LANES), widest);
        cells[g] = vi_floor(x);
        v_store(block->fraction[0] + b + g * LANES, v_sub(x, v_from_int(cells[g])));
    }
    store_cells(block, 0, b, cells);
}

/* ---- periods ----
 * C's remainders of a cell i and of i + 1 by p, without a division. With a = trunc |x|, x > 0 lies between cells
 * a and a + 1, any other x between -(a + 1) and -a: the remainders wanted are those of a and a + 1, or those of
 * a + 1 and a, negated.
 *
 * The reciprocal is below 1/p by so little that floor(a * reciprocal), rounding included, is the quotient or one
 * less for every a <= 2^24 (tests/c/periods.c tries all that matter). The quotient times p is at most 2^24, so
 * what is left of a is exact in float, and the smaller of r and r - p as unsigned numbers takes the last p off.
 * A backend makes the two cells of r, which is at the end of the period if it is p - 1. */

struct period {
    float reciprocal, minus_length; /* both 0 for a period beyond 2^24: then the quotient is 0 */
    int32_t length;
};

INLINE struct period period_of(int32_t p) {
    struct period result = {0.0f, 0.0f, p};
    if (p <= 1 << 24) {
        result.minus_length = -(float)p;
        result.reciprocal = period_reciprocal(p);
    }
    return result;
}

INLINE void periodic_split(struct block *block, size_t b, int axes, const struct period *periods,
                           const float *const *coordinates, size_t from, vint *widest) {
    UNROLL
    for (int axis = 0; axis < axes; axis++) {
        vint remainders[GROUPS];
        vmask below[GROUPS], at_end[GROUPS];
        vint length = vi_set(periods[axis].length), last = vi_sub(length, vi_set(1));
        vfloat reciprocal = v_set(periods[axis].reciprocal), minus_length = v_set(periods[axis].minus_length);
        UNROLL
        for (int g = 0; g < GROUPS; g++) {
            vfloat x = v_checked(v_load(coordinates[axis] + from + g * LANES), widest);
            below[g] = v_greater_equal(v_set(0.0f), x);
            vint whole = vi_truncate(v_abs(x));
            vfloat a = v_from_int(whole);
            v_store(block->fraction[axis] + b + g * LANES, v_sub(x, v_from_int(vi_flip(below[g], whole))));
            vfloat quotient = v_floor(v_mul(a, reciprocal));
            vint r = vi_round(v_exact_fma(quotient, minus_length, a));
            remainders[g] = vi_min_unsigned(r, vi_sub(r, length));
            at_end[g] = vi_equal(remainders[g], last);
        }
        store_remainders(block, axis, axes, b, periods[axis].length, remainders, below, at_end);
    }
}

/* Remainders that are never negative, of whole floats: what is left of a negative one's magnitude is taken from
 * the period, and a whole period becomes 0. */
INLINE vint tiled_remainder(vfloat cell, const struct period *period) {
    vint length = vi_set(period->length);
    vfloat a = v_abs(cell), quotient = v_floor(v_mul(a, v_set(period->reciprocal)));
    vint r = vi_round(v_exact_fma(quotient, v_set(period->minus_length), a));
    r = vi_min_unsigned(r, vi_sub(r, length));
    vint mirrored = vi_sub(length, r);
    return vi_select(v_greater(v_set(0.0f), cell), vi_min_unsigned(mirrored, vi_sub(mirrored, length)), r);
}

/* The same as periodic_split with a true floor and such remainders. Nothing is then below zero for a backend. */
INLINE void tiled_split(struct block *block, size_t b, int axes, const struct period *periods,
                        const float *const *coordinates, size_t from, vint *widest) {
    UNROLL
    for (int axis = 0; axis < axes; axis++) {
        vint remainders[GROUPS], last = vi_set(periods[axis].length - 1);
        vmask below[GROUPS], at_end[GROUPS];
        UNROLL
        for (int g = 0; g < GROUPS; g++) {
            vfloat x = v_add(v_checked(v_load(coordinates[axis] + from + g * LANES), widest), v_set(0.0f));
            vfloat cell = v_floor(x);
            v_store(block->fraction[axis] + b + g * LANES, v_sub(x, cell));
            remainders[g] = tiled_remainder(cell, &periods[axis]);
            below[g] = v_greater(v_set(0.0f), v_set(0.0f));
            at_end[g] = vi_equal(remainders[g], last);
        }
        store_remainders(block, axis, axes, b, periods[axis].length, remainders, below, at_end);
    }
}

/* ---- simplexes ---- */

/* What distinguishes the systems. */
struct simplex {
    float skew, unskew, radius, scale;
    int floor; /* 1: the true floor; 0: cell_below */
    enum gradients gradients;
};

/* The order of offsets, for a backend whose hash follows it. */
#if STATIONS
INLINE vint simplex_order(int axes, const vfloat *x) {
    return axes == 2   ? order2(x[0], x[1])
           : axes == 3 ? order3(x[0], x[1], x[2])
                       : order4(x[0], x[1], x[2], x[3]);
}
INLINE void store_order(struct block *block, size_t b, const vint *order) { store_cells(block, 4, b, order); }
#else
INLINE vint simplex_order(int axes, const vfloat *x) {
    (void)axes, (void)x;
    return vi_set(0);
}
INLINE void store_order(struct block *block, size_t b, const vint *order) { (void)block, (void)b, (void)order; }
#endif

/* Offsets from corner 0 take the place of fractions. */
INLINE void simplex_split(struct block *block, size_t b, int axes, const struct simplex *s,
                          const float *const *coordinates, size_t from, vint *widest) {
    vint cells[4][GROUPS], order[GROUPS];
    UNROLL
    for (int g = 0; g < GROUPS; g++) {
        vfloat x[4], whole[4];
        UNROLL
        for (int axis = 0; axis < axes; axis++)
            x[axis] = v_checked(v_load(coordinates[axis] + from + g * LANES), widest);
        vfloat skewed = x[0];
        UNROLL
        for (int axis = 1; axis < axes; axis++)
            skewed = v_add(skewed, x[axis]);
        skewed = v_mul(skewed, v_set(s->skew));
        UNROLL
        for (int axis = 0; axis < axes; axis++) {
            vfloat at = v_add(x[axis], skewed);
            cells[axis][g] = s->floor ? vi_floor(at) : cell_below(at);
            whole[axis] = v_from_int(cells[axis][g]); /* and not a float's floor, which may be -0 */
        }
        vint sum = cells[0][g];
        UNROLL
        for (int axis = 1; axis < axes; axis++)
            sum = vi_add(sum, cells[axis][g]);
        vfloat t = v_mul(v_from_int(sum), v_set(s->unskew));
        UNROLL
        for (int axis = 0; axis < axes; axis++) {
            x[axis] = v_sub(x[axis], v_sub(whole[axis], t));
            v_store(block->fraction[axis] + b + g * LANES, x[axis]);
        }
        order[g] = simplex_order(axes, x);
    }
    UNROLL
    for (int axis = 0; axis < axes; axis++)
        store_cells(block, axis, b, cells[axis]);
    store_order(block, b, order);
}

/* ---- precise coordinates: the same in doubles, where a cell is a whole number below 2^51 ---- */

/* Added to such a number, this leaves its two's complement in the lower half of the sum's bits. */
#define PRECISE_WHOLE 6755399441055744.0 /* 1.5 * 2^52 */

INLINE vint precise_cell(vdouble cell) { return vd_low_words(vd_add(cell, vd_set(PRECISE_WHOLE))); }

INLINE vdouble precise_load(const double *const *coordinates, int axis, size_t from, int g, vint *widest) {
    return vd_checked(vd_load(coordinates[axis] + from + (size_t)(g * LANES)), widest);
}

INLINE void precise_lattice_split(struct block *block, size_t b, int axes, const double *const *coordinates,
                                  size_t from, vint *widest) {
    UNROLL
    for (int axis = 0; axis < axes; axis++) {
        vint cells[GROUPS];
        UNROLL
        for (int g = 0; g < GROUPS; g++) {
            vdouble x = precise_load(coordinates, axis, from, g, widest);
            vdouble cell = vd_sub(vd_truncate(x), vd_one_unless_positive(x));
            cells[g] = precise_cell(cell);
            v_store(block->fraction[axis] + b + g * LANES, vd_to_float(vd_sub(x, cell)));
        }
        store_cells(block, axis, b, cells);
    }
}

INLINE void precise_floor_split(struct block *block, size_t b, const double *const *coordinates, size_t from,
                                vint *widest) {
    vint cells[GROUPS];
    UNROLL
    for (int g = 0; g < GROUPS; g++) {
        vdouble x = precise_load(coordinates, 0, from, g, widest), cell = vd_add(vd_floor(x), vd_set(0.0));
        cells[g] = precise_cell(cell);
        v_store(block->fraction[0] + b + g * LANES, vd_to_float(vd_sub(x, cell)));
    }
    store_cells(block, 0, b, cells);
}

/* A quotient that is rounded may be one off. Its product with the period is exact, and so is what is left. */
INLINE void precise_tiled_split(struct block *block, size_t b, int axes, const struct period *periods,
                                const double *const *coordinates, size_t from, vint *widest) {
    UNROLL
    for (int axis = 0; axis < axes; axis++) {
        vint remainders[GROUPS], last = vi_set(periods[axis].length - 1);
        vmask below[GROUPS], at_end[GROUPS];
        vdouble length = vd_set((double)periods[axis].length);
        vdouble reciprocal = vd_set(1.0 / (double)periods[axis].length);
        UNROLL
        for (int g = 0; g < GROUPS; g++) {
            vdouble x = vd_add(precise_load(coordinates, axis, from, g, widest), vd_set(0.0)), cell = vd_floor(x);
            v_store(block->fraction[axis] + b + g * LANES, vd_to_float(vd_sub(x, cell)));
            vdouble quotient = vd_floor(vd_mul(cell, reciprocal));
            remainders[g] = precise_cell(vd_within(vd_sub(cell, vd_mul(quotient, length)), length));
            below[g] = v_greater(v_set(0.0f), v_set(0.0f));
            at_end[g] = vi_equal(remainders[g], last);
        }
        store_remainders(block, axis, axes, b, periods[axis].length, remainders, below, at_end);
    }
}

/* Skewing far from the origin needs constants that agree with each other to the last bit of a double. */
static const double precise_skew[5] = {0.0, 0.0, 0.36602540378443865, 1.0 / 3.0, 0.30901699437494745};
static const double precise_unskew[5] = {0.0, 0.0, 0.21132486540518713, 1.0 / 6.0, 0.1381966011250105};

INLINE void precise_simplex_split(struct block *block, size_t b, int axes, const double *const *coordinates,
                                  size_t from, vint *widest) {
    vint cells[4][GROUPS], order[GROUPS];
    UNROLL
    for (int g = 0; g < GROUPS; g++) {
        vdouble x[4], whole[4];
        vfloat offsets[4];
        UNROLL
        for (int axis = 0; axis < axes; axis++)
            x[axis] = precise_load(coordinates, axis, from, g, widest);
        vdouble skewed = x[0];
        UNROLL
        for (int axis = 1; axis < axes; axis++)
            skewed = vd_add(skewed, x[axis]);
        skewed = vd_mul(skewed, vd_set(precise_skew[axes]));
        UNROLL
        for (int axis = 0; axis < axes; axis++) {
            whole[axis] = vd_floor(vd_add(x[axis], skewed));
            cells[axis][g] = precise_cell(whole[axis]);
        }
        vdouble t = whole[0];
        UNROLL
        for (int axis = 1; axis < axes; axis++)
            t = vd_add(t, whole[axis]);
        t = vd_mul(t, vd_set(precise_unskew[axes]));
        UNROLL
        for (int axis = 0; axis < axes; axis++) {
            offsets[axis] = vd_to_float(vd_sub(x[axis], vd_sub(whole[axis], t)));
            v_store(block->fraction[axis] + b + g * LANES, offsets[axis]);
        }
        order[g] = simplex_order(axes, offsets);
    }
    UNROLL
    for (int axis = 0; axis < axes; axis++)
        store_cells(block, axis, b, cells[axis]);
    store_order(block, b, order);
}
