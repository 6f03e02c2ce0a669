/* lines.inc.h: what sums over octaves do to arrays, element by element, with the bits of plain C. */

NOINLINE void lines_multiply(float *to, const float *from, float factor, size_t n) {
    size_t i = 0;
    for (; i + LANES <= n; i += LANES)
        v_store(to + i, v_mul(v_load(from + i), v_set(factor)));
    for (; i < n; i++)
        to[i] = from[i] * factor;
    v_leave();
}

NOINLINE void lines_add_octave(float *to, const float *values, float amplitude, size_t n) {
    size_t i = 0;
    for (; i + LANES <= n; i += LANES)
        v_store(to + i, v_add(v_load(to + i), v_mul(v_set(amplitude), v_load(values + i))));
    for (; i < n; i++)
        to[i] += amplitude * values[i];
    v_leave();
}

NOINLINE void lines_divide(float *to, float divisor, size_t n) {
    size_t i = 0;
    for (; i + LANES <= n; i += LANES)
        v_store(to + i, v_div(v_load(to + i), v_set(divisor)));
    for (; i < n; i++)
        to[i] /= divisor;
    v_leave();
}

NOINLINE void lines_shift(float *to, const float *from, float by, size_t n) {
    size_t i = 0;
    for (; i + LANES <= n; i += LANES)
        v_store(to + i, v_add(v_load(from + i), v_set(by)));
    for (; i < n; i++)
        to[i] = from[i] + by;
    v_leave();
}

NOINLINE void lines_displace(float *to, const float *from, const float *values, float strength, size_t n) {
    size_t i = 0;
    for (; i + LANES <= n; i += LANES)
        v_store(to + i, v_add(v_load(from + i), v_mul(v_set(strength), v_load(values + i))));
    for (; i < n; i++)
        to[i] = from[i] + strength * values[i];
    v_leave();
}

NOINLINE void lines_magnitude(float *to, size_t n) {
    size_t i = 0;
    for (; i + LANES <= n; i += LANES)
        v_store(to + i, v_abs(v_load(to + i)));
    for (; i < n; i++)
        to[i] = fabsf(to[i]);
    v_leave();
}

NOINLINE void lines_ridge(float *to, size_t n) {
    size_t i = 0;
    for (; i + LANES <= n; i += LANES)
        v_store(to + i, v_sub(v_set(1.0f), v_mul(v_set(2.0f), v_abs(v_load(to + i)))));
    for (; i < n; i++)
        to[i] = 1.0f - 2.0f * fabsf(to[i]);
    v_leave();
}

NOINLINE void lines_map(float *to, float span, float middle, size_t n) {
    size_t i = 0;
    for (; i + LANES <= n; i += LANES)
        v_store(to + i, v_add(v_div(v_mul(v_load(to + i), v_set(span)), v_set(2.0f)), v_set(middle)));
    for (; i < n; i++)
        to[i] = to[i] * span / 2.0f + middle;
    v_leave();
}

NOINLINE int lines_outside(const float *from, size_t n) {
    vint widest = vi_set(0);
    size_t i = 0;
    int outside;
    for (; i + LANES <= n; i += LANES)
        (void)v_checked(v_load(from + i), &widest);
    outside = v_outside(widest);
    v_leave();
    for (; i < n; i++)
        outside |= !(from[i] >= -NOISE_DOMAIN && from[i] <= NOISE_DOMAIN);
    return outside;
}

NOINLINE void lines_round(float *to, const void *from, size_t n) {
    const char *doubles = (const char *)from;
    size_t i = 0;
    for (; i + LANES <= n; i += LANES)
        v_store(to + i, v_from_doubles(doubles + i * sizeof(double)));
    for (; i < n; i++) {
        double value;
        memcpy(&value, doubles + i * sizeof value, sizeof value);
        to[i] = (float)value;
    }
    v_leave();
}
