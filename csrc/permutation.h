/* permutation.h: the tables of 256 bytes that the lattice is hashed with: the classic one, and one for each seed.
 */
#ifndef NOISE_CFFI_PERMUTATION_H
#define NOISE_CFFI_PERMUTATION_H

#include "strict.h"

/* The classic permutation of 0 .. 255, from Ken Perlin's reference implementation of improved noise (2002). */
#if !defined(NOISE_OPENCL)
#include <stdint.h>

extern NOISE_SHARED_TABLE unsigned char classic_permutation[256];

/* Shuffle 0 .. 255 by a seed, for ever in the same way: for i = 255 down to 1, entries i and next() mod (i + 1)
 * change places, where next() is SplitMix64 with the seed as its first state. */
void seeded_permutation(unsigned char permutation[256], uint64_t seed);

/* The first `count` values of SplitMix64 from a seed. */
void seed_stream(uint64_t *values, int32_t count, uint64_t seed);
#endif

#endif
