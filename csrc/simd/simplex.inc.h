/* simplex.inc.h: the second and third stage of the simplex functions: hashes, and the sum over corners.
 *
 * The corners are the stations of a path that steps once along each axis, the largest offset first. A backend
 * hashes the corners on the path (STATIONS), or all corners of the cube and selects the path from them. */

#if STATIONS
/* Leave the steps along x out: the path over the other axes has one station less, and the step along x happens
 * at one of them. A lookup that returns entries i and i + 1 at each of those stations thus covers all corners;
 * and likewise for y within the path over y, z, w. */
INLINE void simplex_hash2(LATTICE(tables) tables, enum gradients kind, struct block *block, size_t b) {
    LATTICE(index) stations[2];
    LATTICE(first_pair)(tables, block, 1, b, &stations[0], &stations[1]);
    LATTICE(stations)(tables, kind, block, 2, b, LATTICE(codes)(tables, kind, block, 0, b), stations);
}

INLINE void simplex_hash3(LATTICE(tables) tables, enum gradients kind, struct block *block, size_t b) {
    LATTICE(row) y = LATTICE(cell)(tables, block, 1, b);
    LATTICE(index) z0, z1, y1z0, y0z1, stations[3];
    LATTICE(first_pair)(tables, block, 2, b, &z0, &z1);
    LATTICE(pair)(tables, y, z0, &stations[0], &y1z0);
    LATTICE(pair)(tables, y, z1, &y0z1, &stations[2]);
    stations[1] = LATTICE(select)(LATTICE(y_before_z)(block, b), y1z0, y0z1);
    LATTICE(stations)(tables, kind, block, 3, b, LATTICE(codes)(tables, kind, block, 0, b), stations);
}

INLINE void simplex_hash4(LATTICE(tables) tables, enum gradients kind, struct block *block, size_t b) {
    LATTICE(row) y = LATTICE(cell)(tables, block, 1, b), z = LATTICE(cell)(tables, block, 2, b);
    LATTICE(index) w0, w1, z0w0, z1w0, z0w1, z1w1, next[2], stations[4];
    LATTICE(mask) z_before_w, y_first, y_not_last;
    LATTICE(order4)(block, b, &z_before_w, &y_first, &y_not_last);
    LATTICE(first_pair)(tables, block, 3, b, &w0, &w1);
    LATTICE(pair)(tables, z, w0, &z0w0, &z1w0);
    LATTICE(pair)(tables, z, w1, &z0w1, &z1w1);
    LATTICE(pair)(tables, y, z0w0, &stations[0], &next[0]);
    LATTICE(pair)(tables, y, LATTICE(select)(z_before_w, z1w0, z0w1), &stations[1], &next[1]);
    LATTICE(pair)(tables, y, z1w1, &stations[2], &stations[3]);
    stations[2] = LATTICE(select)(y_not_last, next[1], stations[2]);
    stations[1] = LATTICE(select)(y_first, next[0], stations[1]);
    LATTICE(stations)(tables, kind, block, 4, b, LATTICE(codes)(tables, kind, block, 0, b), stations);
}
#else
INLINE void simplex_hash2(LATTICE(tables) tables, enum gradients kind, struct block *block, size_t b) {
    perlin_hash2(tables, kind, block, b);
}

INLINE void simplex_hash3(LATTICE(tables) tables, enum gradients kind, struct block *block, size_t b) {
    perlin_hash3(tables, kind, block, b);
}

INLINE void simplex_hash4(LATTICE(tables) tables, enum gradients kind, struct block *block, size_t b) {
    perlin_hash4(tables, kind, block, b);
}
#endif

/* ---- sums ---- */

/* What a corner adds: t^4 times its gradient, +0 where t < 0. */
INLINE vfloat corner_fade(vfloat t, vfloat gradient) {
    vmask near_enough = v_not_less(t, v_set(0.0f));
    t = v_mul(t, t);
    return v_mul_where(near_enough, v_mul(t, t), gradient);
}

/* In one dimension t is never negative. */
INLINE vfloat simplex_blend1(const struct block *block, float scale, size_t b, int group) {
    vfloat sum = v_set(0.0f);
    UNROLL
    for (int c = 0; c < 2; c++) {
        vfloat x = v_load(block->fraction[0] + b + group * LANES);
        if (c == 1)
            x = v_sub(x, v_set(1.0f));
        vfloat t = v_sub(v_set(1.0f), v_mul(x, x));
        t = v_mul(t, t);
        vfloat n = v_mul(v_mul(t, t), v_mul(slope(block, c, b, group), x));
        sum = c == 0 ? n : v_add(sum, n);
    }
    return v_mul(v_set(scale), sum);
}

INLINE vfloat simplex_corner2(const struct simplex *s, corner_codes codes, vfloat x, vfloat y) {
    vfloat t = v_sub(v_sub(v_set(s->radius), v_mul(x, x)), v_mul(y, y));
    return corner_fade(t, gradient2(s->gradients, codes, x, y));
}

/* Offsets from corner c: less 1 where the axis has stepped, then plus c times the rounded unskew constant. */
INLINE vfloat stepped_offset(vmask stepped, vfloat v, vfloat shift) {
    return v_add(v_decrement(stepped, v), shift);
}
INLINE vfloat not_stepped_offset(vmask waits, vfloat v, vfloat shift) {
    return v_add(v_decrement_unless(waits, v), shift);
}
INLINE vfloat last_offset(vfloat v, vfloat shift) { return v_add(v_sub(v, v_set(1.0f)), shift); }

INLINE vfloat simplex_blend2(const struct block *block, const struct simplex *s, size_t b, int group) {
    vfloat x = v_load(block->fraction[0] + b + group * LANES), y = v_load(block->fraction[1] + b + group * LANES);
    vmask x_first = v_greater(x, y);
    vfloat shift = v_set(s->unskew), last = v_set(2.0f * s->unskew);
    simplex_path path = simplex_path2(block, b, group);

    vfloat sum = simplex_corner2(s, simplex_codes(&path, s->gradients, 0, 3, x_first), x, y);
    sum = v_add(sum, simplex_corner2(s, simplex_codes(&path, s->gradients, 1, 3, x_first),
                                     stepped_offset(x_first, x, shift), not_stepped_offset(x_first, y, shift)));
    sum = v_add(sum, simplex_corner2(s, simplex_codes(&path, s->gradients, 2, 3, x_first), last_offset(x, last),
                                     last_offset(y, last)));
    return v_mul(v_set(s->scale), sum);
}

INLINE vfloat simplex_corner3(const struct simplex *s, corner_codes codes, vfloat x, vfloat y, vfloat z) {
    vfloat t = v_sub(v_sub(v_sub(v_set(s->radius), v_mul(x, x)), v_mul(y, y)), v_mul(z, z));
    return corner_fade(t, gradient3(codes, x, 1, y, 1, z, 1));
}

/* An earlier axis wins a tie. */
INLINE void simplex_order3(vfloat x, vfloat y, vfloat z, vmask *y_before_z, vmask *x_first, vmask *x_not_last) {
    vmask xy = v_greater_equal(x, y), xz = v_greater_equal(x, z);
    *y_before_z = v_greater_equal(y, z);
    *x_first = m_and(xy, xz);
    *x_not_last = m_or(xy, xz);
}

INLINE vfloat simplex_blend3(const struct block *block, const struct simplex *s, size_t b, int group) {
    vfloat x = v_load(block->fraction[0] + b + group * LANES), y = v_load(block->fraction[1] + b + group * LANES);
    vfloat z = v_load(block->fraction[2] + b + group * LANES);
    vmask y_before_z, x_first, x_not_last;
    simplex_order3(x, y, z, &y_before_z, &x_first, &x_not_last);
    vmask y_first = m_and_not(y_before_z, x_first), z_waits = m_or(y_before_z, x_first);
    vmask y_last = m_and_not(x_not_last, y_before_z), z_last = m_and(x_not_last, y_before_z);
    simplex_path path = simplex_path3(block, y_before_z, b, group);

    vfloat sum = simplex_corner3(s, simplex_codes(&path, s->gradients, 0, 4, x_first), x, y, z);
    vfloat shift = v_set(s->unskew);
    sum = v_add(sum, simplex_corner3(s, simplex_codes(&path, s->gradients, 1, 4, x_first),
                                     stepped_offset(x_first, x, shift), stepped_offset(y_first, y, shift),
                                     not_stepped_offset(z_waits, z, shift)));
    shift = v_set(2.0f * s->unskew);
    sum = v_add(sum, simplex_corner3(s, simplex_codes(&path, s->gradients, 2, 4, x_not_last),
                                     stepped_offset(x_not_last, x, shift), not_stepped_offset(y_last, y, shift),
                                     not_stepped_offset(z_last, z, shift)));
    shift = v_set(3.0f * s->unskew);
    sum = v_add(sum, simplex_corner3(s, simplex_codes(&path, s->gradients, 3, 4, x_first), last_offset(x, shift),
                                     last_offset(y, shift), last_offset(z, shift)));
    return v_mul(v_set(s->scale), sum);
}

INLINE vfloat simplex_corner4(const struct simplex *s, corner_codes codes, vfloat x, vfloat y, vfloat z,
                              vfloat w) {
    vfloat t = v_sub(v_sub(v_set(s->radius), v_mul(x, x)), v_mul(y, y));
    t = v_sub(v_sub(t, v_mul(z, z)), v_mul(w, w));
    return corner_fade(t, gradient4(codes, x, 1, y, 1, z, 1, w, 1));
}

INLINE vfloat simplex_blend4(const struct block *block, const struct simplex *s, size_t b, int group) {
    vfloat v[4], sum = v_set(0.0f);
    UNROLL
    for (int axis = 0; axis < 4; axis++)
        v[axis] = v_load(block->fraction[axis] + b + group * LANES);
    vranks ranks = v_ranks(v[0], v[1], v[2], v[3]);
    vmask yz = v_greater(v[1], v[2]), yw = v_greater(v[1], v[3]);
    simplex_path path = simplex_path4(block, v_greater(v[2], v[3]), m_and(yz, yw), m_or(yz, yw), b, group);
    UNROLL
    for (int c = 0; c < 5; c++) {
        vfloat o[4], shift = v_set((float)c * s->unskew);
        UNROLL
        for (int axis = 0; axis < 4; axis++)
            o[axis] = c == 0   ? v[axis]
                      : c == 4 ? last_offset(v[axis], shift)
                               : stepped_offset(v_stepped(ranks, axis, c), v[axis], shift);
        corner_codes codes = simplex_codes(&path, s->gradients, c, 5, v_stepped(ranks, 0, c));
        vfloat n = simplex_corner4(s, codes, o[0], o[1], o[2], o[3]);
        sum = c == 0 ? n : v_add(sum, n);
    }
    return v_mul(v_set(s->scale), sum);
}
