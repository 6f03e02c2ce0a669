#include "rombauts.h"
#include "lattice.h"

#define ROMBAUTS_SKEW2 0.366025403f
#define ROMBAUTS_UNSKEW2 0.211324865f
#define ROMBAUTS_RADIUS 0.5f

static float rombauts_corner1(int i, float x) {
    return lattice_fade_corner(1.0f - x * x, lattice_gradient1(lattice_hash(i), x));
}

/* Six bits of the hash, of which only values below 4 keep x first: 60 of 64 gradients are steep along x,
 * which makes the field anisotropic. */
static float rombauts_gradient2(int h, float x, float y) {
    float u = (h & 63) < 4 ? x : y;
    float v = (h & 63) < 4 ? y : x;
    return lattice_negate(h & 1, u) + lattice_negate(h & 2, 2.0f * v);
}

static float rombauts_corner2(int i, int j, float x, float y) {
    float t = ROMBAUTS_RADIUS - x * x - y * y;
    if (t < 0.0f)
        return 0.0f;
    return lattice_fade_corner(t, rombauts_gradient2(lattice_hash(i + lattice_hash(j)), x, y));
}

float rombauts_noise1(float x) {
    int i = lattice_floor(x);
    float x0 = x - (float)i;
    return 0.395f * (rombauts_corner1(i, x0) + rombauts_corner1(i + 1, x0 - 1.0f));
}

float rombauts_noise2(float x, float y) {
    float s = (x + y) * ROMBAUTS_SKEW2;
    int i = lattice_floor(x + s), j = lattice_floor(y + s);
    float g = ROMBAUTS_UNSKEW2, t = (float)(i + j) * g;
    float x0 = x - ((float)i - t), y0 = y - ((float)j - t);
    int i1 = x0 > y0, j1 = !i1;

    float n0 = rombauts_corner2(i, j, x0, y0);
    float n1 = rombauts_corner2(i + i1, j + j1, x0 - (float)i1 + g, y0 - (float)j1 + g);
    g = 2.0f * ROMBAUTS_UNSKEW2;
    float n2 = rombauts_corner2(i + 1, j + 1, x0 - 1.0f + g, y0 - 1.0f + g);
    return 45.23065f * (n0 + n1 + n2);
}

float rombauts_fractal1(int octaves, float frequency, float amplitude, float lacunarity, float persistence,
                        float x) {
    float total = 0.0f, amplitudes = 0.0f;
    for (int octave = 0; octave < octaves; octave++) {
        total += amplitude * rombauts_noise1(x * frequency);
        amplitudes += amplitude;
        frequency *= lacunarity;
        amplitude *= persistence;
    }
    return total / amplitudes;
}

float rombauts_fractal2(int octaves, float frequency, float amplitude, float lacunarity, float persistence,
                        float x, float y) {
    float total = 0.0f, amplitudes = 0.0f;
    for (int octave = 0; octave < octaves; octave++) {
        total += amplitude * rombauts_noise2(x * frequency, y * frequency);
        amplitudes += amplitude;
        frequency *= lacunarity;
        amplitude *= persistence;
    }
    return total / amplitudes;
}
