/* tiled.h: Perlin noise whose lattice repeats on both sides of zero, one point at a time, for any permutation.
 *
 * noise1 .. noise4 with other cells: to each coordinate +0 is added, the cell is its true floor, and the cells of
 * both corners are taken modulo the axis' period, never below 0. Where every coordinate is above 0 that is pnoise.
 *
 * Required: coordinates within -2^24 .. 2^24, periods of 1 .. 2^24, one an axis. */
#ifndef NOISE_CFFI_TILED_H
#define NOISE_CFFI_TILED_H

#include <stdint.h>

#define TILED_LARGEST_PERIOD 16777216

float tiled_noise(const unsigned char permutation[256], int axes, const float *coordinates,
                  const int32_t *periods);

#endif
