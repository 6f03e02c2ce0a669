/* eshelman: simplex noise in two to four dimensions, summed over octaves and scaled to bounds, with the
 * values of the functions known from Eliot Eshelman's code. Written from a description of the arithmetic.
 *
 * Required: every coordinate, and every coordinate times the frequency of every octave, within -2^24 .. 2^24;
 * octaves above 0 (a fractional count rounds up); amplitudes that do not sum to zero.
 * Promised: the same bits everywhere. `scale` is the frequency of the first octave; each octave doubles it.
 * In three and four dimensions the radius of 0.6 makes the field jump slightly across simplex faces. */
#ifndef NOISE_CFFI_ESHELMAN_H
#define NOISE_CFFI_ESHELMAN_H

float raw_noise_2d(float x, float y);
float raw_noise_3d(float x, float y, float z);
float raw_noise_4d(float x, float y, float z, float w);

float scaled_raw_noise_2d(float lo_bound, float hi_bound, float x, float y);
float scaled_raw_noise_3d(float lo_bound, float hi_bound, float x, float y, float z);
float scaled_raw_noise_4d(float lo_bound, float hi_bound, float x, float y, float z, float w);

float octave_noise_2d(float octaves, float persistence, float scale, float x, float y);
float octave_noise_3d(float octaves, float persistence, float scale, float x, float y, float z);
float octave_noise_4d(float octaves, float persistence, float scale, float x, float y, float z, float w);

float scaled_octave_noise_2d(float octaves, float persistence, float scale, float lo_bound, float hi_bound,
                             float x, float y);
float scaled_octave_noise_3d(float octaves, float persistence, float scale, float lo_bound, float hi_bound,
                             float x, float y, float z);
float scaled_octave_noise_4d(float octaves, float persistence, float scale, float lo_bound, float hi_bound,
                             float x, float y, float z, float w);

#endif
