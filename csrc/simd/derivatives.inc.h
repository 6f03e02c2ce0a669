/* derivatives.inc.h: another third stage: blends that yield a value, with the bits of the plain blend, and its
 * partial derivative along each axis, with the same bits in every instruction set.
 *
 * A blend along an axis interpolates the derivatives as it does the values, and adds to that along the axis itself
 * the difference of the two values, times the derivative of the fade. At a corner they are the coefficients of its
 * gradient. */

struct derivatives {
    vfloat value, along[4];
};

/* ---- lattices ---- */

/* 30 t^2 (t - 1)^2 */
INLINE vfloat fade_slope(const vfloat *offsets) {
    vfloat s = v_mul(offsets[0], offsets[1]);
    return v_mul(v_set(30.0f), v_mul(s, s));
}

INLINE struct derivatives derivative_lerp(int axes, int axis, vfloat fade, vfloat slope_of_fade,
                                          struct derivatives a, struct derivatives b) {
    struct derivatives blended;
    vfloat rise = v_sub(b.value, a.value);
    blended.value = v_add(a.value, v_mul(fade, rise));
    UNROLL
    for (int i = 0; i < axes; i++) {
        vfloat along = v_sub(b.along[i], a.along[i]);
        blended.along[i] = v_add(a.along[i], v_mul(fade, along));
    }
    blended.along[axis] = v_add(blended.along[axis], v_mul(slope_of_fade, rise));
    return blended;
}

/* The same of two corners in three and four dimensions: their coefficients differ by 0, 1 or 2, so that products
 * with the fade are exact. */
INLINE struct derivatives derivative_first_lerp(int axes, int axis, vfloat fade, vfloat slope_of_fade,
                                                struct derivatives a, struct derivatives b) {
    struct derivatives blended;
    vfloat rise = v_sub(b.value, a.value);
    blended.value = v_add(a.value, v_mul(fade, rise));
    UNROLL
    for (int i = 0; i < axes; i++)
        blended.along[i] = v_exact_fma(fade, v_sub(b.along[i], a.along[i]), a.along[i]);
    blended.along[axis] = v_add(blended.along[axis], v_mul(slope_of_fade, rise));
    return blended;
}

INLINE struct derivatives derivative_scaled(int axes, float scale, struct derivatives d) {
    d.value = v_mul(v_set(scale), d.value);
    UNROLL
    for (int i = 0; i < axes; i++)
        d.along[i] = v_mul(v_set(scale), d.along[i]);
    return d;
}

/* The parts are those of the plain blend. */
struct perlin_derivative_group {
    struct perlin_group p;
    vfloat slopes[4];
    struct derivatives n[4];
};

enum {
    perlin_derivative_parts1 = perlin_parts1,
    perlin_derivative_parts2 = perlin_parts2,
    perlin_derivative_parts3 = perlin_parts3,
    perlin_derivative_parts4 = perlin_parts4
};

INLINE struct perlin_derivative_group perlin_derivative_begin1(const struct block *block, size_t b, int group) {
    struct perlin_derivative_group d;
    d.p = perlin_begin1(block, b, group);
    d.slopes[0] = fade_slope(d.p.x);
    return d;
}

INLINE struct perlin_derivative_group perlin_derivative_begin2(const struct block *block, size_t b, int group) {
    struct perlin_derivative_group d;
    d.p = perlin_begin2(block, b, group);
    d.slopes[0] = fade_slope(d.p.x), d.slopes[1] = fade_slope(d.p.y);
    return d;
}

INLINE struct perlin_derivative_group perlin_derivative_begin3(const struct block *block, size_t b, int group) {
    struct perlin_derivative_group d;
    d.p = perlin_begin3(block, b, group);
    d.slopes[0] = fade_slope(d.p.x), d.slopes[1] = fade_slope(d.p.y), d.slopes[2] = fade_slope(d.p.z);
    return d;
}

INLINE struct perlin_derivative_group perlin_derivative_begin4(const struct block *block, size_t b, int group) {
    struct perlin_derivative_group d;
    d.p = perlin_begin4(block, b, group);
    d.slopes[0] = fade_slope(d.p.x), d.slopes[1] = fade_slope(d.p.y);
    d.slopes[2] = fade_slope(d.p.z), d.slopes[3] = fade_slope(d.p.w);
    return d;
}

INLINE void perlin_derivative_part1(struct perlin_derivative_group *d, float scale, int part) {
    (void)scale, (void)part;
    UNROLL
    for (int x = 0; x < 2; x++) {
        d->n[x].along[0] = slope(d->p.block, x, d->p.b, d->p.group);
        d->n[x].value = v_mul(d->n[x].along[0], d->p.x[x]);
    }
}

INLINE struct derivatives perlin_derivative_end1(const struct perlin_derivative_group *d, float scale) {
    return derivative_scaled(1, scale,
                             derivative_lerp(1, 0, perlin_fade(d->p.x[0]), d->slopes[0], d->n[0], d->n[1]));
}

INLINE struct derivatives derivative_corner2(const struct perlin_group *p, int x, int y) {
    struct derivatives corner;
    coefficients2(GRADIENTS_STEEP, lattice_codes(p->block, GRADIENTS_STEEP, y, 2, x, p->b, p->group),
                  corner.along);
    corner.value = product2(corner.along, p->x[x], p->y[y]);
    return corner;
}

INLINE void perlin_derivative_part2(struct perlin_derivative_group *d, float scale, int part) {
    (void)scale, (void)part;
    UNROLL
    for (int x = 0; x < 2; x++)
        d->n[x] = derivative_lerp(2, 1, d->p.y_fade, d->slopes[1], derivative_corner2(&d->p, x, 0),
                                  derivative_corner2(&d->p, x, 1));
}

INLINE struct derivatives perlin_derivative_end2(const struct perlin_derivative_group *d, float scale) {
    return derivative_scaled(2, scale,
                             derivative_lerp(2, 0, perlin_fade(d->p.x[0]), d->slopes[0], d->n[0], d->n[1]));
}

INLINE struct derivatives derivative_corner3(const struct perlin_group *p, int x, int y, int z) {
    struct derivatives corner;
    coefficients3(lattice_codes(p->block, GRADIENTS_NOISE3, 2 * y + z, 4, x, p->b, p->group), x, y, z,
                  corner.along);
    corner.value = product3(corner.along, p->x[x], p->y[y], p->z[z]);
    return corner;
}

INLINE void perlin_derivative_part3(struct perlin_derivative_group *d, float scale, int part) {
    int x = part >> 1, y = part & 1;
    (void)scale;
    d->n[part] = derivative_first_lerp(3, 2, d->p.z_fade, d->slopes[2], derivative_corner3(&d->p, x, y, 0),
                                       derivative_corner3(&d->p, x, y, 1));
}

/* What is left in three and four dimensions: the blends along y and x. */
INLINE struct derivatives derivative_end(int axes, const struct perlin_derivative_group *d, float scale) {
    struct derivatives n0 = derivative_lerp(axes, 1, d->p.y_fade, d->slopes[1], d->n[0], d->n[1]);
    struct derivatives n1 = derivative_lerp(axes, 1, d->p.y_fade, d->slopes[1], d->n[2], d->n[3]);
    return derivative_scaled(axes, scale, derivative_lerp(axes, 0, perlin_fade(d->p.x[0]), d->slopes[0], n0, n1));
}

INLINE struct derivatives perlin_derivative_end3(const struct perlin_derivative_group *d, float scale) {
    return derivative_end(3, d, scale);
}

INLINE struct derivatives derivative_corner4(const struct perlin_group *p, int x, int y, int z, int w) {
    struct derivatives corner;
    coefficients4(lattice_codes(p->block, GRADIENTS_NOISE4, 4 * y + 2 * z + w, 8, x, p->b, p->group), x, y, z, w,
                  corner.along);
    corner.value = product4(corner.along, p->x[x], p->y[y], p->z[z], p->w[w]);
    return corner;
}

INLINE void perlin_derivative_part4(struct perlin_derivative_group *d, float scale, int part) {
    int x = part >> 1, y = part & 1;
    struct derivatives n[2];
    (void)scale;
    UNROLL
    for (int z = 0; z < 2; z++)
        n[z] = derivative_first_lerp(4, 3, d->p.w_fade, d->slopes[3], derivative_corner4(&d->p, x, y, z, 0),
                                     derivative_corner4(&d->p, x, y, z, 1));
    d->n[part] = derivative_lerp(4, 2, d->p.z_fade, d->slopes[2], n[0], n[1]);
}

INLINE struct derivatives perlin_derivative_end4(const struct perlin_derivative_group *d, float scale) {
    return derivative_end(4, d, scale);
}

/* ---- simplexes: the derivative of t^4 g is t^4 times the coefficient, less 8 t^3 g times the offset ---- */

struct simplex_derivative_group {
    struct simplex_group p;
    struct derivatives sum;
};

enum {
    simplex_derivative_parts1 = simplex_parts1,
    simplex_derivative_parts2 = simplex_parts2,
    simplex_derivative_parts3 = simplex_parts3,
    simplex_derivative_parts4 = simplex_parts4
};

INLINE void simplex_derivative_add(struct simplex_derivative_group *d, int axes, int corner, vfloat t, vfloat n,
                                   const vfloat *g, const vfloat *offsets) {
    vmask near_enough = v_not_less(t, v_set(0.0f));
    vfloat squared = v_mul(t, t), cubed = v_mul(squared, t);
    vfloat value = v_mul_where(near_enough, v_mul(squared, squared), n);
    vfloat weight = v_mul_where(near_enough, squared, squared);
    vfloat inward = v_mul_where(near_enough, v_mul(cubed, v_set(-8.0f)), n);
    d->sum.value = corner == 0 ? value : v_add(d->sum.value, value);
    UNROLL
    for (int i = 0; i < axes; i++) {
        vfloat along = v_add(v_mul(weight, g[i]), v_mul(inward, offsets[i]));
        d->sum.along[i] = corner == 0 ? along : v_add(d->sum.along[i], along);
    }
}

INLINE struct simplex_derivative_group simplex_derivative_begin1(const struct block *block, size_t b, int group) {
    struct simplex_derivative_group d;
    d.p = simplex_begin1(block, b, group);
    return d;
}

/* In one dimension t is never negative, and the plain sum multiplies in another order. */
INLINE void simplex_derivative_part1(struct simplex_derivative_group *d, float scale, int c) {
    vfloat x = c == 0 ? d->p.x : v_sub(d->p.x, v_set(1.0f)), g = slope(d->p.block, c, d->p.b, d->p.group);
    (void)scale;
    simplex_derivative_add(d, 1, c, v_sub(v_set(1.0f), v_mul(x, x)), v_mul(g, x), &g, &x);
}

INLINE struct derivatives simplex_derivative_end1(const struct simplex_derivative_group *d, float scale) {
    return derivative_scaled(1, scale, d->sum);
}

INLINE struct simplex_derivative_group simplex_derivative_begin2(const struct block *block, size_t b, int group) {
    struct simplex_derivative_group d;
    d.p = simplex_begin2(block, b, group);
    return d;
}

INLINE void simplex_derivative_part2(struct simplex_derivative_group *d, const struct simplex *s, int c) {
    vfloat offsets[2], g[2];
    coefficients2(s->gradients, simplex_corner2_at(&d->p, s, c, offsets), g);
    simplex_derivative_add(d, 2, c, simplex_reach2(s, offsets), product2(g, offsets[0], offsets[1]), g, offsets);
}

INLINE struct derivatives simplex_derivative_end2(const struct simplex_derivative_group *d,
                                                  const struct simplex *s) {
    return derivative_scaled(2, s->scale, d->sum);
}

INLINE struct simplex_derivative_group simplex_derivative_begin3(const struct block *block, size_t b, int group) {
    struct simplex_derivative_group d;
    d.p = simplex_begin3(block, b, group);
    return d;
}

INLINE void simplex_derivative_part3(struct simplex_derivative_group *d, const struct simplex *s, int c) {
    vfloat offsets[3], g[3];
    coefficients3(simplex_corner3_at(&d->p, s, c, offsets), 1, 1, 1, g);
    simplex_derivative_add(d, 3, c, simplex_reach3(s, offsets), product3(g, offsets[0], offsets[1], offsets[2]), g,
                           offsets);
}

INLINE struct derivatives simplex_derivative_end3(const struct simplex_derivative_group *d,
                                                  const struct simplex *s) {
    return derivative_scaled(3, s->scale, d->sum);
}

INLINE struct simplex_derivative_group simplex_derivative_begin4(const struct block *block, size_t b, int group) {
    struct simplex_derivative_group d;
    d.p = simplex_begin4(block, b, group);
    return d;
}

INLINE void simplex_derivative_part4(struct simplex_derivative_group *d, const struct simplex *s, int c) {
    vfloat offsets[4], g[4];
    coefficients4(simplex_corner4_at(&d->p, s, c, offsets), 1, 1, 1, 1, g);
    simplex_derivative_add(d, 4, c, simplex_reach4(s, offsets),
                           product4(g, offsets[0], offsets[1], offsets[2], offsets[3]), g, offsets);
}

INLINE struct derivatives simplex_derivative_end4(const struct simplex_derivative_group *d,
                                                  const struct simplex *s) {
    return derivative_scaled(4, s->scale, d->sum);
}
