/* permutation.h: the table of 256 bytes that the lattice is hashed with. */
#ifndef NOISE_CFFI_PERMUTATION_H
#define NOISE_CFFI_PERMUTATION_H

#include "strict.h"

/* The classic permutation of 0 .. 255, from Ken Perlin's reference implementation of improved noise (2002). */
#if !defined(NOISE_OPENCL)
extern NOISE_SHARED_TABLE unsigned char classic_permutation[256];
#endif

#endif
