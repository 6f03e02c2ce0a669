/* rombauts: simplex noise in one and two dimensions and its sum over octaves, with the values of
 * Sebastien Rombauts' SimplexNoise (2014-2015, MIT).
 *
 * Required: every coordinate, and every coordinate times the frequency of every octave, within -2^24 .. 2^24;
 * at least one octave; amplitudes that do not sum to zero.
 * Promised: the same bits everywhere. The amplitudes' sum divides the result. */
#ifndef NOISE_CFFI_ROMBAUTS_H
#define NOISE_CFFI_ROMBAUTS_H

float rombauts_noise1(float x);
float rombauts_noise2(float x, float y);

float rombauts_fractal1(int octaves, float frequency, float amplitude, float lacunarity, float persistence,
                        float x);
float rombauts_fractal2(int octaves, float frequency, float amplitude, float lacunarity, float persistence,
                        float x, float y);

#endif
