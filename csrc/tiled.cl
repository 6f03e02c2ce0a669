/* tiled.cl: tiled.h's functions on an OpenCL device. There this follows noise1234.c, whose functions are called with a
 * permutation: those have `_by` at the end of their names. */

/* The cells of a lattice that repeats, never below 0. */
static inline int tiled_near(int cell, int period) {
    int rest = cell % period;
    return rest < 0 ? rest + period : rest;
}

static inline int tiled_far(int near_cell, int period) { return near_cell + 1 == period ? 0 : near_cell + 1; }

NOISE_INLINE float tiled1_by(NOISE_PERMUTATION table, float x, int px) {
    x += 0.0f;
    int i = lattice_floor(x), i0 = tiled_near(i, px);
    return 0.188f * perlin_blend1_by(table, x - (float)i, i0, tiled_far(i0, px));
}

NOISE_INLINE float tiled2_by(NOISE_PERMUTATION table, float x, float y, int px, int py) {
    x += 0.0f, y += 0.0f;
    int i = lattice_floor(x), j = lattice_floor(y), i0 = tiled_near(i, px), j0 = tiled_near(j, py);
    return 0.507f * perlin_blend2_by(table, x - (float)i, y - (float)j, i0, tiled_far(i0, px), j0,
                                     tiled_far(j0, py));
}

NOISE_INLINE float tiled3_by(NOISE_PERMUTATION table, float x, float y, float z, int px, int py, int pz) {
    x += 0.0f, y += 0.0f, z += 0.0f;
    int i = lattice_floor(x), j = lattice_floor(y), k = lattice_floor(z);
    int i0 = tiled_near(i, px), j0 = tiled_near(j, py), k0 = tiled_near(k, pz);
    return 0.936f * perlin_blend3_by(table, x - (float)i, y - (float)j, z - (float)k, i0, tiled_far(i0, px), j0,
                                     tiled_far(j0, py), k0, tiled_far(k0, pz));
}

NOISE_INLINE float tiled4_by(NOISE_PERMUTATION table, float x, float y, float z, float w, int px, int py, int pz,
                             int pw) {
    x += 0.0f, y += 0.0f, z += 0.0f, w += 0.0f;
    int i = lattice_floor(x), j = lattice_floor(y), k = lattice_floor(z), l = lattice_floor(w);
    int i0 = tiled_near(i, px), j0 = tiled_near(j, py), k0 = tiled_near(k, pz), l0 = tiled_near(l, pw);
    return 0.87f * perlin_blend4_by(table, x - (float)i, y - (float)j, z - (float)k, w - (float)l, i0,
                                    tiled_far(i0, px), j0, tiled_far(j0, py), k0, tiled_far(k0, pz), l0,
                                    tiled_far(l0, pw));
}
