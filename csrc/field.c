#include "field.h"

#include <math.h>
#include <string.h>

#include "strict.h"

/* No base function leaves -2 .. 2; the bound decides only which parameters could overflow. */
#define LARGEST_VALUE 2.0f

static const int32_t kernel_dimensions[KERNEL_COUNT] = {1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 2, 3, 4};

int noise_field_base(struct noise_field *field, int32_t kernel) {
    if (kernel < 0 || kernel >= KERNEL_COUNT)
        return -1;
    memset(field, 0, sizeof *field);
    field->kernel = kernel;
    field->dimensions = kernel_dimensions[kernel];
    for (int axis = 0; axis < 4; axis++)
        field->periods[axis] = 1;
    return 0;
}

/* The largest magnitude that the field's values may have before they are mapped to bounds. */
static float largest_value(const struct noise_field *field) {
    float sum = 0.0f;
    if (field->octaves == 0)
        return LARGEST_VALUE;
    for (int octave = 0; octave < field->octaves; octave++)
        sum += LARGEST_VALUE * fabsf(field->amplitudes[octave]);
    if (!isfinite(sum))
        return sum;
    return sum / fabsf(field->amplitude_sum);
}

int noise_field_sum(struct noise_field *field, int32_t octaves, float frequency, float lacunarity,
                    float amplitude, float persistence) {
    if (octaves < 1 || octaves > NOISE_OCTAVES)
        return -1;
    field->octaves = octaves;
    field->amplitude_sum = 0.0f;
    for (int octave = 0; octave < octaves; octave++) {
        field->frequencies[octave] = frequency;
        field->amplitudes[octave] = amplitude;
        field->amplitude_sum += amplitude;
        frequency *= lacunarity;
        amplitude *= persistence;
    }
    return isfinite(largest_value(field)) ? 0 : -1;
}

int noise_field_scale(struct noise_field *field, float lo, float hi) {
    field->scaled = 1;
    field->lo = lo;
    field->hi = hi;
    return isfinite(largest_value(field) * (hi - lo)) && isfinite(hi + lo) ? 0 : -1;
}
