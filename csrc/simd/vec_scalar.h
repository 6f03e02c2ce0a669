/* vec_scalar.h: the vocabulary over one lane, in plain C; it also says what every operation means.
 *
 * vfloat, vint, vmask: LANES floats, int32, truths. Floats are never fused or reordered. Masks come from
 * comparisons only. A vtable holds eight coefficients, each given by the upper half of its float's bits. */
#ifndef NOISE_CFFI_VEC_SCALAR_H
#define NOISE_CFFI_VEC_SCALAR_H

#include "../kernels.h"
#include "target.h"

#include <string.h>

#define LANES 1

typedef float vfloat;
typedef int32_t vint;
typedef int vmask;

typedef struct {
    uint32_t entry[8];
} vtable;
#define VTABLE(a, b, c, d, e, f, g, h)                                                                            \
    {{a##u << 16, b##u << 16, c##u << 16, d##u << 16, e##u << 16, f##u << 16, g##u << 16, h##u << 16}}

INLINE vfloat v_set(float c) { return c; }
INLINE vfloat v_load(const float *from) { return *from; }
INLINE void v_store(float *to, vfloat v) { *to = v; }
INLINE vfloat v_add(vfloat a, vfloat b) { return a + b; }
INLINE vfloat v_sub(vfloat a, vfloat b) { return a - b; }
INLINE vfloat v_mul(vfloat a, vfloat b) { return a * b; }
/* a * b + c, for products that are exact: then it does not matter whether it is fused. */
INLINE vfloat v_exact_fma(vfloat a, vfloat b, vfloat c) { return a * b + c; }
INLINE vfloat v_div(vfloat a, vfloat b) { return a / b; }
INLINE vfloat v_abs(vfloat v) { return v < 0.0f ? -v : v == 0.0f ? 0.0f : v; }

INLINE vint vi_set(int32_t c) { return c; }
INLINE vint vi_load(const uint32_t *from) { return (int32_t)*from; }
INLINE void vi_store(uint32_t *to, vint v) { *to = (uint32_t)v; }
INLINE vint vi_add(vint a, vint b) { return a + b; }
INLINE vint vi_sub(vint a, vint b) { return a - b; }
INLINE vint vi_and(vint a, vint b) { return a & b; }
INLINE vint vi_upper_half(vint v) { return (int32_t)((uint32_t)v >> 16); }
INLINE vint vi_left(vint v, int bits) { return (int32_t)((uint32_t)v << bits); }
INLINE vint vi_min_unsigned(vint a, vint b) { return (uint32_t)a < (uint32_t)b ? a : b; }

/* A lane of a table each: any entry, by indices in memory; or one of LANES entries, by what vi_places makes of
 * numbers below LANES. */
INLINE vint vi_look(const uint32_t *table, const uint32_t *indices) { return (int32_t)table[*indices]; }
INLINE vint vi_places(vint numbers) { return numbers; }
INLINE vint vi_place(vint table, vint places) {
    (void)places;
    return table;
}

/* Conversions; vi_round is for floats that are whole. v_bits takes an int's bits for those of a float. */
INLINE vint vi_truncate(vfloat v) { return (int32_t)v; }
INLINE vint vi_round(vfloat v) { return (int32_t)v; }
INLINE vfloat v_from_int(vint v) { return (float)v; }
INLINE vfloat v_from_doubles(const char *from) { /* of any alignment */
    double d;
    memcpy(&d, from, sizeof d);
    return (float)d;
}
INLINE vfloat v_floor(vfloat v) {
    float whole = (float)(int32_t)v;
    return whole <= v ? whole : whole - 1.0f;
}
INLINE vint vi_floor(vfloat v) {
    int32_t i = (int32_t)v;
    return (float)i <= v ? i : i - 1;
}
INLINE vfloat v_bits(vint v) {
    float f;
    memcpy(&f, &v, sizeof f);
    return f;
}

INLINE vmask v_greater(vfloat a, vfloat b) { return a > b; }
INLINE vmask v_greater_equal(vfloat a, vfloat b) { return a >= b; }
INLINE vmask v_not_less(vfloat a, vfloat b) { return !(a < b); }
INLINE vmask m_and(vmask a, vmask b) { return a & b; }
INLINE vmask m_or(vmask a, vmask b) { return a | b; }
INLINE vmask m_and_not(vmask a, vmask b) { return a & !b; }
INLINE vint vi_select(vmask m, vint a, vint b) { return m ? a : b; }
/* a * b where the mask is set, else +0. */
INLINE vfloat v_mul_where(vmask m, vfloat a, vfloat b) { return m ? a * b : 0.0f; }
INLINE vfloat v_decrement(vmask m, vfloat v) { return m ? v - 1.0f : v; }
INLINE vfloat v_decrement_unless(vmask m, vfloat v) { return m ? v : v - 1.0f; }
INLINE vint vi_decrement(vmask m, vint v) { return v - m; }
INLINE vmask vi_equal(vint a, vint b) { return a == b; }
/* All bits inverted, or none left, where the mask is set. */
INLINE vint vi_flip(vmask m, vint v) { return v ^ -m; }
INLINE vint vi_clear(vmask m, vint v) { return m ? 0 : v; }
INLINE vint m_int(vmask m) { return -m; }
INLINE vmask vi_greater(vint a, vint b) { return a > b; }

/* The domain check, to be made before any conversion to int. `widest` starts as vi_set(0); after any number of
 * coordinates went through v_checked, v_outside says whether one of them was outside or NaN. */
INLINE vfloat v_checked(vfloat v, vint *widest) {
    if (v >= -NOISE_DOMAIN && v <= NOISE_DOMAIN)
        return v;
    *widest = 1;
    return 0.0f; /* converting it to int would be undefined */
}
INLINE int v_outside(vint widest) { return widest; }

/* Doubles, LANES of them: enough to find cells and fractions far from the origin. */
typedef double vdouble;
INLINE vdouble vd_set(double c) { return c; }
INLINE vdouble vd_load(const double *from) { return *from; }
INLINE vdouble vd_add(vdouble a, vdouble b) { return a + b; }
INLINE vdouble vd_sub(vdouble a, vdouble b) { return a - b; }
INLINE vdouble vd_mul(vdouble a, vdouble b) { return a * b; }
INLINE vdouble vd_truncate(vdouble v) { return (double)(int64_t)v; }
INLINE vdouble vd_floor(vdouble v) {
    double whole = (double)(int64_t)v;
    return whole <= v ? whole : whole - 1.0;
}
INLINE vfloat vd_to_float(vdouble v) { return (float)v; }
INLINE vdouble vd_one_unless_positive(vdouble v) { return 0.0 >= v ? 1.0 : 0.0; }
/* Plus p where it is below 0, less p where it is not below p. */
INLINE vdouble vd_within(vdouble v, vdouble p) { return v < 0.0 ? v + p : v >= p ? v - p : v; }
/* The lower half of each double's bits. */
INLINE vint vd_low_words(vdouble v) {
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return (int32_t)(uint32_t)(bits & 0xffffffffu);
}
/* As v_checked, for NOISE_PRECISE_DOMAIN. */
INLINE vdouble vd_checked(vdouble v, vint *widest) {
    if (v >= -NOISE_PRECISE_DOMAIN && v <= NOISE_PRECISE_DOMAIN)
        return v;
    *widest = 1;
    return 0.0;
}

/* Codes: v_index makes a byte of each lane, a code below 8, ready for v_coefficient. */
INLINE vint v_index(vint codes, int byte) { return (int32_t)((uint32_t)codes >> 8 * byte); }
/* The same of the code that begins at a bit of each lane; what is above its three bits is ignored. */
INLINE vint v_index_at(vint codes, int bit) { return (int32_t)((uint32_t)codes >> bit); }
INLINE vfloat v_coefficient(const vtable *table, vint index) { return v_bits((int32_t)table->entry[index & 7]); }

/* What has to be done before code of other instruction sets runs. */
INLINE void v_leave(void) {}

#include "products_narrow.h"

#include "ranks_wide.h"

#endif
