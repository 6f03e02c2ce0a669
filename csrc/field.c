#include "field.h"

#include <math.h>
#include <string.h>

#include "control.h"
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

int noise_field_sum(struct noise_field *field, int32_t octaves, double frequency, double lacunarity,
                    double amplitude, double persistence) {
    float f, a;
    noise_control word;
    int finite;
    if (octaves < 1 || octaves > NOISE_OCTAVES)
        return -1;
    word = control_enter();
    field->octaves = octaves;
    field->amplitude_sum = 0.0f;
    f = (float)frequency;
    a = (float)amplitude;
    for (int octave = 0; octave < octaves; octave++) {
        field->frequencies[octave] = f;
        field->amplitudes[octave] = a;
        field->amplitude_sum += a;
        f *= (float)lacunarity;
        a *= (float)persistence;
    }
    finite = isfinite(largest_value(field));
    control_leave(word);
    return finite ? 0 : -1;
}

int noise_field_scale(struct noise_field *field, double lo, double hi) {
    const noise_control word = control_enter();
    int finite;
    field->scaled = 1;
    field->lo = (float)lo;
    field->hi = (float)hi;
    finite = isfinite(largest_value(field) * (field->hi - field->lo)) && isfinite(field->hi + field->lo);
    control_leave(word);
    return finite ? 0 : -1;
}

double noise_field_round(double parameter) {
    const noise_control word = control_enter();
    const double rounded = (double)(float)parameter;
    control_leave(word);
    return rounded;
}
