/* period.h: the reciprocal by which kernels divide a cell by a period. */
#ifndef NOISE_CFFI_PERIOD_H
#define NOISE_CFFI_PERIOD_H

#include <stdint.h>
#include <string.h>

/* Required: 1 <= period <= 2^24. Promised: the float below the rounded 1 / period. For every whole a up to 2^24,
 * trunc(a * result), the product rounded to nearest, is the quotient of a by period or one less. */
static inline float period_reciprocal(int32_t period) {
    float r = 1.0f / (float)period;
    uint32_t bits;
    memcpy(&bits, &r, sizeof r);
    bits--;
    memcpy(&r, &bits, sizeof r);
    return r;
}

#endif
