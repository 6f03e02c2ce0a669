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
#define DEFINE_STEPS(NAME, OUT, AXES, STATE, SPLIT, HASH_STEP, HASH, BLEND, SYSTEM, STORE)                        \
    NOINLINE int NAME##_steps(const struct kernel_tables *tables, const int32_t *periods,                         \
                              const float *const *coordinates, OUT, size_t n) {                                   \
        vint all = vi_set(0), *widest = &all;                                                                     \
        (void)periods;                                                                                            \
        STATE                                                                                                     \
        DRIVE_BLOCKS(SPLIT, HASH_STEP, HASH, BLEND, AXES, SYSTEM, STORE)                                          \
        int outside = v_outside(all);                                                                             \
        v_leave();                                                                                                \
        return outside;                                                                                           \
    }

#define DEFINE_KERNEL(NAME, AXES, STATE, SPLIT, HASH_STEP, HASH, BLEND, SYSTEM)                                   \
    DEFINE_STEPS(NAME, float *out, AXES, STATE, SPLIT, HASH_STEP, HASH, BLEND, SYSTEM, STORE_VALUE)               \
    static size_t NAME(const struct kernel_tables *tables, const int32_t *periods,                                \
                       const float *const *coordinates, float *out, size_t n) {                                   \
        return take_steps(NAME##_steps, AXES, tables, periods, coordinates, out, n);                              \
    }

#define DEFINE_DERIVATIVE(NAME, AXES, STATE, SPLIT, HASH_STEP, HASH, BLEND, SYSTEM)                               \
    DEFINE_STEPS(NAME, float *const *out, AXES, STATE, SPLIT, HASH_STEP, HASH, BLEND, SYSTEM, STORE_DERIVATIVES)  \
    static size_t NAME(const struct kernel_tables *tables, const int32_t *periods,                                \
                       const float *const *coordinates, float *const *out, size_t n) {                            \
        return take_derivative_steps(NAME##_steps, AXES, tables, periods, coordinates, out, n);                   \
    }

typedef int kernel_steps(const struct kernel_tables *tables, const int32_t *periods,
                         const float *const *coordinates, float *out, size_t n);

NOINLINE size_t first_outside(int axes, const float *const *coordinates, size_t n) {
    for (size_t i = 0; i < n; i++)
        for (int axis = 0; axis < axes; axis++)
            if (!(coordinates[axis][i] >= -NOISE_DOMAIN && coordinates[axis][i] <= NOISE_DOMAIN))
                return i;
    return n;
}

/* Copy the coordinates from `whole` on, and zeros after them. */
NOINLINE size_t pad_steps(int axes, const float *const *coordinates, size_t whole, size_t rest,
                          float (*padded)[BLOCK]) {
    size_t filled = rest + (STEP - rest % STEP) % STEP;
    for (int axis = 0; axis < axes; axis++) {
        memcpy(padded[axis], coordinates[axis] + whole, rest * sizeof(float));
        memset(padded[axis] + rest, 0, (filled - rest) * sizeof(float));
    }
    return filled;
}

INLINE size_t whole_steps(size_t n) { return n % STEP == 0 ? n : n < BLOCK ? 0 : n - n % STEP; }

NOINLINE size_t take_steps(kernel_steps *steps, int axes, const struct kernel_tables *tables,
                           const int32_t *periods, const float *const *coordinates, float *out, size_t n) {
    size_t whole = whole_steps(n), rest = n - whole;
    int outside = 0;
    if (whole != 0)
        outside = steps(tables, periods, coordinates, out, whole);
    if (rest != 0) {
        float padded[4][BLOCK], values[BLOCK];
        const float *const from[4] = {padded[0], padded[1], padded[2], padded[3]};
        outside |= steps(tables, periods, from, values, pad_steps(axes, coordinates, whole, rest, padded));
        memcpy(out + whole, values, rest * sizeof(float));
    }
    return outside ? first_outside(axes, coordinates, n) : n;
}

typedef int derivative_steps(const struct kernel_tables *tables, const int32_t *periods,
                             const float *const *coordinates, float *const *out, size_t n);

NOINLINE size_t take_derivative_steps(derivative_steps *steps, int axes, const struct kernel_tables *tables,
                                      const int32_t *periods, const float *const *coordinates, float *const *out,
                                      size_t n) {
    size_t whole = whole_steps(n), rest = n - whole;
    int outside = 0;
    if (whole != 0)
        outside = steps(tables, periods, coordinates, out, whole);
    if (rest != 0) {
        float padded[4][BLOCK], values[5][BLOCK];
        const float *const from[4] = {padded[0], padded[1], padded[2], padded[3]};
        float *const to[5] = {values[0], values[1], values[2], values[3], values[4]};
        outside |= steps(tables, periods, from, to, pad_steps(axes, coordinates, whole, rest, padded));
        for (int i = 0; i <= axes; i++)
            memcpy(out[i] + whole, values[i], rest * sizeof(float));
    }
    return outside ? first_outside(axes, coordinates, n) : n;
}
