/* vec_neon.h: the vocabulary of vec_scalar.h over four lanes, for 64-bit Arm (little-endian).
 * Required: <arm_neon.h>. Not for 32-bit Arm, whose vector unit flushes subnormals. */
#ifndef NOISE_CFFI_VEC_NEON_H
#define NOISE_CFFI_VEC_NEON_H

#define LANES 4

typedef float32x4_t vfloat;
typedef int32x4_t vint;
typedef uint32x4_t vmask; /* all bits of a lane */

/* A byte lookup makes floats of codes: of a coefficient's two upper bytes the first eight entries hold the upper,
 * the last eight the lower; the two lower bytes are 0. */
typedef struct {
    ALIGNED(16) uint8_t entry[16];
} vtable;
#define VTABLE(a, b, c, d, e, f, g, h)                                                                            \
    {{a >> 8, b >> 8, c >> 8, d >> 8, e >> 8, f >> 8, g >> 8, h >> 8, a & 255, b & 255, c & 255, d & 255,         \
      e & 255, f & 255, g & 255, h & 255}}

INLINE vfloat v_set(float c) { return vdupq_n_f32(c); }
INLINE vfloat v_load(const float *from) { return vld1q_f32(from); }
INLINE void v_store(float *to, vfloat v) { vst1q_f32(to, v); }
INLINE vfloat v_add(vfloat a, vfloat b) { return vaddq_f32(a, b); }
INLINE vfloat v_sub(vfloat a, vfloat b) { return vsubq_f32(a, b); }
INLINE vfloat v_mul(vfloat a, vfloat b) { return vmulq_f32(a, b); }
INLINE vfloat v_exact_fma(vfloat a, vfloat b, vfloat c) { return vfmaq_f32(c, a, b); }
INLINE vfloat v_div(vfloat a, vfloat b) { return vdivq_f32(a, b); }
INLINE vfloat v_abs(vfloat v) { return vabsq_f32(v); }

INLINE vint vi_set(int32_t c) { return vdupq_n_s32(c); }
INLINE vint vi_load(const uint32_t *from) { return vreinterpretq_s32_u32(vld1q_u32(from)); }
INLINE void vi_store(uint32_t *to, vint v) { vst1q_u32(to, vreinterpretq_u32_s32(v)); }
INLINE vint vi_add(vint a, vint b) { return vaddq_s32(a, b); }
INLINE vint vi_sub(vint a, vint b) { return vsubq_s32(a, b); }
INLINE vint vi_and(vint a, vint b) { return vandq_s32(a, b); }
INLINE vint vi_upper_half(vint v) { return vreinterpretq_s32_u32(vshrq_n_u32(vreinterpretq_u32_s32(v), 16)); }
INLINE vint vi_left(vint v, int bits) { return vshlq_s32(v, vdupq_n_s32(bits)); }
INLINE vint vi_min_unsigned(vint a, vint b) {
    return vreinterpretq_s32_u32(vminq_u32(vreinterpretq_u32_s32(a), vreinterpretq_u32_s32(b)));
}

INLINE vint vi_look(const uint32_t *table, const uint32_t *indices) {
    const uint32_t lanes[4] = {table[indices[0]], table[indices[1]], table[indices[2]], table[indices[3]]};
    return vi_load(lanes);
}
INLINE vint vi_places(vint numbers) {
    return vmlaq_s32(vdupq_n_s32(0x03020100), numbers, vdupq_n_s32(0x04040404));
}
INLINE vint vi_place(vint table, vint places) {
    return vreinterpretq_s32_u8(vqtbl1q_u8(vreinterpretq_u8_s32(table), vreinterpretq_u8_s32(places)));
}

INLINE vint vi_truncate(vfloat v) { return vcvtq_s32_f32(v); }
INLINE vint vi_round(vfloat v) { return vcvtq_s32_f32(v); }
INLINE vfloat v_from_int(vint v) { return vcvtq_f32_s32(v); }
INLINE vfloat v_from_doubles(const char *from) {
    const uint8_t *bytes = (const uint8_t *)from;
    float32x2_t low = vcvt_f32_f64(vreinterpretq_f64_u8(vld1q_u8(bytes)));
    return vcvt_high_f32_f64(low, vreinterpretq_f64_u8(vld1q_u8(bytes + 16)));
}
INLINE vfloat v_floor(vfloat v) { return vrndmq_f32(v); }
INLINE vint vi_floor(vfloat v) { return vcvtmq_s32_f32(v); }
INLINE vfloat v_bits(vint v) { return vreinterpretq_f32_s32(v); }

INLINE vmask v_greater(vfloat a, vfloat b) { return vcgtq_f32(a, b); }
INLINE vmask v_greater_equal(vfloat a, vfloat b) { return vcgeq_f32(a, b); }
INLINE vmask v_not_less(vfloat a, vfloat b) { return vcgeq_f32(a, b); } /* the same where neither is NaN */
INLINE vmask m_and(vmask a, vmask b) { return vandq_u32(a, b); }
INLINE vmask m_or(vmask a, vmask b) { return vorrq_u32(a, b); }
INLINE vmask m_and_not(vmask a, vmask b) { return vbicq_u32(a, b); }
INLINE vint m_int(vmask m) { return vreinterpretq_s32_u32(m); }
INLINE vint vi_select(vmask m, vint a, vint b) { return vbslq_s32(m, a, b); }
INLINE vfloat v_masked(vmask m, vfloat v) { return vreinterpretq_f32_u32(vandq_u32(m, vreinterpretq_u32_f32(v))); }
INLINE vfloat v_mul_where(vmask m, vfloat a, vfloat b) { return v_masked(m, vmulq_f32(a, b)); }
INLINE vfloat v_decrement(vmask m, vfloat v) { return vsubq_f32(v, v_masked(m, vdupq_n_f32(1.0f))); }
INLINE vfloat v_decrement_unless(vmask m, vfloat v) { return v_decrement(vmvnq_u32(m), v); }
INLINE vint vi_decrement(vmask m, vint v) { return vaddq_s32(v, m_int(m)); }
INLINE vmask vi_equal(vint a, vint b) { return vceqq_s32(a, b); }
INLINE vint vi_flip(vmask m, vint v) { return veorq_s32(v, m_int(m)); }
INLINE vint vi_clear(vmask m, vint v) { return vbicq_s32(v, m_int(m)); }
INLINE vmask vi_greater(vint a, vint b) { return vcgtq_s32(a, b); }

/* Bits without the sign order floats as ints do, and put NaN last. */
INLINE vfloat v_checked(vfloat v, vint *widest) {
    *widest = vmaxq_s32(*widest, vandq_s32(vreinterpretq_s32_f32(v), vdupq_n_s32(0x7fffffff)));
    return v;
}
INLINE int v_outside(vint widest) {
    return vmaxvq_s32(widest) > vgetq_lane_s32(vreinterpretq_s32_f32(vdupq_n_f32(NOISE_DOMAIN)), 0);
}

/* Two registers of doubles. */
typedef struct {
    float64x2_t low, high;
} vdouble;
INLINE vdouble vd_pair(float64x2_t low, float64x2_t high) {
    vdouble v;
    v.low = low, v.high = high;
    return v;
}
INLINE vdouble vd_set(double c) { return vd_pair(vdupq_n_f64(c), vdupq_n_f64(c)); }
INLINE vdouble vd_load(const double *from) { return vd_pair(vld1q_f64(from), vld1q_f64(from + LANES / 2)); }
INLINE vdouble vd_add(vdouble a, vdouble b) { return vd_pair(vaddq_f64(a.low, b.low), vaddq_f64(a.high, b.high)); }
INLINE vdouble vd_sub(vdouble a, vdouble b) { return vd_pair(vsubq_f64(a.low, b.low), vsubq_f64(a.high, b.high)); }
INLINE vdouble vd_mul(vdouble a, vdouble b) { return vd_pair(vmulq_f64(a.low, b.low), vmulq_f64(a.high, b.high)); }
INLINE vdouble vd_truncate(vdouble v) { return vd_pair(vrndq_f64(v.low), vrndq_f64(v.high)); }
INLINE vdouble vd_floor(vdouble v) { return vd_pair(vrndmq_f64(v.low), vrndmq_f64(v.high)); }
INLINE vfloat vd_to_float(vdouble v) { return vcvt_high_f32_f64(vcvt_f32_f64(v.low), v.high); }
INLINE float64x2_t vd_half_where(uint64x2_t m, float64x2_t v) {
    return vreinterpretq_f64_u64(vandq_u64(m, vreinterpretq_u64_f64(v)));
}
INLINE vdouble vd_one_unless_positive(vdouble v) {
    float64x2_t one = vdupq_n_f64(1.0);
    return vd_pair(vd_half_where(vclezq_f64(v.low), one), vd_half_where(vclezq_f64(v.high), one));
}
INLINE float64x2_t vd_half_within(float64x2_t v, float64x2_t p) {
    float64x2_t below = vd_half_where(vcltzq_f64(v), p), above = vd_half_where(vcgeq_f64(v, p), p);
    return vaddq_f64(v, vsubq_f64(below, above));
}
INLINE vdouble vd_within(vdouble v, vdouble p) {
    return vd_pair(vd_half_within(v.low, p.low), vd_half_within(v.high, p.high));
}
INLINE vint vd_low_words(vdouble v) {
    return vuzp1q_s32(vreinterpretq_s32_f64(v.low), vreinterpretq_s32_f64(v.high));
}
INLINE uint32x4_t vd_half_inside(float64x2_t v) {
    return vreinterpretq_u32_u64(vcleq_f64(vabsq_f64(v), vdupq_n_f64(NOISE_PRECISE_DOMAIN)));
}
INLINE vdouble vd_checked(vdouble v, vint *widest) {
    uint32x4_t outside = vmvnq_u32(vandq_u32(vd_half_inside(v.low), vd_half_inside(v.high)));
    *widest = vmaxq_s32(*widest, vreinterpretq_s32_u32(vshrq_n_u32(outside, 1)));
    return v;
}

/* An index is four byte indices: the code, the code and 8, and two that yield 0. */
INLINE vint v_index(vint codes, int byte) {
    const uint32_t both = (uint32_t)byte * 0x01010000 + 0x8080;
    const uint32_t lanes[4] = {both, both + 0x04040000, both + 0x08080000, both + 0x0c0c0000};
    uint8x16_t index = vqtbl1q_u8(vreinterpretq_u8_s32(codes), vreinterpretq_u8_u32(vld1q_u32(lanes)));
    return vreinterpretq_s32_u32(vorrq_u32(vreinterpretq_u32_u8(index), vdupq_n_u32(0x00088080)));
}
INLINE vint v_index_at(vint codes, int bit) {
    uint32x4_t code = vshlq_u32(vreinterpretq_u32_s32(codes), vdupq_n_s32(-bit));
    return v_index(vreinterpretq_s32_u32(vandq_u32(code, vdupq_n_u32(7))), 0);
}
INLINE vfloat v_coefficient(const vtable *table, vint index) {
    return vreinterpretq_f32_u8(vqtbl1q_u8(vld1q_u8(table->entry), vreinterpretq_u8_s32(index)));
}

INLINE void v_leave(void) {}

#include "products_narrow.h"

#include "ranks_wide.h"

#endif
