/* driver.inc.h: walks points in blocks and takes each block through the three stages.
 *
 * DEFINE_KERNEL's stages are expressions. SPLIT fills the step at `b` of `block` from `coordinates` at `from`,
 * with `widest` for the domain check; HASH hashes what it needs of `block` from `b` on. STATE declares what is
 * computed once a call, from `periods`. BLEND, perlin or simplex, and AXES name the functions that
 * blend a group of the step at `b`, part by part, as SYSTEM says.
 *
 * A pipelined backend hashes some points of one block after each part of blending another: the two use different
 * units, and a processor cannot see far enough ahead to overlap a whole step of each by itself. */

#define HASH_POINTS(BLOCK_POINTER, AT, FIRST, END, HASH_STEP, HASH)                                               \
    {                                                                                                             \
        struct block *block = BLOCK_POINTER;                                                                      \
        UNROLL                                                                                                    \
        for (size_t in_step = FIRST; in_step < END; in_step += HASH_STEP) {                                       \
            size_t b = AT + in_step;                                                                              \
            HASH;                                                                                                 \
        }                                                                                                         \
    }

/* What becomes of a group once it is blended: a value, or that and its partial derivatives. */
#define STORE_VALUE(END, SYSTEM, AXES, AT) v_store(out + (AT), END(&blended, SYSTEM))
#define STORE_DERIVATIVES(END, SYSTEM, AXES, AT)                                                                  \
    {                                                                                                             \
        struct derivatives derived = END(&blended, SYSTEM);                                                       \
        v_store(out[0] + (AT), derived.value);                                                                    \
        UNROLL                                                                                                    \
        for (int axis = 0; axis < AXES; axis++)                                                                   \
            v_store(out[1 + axis] + (AT), derived.along[axis]);                                                   \
    }

#define BLEND_POINTS(BLOCK_POINTER, AT, BLEND, AXES, SYSTEM, STORE, BESIDE)                                       \
    {                                                                                                             \
        const struct block *block = BLOCK_POINTER;                                                                \
        size_t b = AT;                                                                                            \
        UNROLL                                                                                                    \
        for (int group = 0; group < GROUPS; group++) {                                                            \
            struct BLEND##_group blended = BLEND##_begin##AXES(block, b, group);                                  \
            UNROLL                                                                                                \
            for (int part = 0; part < BLEND##_parts##AXES; part++) {                                              \
                BLEND##_part##AXES(&blended, SYSTEM, part);                                                       \
                BESIDE                                                                                            \
            }                                                                                                     \
            STORE(BLEND##_end##AXES, SYSTEM, AXES, done + b + (size_t)(group * LANES));                                  \
        }                                                                                                         \
    }

#if PIPELINED
#define DRIVE_BLOCKS(SPLIT, HASH_STEP, HASH, BLEND, AXES, SYSTEM, STORE)                                          \
    struct block blocks[2];                                                                                       \
    size_t done = 0, ready = 0;                                                                                   \
    int flip = 0;                                                                                                 \
    do {                                                                                                          \
        size_t left = n - done - ready, next = left < BLOCK ? left : BLOCK, both = ready < next ? ready : next;   \
        {                                                                                                         \
            struct block *block = &blocks[flip];                                                                  \
            for (size_t b = 0; b < next; b += STEP) {                                                             \
                size_t from = done + ready + b;                                                                   \
                SPLIT;                                                                                            \
            }                                                                                                     \
        }                                                                                                         \
        size_t at = 0;                                                                                            \
        for (; at < both; at += STEP)                                                                             \
            BLEND_POINTS(&blocks[!flip], at, BLEND, AXES, SYSTEM, STORE,                                          \
                         HASH_POINTS(&blocks[flip], at, (size_t)part *STEP / BLEND##_parts##AXES,                 \
                                     (size_t)(part + 1) * STEP / BLEND##_parts##AXES, HASH_STEP, HASH))           \
        for (size_t rest = at; rest < ready; rest += STEP)                                                        \
            BLEND_POINTS(&blocks[!flip], rest, BLEND, AXES, SYSTEM, STORE, )                                      \
        for (; at < next; at += STEP)                                                                             \
            HASH_POINTS(&blocks[flip], at, 0, STEP, HASH_STEP, HASH)                                              \
        done += ready;                                                                                            \
        ready = next;                                                                                             \
        flip = !flip;                                                                                             \
    } while (ready != 0);
#else
#define DRIVE_BLOCKS(SPLIT, HASH_STEP, HASH, BLEND, AXES, SYSTEM, STORE)                                          \
    struct block blocks[1];                                                                                       \
    for (size_t done = 0; done < n; done += BLOCK) {                                                              \
        struct block *block = blocks;                                                                             \
        size_t next = n - done < BLOCK ? n - done : BLOCK;                                                        \
        for (size_t b = 0; b < next; b += STEP) {                                                                 \
            size_t from = done + b;                                                                               \
            SPLIT;                                                                                                \
        }                                                                                                         \
        for (size_t at = 0; at < next; at += STEP)                                                                \
            HASH_POINTS(blocks, at, 0, STEP, HASH_STEP, HASH)                                                     \
        for (size_t at = 0; at < next; at += STEP)                                                                \
            BLEND_POINTS(blocks, at, BLEND, AXES, SYSTEM, STORE, )                                                \
    }
#endif

/* Where n is no multiple of a step, the last points go through a step of their own, padded with zeros; all of them
 * where they are less than a block, which saves a second start. */
#define DEFINE_STEPS(NAME, IN, OUT, AXES, STATE, SPLIT, HASH_STEP, HASH, BLEND, SYSTEM, STORE)                    \
    NOINLINE int NAME##_steps(const struct kernel_tables *tables, const int32_t *periods, IN, OUT, size_t n) {    \
        vint all = vi_set(0), *widest = &all;                                                                     \
        (void)periods;                                                                                            \
        STATE                                                                                                     \
        DRIVE_BLOCKS(SPLIT, HASH_STEP, HASH, BLEND, AXES, SYSTEM, STORE)                                          \
        int outside = v_outside(all);                                                                             \
        v_leave();                                                                                                \
        return outside;                                                                                           \
    }

#define SINGLE_IN const float *const *coordinates
#define PRECISE_IN const double *const *precise
#define BOTH_IN SINGLE_IN, PRECISE_IN

/* A kernel, the same for precise coordinates, and derivatives from either. The splits differ. */
#define DEFINE_KERNEL(NAME, AXES, STATE, SPLIT, PRECISE_SPLIT, HASH_STEP, HASH, BLEND, SYSTEM)                    \
    DEFINE_STEPS(NAME, SINGLE_IN, float *out, AXES, STATE, SPLIT, HASH_STEP, HASH, BLEND, SYSTEM, STORE_VALUE)    \
    static size_t NAME(const struct kernel_tables *tables, const int32_t *periods, SINGLE_IN, float *out,         \
                       size_t n) {                                                                                \
        return take_steps(NAME##_steps, AXES, tables, periods, coordinates, out, n);                              \
    }

#define DEFINE_PRECISE(NAME, AXES, STATE, SPLIT, PRECISE_SPLIT, HASH_STEP, HASH, BLEND, SYSTEM)                   \
    DEFINE_STEPS(precise_##NAME, PRECISE_IN, float *out, AXES, STATE, PRECISE_SPLIT, HASH_STEP, HASH, BLEND,      \
                 SYSTEM, STORE_VALUE)                                                                             \
    static size_t precise_##NAME(const struct kernel_tables *tables, const int32_t *periods, PRECISE_IN,          \
                                 float *out, size_t n) {                                                          \
        return take_precise_steps(precise_##NAME##_steps, AXES, tables, periods, precise, out, n);                \
    }

#define DEFINE_DERIVATIVE(NAME, AXES, STATE, SPLIT, PRECISE_SPLIT, HASH_STEP, HASH, BLEND, SYSTEM)                \
    DEFINE_STEPS(                                                                                                 \
        derivative_##NAME, BOTH_IN, float *const *out, AXES, STATE,                            \
        if (precise != NULL) PRECISE_SPLIT; else SPLIT, HASH_STEP, HASH, BLEND##_derivative, SYSTEM,              \
        STORE_DERIVATIVES)                                                                                        \
    static size_t derivative_##NAME(const struct kernel_tables *tables, const int32_t *periods, SINGLE_IN,        \
                                    PRECISE_IN, float *const *out, size_t n) {                                    \
        return take_derivative_steps(derivative_##NAME##_steps, AXES, tables, periods, coordinates, precise, out, \
                                     n);                                                                          \
    }

/* All three. */
#define DEFINE_KERNELS(NAME, AXES, STATE, SPLIT, PRECISE_SPLIT, HASH_STEP, HASH, BLEND, SYSTEM)                   \
    DEFINE_KERNEL(kernel_##NAME, AXES, STATE, SPLIT, PRECISE_SPLIT, HASH_STEP, HASH, BLEND, SYSTEM)               \
    DEFINE_PRECISE(NAME, AXES, STATE, SPLIT, PRECISE_SPLIT, HASH_STEP, HASH, BLEND, SYSTEM)                       \
    DEFINE_DERIVATIVE(NAME, AXES, STATE, SPLIT, PRECISE_SPLIT, HASH_STEP, HASH, BLEND, SYSTEM)

typedef int kernel_steps(const struct kernel_tables *tables, const int32_t *periods, SINGLE_IN, float *out, size_t n);
typedef int precise_steps(const struct kernel_tables *tables, const int32_t *periods, PRECISE_IN, float *out,
                          size_t n);
typedef int derivative_steps(const struct kernel_tables *tables, const int32_t *periods, SINGLE_IN, PRECISE_IN,
                             float *const *out, size_t n);

NOINLINE size_t first_outside(int axes, const float *const *coordinates, size_t n) {
    for (size_t i = 0; i < n; i++)
        for (int axis = 0; axis < axes; axis++)
            if (!(coordinates[axis][i] >= -NOISE_DOMAIN && coordinates[axis][i] <= NOISE_DOMAIN))
                return i;
    return n;
}

NOINLINE size_t first_outside_precise(int axes, const double *const *coordinates, size_t n) {
    for (size_t i = 0; i < n; i++)
        for (int axis = 0; axis < axes; axis++)
            if (!(coordinates[axis][i] >= -NOISE_PRECISE_DOMAIN && coordinates[axis][i] <= NOISE_PRECISE_DOMAIN))
                return i;
    return n;
}

INLINE size_t whole_steps(size_t n) { return n % STEP == 0 ? n : n < BLOCK ? 0 : n - n % STEP; }

/* Copy `rest` elements of each axis from `whole` on, and zeros after them. Return how many there are then. */
NOINLINE size_t pad_steps(int axes, const void *const *coordinates, size_t size, size_t whole, size_t rest,
                          char *padded) {
    size_t filled = rest + (STEP - rest % STEP) % STEP;
    for (int axis = 0; axis < axes; axis++, padded += BLOCK * size) {
        memcpy(padded, (const char *)coordinates[axis] + whole * size, rest * size);
        memset(padded + rest * size, 0, (filled - rest) * size);
    }
    return filled;
}

NOINLINE size_t take_steps(kernel_steps *steps, int axes, const struct kernel_tables *tables,
                           const int32_t *periods, const float *const *coordinates, float *out, size_t n) {
    size_t whole = whole_steps(n), rest = n - whole;
    int outside = 0;
    if (whole != 0)
        outside = steps(tables, periods, coordinates, out, whole);
    if (rest != 0) {
        float padded[4][BLOCK], values[BLOCK];
        const float *const from[4] = {padded[0], padded[1], padded[2], padded[3]};
        size_t filled =
            pad_steps(axes, (const void *const *)coordinates, sizeof(float), whole, rest, (char *)padded);
        outside |= steps(tables, periods, from, values, filled);
        memcpy(out + whole, values, rest * sizeof(float));
    }
    return outside ? first_outside(axes, coordinates, n) : n;
}

NOINLINE size_t take_precise_steps(precise_steps *steps, int axes, const struct kernel_tables *tables,
                                   const int32_t *periods, const double *const *precise, float *out, size_t n) {
    size_t whole = whole_steps(n), rest = n - whole;
    int outside = 0;
    if (whole != 0)
        outside = steps(tables, periods, precise, out, whole);
    if (rest != 0) {
        double padded[4][BLOCK];
        float values[BLOCK];
        const double *const from[4] = {padded[0], padded[1], padded[2], padded[3]};
        size_t filled = pad_steps(axes, (const void *const *)precise, sizeof(double), whole, rest, (char *)padded);
        outside |= steps(tables, periods, from, values, filled);
        memcpy(out + whole, values, rest * sizeof(float));
    }
    return outside ? first_outside_precise(axes, precise, n) : n;
}

NOINLINE size_t take_derivative_steps(derivative_steps *steps, int axes, const struct kernel_tables *tables,
                                      const int32_t *periods, const float *const *coordinates,
                                      const double *const *precise, float *const *out, size_t n) {
    size_t whole = whole_steps(n), rest = n - whole, filled;
    int outside = 0;
    if (whole != 0)
        outside = steps(tables, periods, coordinates, precise, out, whole);
    if (rest != 0) {
        union {
            float single[4][BLOCK];
            double precise[4][BLOCK];
        } padded;
        float values[5][BLOCK];
        const float *const from[4] = {padded.single[0], padded.single[1], padded.single[2], padded.single[3]};
        const double *const precise_from[4] = {padded.precise[0], padded.precise[1], padded.precise[2],
                                               padded.precise[3]};
        float *const to[5] = {values[0], values[1], values[2], values[3], values[4]};
        filled = precise != NULL ? pad_steps(axes, (const void *const *)precise, sizeof(double), whole, rest,
                                             (char *)padded.precise)
                                 : pad_steps(axes, (const void *const *)coordinates, sizeof(float), whole, rest,
                                             (char *)padded.single);
        outside |= steps(tables, periods, from, precise != NULL ? precise_from : NULL, to, filled);
        for (int i = 0; i <= axes; i++)
            memcpy(out[i] + whole, values[i], rest * sizeof(float));
    }
    if (!outside)
        return n;
    return precise != NULL ? first_outside_precise(axes, precise, n) : first_outside(axes, coordinates, n);
}
