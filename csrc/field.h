/* field.h: what a field is in C: a base function, its octaves, the fields that warp it, the bounds of its values.
 * Made once by Python through the functions below, then only read, by as many threads as there are.
 *
 * A point takes this way: its coordinates are moved by the warps, the last one first; those that loop become
 * points of circles; each octave multiplies what results by its frequency, adds its offset, and evaluates the base
 * function; the values are folded, summed, and mapped to the bounds. */
#ifndef NOISE_CFFI_FIELD_H
#define NOISE_CFFI_FIELD_H

#include <stdint.h>

#include "kernels.h"

#define NOISE_OCTAVES 64

/* What becomes of an octave's value n before it is summed. */
enum noise_fold {
    NOISE_FBM,                 /* n */
    NOISE_TURBULENCE,          /* |n| */
    NOISE_RIDGED,              /* 1 - 2 |n| */
    NOISE_RIDGED_MULTIFRACTAL, /* (offset - |n|)^2, times what the octave before has of it times gain, at most 1 */
    NOISE_DAMPED /* n / (1 + gain |g|^2), where g is the sum of the gradients of n in the octaves so far */
};

struct noise_octave {
    const struct kernel_tables *tables; /* the permutation; NULL: that of the field */
    const struct kernel_tables *turned; /* the same, of a field that is turned */
    float frequency;
    float amplitude;
    float offsets[4];   /* per axis of the base function; used where the field is independent, but by octave 0 */
    int32_t periods[4]; /* per axis, of a periodic or tiled base: the field's unless others are set */
};

/* Each coordinate is moved by `strength` times the value of a field of as many coordinates, evaluated where all
 * coordinates are shifted by the same amount, if that is not 0. */
struct noise_warp {
    const struct noise_field *by[4]; /* one per coordinate */
    float shifts[4];                 /* the first is 0 */
    float strength;
};

struct noise_field {
    const struct kernel_tables *tables; /* the permutation; NULL: the classic one */
    const struct kernel_tables *turned; /* the same with its gradients turned by a quarter; NULL: none is turned */
    float turn[2];                      /* cosine and sine of the angle by which they are turned */
    const struct noise_warp *warps;     /* in the order in which they were added */
    int32_t warp_count;
    int32_t kernel;      /* enum kernel_id */
    int32_t dimensions;  /* coordinates, 1 .. 4 */
    int32_t axes;        /* of the base function: a coordinate that loops takes two */
    int32_t periods[4];  /* per axis, of pnoise: at least 1; of a tiled base: 1 .. 2^24 */
    int32_t looping;     /* whether any coordinate loops */
    float loops[4];      /* per coordinate: the period of one that loops, else 0 */
    int32_t octaves;     /* 0: the base function itself */
    int32_t fold;        /* enum noise_fold */
    int32_t independent; /* whether octaves have offsets */
    int32_t scaled;      /* whether values are mapped to bounds */
    int32_t precise;     /* whether coordinates are doubles on all their way: extended.h */
    int32_t work;        /* evaluations of base functions that a point takes */
    struct noise_octave octave[NOISE_OCTAVES];
    float amplitude_sum;
    float offset, gain; /* of a ridged multifractal; of a damped sum the gain alone */
    float lo, hi;
};

enum noise_fault_warp {
    NOISE_FAULT_PLAIN,
    NOISE_FAULT_MOVED, /* as the field's warps have moved it */
    NOISE_FAULT_WITHIN /* in a field that warps this one */
};

/* What is wrong with one point. */
struct noise_fault {
    int32_t argument; /* 0 .. 3 a coordinate, 4 .. 7 a period, -1 nothing */
    int32_t octave;   /* 0: outside the domain by itself; from 1 on: in that octave */
    int32_t warp;     /* enum noise_fault_warp */
    double reached;   /* what left the domain */
};

/* Make the field that is one base function. Return 0, or -1 if there is no such kernel. */
int noise_field_base(struct noise_field *field, int32_t kernel);

/* Let coordinates run round circles: for each a period of 2^-5 .. 2^24, or 0 for one that does not loop. Those
 * that do take two axes of the base function each, the others one. Return 0, or -1 if that is not what it has. */
int noise_field_loop(struct noise_field *field, int32_t dimensions, const float *periods);

/* Turn the gradients by an angle, in turns of 360 degrees; `turned` is what noise_tables_turn made. */
void noise_field_turn(struct noise_field *field, const struct kernel_tables *turned, double turns);

/* Parameters are doubles so that they are rounded here, whatever the thread's control word; see control.h.
 *
 * Sum `octaves` octaves, 1 .. NOISE_OCTAVES: frequency and amplitude of each are those of the one before times
 * lacunarity and persistence, and the sum is divided by the sum of the amplitudes. What is folded has to be set
 * before. Return 0, or -1 if that sum is zero or so small or large that values could not be finite. */
int noise_field_sum(struct noise_field *field, int32_t octaves, double frequency, double lacunarity,
                    double amplitude, double persistence);

/* Give the octaves of a sum amplitudes of their own, and divide by their sum. Return as noise_field_sum. */
int noise_field_weigh(struct noise_field *field, const double *amplitudes);

/* Map -1 .. 1 to lo .. hi: v * (hi - lo) / 2 + (hi + lo) / 2, where v is first 2 v - 1 if it lies in 0 .. 1, as
 * turbulence and ridged multifractals do. Return 0, or -1 if values could not be finite. */
int noise_field_scale(struct noise_field *field, double lo, double hi);

/* A permutation as kernels look it up: noise_tables_size bytes, aligned for int32_t, constant from then on. */
int64_t noise_tables_size(void);
void noise_tables_init(char *tables, const unsigned char *permutation);
void noise_tables_turn(char *tables, const unsigned char *permutation);

/* Return a parameter as float32 rounds it: infinite where it is too large. */
double noise_field_round(double parameter);

#endif
