#include "eshelman.h"
#include "lattice.h"

/* Skewing onto the lattice of cubes and back, in float32 arithmetic from the rounded roots of 3 and 5. */
#define RAW_SKEW2 (0.5f * (1.7320508f - 1.0f))
#define RAW_UNSKEW2 ((3.0f - 1.7320508f) / 6.0f)
#define RAW_SKEW3 (1.0f / 3.0f)
#define RAW_UNSKEW3 (1.0f / 6.0f)
#define RAW_SKEW4 ((2.2360680f - 1.0f) / 4.0f)
#define RAW_UNSKEW4 ((5.0f - 2.2360680f) / 20.0f)
#define RAW_RADIUS2 0.5f
#define RAW_RADIUS 0.6f /* in three and four dimensions: more than the simplex is wide, hence the jumps */

/* Midpoints of the edges of a cube; two dimensions use their first two components. */
NOISE_TABLE float raw_gradients3[12][3] = {
    {1, 1, 0},  {-1, 1, 0},  {1, -1, 0}, {-1, -1, 0}, {1, 0, 1},  {-1, 0, 1},
    {1, 0, -1}, {-1, 0, -1}, {0, 1, 1},  {0, -1, 1},  {0, 1, -1}, {0, -1, -1},
};

NOISE_TABLE float raw_gradients4[32][4] = {
    {0, 1, 1, 1},   {0, 1, 1, -1},   {0, 1, -1, 1},  {0, 1, -1, -1},  {0, -1, 1, 1},  {0, -1, 1, -1},
    {0, -1, -1, 1}, {0, -1, -1, -1}, {1, 0, 1, 1},   {1, 0, 1, -1},   {1, 0, -1, 1},  {1, 0, -1, -1},
    {-1, 0, 1, 1},  {-1, 0, 1, -1},  {-1, 0, -1, 1}, {-1, 0, -1, -1}, {1, 1, 0, 1},   {1, 1, 0, -1},
    {1, -1, 0, 1},  {1, -1, 0, -1},  {-1, 1, 0, 1},  {-1, 1, 0, -1},  {-1, -1, 0, 1}, {-1, -1, 0, -1},
    {1, 1, 1, 0},   {1, 1, -1, 0},   {1, -1, 1, 0},  {1, -1, -1, 0},  {-1, 1, 1, 0},  {-1, 1, -1, 0},
    {-1, -1, 1, 0}, {-1, -1, -1, 0},
};

/* Every product is computed: a zero component may still decide the sign of a zero. */
static float raw_corner2(int i, int j, float x, float y) {
    float t = RAW_RADIUS2 - x * x - y * y;
    if (t < 0.0f)
        return 0.0f;
    int h = lattice_hash(i + lattice_hash(j)) % 12;
    return lattice_fade_corner(t, raw_gradients3[h][0] * x + raw_gradients3[h][1] * y);
}

static float raw_corner3(int i, int j, int k, float x, float y, float z) {
    float t = RAW_RADIUS - x * x - y * y - z * z;
    if (t < 0.0f)
        return 0.0f;
    int h = lattice_hash(i + lattice_hash(j + lattice_hash(k))) % 12;
    return lattice_fade_corner(t, raw_gradients3[h][0] * x + raw_gradients3[h][1] * y + raw_gradients3[h][2] * z);
}

static float raw_corner4(int i, int j, int k, int l, float x, float y, float z, float w) {
    float t = RAW_RADIUS - x * x - y * y - z * z - w * w;
    if (t < 0.0f)
        return 0.0f;
    int h = lattice_hash(i + lattice_hash(j + lattice_hash(k + lattice_hash(l)))) % 32;
    return lattice_fade_corner(t, raw_gradients4[h][0] * x + raw_gradients4[h][1] * y + raw_gradients4[h][2] * z +
                                      raw_gradients4[h][3] * w);
}

float raw_noise_2d(float x, float y) {
    float s = (x + y) * RAW_SKEW2;
    int i = lattice_cell(x + s), j = lattice_cell(y + s);
    float g = RAW_UNSKEW2, t = (float)(i + j) * g;
    float x0 = x - ((float)i - t), y0 = y - ((float)j - t);
    int i1 = x0 > y0, j1 = !i1;

    float n0 = raw_corner2(i, j, x0, y0);
    float n1 = raw_corner2(i + i1, j + j1, x0 - (float)i1 + g, y0 - (float)j1 + g);
    g = 2.0f * RAW_UNSKEW2;
    float n2 = raw_corner2(i + 1, j + 1, x0 - 1.0f + g, y0 - 1.0f + g);
    return 70.0f * (n0 + n1 + n2);
}

float raw_noise_3d(float x, float y, float z) {
    float s = (x + y + z) * RAW_SKEW3;
    int i = lattice_cell(x + s), j = lattice_cell(y + s), k = lattice_cell(z + s);
    float g = RAW_UNSKEW3, t = (float)(i + j + k) * g;
    float x0 = x - ((float)i - t), y0 = y - ((float)j - t), z0 = z - ((float)k - t);

    /* Corner 1 steps along the axis that beats both others, corner 2 along each that beats one; the earlier
     * axis wins a tie. */
    int xy = x0 >= y0, xz = x0 >= z0, yz = y0 >= z0, yx = !xy, zx = !xz, zy = !yz;
    int i1 = xy & xz, j1 = yx & yz, k1 = zx & zy;
    int i2 = xy | xz, j2 = yx | yz, k2 = zx | zy;

    float n0 = raw_corner3(i, j, k, x0, y0, z0);
    float n1 = raw_corner3(i + i1, j + j1, k + k1, x0 - (float)i1 + g, y0 - (float)j1 + g, z0 - (float)k1 + g);
    g = 2.0f * RAW_UNSKEW3;
    float n2 = raw_corner3(i + i2, j + j2, k + k2, x0 - (float)i2 + g, y0 - (float)j2 + g, z0 - (float)k2 + g);
    g = 3.0f * RAW_UNSKEW3;
    float n3 = raw_corner3(i + 1, j + 1, k + 1, x0 - 1.0f + g, y0 - 1.0f + g, z0 - 1.0f + g);
    return 32.0f * (n0 + n1 + n2 + n3);
}

/* An axis has stepped by corner c if it beats at least 4 - c of the other three. */
static float raw_step4(int i, int j, int k, int l, float x0, float y0, float z0, float w0, int xrank, int yrank,
                       int zrank, int wrank, int c) {
    int i1 = xrank >= 4 - c, j1 = yrank >= 4 - c, k1 = zrank >= 4 - c, l1 = wrank >= 4 - c;
    float g = (float)c * RAW_UNSKEW4;
    return raw_corner4(i + i1, j + j1, k + k1, l + l1, x0 - (float)i1 + g, y0 - (float)j1 + g, z0 - (float)k1 + g,
                       w0 - (float)l1 + g);
}

float raw_noise_4d(float x, float y, float z, float w) {
    float s = (x + y + z + w) * RAW_SKEW4;
    int i = lattice_cell(x + s), j = lattice_cell(y + s), k = lattice_cell(z + s), l = lattice_cell(w + s);
    float t = (float)(i + j + k + l) * RAW_UNSKEW4;
    float x0 = x - ((float)i - t), y0 = y - ((float)j - t), z0 = z - ((float)k - t), w0 = w - ((float)l - t);

    /* How many others each axis beats; the later axis wins a tie. */
    int xy = x0 > y0, xz = x0 > z0, xw = x0 > w0, yz = y0 > z0, yw = y0 > w0, zw = z0 > w0;
    int xrank = xy + xz + xw, yrank = !xy + yz + yw, zrank = !xz + !yz + zw, wrank = !xw + !yw + !zw;

    float n0 = raw_corner4(i, j, k, l, x0, y0, z0, w0);
    float n1 = raw_step4(i, j, k, l, x0, y0, z0, w0, xrank, yrank, zrank, wrank, 1);
    float n2 = raw_step4(i, j, k, l, x0, y0, z0, w0, xrank, yrank, zrank, wrank, 2);
    float n3 = raw_step4(i, j, k, l, x0, y0, z0, w0, xrank, yrank, zrank, wrank, 3);
    float n4 = raw_step4(i, j, k, l, x0, y0, z0, w0, xrank, yrank, zrank, wrank, 4);
    return 27.0f * (n0 + n1 + n2 + n3 + n4);
}

static float raw_scale(float v, float lo, float hi) { return v * (hi - lo) / 2.0f + (hi + lo) / 2.0f; }

float scaled_raw_noise_2d(float lo_bound, float hi_bound, float x, float y) {
    return raw_scale(raw_noise_2d(x, y), lo_bound, hi_bound);
}

float scaled_raw_noise_3d(float lo_bound, float hi_bound, float x, float y, float z) {
    return raw_scale(raw_noise_3d(x, y, z), lo_bound, hi_bound);
}

float scaled_raw_noise_4d(float lo_bound, float hi_bound, float x, float y, float z, float w) {
    return raw_scale(raw_noise_4d(x, y, z, w), lo_bound, hi_bound);
}

float octave_noise_2d(float octaves, float persistence, float scale, float x, float y) {
    float total = 0.0f, amplitudes = 0.0f, frequency = scale, amplitude = 1.0f;
    for (int octave = 0; (float)octave < octaves; octave++) {
        total += raw_noise_2d(x * frequency, y * frequency) * amplitude;
        amplitudes += amplitude;
        frequency *= 2.0f;
        amplitude *= persistence;
    }
    return total / amplitudes;
}

float octave_noise_3d(float octaves, float persistence, float scale, float x, float y, float z) {
    float total = 0.0f, amplitudes = 0.0f, frequency = scale, amplitude = 1.0f;
    for (int octave = 0; (float)octave < octaves; octave++) {
        total += raw_noise_3d(x * frequency, y * frequency, z * frequency) * amplitude;
        amplitudes += amplitude;
        frequency *= 2.0f;
        amplitude *= persistence;
    }
    return total / amplitudes;
}

float octave_noise_4d(float octaves, float persistence, float scale, float x, float y, float z, float w) {
    float total = 0.0f, amplitudes = 0.0f, frequency = scale, amplitude = 1.0f;
    for (int octave = 0; (float)octave < octaves; octave++) {
        total += raw_noise_4d(x * frequency, y * frequency, z * frequency, w * frequency) * amplitude;
        amplitudes += amplitude;
        frequency *= 2.0f;
        amplitude *= persistence;
    }
    return total / amplitudes;
}

float scaled_octave_noise_2d(float octaves, float persistence, float scale, float lo_bound, float hi_bound,
                             float x, float y) {
    return raw_scale(octave_noise_2d(octaves, persistence, scale, x, y), lo_bound, hi_bound);
}

float scaled_octave_noise_3d(float octaves, float persistence, float scale, float lo_bound, float hi_bound,
                             float x, float y, float z) {
    return raw_scale(octave_noise_3d(octaves, persistence, scale, x, y, z), lo_bound, hi_bound);
}

float scaled_octave_noise_4d(float octaves, float persistence, float scale, float lo_bound, float hi_bound,
                             float x, float y, float z, float w) {
    return raw_scale(octave_noise_4d(octaves, persistence, scale, x, y, z, w), lo_bound, hi_bound);
}
