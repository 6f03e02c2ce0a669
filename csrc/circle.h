/* circle.h: coordinates that loop, as points of circles.
 *
 * Promised: a coordinate and the same plus its period, where the sum is exact, give the same bits; so do all
 * compilers, since nothing is taken from the mathematics library. */
#ifndef NOISE_CFFI_CIRCLE_H
#define NOISE_CFFI_CIRCLE_H

#include <stddef.h>

#define CIRCLE_TURN 6.2831855f /* 2 pi */

/* Place n coordinates within -2^24 .. 2^24 on a circle whose circumference is the period, 2^-5 .. 2^24: the first
 * lies at (period / 2 pi, 0), and they run towards the second axis. */
void circle_place(float *first, float *second, const float *coordinates, float period, size_t n);

/* The same for doubles, of any finite value. */
void circle_place_precise(float *first, float *second, const double *coordinates, float period, size_t n);

/* The cosine and sine of so many turns, of any finite value. */
void circle_turn(float *cosine, float *sine, double turns);

#endif
