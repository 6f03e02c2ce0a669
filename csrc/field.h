/* field.h: what a field is in C: a base function, its sum over octaves, and the bounds of its values. Made once
 * by Python through the functions below, then only read, by as many threads as there are. */
#ifndef NOISE_CFFI_FIELD_H
#define NOISE_CFFI_FIELD_H

#include <stdint.h>

#include "kernels.h"

#define NOISE_OCTAVES 64

/* What becomes of an octave's value n before it is summed. */
enum noise_fold {
    NOISE_FBM,        /* n */
    NOISE_TURBULENCE, /* |n| */
    NOISE_RIDGED      /* 1 - 2 |n| */
};

struct noise_field {
    const struct kernel_tables *tables; /* the permutation; NULL: the classic one */
    int32_t kernel;                     /* enum kernel_id */
    int32_t dimensions;                 /* 1 .. 4 */
    int32_t periods[4];                 /* of pnoise: at least 1 */
    int32_t octaves;                    /* 0: the base function itself */
    int32_t fold;                       /* enum noise_fold */
    int32_t scaled;                     /* whether values are mapped to bounds */
    float frequencies[NOISE_OCTAVES];
    float amplitudes[NOISE_OCTAVES];
    float amplitude_sum;
    float lo;
    float hi;
};

/* Make the field that is one base function. Return 0, or -1 if there is no such kernel. */
int noise_field_base(struct noise_field *field, int32_t kernel);

/* Parameters are doubles so that they are rounded here, whatever the thread's control word; see control.h.
 *
 * Sum `octaves` octaves, 1 .. NOISE_OCTAVES: frequency and amplitude of each are those of the one before times
 * lacunarity and persistence, and the sum is divided by the sum of the amplitudes. Return 0, or -1 if that sum is
 * zero or so small or large that values could not be finite. */
int noise_field_sum(struct noise_field *field, int32_t octaves, double frequency, double lacunarity,
                    double amplitude, double persistence);

/* Give the octaves of a sum amplitudes of their own, and divide by their sum. Return as noise_field_sum. */
int noise_field_weigh(struct noise_field *field, const double *amplitudes);

/* Map -1 .. 1 to lo .. hi: v * (hi - lo) / 2 + (hi + lo) / 2, where turbulence's v is first 2 v - 1. Return 0, or
 * -1 if values could not be finite. */
int noise_field_scale(struct noise_field *field, double lo, double hi);

/* A permutation as kernels look it up: noise_tables_size bytes, aligned for int32_t, constant from then on. */
int64_t noise_tables_size(void);
void noise_tables_init(char *tables, const unsigned char *permutation);

/* Return a parameter as float32 rounds it: infinite where it is too large. */
double noise_field_round(double parameter);

#endif
