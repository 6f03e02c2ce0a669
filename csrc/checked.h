/* checked.h: the reference functions for one point that comes from outside: each coordinate is rounded to float32,
 * and NaN is returned where one is outside the domain or a period is below 1. The values never are NaN. */
#ifndef NOISE_CFFI_CHECKED_H
#define NOISE_CFFI_CHECKED_H

#include <stdint.h>

double checked_noise1(double x);
double checked_noise2(double x, double y);
double checked_noise3(double x, double y, double z);
double checked_noise4(double x, double y, double z, double w);
double checked_snoise1(double x);
double checked_snoise2(double x, double y);
double checked_snoise3(double x, double y, double z);
double checked_snoise4(double x, double y, double z, double w);
double checked_rombauts_noise1(double x);
double checked_rombauts_noise2(double x, double y);
double checked_raw_noise_2d(double x, double y);
double checked_raw_noise_3d(double x, double y, double z);
double checked_raw_noise_4d(double x, double y, double z, double w);

double checked_pnoise1(double x, int32_t px);
double checked_pnoise2(double x, double y, int32_t px, int32_t py);
double checked_pnoise3(double x, double y, double z, int32_t px, int32_t py, int32_t pz);
double checked_pnoise4(double x, double y, double z, double w, int32_t px, int32_t py, int32_t pz, int32_t pw);

#endif
