#include "noise1234.h"
#include "lattice.h"

static float perlin_fade(float t) { return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f); }

static float perlin_lerp(float t, float a, float b) { return a + t * (b - a); }

/* One blend per dimension serves the plain and the periodic function. x0 is the fraction within the cell;
 * i0 and i1 are the two cells that are hashed along an axis. Interpolation runs along the last axis first. */
static float perlin_blend1(float x0, int i0, int i1) {
    return perlin_lerp(perlin_fade(x0), lattice_gradient1(lattice_hash(i0), x0),
                       lattice_gradient1(lattice_hash(i1), x0 - 1.0f));
}

static float perlin_blend2(float x0, float y0, int i0, int i1, int j0, int j1) {
    float x1 = x0 - 1.0f, y1 = y0 - 1.0f, t = perlin_fade(y0);
    float n0 = perlin_lerp(t, lattice_gradient2(lattice_hash(i0 + lattice_hash(j0)), x0, y0),
                           lattice_gradient2(lattice_hash(i0 + lattice_hash(j1)), x0, y1));
    float n1 = perlin_lerp(t, lattice_gradient2(lattice_hash(i1 + lattice_hash(j0)), x1, y0),
                           lattice_gradient2(lattice_hash(i1 + lattice_hash(j1)), x1, y1));
    return perlin_lerp(perlin_fade(x0), n0, n1);
}

static float perlin_edge3(float t, float x, float y, float z0, int i, int j, int k0, int k1) {
    return perlin_lerp(t, lattice_gradient3(lattice_hash(i + lattice_hash(j + lattice_hash(k0))), x, y, z0),
                       lattice_gradient3(lattice_hash(i + lattice_hash(j + lattice_hash(k1))), x, y, z0 - 1.0f));
}

static float perlin_blend3(float x0, float y0, float z0, int i0, int i1, int j0, int j1, int k0, int k1) {
    float x1 = x0 - 1.0f, y1 = y0 - 1.0f, t = perlin_fade(y0), r = perlin_fade(z0);
    float n0 =
        perlin_lerp(t, perlin_edge3(r, x0, y0, z0, i0, j0, k0, k1), perlin_edge3(r, x0, y1, z0, i0, j1, k0, k1));
    float n1 =
        perlin_lerp(t, perlin_edge3(r, x1, y0, z0, i1, j0, k0, k1), perlin_edge3(r, x1, y1, z0, i1, j1, k0, k1));
    return perlin_lerp(perlin_fade(x0), n0, n1);
}

static float perlin_edge4(float t, float x, float y, float z, float w0, int i, int j, int k, int l0, int l1) {
    return perlin_lerp(
        t, lattice_gradient4(lattice_hash(i + lattice_hash(j + lattice_hash(k + lattice_hash(l0)))), x, y, z, w0),
        lattice_gradient4(lattice_hash(i + lattice_hash(j + lattice_hash(k + lattice_hash(l1)))), x, y, z,
                          w0 - 1.0f));
}

static float perlin_face4(float r, float t, float x, float y, float z0, float w0, int i, int j, int k0, int k1,
                          int l0, int l1) {
    return perlin_lerp(r, perlin_edge4(t, x, y, z0, w0, i, j, k0, l0, l1),
                       perlin_edge4(t, x, y, z0 - 1.0f, w0, i, j, k1, l0, l1));
}

static float perlin_blend4(float x0, float y0, float z0, float w0, int i0, int i1, int j0, int j1, int k0, int k1,
                           int l0, int l1) {
    float x1 = x0 - 1.0f, y1 = y0 - 1.0f, s = perlin_fade(y0), r = perlin_fade(z0), t = perlin_fade(w0);
    float n0 = perlin_lerp(s, perlin_face4(r, t, x0, y0, z0, w0, i0, j0, k0, k1, l0, l1),
                           perlin_face4(r, t, x0, y1, z0, w0, i0, j1, k0, k1, l0, l1));
    float n1 = perlin_lerp(s, perlin_face4(r, t, x1, y0, z0, w0, i1, j0, k0, k1, l0, l1),
                           perlin_face4(r, t, x1, y1, z0, w0, i1, j1, k0, k1, l0, l1));
    return perlin_lerp(perlin_fade(x0), n0, n1);
}

float noise1(float x) {
    int i = lattice_cell(x);
    return 0.188f * perlin_blend1(x - (float)i, i, i + 1);
}

float noise2(float x, float y) {
    int i = lattice_cell(x), j = lattice_cell(y);
    return 0.507f * perlin_blend2(x - (float)i, y - (float)j, i, i + 1, j, j + 1);
}

float noise3(float x, float y, float z) {
    int i = lattice_cell(x), j = lattice_cell(y), k = lattice_cell(z);
    return 0.936f * perlin_blend3(x - (float)i, y - (float)j, z - (float)k, i, i + 1, j, j + 1, k, k + 1);
}

float noise4(float x, float y, float z, float w) {
    int i = lattice_cell(x), j = lattice_cell(y), k = lattice_cell(z), l = lattice_cell(w);
    return 0.87f * perlin_blend4(x - (float)i, y - (float)j, z - (float)k, w - (float)l, i, i + 1, j, j + 1, k,
                                 k + 1, l, l + 1);
}

/* The remainder of a negative cell is negative or zero: hence no period across zero. */
float pnoise1(float x, int px) {
    int i = lattice_cell(x);
    return 0.188f * perlin_blend1(x - (float)i, i % px, (i + 1) % px);
}

float pnoise2(float x, float y, int px, int py) {
    int i = lattice_cell(x), j = lattice_cell(y);
    return 0.507f * perlin_blend2(x - (float)i, y - (float)j, i % px, (i + 1) % px, j % py, (j + 1) % py);
}

float pnoise3(float x, float y, float z, int px, int py, int pz) {
    int i = lattice_cell(x), j = lattice_cell(y), k = lattice_cell(z);
    return 0.936f * perlin_blend3(x - (float)i, y - (float)j, z - (float)k, i % px, (i + 1) % px, j % py,
                                  (j + 1) % py, k % pz, (k + 1) % pz);
}

float pnoise4(float x, float y, float z, float w, int px, int py, int pz, int pw) {
    int i = lattice_cell(x), j = lattice_cell(y), k = lattice_cell(z), l = lattice_cell(w);
    return 0.87f * perlin_blend4(x - (float)i, y - (float)j, z - (float)k, w - (float)l, i % px, (i + 1) % px,
                                 j % py, (j + 1) % py, k % pz, (k + 1) % pz, l % pw, (l + 1) % pw);
}
