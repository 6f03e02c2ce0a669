#include "simplexnoise1234.h"
#include "lattice.h"

/* Skewing onto the lattice of cubes and back. Corner k is shifted by k times the rounded constant. */
#define SNOISE_SKEW2 0.366025403f
#define SNOISE_UNSKEW2 0.211324865f
#define SNOISE_SKEW3 0.333333333f
#define SNOISE_UNSKEW3 0.166666667f
#define SNOISE_SKEW4 0.309016994f
#define SNOISE_UNSKEW4 0.138196601f
#define SNOISE_RADIUS 0.5f

static float snoise_corner1(int i, float x) {
    return lattice_fade_corner(1.0f - x * x, lattice_gradient1(lattice_hash(i), x));
}

static float snoise_corner2(int i, int j, float x, float y) {
    float t = SNOISE_RADIUS - x * x - y * y;
    if (t < 0.0f)
        return 0.0f;
    return lattice_fade_corner(t, lattice_gradient2(lattice_hash(i + lattice_hash(j)), x, y));
}

static float snoise_corner3(int i, int j, int k, float x, float y, float z) {
    float t = SNOISE_RADIUS - x * x - y * y - z * z;
    if (t < 0.0f)
        return 0.0f;
    int h = lattice_hash(i + lattice_hash(j + lattice_hash(k)));
    return lattice_fade_corner(t, lattice_gradient3(h, x, y, z));
}

static float snoise_corner4(int i, int j, int k, int l, float x, float y, float z, float w) {
    float t = SNOISE_RADIUS - x * x - y * y - z * z - w * w;
    if (t < 0.0f)
        return 0.0f;
    int h = lattice_hash(i + lattice_hash(j + lattice_hash(k + lattice_hash(l))));
    return lattice_fade_corner(t, lattice_gradient4(h, x, y, z, w));
}

float snoise1(float x) {
    int i = lattice_floor(x);
    float x0 = x - (float)i;
    return 0.25f * (snoise_corner1(i, x0) + snoise_corner1(i + 1, x0 - 1.0f));
}

float snoise2(float x, float y) {
    float s = (x + y) * SNOISE_SKEW2;
    int i = lattice_floor(x + s), j = lattice_floor(y + s);
    float g = SNOISE_UNSKEW2, t = (float)(i + j) * g;
    float x0 = x - ((float)i - t), y0 = y - ((float)j - t);
    int i1 = x0 > y0, j1 = !i1;

    float n0 = snoise_corner2(i, j, x0, y0);
    float n1 = snoise_corner2(i + i1, j + j1, x0 - (float)i1 + g, y0 - (float)j1 + g);
    g = 2.0f * SNOISE_UNSKEW2;
    float n2 = snoise_corner2(i + 1, j + 1, x0 - 1.0f + g, y0 - 1.0f + g);
    return 40.0f * (n0 + n1 + n2);
}

float snoise3(float x, float y, float z) {
    float s = (x + y + z) * SNOISE_SKEW3;
    int i = lattice_floor(x + s), j = lattice_floor(y + s), k = lattice_floor(z + s);
    float g = SNOISE_UNSKEW3, t = (float)(i + j + k) * g;
    float x0 = x - ((float)i - t), y0 = y - ((float)j - t), z0 = z - ((float)k - t);

    /* Corner 1 steps along the axis that beats both others, corner 2 along each that beats one; the earlier
     * axis wins a tie. */
    int xy = x0 >= y0, xz = x0 >= z0, yz = y0 >= z0, yx = !xy, zx = !xz, zy = !yz;
    int i1 = xy & xz, j1 = yx & yz, k1 = zx & zy;
    int i2 = xy | xz, j2 = yx | yz, k2 = zx | zy;

    float n0 = snoise_corner3(i, j, k, x0, y0, z0);
    float n1 = snoise_corner3(i + i1, j + j1, k + k1, x0 - (float)i1 + g, y0 - (float)j1 + g, z0 - (float)k1 + g);
    g = 2.0f * SNOISE_UNSKEW3;
    float n2 = snoise_corner3(i + i2, j + j2, k + k2, x0 - (float)i2 + g, y0 - (float)j2 + g, z0 - (float)k2 + g);
    g = 3.0f * SNOISE_UNSKEW3;
    float n3 = snoise_corner3(i + 1, j + 1, k + 1, x0 - 1.0f + g, y0 - 1.0f + g, z0 - 1.0f + g);
    return 72.0f * (n0 + n1 + n2 + n3);
}

/* An axis has stepped by corner c if it beats at least 4 - c of the other three. */
static float snoise_step4(int i, int j, int k, int l, float x0, float y0, float z0, float w0, int xrank, int yrank,
                          int zrank, int wrank, int c) {
    int i1 = xrank >= 4 - c, j1 = yrank >= 4 - c, k1 = zrank >= 4 - c, l1 = wrank >= 4 - c;
    float g = (float)c * SNOISE_UNSKEW4;
    return snoise_corner4(i + i1, j + j1, k + k1, l + l1, x0 - (float)i1 + g, y0 - (float)j1 + g,
                          z0 - (float)k1 + g, w0 - (float)l1 + g);
}

float snoise4(float x, float y, float z, float w) {
    float s = (x + y + z + w) * SNOISE_SKEW4;
    int i = lattice_floor(x + s), j = lattice_floor(y + s), k = lattice_floor(z + s), l = lattice_floor(w + s);
    float t = (float)(i + j + k + l) * SNOISE_UNSKEW4;
    float x0 = x - ((float)i - t), y0 = y - ((float)j - t), z0 = z - ((float)k - t), w0 = w - ((float)l - t);

    /* How many others each axis beats; the later axis wins a tie. */
    int xy = x0 > y0, xz = x0 > z0, xw = x0 > w0, yz = y0 > z0, yw = y0 > w0, zw = z0 > w0;
    int xrank = xy + xz + xw, yrank = !xy + yz + yw, zrank = !xz + !yz + zw, wrank = !xw + !yw + !zw;

    float n0 = snoise_corner4(i, j, k, l, x0, y0, z0, w0);
    float n1 = snoise_step4(i, j, k, l, x0, y0, z0, w0, xrank, yrank, zrank, wrank, 1);
    float n2 = snoise_step4(i, j, k, l, x0, y0, z0, w0, xrank, yrank, zrank, wrank, 2);
    float n3 = snoise_step4(i, j, k, l, x0, y0, z0, w0, xrank, yrank, zrank, wrank, 3);
    float n4 = snoise_step4(i, j, k, l, x0, y0, z0, w0, xrank, yrank, zrank, wrank, 4);
    return 62.0f * (n0 + n1 + n2 + n3 + n4);
}
