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

/* A group of points within a block, and the sum so far: a part is a corner. */
struct simplex_group {
    const struct block *block;
    size_t b;
    int group;
    vfloat x, y, z, w;
    vmask x_first, x_not_last, y_before_z;
    vranks ranks;
    simplex_path path;
    vfloat sum;
};

enum { simplex_parts1 = 2, simplex_parts2 = 3, simplex_parts3 = 4, simplex_parts4 = 5 };

INLINE vfloat simplex_offset(const struct block *block, int axis, size_t b, int group) {
    return v_load(block->fraction[axis] + b + group * LANES);
}

INLINE void simplex_add(struct simplex_group *p, int corner, vfloat n) {
    p->sum = corner == 0 ? n : v_add(p->sum, n);
}

/* Offsets from corner c: less 1 where the axis has stepped, then plus c times the rounded unskew constant. */
INLINE vfloat stepped_offset(vmask stepped, vfloat v, vfloat shift) {
    return v_add(v_decrement(stepped, v), shift);
}
INLINE vfloat not_stepped_offset(vmask waits, vfloat v, vfloat shift) {
    return v_add(v_decrement_unless(waits, v), shift);
}
INLINE vfloat last_offset(vfloat v, vfloat shift) { return v_add(v_sub(v, v_set(1.0f)), shift); }

INLINE struct simplex_group simplex_begin1(const struct block *block, size_t b, int group) {
    struct simplex_group p;
    p.block = block, p.b = b, p.group = group;
    p.x = simplex_offset(block, 0, b, group);
    return p;
}

/* In one dimension t is never negative. */
INLINE void simplex_part1(struct simplex_group *p, float scale, int c) {
    vfloat x = c == 0 ? p->x : v_sub(p->x, v_set(1.0f));
    vfloat t = v_sub(v_set(1.0f), v_mul(x, x));
    (void)scale;
    t = v_mul(t, t);
    simplex_add(p, c, v_mul(v_mul(t, t), v_mul(slope(p->block, c, p->b, p->group), x)));
}

INLINE vfloat simplex_end1(const struct simplex_group *p, float scale) { return v_mul(v_set(scale), p->sum); }

/* The radius less the squared distance. */
INLINE vfloat simplex_reach2(const struct simplex *s, const vfloat *o) {
    return v_sub(v_sub(v_set(s->radius), v_mul(o[0], o[0])), v_mul(o[1], o[1]));
}

INLINE struct simplex_group simplex_begin2(const struct block *block, size_t b, int group) {
    struct simplex_group p = simplex_begin1(block, b, group);
    p.y = simplex_offset(block, 1, b, group);
    p.x_first = v_greater(p.x, p.y);
    p.path = simplex_path2(block, b, group);
    return p;
}

/* The codes of corner c, and the offsets from it. */
INLINE corner_codes simplex_corner2_at(const struct simplex_group *p, const struct simplex *s, int c, vfloat *o) {
    vfloat x = p->x, y = p->y, shift = v_set((float)c * s->unskew);
    if (c == 1)
        x = stepped_offset(p->x_first, x, shift), y = not_stepped_offset(p->x_first, y, shift);
    else if (c == 2)
        x = last_offset(x, shift), y = last_offset(y, shift);
    o[0] = x, o[1] = y;
    return simplex_codes(&p->path, s->gradients, c, 3, p->x_first);
}

INLINE void simplex_part2(struct simplex_group *p, const struct simplex *s, int c) {
    vfloat o[2];
    corner_codes codes = simplex_corner2_at(p, s, c, o);
    simplex_add(p, c, corner_fade(simplex_reach2(s, o), gradient2(s->gradients, codes, o[0], o[1])));
}

INLINE vfloat simplex_end2(const struct simplex_group *p, const struct simplex *s) {
    return v_mul(v_set(s->scale), p->sum);
}

INLINE vfloat simplex_reach3(const struct simplex *s, const vfloat *o) {
    return v_sub(simplex_reach2(s, o), v_mul(o[2], o[2]));
}

/* An earlier axis wins a tie. */
INLINE struct simplex_group simplex_begin3(const struct block *block, size_t b, int group) {
    struct simplex_group p = simplex_begin1(block, b, group);
    p.y = simplex_offset(block, 1, b, group), p.z = simplex_offset(block, 2, b, group);
    vmask xy = v_greater_equal(p.x, p.y), xz = v_greater_equal(p.x, p.z);
    p.y_before_z = v_greater_equal(p.y, p.z);
    p.x_first = m_and(xy, xz);
    p.x_not_last = m_or(xy, xz);
    p.path = simplex_path3(block, p.y_before_z, b, group);
    return p;
}

INLINE corner_codes simplex_corner3_at(const struct simplex_group *p, const struct simplex *s, int c, vfloat *o) {
    vfloat x = p->x, y = p->y, z = p->z, shift = v_set((float)c * s->unskew);
    if (c == 1) {
        vmask y_first = m_and_not(p->y_before_z, p->x_first), z_waits = m_or(p->y_before_z, p->x_first);
        x = stepped_offset(p->x_first, x, shift);
        y = stepped_offset(y_first, y, shift);
        z = not_stepped_offset(z_waits, z, shift);
    } else if (c == 2) {
        vmask y_last = m_and_not(p->x_not_last, p->y_before_z), z_last = m_and(p->x_not_last, p->y_before_z);
        x = stepped_offset(p->x_not_last, x, shift);
        y = not_stepped_offset(y_last, y, shift);
        z = not_stepped_offset(z_last, z, shift);
    } else if (c == 3) {
        x = last_offset(x, shift), y = last_offset(y, shift), z = last_offset(z, shift);
    }
    o[0] = x, o[1] = y, o[2] = z;
    return simplex_codes(&p->path, s->gradients, c, 4, c == 1 ? p->x_first : p->x_not_last);
}

INLINE void simplex_part3(struct simplex_group *p, const struct simplex *s, int c) {
    vfloat o[3];
    corner_codes codes = simplex_corner3_at(p, s, c, o);
    simplex_add(p, c, corner_fade(simplex_reach3(s, o), gradient3(codes, o[0], 1, o[1], 1, o[2], 1)));
}

INLINE vfloat simplex_end3(const struct simplex_group *p, const struct simplex *s) { return simplex_end2(p, s); }

INLINE vfloat simplex_reach4(const struct simplex *s, const vfloat *o) {
    return v_sub(simplex_reach3(s, o), v_mul(o[3], o[3]));
}

INLINE struct simplex_group simplex_begin4(const struct block *block, size_t b, int group) {
    struct simplex_group p = simplex_begin1(block, b, group);
    p.y = simplex_offset(block, 1, b, group), p.z = simplex_offset(block, 2, b, group);
    p.w = simplex_offset(block, 3, b, group);
    p.ranks = v_ranks(p.x, p.y, p.z, p.w);
    vmask yz = v_greater(p.y, p.z), yw = v_greater(p.y, p.w);
    p.path = simplex_path4(block, v_greater(p.z, p.w), m_and(yz, yw), m_or(yz, yw), b, group);
    return p;
}

INLINE corner_codes simplex_corner4_at(const struct simplex_group *p, const struct simplex *s, int c, vfloat *o) {
    vfloat shift = v_set((float)c * s->unskew);
    o[0] = p->x, o[1] = p->y, o[2] = p->z, o[3] = p->w;
    UNROLL
    for (int axis = 0; axis < 4; axis++)
        if (c == 4)
            o[axis] = last_offset(o[axis], shift);
        else if (c > 0)
            o[axis] = stepped_offset(v_stepped(p->ranks, axis, c), o[axis], shift);
    return simplex_codes(&p->path, s->gradients, c, 5, v_stepped(p->ranks, 0, c));
}

INLINE void simplex_part4(struct simplex_group *p, const struct simplex *s, int c) {
    vfloat o[4];
    corner_codes codes = simplex_corner4_at(p, s, c, o);
    vfloat n = gradient4(codes, o[0], 1, o[1], 1, o[2], 1, o[3], 1);
    simplex_add(p, c, corner_fade(simplex_reach4(s, o), n));
}

INLINE vfloat simplex_end4(const struct simplex_group *p, const struct simplex *s) { return simplex_end2(p, s); }
