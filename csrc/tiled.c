#include "tiled.h"

#include "lattice.h"
#include "strict.h"

static float tiled_fade(float t) { return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f); }

static float tiled_lerp(float t, float a, float b) { return a + t * (b - a); }

static float tiled_gradient(int axes, int h, const float *offsets) {
    switch (axes) {
    case 1: return lattice_gradient1(h, offsets[0]);
    case 2: return lattice_gradient2(h, offsets[0], offsets[1]);
    case 3: return lattice_gradient3(h, offsets[0], offsets[1], offsets[2]);
    default: return lattice_gradient4(h, offsets[0], offsets[1], offsets[2], offsets[3]);
    }
}

/* Corners are numbered in binary, a 1 for the far corner of an axis, x highest: pairs along the last axis are
 * neighbours, and are blended first. */
float tiled_noise(const unsigned char permutation[256], int axes, const float *coordinates,
                  const int32_t *periods) {
    static const float scales[4] = {0.188f, 0.507f, 0.936f, 0.87f};
    float fractions[4], fades[4], values[16];
    int cells[4][2];
    for (int axis = 0; axis < axes; axis++) {
        const float c = coordinates[axis] + 0.0f;
        const int cell = lattice_floor(c), period = periods[axis], rest = cell % period;
        const int near_cell = rest < 0 ? rest + period : rest;
        cells[axis][0] = near_cell;
        cells[axis][1] = near_cell + 1 == period ? 0 : near_cell + 1;
        fractions[axis] = c - (float)cell;
        fades[axis] = tiled_fade(fractions[axis]);
    }
    for (int corner = 0; corner < 1 << axes; corner++) {
        float offsets[4] = {0.0f, 0.0f, 0.0f, 0.0f};
        int h = 0;
        for (int axis = axes - 1; axis >= 0; axis--) {
            const int far_side = corner >> (axes - 1 - axis) & 1;
            h = permutation[(cells[axis][far_side] + h) & 255];
            offsets[axis] = far_side ? fractions[axis] - 1.0f : fractions[axis];
        }
        values[corner] = tiled_gradient(axes, h, offsets);
    }
    for (int axis = axes - 1; axis >= 0; axis--)
        for (int pair = 0; pair < 1 << axis; pair++)
            values[pair] = tiled_lerp(fades[axis], values[2 * pair], values[2 * pair + 1]);
    return scales[axes - 1] * values[0];
}
