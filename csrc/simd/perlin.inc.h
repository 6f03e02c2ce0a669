/* perlin.inc.h: the second and third stage of noise1 .. noise4, plain and periodic: hashes, and their blend.
 *
 * Corners along x are hashed in pairs. Pairs are numbered in binary, a 1 for the far corner of y, z, w, the last
 * axis lowest. */

INLINE void perlin_hash1(LATTICE(tables) tables, enum gradients kind, struct block *block, size_t b) {
    (void)kind;
    LATTICE(slopes)(tables, block, b);
}

INLINE void perlin_hash2(LATTICE(tables) tables, enum gradients kind, struct block *block, size_t b) {
    LATTICE(row) x = LATTICE(codes)(tables, kind, block, 0, b);
    LATTICE(index) y[2];
    LATTICE(first_pair)(tables, block, 1, b, &y[0], &y[1]);
    UNROLL
    for (int i = 0; i < 2; i++)
        LATTICE(corners)(tables, kind, block, i, 2, b, x, y[i]);
}

INLINE void perlin_hash3(LATTICE(tables) tables, enum gradients kind, struct block *block, size_t b) {
    LATTICE(row) x = LATTICE(codes)(tables, kind, block, 0, b), y = LATTICE(cell)(tables, block, 1, b);
    LATTICE(index) z[2], yz[4];
    LATTICE(first_pair)(tables, block, 2, b, &z[0], &z[1]);
    UNROLL
    for (int i = 0; i < 2; i++)
        LATTICE(pair)(tables, y, z[i], &yz[i], &yz[i + 2]);
    UNROLL
    for (int i = 0; i < 4; i++)
        LATTICE(corners)(tables, kind, block, i, 4, b, x, yz[i]);
}

INLINE void perlin_hash4(LATTICE(tables) tables, enum gradients kind, struct block *block, size_t b) {
    LATTICE(row) x = LATTICE(codes)(tables, kind, block, 0, b), y = LATTICE(cell)(tables, block, 1, b);
    LATTICE(row) z = LATTICE(cell)(tables, block, 2, b);
    LATTICE(index) w[2], zw[4], yzw[8];
    LATTICE(first_pair)(tables, block, 3, b, &w[0], &w[1]);
    UNROLL
    for (int i = 0; i < 2; i++)
        LATTICE(pair)(tables, z, w[i], &zw[i], &zw[i + 2]);
    UNROLL
    for (int i = 0; i < 4; i++)
        LATTICE(pair)(tables, y, zw[i], &yzw[i], &yzw[i + 4]);
    UNROLL
    for (int i = 0; i < 8; i++)
        LATTICE(corners)(tables, kind, block, i, 8, b, x, yzw[i]);
}

/* ---- with periods: a backend has tables for them, or looks up near and far corners apart ---- */

#if APART
/* One axis more: 2 * count entries from `count`, by the axis' near and far cells. */
INLINE void periodic_step(LATTICE(tables) tables, const struct block *block, size_t b, int axis, int count,
                          LATTICE(index) * entries) {
    LATTICE(row)
    near_row = LATTICE(cell)(tables, block, axis, b), far_row = LATTICE(cell)(tables, block, FAR + axis, b);
    UNROLL
    for (int i = 0; i < count; i++) {
        entries[i + count] = LATTICE(entry)(tables, far_row, entries[i]);
        entries[i] = LATTICE(entry)(tables, near_row, entries[i]);
    }
}

INLINE void periodic_hash(LATTICE(tables) tables, enum gradients kind, struct block *block, size_t b, int axes) {
    LATTICE(index) entries[8];
    if (axes == 1) {
        LATTICE(slopes_apart)(tables, block, b);
        return;
    }
    entries[0] = LATTICE(first_entry)(tables, block, axes - 1, b);
    entries[1] = LATTICE(first_entry)(tables, block, FAR + axes - 1, b);
    if (axes > 2)
        periodic_step(tables, block, b, axes - 2, 2, entries);
    if (axes > 3)
        periodic_step(tables, block, b, axes - 3, 4, entries);
    int pairs = 1 << (axes - 1);
    LATTICE(row) near_row = LATTICE(codes)(tables, kind, block, 0, b);
    LATTICE(row) far_row = LATTICE(codes)(tables, kind, block, FAR, b);
    UNROLL
    for (int i = 0; i < pairs; i++)
        LATTICE(corners_apart)(tables, kind, block, i, pairs, b, near_row, far_row, entries[i]);
}
#else
INLINE void periodic_hash(LATTICE(tables) tables, enum gradients kind, struct block *block, size_t b, int axes) {
    if (axes == 1)
        perlin_hash1(tables, kind, block, b);
    else if (axes == 2)
        perlin_hash2(tables, kind, block, b);
    else if (axes == 3)
        perlin_hash3(tables, kind, block, b);
    else
        perlin_hash4(tables, kind, block, b);
}
#endif

/* ---- blends ---- */

INLINE vfloat perlin_fade(vfloat t) {
    vfloat s = v_sub(v_mul(t, v_set(6.0f)), v_set(15.0f));
    return v_mul(v_mul(v_mul(t, t), t), v_add(v_mul(t, s), v_set(10.0f)));
}

INLINE vfloat perlin_lerp(vfloat t, vfloat a, vfloat b) { return v_add(a, v_mul(t, v_sub(b, a))); }

/* A group of points within a block: their offsets from both corners of each axis; and what blending along the
 * other axes yields for both corners of x, or in three and four dimensions for the four of x and y (parts). */
struct perlin_group {
    const struct block *block;
    size_t b;
    int group;
    vfloat x[2], y[2], z[2], w[2];
    vfloat y_fade, z_fade, w_fade;
    vfloat n[4];
};

/* In two dimensions a part for each corner costs more than it gains. */
enum { perlin_parts1 = 1, perlin_parts2 = 1, perlin_parts3 = 4, perlin_parts4 = 4 };

INLINE void perlin_offsets(const struct block *block, int axis, size_t b, int group, vfloat *offsets) {
    offsets[0] = v_load(block->fraction[axis] + b + group * LANES);
    offsets[1] = v_sub(offsets[0], v_set(1.0f));
}

INLINE struct perlin_group perlin_begin1(const struct block *block, size_t b, int group) {
    struct perlin_group p;
    p.block = block, p.b = b, p.group = group;
    perlin_offsets(block, 0, b, group, p.x);
    return p;
}

INLINE struct perlin_group perlin_begin2(const struct block *block, size_t b, int group) {
    struct perlin_group p = perlin_begin1(block, b, group);
    perlin_offsets(block, 1, b, group, p.y);
    p.y_fade = perlin_fade(p.y[0]);
    return p;
}

INLINE struct perlin_group perlin_begin3(const struct block *block, size_t b, int group) {
    struct perlin_group p = perlin_begin2(block, b, group);
    perlin_offsets(block, 2, b, group, p.z);
    p.z_fade = perlin_fade(p.z[0]);
    return p;
}

INLINE struct perlin_group perlin_begin4(const struct block *block, size_t b, int group) {
    struct perlin_group p = perlin_begin3(block, b, group);
    perlin_offsets(block, 3, b, group, p.w);
    p.w_fade = perlin_fade(p.w[0]);
    return p;
}

INLINE void perlin_part1(struct perlin_group *p, float scale, int part) {
    (void)scale, (void)part;
    p->n[0] = v_mul(slope(p->block, 0, p->b, p->group), p->x[0]);
    p->n[1] = v_mul(slope(p->block, 1, p->b, p->group), p->x[1]);
}

INLINE vfloat perlin_end1(const struct perlin_group *p, float scale) {
    return v_mul(v_set(scale), perlin_lerp(perlin_fade(p->x[0]), p->n[0], p->n[1]));
}

INLINE vfloat perlin_corner2(const struct perlin_group *p, int x, int y) {
    return gradient2(GRADIENTS_STEEP, lattice_codes(p->block, GRADIENTS_STEEP, y, 2, x, p->b, p->group), p->x[x],
                     p->y[y]);
}

INLINE void perlin_part2(struct perlin_group *p, float scale, int part) {
    (void)scale, (void)part;
    p->n[0] = perlin_lerp(p->y_fade, perlin_corner2(p, 0, 0), perlin_corner2(p, 0, 1));
    p->n[1] = perlin_lerp(p->y_fade, perlin_corner2(p, 1, 0), perlin_corner2(p, 1, 1));
}

INLINE vfloat perlin_end2(const struct perlin_group *p, float scale) { return perlin_end1(p, scale); }

INLINE vfloat perlin_corner3(const struct perlin_group *p, int x, int y, int z) {
    return gradient3(lattice_codes(p->block, GRADIENTS_NOISE3, 2 * y + z, 4, x, p->b, p->group), p->x[x], x,
                     p->y[y], y, p->z[z], z);
}

INLINE void perlin_part3(struct perlin_group *p, float scale, int part) {
    int x = part >> 1, y = part & 1;
    (void)scale;
    p->n[part] = perlin_lerp(p->z_fade, perlin_corner3(p, x, y, 0), perlin_corner3(p, x, y, 1));
}

INLINE vfloat perlin_end3(const struct perlin_group *p, float scale) {
    vfloat n0 = perlin_lerp(p->y_fade, p->n[0], p->n[1]), n1 = perlin_lerp(p->y_fade, p->n[2], p->n[3]);
    return v_mul(v_set(scale), perlin_lerp(perlin_fade(p->x[0]), n0, n1));
}

INLINE vfloat perlin_corner4(const struct perlin_group *p, int x, int y, int z, int w) {
    return gradient4(lattice_codes(p->block, GRADIENTS_NOISE4, 4 * y + 2 * z + w, 8, x, p->b, p->group), p->x[x],
                     x, p->y[y], y, p->z[z], z, p->w[w], w);
}

INLINE void perlin_part4(struct perlin_group *p, float scale, int part) {
    int x = part >> 1, y = part & 1;
    (void)scale;
    vfloat n0 = perlin_lerp(p->w_fade, perlin_corner4(p, x, y, 0, 0), perlin_corner4(p, x, y, 0, 1));
    vfloat n1 = perlin_lerp(p->w_fade, perlin_corner4(p, x, y, 1, 0), perlin_corner4(p, x, y, 1, 1));
    p->n[part] = perlin_lerp(p->z_fade, n0, n1);
}

INLINE vfloat perlin_end4(const struct perlin_group *p, float scale) { return perlin_end3(p, scale); }
