/* noise1234: improved Perlin noise in one to four dimensions, plain and periodic, with the values of
 * Stefan Gustavson's noise1234.c (public domain).
 *
 * Required: every coordinate within -2^24 .. 2^24, every period at least 1.
 * Promised: the same bits everywhere; 0 at whole coordinates; pnoise repeats after its period on each side
 * of zero, but across zero only where the period is 1 or a multiple of 256. */
#ifndef NOISE_CFFI_NOISE1234_H
#define NOISE_CFFI_NOISE1234_H

float noise1(float x);
float noise2(float x, float y);
float noise3(float x, float y, float z);
float noise4(float x, float y, float z, float w);

float pnoise1(float x, int px);
float pnoise2(float x, float y, int px, int py);
float pnoise3(float x, float y, float z, int px, int py, int pz);
float pnoise4(float x, float y, float z, float w, int px, int py, int pz, int pw);

#endif
