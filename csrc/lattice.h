/* lattice.h: what the reference systems share: cells, hashes, gradients. Plain functions in the common subset
 * of C and OpenCL C.
 *
 * Required: coordinates within -2^24 .. 2^24, so that cells fit an int. */
#ifndef NOISE_CFFI_LATTICE_H
#define NOISE_CFFI_LATTICE_H

#include "permutation.h"
#include "strict.h"

static inline int lattice_hash(int i) { return classic_permutation[i & 255]; }

/* The cell below: a whole x that is not above 0 lies at the far end of the cell before it, with fraction 1. */
static inline int lattice_cell(float x) { return x > 0.0f ? (int)x : (int)x - 1; }

/* The true floor. */
static inline int lattice_floor(float x) {
    int i = (int)x;
    return (float)i <= x ? i : i - 1;
}

/* Negate v where the bit is set. */
static inline float lattice_negate(int bit, float v) { return bit != 0 ? -v : v; }

/* Gradients: the product of the hash's gradient and the offset from the corner. */
static inline float lattice_gradient1(int h, float x) { return lattice_negate(h & 8, (float)(1 + (h & 7))) * x; }

static inline float lattice_gradient2(int h, float x, float y) {
    float u = (h & 7) < 4 ? x : y;
    float v = (h & 7) < 4 ? y : x;
    return lattice_negate(h & 1, u) + lattice_negate(h & 2, 2.0f * v);
}

static inline float lattice_gradient3(int h, float x, float y, float z) {
    int g = h & 15;
    float u = g < 8 ? x : y;
    float v = g < 4 ? y : g == 12 || g == 14 ? x : z;
    return lattice_negate(g & 1, u) + lattice_negate(g & 2, v);
}

static inline float lattice_gradient4(int h, float x, float y, float z, float w) {
    int g = h & 31;
    float a = g < 24 ? x : y;
    float b = g < 16 ? y : z;
    float c = g < 8 ? z : w;
    return lattice_negate(g & 1, a) + lattice_negate(g & 2, b) + lattice_negate(g & 4, c);
}

/* What a simplex corner adds: its gradient times t^4, where t is the radius less the squared distance. A corner
 * further away than the radius adds nothing, and its hash is not looked up. */
static inline float lattice_fade_corner(float t, float gradient) {
    t = t * t;
    return t * t * gradient;
}

#endif
