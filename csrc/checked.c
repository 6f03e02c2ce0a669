#include "checked.h"

#include <math.h>

#include "control.h"
#include "domain.h"
#include "eshelman.h"
#include "noise1234.h"
#include "rombauts.h"
#include "simplexnoise1234.h"
#include "strict.h"

/* The value, if the condition holds. X to W are the rounded coordinates. */
#define CHECKED(name, parameters, rounded, condition, value)                                                      \
    double checked_##name parameters {                                                                            \
        const noise_control word = control_enter();                                                               \
        rounded;                                                                                                  \
        volatile double result = (double)NAN;                                                                     \
        if (condition)                                                                                            \
            result = (double)(value);                                                                             \
        control_leave(word);                                                                                      \
        return result;                                                                                            \
    }

#define ROUNDED1 const float X = control_round(x)
#define ROUNDED2 ROUNDED1, Y = control_round(y)
#define ROUNDED3 ROUNDED2, Z = control_round(z)
#define ROUNDED4 ROUNDED3, W = control_round(w)
#define INSIDE1 noise_inside(X)
#define INSIDE2 (INSIDE1 && noise_inside(Y))
#define INSIDE3 (INSIDE2 && noise_inside(Z))
#define INSIDE4 (INSIDE3 && noise_inside(W))

#define CHECKED1(name) CHECKED(name, (double x), ROUNDED1, INSIDE1, name(X))
#define CHECKED2(name) CHECKED(name, (double x, double y), ROUNDED2, INSIDE2, name(X, Y))
#define CHECKED3(name) CHECKED(name, (double x, double y, double z), ROUNDED3, INSIDE3, name(X, Y, Z))
#define CHECKED4(name) CHECKED(name, (double x, double y, double z, double w), ROUNDED4, INSIDE4, name(X, Y, Z, W))

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

CHECKED(pnoise1, (double x, int32_t px), ROUNDED1, INSIDE1 &&px > 0, pnoise1(X, px))
CHECKED(pnoise2, (double x, double y, int32_t px, int32_t py), ROUNDED2, INSIDE2 &&px > 0 && py > 0,
        pnoise2(X, Y, px, py))
CHECKED(pnoise3, (double x, double y, double z, int32_t px, int32_t py, int32_t pz), ROUNDED3,
        INSIDE3 &&px > 0 && py > 0 && pz > 0, pnoise3(X, Y, Z, px, py, pz))
CHECKED(pnoise4, (double x, double y, double z, double w, int32_t px, int32_t py, int32_t pz, int32_t pw),
        ROUNDED4, INSIDE4 &&px > 0 && py > 0 && pz > 0 && pw > 0, pnoise4(X, Y, Z, W, px, py, pz, pw))
