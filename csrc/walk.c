#include "walk.h"

#include <string.h>

#include "strict.h"

/* Elements are copied out, since an array may lie at any address. */
#define LOAD(type, step)                                                                                          \
    for (size_t i = 0; i < n; i++) {                                                                              \
        type element;                                                                                             \
        memcpy(&element, from + (ptrdiff_t)i * (step), sizeof element);                                           \
        to[i] = (float)element;                                                                                   \
    }
#define LOADER(type, name)                                                                                        \
    VECTORIZED static void name(float *to, const char *from, ptrdiff_t stride, size_t n) {                        \
        if (stride == (ptrdiff_t)sizeof(type)) {                                                                  \
            LOAD(type, (ptrdiff_t)sizeof(type))                                                                   \
        } else if (stride == 0) {                                                                                 \
            LOAD(type, 0)                                                                                         \
        } else {                                                                                                  \
            LOAD(type, stride)                                                                                    \
        }                                                                                                         \
    }
/* Floats are copied as they are, four in a turn: what compilers make of a plain loop takes three times as long. */
static void load_float32(float *to, const char *from, ptrdiff_t stride, size_t n) {
    size_t i = 0;
    if (stride == (ptrdiff_t)sizeof(float)) {
        memcpy(to, from, n * sizeof(float));
        return;
    }
    for (; i + 4 <= n; i += 4, from += 4 * stride) {
        uint32_t bits[4];
        memcpy(&bits[0], from, sizeof bits[0]);
        memcpy(&bits[1], from + stride, sizeof bits[0]);
        memcpy(&bits[2], from + 2 * stride, sizeof bits[0]);
        memcpy(&bits[3], from + 3 * stride, sizeof bits[0]);
        memcpy(to + i, bits, sizeof bits);
    }
    for (; i < n; i++, from += stride)
        memcpy(to + i, from, sizeof(float));
}
LOADER(double, load_float64)
LOADER(int8_t, load_int8)
LOADER(int16_t, load_int16)
LOADER(int32_t, load_int32)
LOADER(int64_t, load_int64)
LOADER(uint8_t, load_uint8)
LOADER(uint16_t, load_uint16)
LOADER(uint32_t, load_uint32)
LOADER(uint64_t, load_uint64)

void load_coordinates(float *to, int32_t type, const char *from, ptrdiff_t stride, size_t n) {
    switch (type) {
    case NOISE_FLOAT32: load_float32(to, from, stride, n); break;
    case NOISE_FLOAT64: load_float64(to, from, stride, n); break;
    case NOISE_INT8: load_int8(to, from, stride, n); break;
    case NOISE_INT16: load_int16(to, from, stride, n); break;
    case NOISE_INT32: load_int32(to, from, stride, n); break;
    case NOISE_INT64: load_int64(to, from, stride, n); break;
    case NOISE_UINT8: load_uint8(to, from, stride, n); break;
    case NOISE_UINT16: load_uint16(to, from, stride, n); break;
    case NOISE_UINT32: load_uint32(to, from, stride, n); break;
    default: load_uint64(to, from, stride, n); break;
    }
}

int64_t load_integer(int32_t type, const char *from) {
    int8_t i8;
    int16_t i16;
    int32_t i32;
    int64_t i64;
    uint8_t u8;
    uint16_t u16;
    uint32_t u32;
    uint64_t u64;
    switch (type) {
    case NOISE_INT8: memcpy(&i8, from, sizeof i8); return i8;
    case NOISE_INT16: memcpy(&i16, from, sizeof i16); return i16;
    case NOISE_INT32: memcpy(&i32, from, sizeof i32); return i32;
    case NOISE_UINT8: memcpy(&u8, from, sizeof u8); return u8;
    case NOISE_UINT16: memcpy(&u16, from, sizeof u16); return u16;
    case NOISE_UINT32: memcpy(&u32, from, sizeof u32); return u32;
    case NOISE_UINT64: memcpy(&u64, from, sizeof u64); return u64 > INT64_MAX ? INT64_MAX : (int64_t)u64;
    default: memcpy(&i64, from, sizeof i64); return i64;
    }
}

static void load_periods(int32_t *to, int32_t type, const char *from, ptrdiff_t stride, size_t n) {
    for (size_t i = 0; i < n; i++, from += stride) {
        int64_t period = load_integer(type, from);
        to[i] = period >= 1 && period <= INT32_MAX ? (int32_t)period : 0;
    }
}

static void store_values(char *to, ptrdiff_t stride, const float *values, size_t n) {
    for (size_t i = 0; i < n; i++, to += stride)
        memcpy(to, values + i, sizeof *values);
}

double load_value(int32_t type, const char *from) {
    float f32;
    double f64;
    switch (type) {
    case NOISE_FLOAT32: memcpy(&f32, from, sizeof f32); return (double)f32;
    case NOISE_FLOAT64: memcpy(&f64, from, sizeof f64); return f64;
    default: return (double)load_integer(type, from);
    }
}

int walk_aligned(const char *address) { return (uintptr_t)address % sizeof(float) == 0; }

int walk_aligned_doubles(const char *address) { return (uintptr_t)address % sizeof(double) == 0; }

void walk_begin(struct walk *walk, const struct noise_operand *operand, int32_t axes, const int64_t *shape,
                int64_t start) {
    int n = 0;
    for (int32_t axis = 0; axis < axes; axis++) {
        const int64_t stride = operand->strides[axis];
        if (shape[axis] == 1)
            continue;
        if (n > 0 && walk->strides[n - 1] == stride * shape[axis])
            walk->shape[n - 1] *= shape[axis];
        else
            walk->shape[n++] = shape[axis];
        walk->strides[n - 1] = stride;
    }
    if (n == 0) {
        walk->shape[0] = 1;
        walk->strides[0] = 0;
        n = 1;
    }
    walk->axes = n;
    walk->type = operand->type;
    walk->row = operand->address;
    for (int axis = n - 1; axis >= 0; axis--) {
        walk->index[axis] = start % walk->shape[axis];
        start /= walk->shape[axis];
        if (axis < n - 1)
            walk->row += walk->index[axis] * walk->strides[axis];
    }
}

static int64_t walk_stride(const struct walk *walk) { return walk->strides[walk->axes - 1]; }

static char *walk_address(const struct walk *walk) {
    return walk->row + walk->index[walk->axes - 1] * walk_stride(walk);
}

int64_t walk_columns_left(const struct walk *walk) {
    return walk->shape[walk->axes - 1] - walk->index[walk->axes - 1];
}

void walk_advance(struct walk *walk, int64_t columns) {
    int axis = walk->axes - 1;
    walk->index[axis] += columns;
    if (walk->index[axis] < walk->shape[axis])
        return;
    walk->index[axis] = 0;
    while (--axis >= 0) {
        walk->row += walk->strides[axis];
        if (++walk->index[axis] < walk->shape[axis])
            return;
        walk->row -= walk->shape[axis] * walk->strides[axis];
        walk->index[axis] = 0;
    }
}

float *walk_flat(const struct walk *walk, int64_t count) {
    char *address = walk_address(walk);
    if (walk->type != NOISE_FLOAT32 || walk_stride(walk) != (int64_t)sizeof(float) || !walk_aligned(address) ||
        walk_columns_left(walk) < count)
        return NULL;
    return (float *)(void *)address;
}

const double *walk_flat_doubles(const struct walk *walk, int64_t count) {
    const char *address = walk_address(walk);
    if (walk->type != NOISE_FLOAT64 || walk_stride(walk) != (int64_t)sizeof(double) ||
        !walk_aligned_doubles(address) || walk_columns_left(walk) < count)
        return NULL;
    return (const double *)(const void *)address;
}

void walk_load_doubles(struct walk *walk, double *to, int64_t count) {
    while (count > 0) {
        const int64_t columns = smaller(count, walk_columns_left(walk));
        const char *from = walk_address(walk);
        for (int64_t i = 0; i < columns; i++)
            to[i] = load_value(walk->type, from + i * walk_stride(walk));
        walk_advance(walk, columns);
        to += columns;
        count -= columns;
    }
}

void walk_load(struct walk *walk, float *to, int64_t count) {
    while (count > 0) {
        const int64_t columns = smaller(count, walk_columns_left(walk));
        load_coordinates(to, walk->type, walk_address(walk), (ptrdiff_t)walk_stride(walk), (size_t)columns);
        walk_advance(walk, columns);
        to += columns;
        count -= columns;
    }
}

void walk_load_periods(struct walk *walk, int32_t *to, int64_t count) {
    while (count > 0) {
        const int64_t columns = smaller(count, walk_columns_left(walk));
        load_periods(to, walk->type, walk_address(walk), (ptrdiff_t)walk_stride(walk), (size_t)columns);
        walk_advance(walk, columns);
        to += columns;
        count -= columns;
    }
}

VECTORIZED void walk_fill(float *to, float value, int64_t n) {
    for (int64_t i = 0; i < n; i++)
        to[i] = value;
}

void walk_store(struct walk *walk, const float *values, int64_t count) {
    while (count > 0) {
        const int64_t columns = smaller(count, walk_columns_left(walk));
        store_values(walk_address(walk), (ptrdiff_t)walk_stride(walk), values, (size_t)columns);
        walk_advance(walk, columns);
        values += columns;
        count -= columns;
    }
}

int walk_results(const struct walk *walk, int64_t count, int64_t apart, int results, float **to) {
    float *const first = walk_flat(walk, count);
    if (first == NULL || apart % (int64_t)sizeof(float) != 0)
        return 0;
    for (int i = 0; i < results; i++)
        to[i] = first + i * (apart / (int64_t)sizeof(float));
    return 1;
}

void walk_store_results(struct walk *walk, float *const *from, int64_t count, int64_t apart, int results) {
    const struct walk begin = *walk;
    for (int i = 0; i < results; i++) {
        *walk = begin;
        walk->row += i * apart;
        walk_store(walk, from[i], count);
    }
    walk->row -= (results - 1) * apart;
}
