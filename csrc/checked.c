#include "checked.h"

#include <math.h>

#include "control.h"
#include "eshelman.h"
#include "kernels.h"
#include "noise1234.h"
#include "rombauts.h"
#include "simplexnoise1234.h"
#include "strict.h"

/* One test for all: NaN and infinities fail it too. */
static int inside(double c) { return fabsf((float)c) <= NOISE_DOMAIN; }

#define RETURN_IF(condition, value)                                                                               \
    const noise_control word = control_enter();                                                                   \
    const double result = (condition) ? (double)(value) : (double)NAN;                                            \
    control_leave(word);                                                                                          \
    return result

#define CHECKED1(name)                                                                                            \
    double checked_##name(double x) { RETURN_IF(inside(x), name((float)x)); }
#define CHECKED2(name)                                                                                            \
    double checked_##name(double x, double y) { RETURN_IF(inside(x) && inside(y), name((float)x, (float)y)); }
#define CHECKED3(name)                                                                                            \
    double checked_##name(double x, double y, double z) {                                                         \
        RETURN_IF(inside(x) && inside(y) && inside(z), name((float)x, (float)y, (float)z));                       \
    }
#define CHECKED4(name)                                                                                            \
    double checked_##name(double x, double y, double z, double w) {                                               \
        RETURN_IF(inside(x) && inside(y) && inside(z) && inside(w),                                               \
                  name((float)x, (float)y, (float)z, (float)w));                                                  \
    }

CHECKED1(noise1)
CHECKED2(noise2)
CHECKED3(noise3)
CHECKED4(noise4)
CHECKED1(snoise1)
CHECKED2(snoise2)
CHECKED3(snoise3)
CHECKED4(snoise4)
CHECKED1(rombauts_noise1)
CHECKED2(rombauts_noise2)
CHECKED2(raw_noise_2d)
CHECKED3(raw_noise_3d)
CHECKED4(raw_noise_4d)

double checked_pnoise1(double x, int32_t px) { RETURN_IF(inside(x) && px > 0, pnoise1((float)x, px)); }

double checked_pnoise2(double x, double y, int32_t px, int32_t py) {
    RETURN_IF(inside(x) && inside(y) && px > 0 && py > 0, pnoise2((float)x, (float)y, px, py));
}

double checked_pnoise3(double x, double y, double z, int32_t px, int32_t py, int32_t pz) {
    RETURN_IF(inside(x) && inside(y) && inside(z) && px > 0 && py > 0 && pz > 0,
              pnoise3((float)x, (float)y, (float)z, px, py, pz));
}

double checked_pnoise4(double x, double y, double z, double w, int32_t px, int32_t py, int32_t pz, int32_t pw) {
    RETURN_IF(inside(x) && inside(y) && inside(z) && inside(w) && px > 0 && py > 0 && pz > 0 && pw > 0,
              pnoise4((float)x, (float)y, (float)z, (float)w, px, py, pz, pw));
}
