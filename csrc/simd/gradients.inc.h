/* gradients.inc.h: products of gradients and offsets, from codes (tables.h) that the hash left in a block.
 *
 * Coefficients are 0, +-1 and +-2, so their products with offsets are exact and a fused multiply-add rounds once,
 * as the original's sum does. The sums run along x first, as in the raw functions, which compute every product.
 *
 * The original noise functions leave out the products with 0, and to add +0 to a sum that is -0 would change it.
 * Hence a zero comes in two signs: -0 for an offset from corner 0 of an axis, which is never below +0, and +0 for
 * one from corner 1, never above +0; then the product is -0, which changes nothing. (An offset from corner 1 that
 * is +0 has the fade 1, and that lerp drops the sign.) In a simplex sum one such sign cannot reach the result,
 * because other corners add something else; there +0 serves, as the raw functions need it. */

enum gradients {
    GRADIENTS_LINE,     /* one dimension */
    GRADIENTS_STEEP,    /* noise2, snoise2 */
    GRADIENTS_ROMBAUTS, /* the same eight gradients, chosen otherwise */
    GRADIENTS_RAW2,
    GRADIENTS_NOISE3,
    GRADIENTS_RAW3,
    GRADIENTS_NOISE4,
    GRADIENTS_RAW4
};

/* One corner's codes as v_coefficient wants them: of the first and the second pair of axes. */
typedef struct {
    vint first, second;
} corner_codes;

/* Upper halves of 1, 2 and their negatives; x and y of the steep gradients; the pairs of tables.c, with zeros
 * of either sign. */
static const vtable steep_x = VTABLE(0x3f80, 0xbf80, 0x3f80, 0xbf80, 0x4000, 0x4000, 0xc000, 0xc000);
static const vtable steep_y = VTABLE(0x4000, 0x4000, 0xc000, 0xc000, 0x3f80, 0xbf80, 0x3f80, 0xbf80);
static const vtable pair_first[2] = {
    VTABLE(0x3f80, 0xbf80, 0x3f80, 0xbf80, 0x3f80, 0xbf80, 0x8000, 0x8000),
    VTABLE(0x3f80, 0xbf80, 0x3f80, 0xbf80, 0x3f80, 0xbf80, 0x0000, 0x0000),
};
static const vtable pair_second[2] = {
    VTABLE(0x3f80, 0x3f80, 0xbf80, 0xbf80, 0x8000, 0x8000, 0x3f80, 0xbf80),
    VTABLE(0x3f80, 0x3f80, 0xbf80, 0xbf80, 0x0000, 0x0000, 0x3f80, 0xbf80),
};

/* The coefficients of one corner, g[axis]; the functions that follow make products of them. */
INLINE void coefficients2(enum gradients kind, corner_codes c, vfloat *g) {
    g[0] = v_coefficient(kind == GRADIENTS_RAW2 ? &pair_first[1] : &steep_x, c.first);
    g[1] = v_coefficient(kind == GRADIENTS_RAW2 ? &pair_second[1] : &steep_y, c.first);
}

INLINE vfloat product2(const vfloat *g, vfloat x, vfloat y) { return v_exact_fma(g[1], y, v_mul(g[0], x)); }

INLINE vfloat gradient2(enum gradients kind, corner_codes c, vfloat x, vfloat y) {
    vfloat g[2];
    coefficients2(kind, c, g);
    return product2(g, x, y);
}

/* xc, yc, ... say from which corner of the axis an offset is, 0 or 1. */
#if EDGE_CODES
static const vtable edge_x[2] = {
    VTABLE16(0x3f80, 0xbf80, 0x3f80, 0xbf80, 0x3f80, 0xbf80, 0x3f80, 0xbf80, 0x8000, 0x8000, 0x8000, 0x8000, 0x0,
             0x0, 0x0, 0x0),
    VTABLE16(0x3f80, 0xbf80, 0x3f80, 0xbf80, 0x3f80, 0xbf80, 0x3f80, 0xbf80, 0x0000, 0x0000, 0x0000, 0x0000, 0x0,
             0x0, 0x0, 0x0),
};
static const vtable edge_y[2] = {
    VTABLE16(0x3f80, 0x3f80, 0xbf80, 0xbf80, 0x8000, 0x8000, 0x8000, 0x8000, 0x3f80, 0xbf80, 0x3f80, 0xbf80, 0x0,
             0x0, 0x0, 0x0),
    VTABLE16(0x3f80, 0x3f80, 0xbf80, 0xbf80, 0x0000, 0x0000, 0x0000, 0x0000, 0x3f80, 0xbf80, 0x3f80, 0xbf80, 0x0,
             0x0, 0x0, 0x0),
};
static const vtable edge_z[2] = {
    VTABLE16(0x8000, 0x8000, 0x8000, 0x8000, 0x3f80, 0x3f80, 0xbf80, 0xbf80, 0x3f80, 0x3f80, 0xbf80, 0xbf80, 0x0,
             0x0, 0x0, 0x0),
    VTABLE16(0x0000, 0x0000, 0x0000, 0x0000, 0x3f80, 0x3f80, 0xbf80, 0xbf80, 0x3f80, 0x3f80, 0xbf80, 0xbf80, 0x0,
             0x0, 0x0, 0x0),
};

INLINE void coefficients3(corner_codes c, int xc, int yc, int zc, vfloat *g) {
    g[0] = v_coefficient(&edge_x[xc], c.first), g[1] = v_coefficient(&edge_y[yc], c.first);
    g[2] = v_coefficient(&edge_z[zc], c.first);
}
#else
INLINE void coefficients3(corner_codes c, int xc, int yc, int zc, vfloat *g) {
    g[0] = v_coefficient(&pair_first[xc], c.first), g[1] = v_coefficient(&pair_second[yc], c.first);
    g[2] = v_coefficient(&pair_first[zc], c.second);
}
#endif

INLINE vfloat product3(const vfloat *g, vfloat x, vfloat y, vfloat z) {
    return v_exact_fma(g[2], z, product2(g, x, y));
}

INLINE vfloat gradient3(corner_codes c, vfloat x, int xc, vfloat y, int yc, vfloat z, int zc) {
    vfloat g[3];
    coefficients3(c, xc, yc, zc, g);
    return product3(g, x, y, z);
}

INLINE void coefficients4(corner_codes c, int xc, int yc, int zc, int wc, vfloat *g) {
    g[0] = v_coefficient(&pair_first[xc], c.first), g[1] = v_coefficient(&pair_second[yc], c.first);
    g[2] = v_coefficient(&pair_first[zc], c.second), g[3] = v_coefficient(&pair_second[wc], c.second);
}

INLINE vfloat product4(const vfloat *g, vfloat x, vfloat y, vfloat z, vfloat w) {
    return v_exact_fma(g[3], w, product3(g, x, y, z));
}

INLINE vfloat gradient4(corner_codes c, vfloat x, int xc, vfloat y, int yc, vfloat z, int zc, vfloat w, int wc) {
    vfloat g[4];
    coefficients4(c, xc, yc, zc, wc, g);
    return product4(g, x, y, z, w);
}
