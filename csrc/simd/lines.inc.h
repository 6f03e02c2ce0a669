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
