#include "field.h"

#include <math.h>
#include <string.h>

#include "circle.h"
#include "control.h"
#include "strict.h"
#include "tables.h"

/* No base function leaves -1.5 .. 1.5, nor 1 - 2 |n| twice that; the bounds decide only which parameters could
 * overflow. */
#define LARGEST_VALUE 1.5f
#define LARGEST_RIDGE 3.0f

/* Then the number of times that a coordinate runs round its circle, times the period, is exact in double. */
#define LEAST_LOOP 0.03125f

static const int32_t kernel_axes[KERNEL_COUNT] = {1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 2, 3, 4, 1, 2, 3, 4};

int noise_field_base(struct noise_field *field, int32_t kernel) {
    if (kernel < 0 || kernel >= KERNEL_COUNT)
        return -1;
    memset(field, 0, sizeof *field);
    field->kernel = kernel;
    field->dimensions = field->axes = kernel_axes[kernel];
    field->work = 1;
    for (int axis = 0; axis < 4; axis++)
        field->periods[axis] = 1;
    return 0;
}

int noise_field_loop(struct noise_field *field, int32_t dimensions, const float *periods) {
    int32_t axes = 0;
    if (dimensions < 1 || dimensions > 4)
        return -1;
    for (int32_t i = 0; i < dimensions; i++) {
        const float period = periods[i];
        if (!(period == 0.0f || (period >= LEAST_LOOP && period <= NOISE_DOMAIN)))
            return -1;
        axes += period == 0.0f ? 1 : 2;
        field->loops[i] = period;
        field->looping |= period != 0.0f;
    }
    field->dimensions = dimensions;
    return axes == field->axes ? 0 : -1;
}

CONTROLLED void place_turn(float *turn, const double *turns) { circle_turn(turn, turn + 1, *turns); }

void noise_field_turn(struct noise_field *field, const struct kernel_tables *turned, double turns) {
    const noise_control word = control_enter();
    field->turned = turned;
    place_turn(field->turn, &turns);
    control_leave(word);
}

/* The largest magnitude that the field's values may have before they are mapped to bounds. */
static float largest_value(const struct noise_field *field) {
    const float reach = fabsf(field->offset) + LARGEST_VALUE;
    const float largest = field->fold == NOISE_RIDGED                ? LARGEST_RIDGE
                          : field->fold == NOISE_RIDGED_MULTIFRACTAL ? reach * reach
                                                                     : LARGEST_VALUE;
    float sum = 0.0f;
    if (field->octaves == 0)
        return LARGEST_VALUE;
    for (int octave = 0; octave < field->octaves; octave++)
        sum += largest * fabsf(field->octave[octave].amplitude);
    if (!isfinite(sum))
        return sum;
    return sum / fabsf(field->amplitude_sum);
}

CONTROLLED int fill_octaves(struct noise_field *field, const double *parameters) {
    float frequency = (float)parameters[0], amplitude = (float)parameters[2];
    const float lacunarity = (float)parameters[1], persistence = (float)parameters[3];
    field->amplitude_sum = 0.0f;
    for (int octave = 0; octave < field->octaves; octave++) {
        memcpy(field->octave[octave].periods, field->periods, sizeof field->periods);
        field->octave[octave].frequency = frequency;
        field->octave[octave].amplitude = amplitude;
        field->amplitude_sum += amplitude;
        frequency *= lacunarity;
        amplitude *= persistence;
    }
    return isfinite(largest_value(field));
}

CONTROLLED int fill_amplitudes(struct noise_field *field, const double *amplitudes) {
    field->amplitude_sum = 0.0f;
    for (int octave = 0; octave < field->octaves; octave++) {
        field->octave[octave].amplitude = (float)amplitudes[octave];
        field->amplitude_sum += field->octave[octave].amplitude;
    }
    return isfinite(largest_value(field));
}

int noise_field_weigh(struct noise_field *field, const double *amplitudes) {
    const noise_control word = control_enter();
    const int finite = fill_amplitudes(field, amplitudes);
    control_leave(word);
    return finite ? 0 : -1;
}

int noise_field_sum(struct noise_field *field, int32_t octaves, double frequency, double lacunarity,
                    double amplitude, double persistence) {
    const double parameters[4] = {frequency, lacunarity, amplitude, persistence};
    noise_control word;
    int finite;
    if (octaves < 1 || octaves > NOISE_OCTAVES)
        return -1;
    word = control_enter();
    field->octaves = field->work = octaves;
    finite = fill_octaves(field, parameters);
    control_leave(word);
    return finite ? 0 : -1;
}

CONTROLLED int fill_bounds(struct noise_field *field, const double *bounds) {
    field->scaled = 1;
    field->lo = (float)bounds[0];
    field->hi = (float)bounds[1];
    return isfinite(largest_value(field) * (field->hi - field->lo)) && isfinite(field->hi + field->lo);
}

int noise_field_scale(struct noise_field *field, double lo, double hi) {
    const double bounds[2] = {lo, hi};
    const noise_control word = control_enter();
    const int finite = fill_bounds(field, bounds);
    control_leave(word);
    return finite ? 0 : -1;
}

double noise_field_round(double parameter) {
    const noise_control word = control_enter();
    volatile double rounded = (double)control_round(parameter);
    control_leave(word);
    return rounded;
}

int64_t noise_tables_size(void) { return (int64_t)sizeof(struct kernel_tables); }

void noise_tables_init(char *tables, const unsigned char *permutation) {
    kernel_tables_init((struct kernel_tables *)(void *)tables, permutation);
}

void noise_tables_turn(char *tables, const unsigned char *permutation) {
    kernel_tables_turn((struct kernel_tables *)(void *)tables, permutation);
}
