#include "circle.h"

#include "strict.h"

#define QUARTER_TURN 1.5707963267948966
#define WHOLE_TURN 6.283185307179586

/* Taylor's series, for |x| <= pi / 4: what they leave out is below the last bit of a double. */
static double sine_of(double x) {
    const double s = x * x;
    double sum = -1.0 / 1307674368000.0;
    sum = sum * s + 1.0 / 6227020800.0;
    sum = sum * s - 1.0 / 39916800.0;
    sum = sum * s + 1.0 / 362880.0;
    sum = sum * s - 1.0 / 5040.0;
    sum = sum * s + 1.0 / 120.0;
    sum = sum * s - 1.0 / 6.0;
    return sum * s * x + x;
}

static double cosine_of(double x) {
    const double s = x * x;
    double sum = 1.0 / 20922789888000.0;
    sum = sum * s - 1.0 / 87178291200.0;
    sum = sum * s + 1.0 / 479001600.0;
    sum = sum * s - 1.0 / 3628800.0;
    sum = sum * s + 1.0 / 40320.0;
    sum = sum * s - 1.0 / 720.0;
    sum = sum * s + 1.0 / 24.0;
    sum = sum * s - 1.0 / 2.0;
    return sum * s + 1.0;
}

static int floor_of(double v) {
    const int i = (int)v;
    return (double)i <= v ? i : i - 1;
}

/* `quarters` of a turn, 0 .. 4. */
static void place(float *first, float *second, double quarters, double radius) {
    const int quarter = floor_of(quarters + 0.5);
    const double x = (quarters - (double)quarter) * QUARTER_TURN;
    const double sine = sine_of(x), cosine = cosine_of(x);
    const double u = quarter & 1 ? sine : cosine, v = quarter & 1 ? cosine : sine;
    *first = (float)(radius * ((quarter + 1) & 2 ? -u : u));
    *second = (float)(radius * (quarter & 2 ? -v : v));
}

void circle_place(float *first, float *second, const float *coordinates, float period, size_t n) {
    const double p = (double)period;
    for (size_t i = 0; i < n; i++) {
        const double c = (double)coordinates[i];
        double rest = c - (double)floor_of(c / p) * p; /* both exact: a float times 29 bits */
        if (rest < 0.0)                                /* the quotient was rounded to a whole number */
            rest += p;
        if (rest >= p)
            rest -= p;
        place(first + i, second + i, rest / p * 4.0, p / WHOLE_TURN);
    }
}

/* What is left of c, any finite number, when whole periods are taken off or added: 0 .. p. Every difference is
 * exact, of two numbers of which one is at most twice the other. */
static double rest_of(double c, double p) {
    double rest = c < 0.0 ? -c : c, whole = p;
    while (whole <= rest / 2.0)
        whole *= 2.0;
    for (; whole >= p; whole /= 2.0)
        if (rest >= whole)
            rest -= whole;
    return c < 0.0 && rest != 0.0 ? p - rest : rest;
}

void circle_place_precise(float *first, float *second, const double *coordinates, float period, size_t n) {
    const double p = (double)period;
    for (size_t i = 0; i < n; i++) {
        place(first + i, second + i, rest_of(coordinates[i], p) / p * 4.0, p / WHOLE_TURN);
    }
}

void circle_turn(float *cosine, float *sine, double turns) { place(cosine, sine, rest_of(turns, 1.0) * 4.0, 1.0); }
