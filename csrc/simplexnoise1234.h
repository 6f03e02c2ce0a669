/* simplexnoise1234: simplex noise in one to four dimensions, with the values of the OpenCL edition of
 * Stefan Gustavson's simplexnoise1234 (public domain): float32 constants, radius 0.5, scales 40, 72 and 62.
 *
 * Required: every coordinate within -2^24 .. 2^24.
 * Promised: the same bits everywhere. */
#ifndef NOISE_CFFI_SIMPLEXNOISE1234_H
#define NOISE_CFFI_SIMPLEXNOISE1234_H

float snoise1(float x);
float snoise2(float x, float y);
float snoise3(float x, float y, float z);
float snoise4(float x, float y, float z, float w);

#endif
