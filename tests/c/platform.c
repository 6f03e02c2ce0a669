/* Holds a build of csrc to the recorded values, on whatever processor it was built for:
 *
 *   platform GOLDEN [rows|few|all]     the folder tests/golden; all sweeps, of a million values each, the last of
 *                                      each function, which is enough in emulation, or none
 *
 * Every recorded row and sweep goes through the bare references and, with every instruction set of this machine,
 * through the engine. What has no recorded values (tiled noise, fields with a permutation, fractals of every kind,
 * loops, warps, derivatives, precise fields, grids, element types, strides, points one at a time, another
 * library's control word) is computed with every set, must be the same with all, and gives one digest, printed
 * last: it is to be the same on every platform. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../csrc/control.h"
#include "../../csrc/dispatch.h"
#include "../../csrc/engine.h"
#include "../../csrc/eshelman.h"
#include "../../csrc/noise1234.h"
#include "../../csrc/permutation.h"
#include "../../csrc/rombauts.h"
#include "../../csrc/simplexnoise1234.h"

static int64_t compared, wrong;

static void check(int good, const char *what, const char *function, const char *set, int64_t index) {
    compared++;
    if (!good && wrong++ < 40)
        printf("WRONG %s, %s, %s, at %" PRId64 "\n", what, function, set, index);
}

/* ---- SHA-256, as in FIPS 180-4 ---- */

struct sha256 {
    uint32_t state[8];
    unsigned char block[64];
    uint64_t length;
};

static uint32_t turn(uint32_t v, int by) { return v >> by | v << (32 - by); }

static void sha256_block(struct sha256 *sha) {
    static const uint32_t k[64] = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
        0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
        0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
        0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
        0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
    uint32_t w[64], s[8];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)sha->block[4 * i] << 24 | (uint32_t)sha->block[4 * i + 1] << 16 |
               (uint32_t)sha->block[4 * i + 2] << 8 | sha->block[4 * i + 3];
    for (int i = 16; i < 64; i++)
        w[i] = w[i - 16] + (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7] +
               (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10);
    memcpy(s, sha->state, sizeof s);
    for (int i = 0; i < 64; i++) {
        const uint32_t a = s[0], e = s[4];
        const uint32_t one =
            s[7] + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & s[5]) ^ (~e & s[6])) + k[i] + w[i];
        const uint32_t two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += one;
        s[0] = one + two;
    }
    for (int i = 0; i < 8; i++)
        sha->state[i] += s[i];
}

static void sha256_begin(struct sha256 *sha) {
    static const uint32_t first[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memcpy(sha->state, first, sizeof first);
    sha->length = 0;
}

static void sha256_add(struct sha256 *sha, const unsigned char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        sha->block[sha->length++ % 64] = bytes[i];
        if (sha->length % 64 == 0)
            sha256_block(sha);
    }
}

static void sha256_end(struct sha256 *sha, char hex[65]) {
    const uint64_t bits = sha->length * 8;
    sha256_add(sha, (const unsigned char *)"\x80", 1);
    while (sha->length % 64 != 56)
        sha256_add(sha, (const unsigned char *)"", 1);
    for (int i = 0; i < 8; i++) {
        const unsigned char byte = (unsigned char)(bits >> (56 - 8 * i));
        sha256_add(sha, &byte, 1);
    }
    for (int i = 0; i < 8; i++)
        snprintf(hex + (ptrdiff_t)8 * i, 9, "%08" PRIx32, sha->state[i]);
}

/* Little-endian, on every machine. */
static void sha256_floats(struct sha256 *sha, const float *values, size_t n) {
    for (size_t i = 0; i < n; i++) {
        uint32_t u;
        unsigned char bytes[4];
        memcpy(&u, values + i, sizeof u);
        for (int k = 0; k < 4; k++)
            bytes[k] = (unsigned char)(u >> 8 * k);
        sha256_add(sha, bytes, 4);
    }
}

/* ---- the recorded functions ---- */

union word {
    float f;
    int32_t i;
    uint32_t u;
};

enum kind { BASE, PERIODIC, FRACTAL, OCTAVES, SCALED, SCALED_OCTAVES };
static const int parameter_counts[] = {0, 0, 5, 3, 2, 5};
static const char *const parameter_names[][5] = {
    {NULL},
    {NULL},
    {"octaves", "frequency", "amplitude", "lacunarity", "persistence"},
    {"octaves", "persistence", "scale"},
    {"lo_bound", "hi_bound"},
    {"octaves", "persistence", "scale", "lo_bound", "hi_bound"},
};

/* A record's columns: parameters, coordinates, periods, the value. */
#define F1(k) row[k].f
#define F2(k) F1(k), F1(k + 1)
#define F3(k) F2(k), F1(k + 2)
#define F4(k) F3(k), F1(k + 3)
#define I1(k) row[k].i
#define I2(k) I1(k), I1(k + 1)
#define I3(k) I2(k), I1(k + 2)
#define I4(k) I3(k), I1(k + 3)
#define FUNCTIONS                                                                                                 \
    X(noise1, KERNEL_NOISE1, 1, BASE, F1(0))                                                                      \
    X(noise2, KERNEL_NOISE2, 2, BASE, F2(0))                                                                      \
    X(noise3, KERNEL_NOISE3, 3, BASE, F3(0))                                                                      \
    X(noise4, KERNEL_NOISE4, 4, BASE, F4(0))                                                                      \
    X(pnoise1, KERNEL_PNOISE1, 1, PERIODIC, F1(0), I1(1))                                                         \
    X(pnoise2, KERNEL_PNOISE2, 2, PERIODIC, F2(0), I2(2))                                                         \
    X(pnoise3, KERNEL_PNOISE3, 3, PERIODIC, F3(0), I3(3))                                                         \
    X(pnoise4, KERNEL_PNOISE4, 4, PERIODIC, F4(0), I4(4))                                                         \
    X(snoise1, KERNEL_SNOISE1, 1, BASE, F1(0))                                                                    \
    X(snoise2, KERNEL_SNOISE2, 2, BASE, F2(0))                                                                    \
    X(snoise3, KERNEL_SNOISE3, 3, BASE, F3(0))                                                                    \
    X(snoise4, KERNEL_SNOISE4, 4, BASE, F4(0))                                                                    \
    X(rombauts_noise1, KERNEL_ROMBAUTS1, 1, BASE, F1(0))                                                          \
    X(rombauts_noise2, KERNEL_ROMBAUTS2, 2, BASE, F2(0))                                                          \
    X(raw_noise_2d, KERNEL_RAW2, 2, BASE, F2(0))                                                                  \
    X(raw_noise_3d, KERNEL_RAW3, 3, BASE, F3(0))                                                                  \
    X(raw_noise_4d, KERNEL_RAW4, 4, BASE, F4(0))                                                                  \
    X(rombauts_fractal1, KERNEL_ROMBAUTS1, 1, FRACTAL, I1(0), F4(1), F1(5))                                       \
    X(rombauts_fractal2, KERNEL_ROMBAUTS2, 2, FRACTAL, I1(0), F4(1), F2(5))                                       \
    X(octave_noise_2d, KERNEL_RAW2, 2, OCTAVES, F3(0), F2(3))                                                     \
    X(octave_noise_3d, KERNEL_RAW3, 3, OCTAVES, F3(0), F3(3))                                                     \
    X(octave_noise_4d, KERNEL_RAW4, 4, OCTAVES, F3(0), F4(3))                                                     \
    X(scaled_raw_noise_2d, KERNEL_RAW2, 2, SCALED, F2(0), F2(2))                                                  \
    X(scaled_raw_noise_3d, KERNEL_RAW3, 3, SCALED, F2(0), F3(2))                                                  \
    X(scaled_raw_noise_4d, KERNEL_RAW4, 4, SCALED, F2(0), F4(2))                                                  \
    X(scaled_octave_noise_2d, KERNEL_RAW2, 2, SCALED_OCTAVES, F4(0), F1(4), F2(5))                                \
    X(scaled_octave_noise_3d, KERNEL_RAW3, 3, SCALED_OCTAVES, F4(0), F1(4), F3(5))                                \
    X(scaled_octave_noise_4d, KERNEL_RAW4, 4, SCALED_OCTAVES, F4(0), F1(4), F4(5))

#define X(name, kernel, axes, kind, ...)                                                                          \
    static float reference_##name(const union word *row) { return name(__VA_ARGS__); }
FUNCTIONS
#undef X

static const struct function {
    const char *name;
    int32_t kernel;
    int axes;
    enum kind kind;
    float (*reference)(const union word *row);
} functions[] = {
#define X(name, kernel, axes, kind, ...) {#name, kernel, axes, kind, reference_##name},
    FUNCTIONS
#undef X
};
#define FUNCTION_COUNT (sizeof functions / sizeof functions[0])

static int column_count(const struct function *f) {
    return parameter_counts[f->kind] + (f->kind == PERIODIC ? 2 : 1) * f->axes + 1;
}

/* The field of a row's parameters and periods. */
static int make_field(struct noise_field *field, const struct function *f, const union word *row) {
    int failed = noise_field_base(field, f->kernel);
    float octaves;
    switch (f->kind) {
    case BASE: break;
    case PERIODIC:
        for (int axis = 0; axis < f->axes; axis++)
            field->periods[axis] = row[f->axes + axis].i;
        break;
    case FRACTAL:
        failed |= noise_field_sum(field, row[0].i, (double)row[1].f, (double)row[3].f, (double)row[2].f,
                                  (double)row[4].f);
        break;
    case OCTAVES:
    case SCALED_OCTAVES:
        octaves = row[0].f;
        failed |= noise_field_sum(field, (int32_t)octaves + ((float)(int32_t)octaves < octaves), (double)row[2].f,
                                  2.0, 1.0, (double)row[1].f);
        if (f->kind == SCALED_OCTAVES)
            failed |= noise_field_scale(field, (double)row[3].f, (double)row[4].f);
        break;
    case SCALED: failed |= noise_field_scale(field, (double)row[0].f, (double)row[1].f); break;
    }
    return failed;
}

static double point(const struct noise_field *field, int axes, const double *c) {
    switch (axes) {
    case 1: return noise_point1(field, c[0]);
    case 2: return noise_point2(field, c[0], c[1]);
    case 3: return noise_point3(field, c[0], c[1], c[2]);
    default: return noise_point4(field, c[0], c[1], c[2], c[3]);
    }
}

static int64_t flat(const struct noise_field *field, int axes, float *const *c, float *out, int64_t n) {
    const char *at[4];
    for (int axis = 0; axis < 4; axis++)
        at[axis] = (const char *)c[axis];
    switch (axes) {
    case 1: return noise_flat1(field, at[0], (char *)out, n, 0);
    case 2: return noise_flat2(field, at[0], at[1], (char *)out, n, 0);
    case 3: return noise_flat3(field, at[0], at[1], at[2], (char *)out, n, 0);
    default: return noise_flat4(field, at[0], at[1], at[2], at[3], (char *)out, n, 0);
    }
}

static void one_axis(struct noise_operand *operand, void *address, int32_t type, int64_t stride) {
    operand->address = address;
    operand->type = type;
    operand->strides[0] = stride;
}

static int same(float a, float b) { return memcmp(&a, &b, sizeof a) == 0; }

/* ---- files ---- */

/* A file's bytes, with a 0 after them. */
static char *contents(const char *folder, const char *name, const char *ending, size_t *length) {
    char path[4096];
    FILE *file;
    char *text = malloc(1 << 20);
    snprintf(path, sizeof path, "%s/%s%s", folder, name, ending);
    file = fopen(path, "rb");
    if (file == NULL || text == NULL) {
        printf("cannot read %s\n", path);
        exit(2);
    }
    *length = fread(text, 1, (1 << 20) - 1, file);
    text[*length] = '\0';
    fclose(file);
    return text;
}

/* The value of a key between two places of a JSON text, whose strings hold neither quotes nor keys. */
static const char *value_of(const char *from, const char *end, const char *key) {
    char quoted[64];
    const char *found;
    snprintf(quoted, sizeof quoted, "\"%s\"", key);
    found = strstr(from, quoted);
    if (found == NULL || (end != NULL && found > end)) {
        printf("no %s where one is wanted\n", quoted);
        exit(2);
    }
    found += strlen(quoted);
    return found + strspn(found, " :\"\n");
}

/* ---- recorded rows ---- */

#define ROWS 4096
static float columns[4][ROWS], values[ROWS];

static void read_rows(const char *golden, const char *manifest, const struct function *f, union word *rows) {
    const size_t words = (size_t)column_count(f) * ROWS;
    struct sha256 sha;
    size_t length;
    char hex[65], *text = contents(golden, f->name, ".bin", &length);
    sha256_begin(&sha);
    sha256_add(&sha, (const unsigned char *)text, length);
    sha256_end(&sha, hex);
    if (length != words * 4 ||
        strncmp(hex, value_of(value_of(manifest, NULL, f->name), NULL, "sha256"), 64) != 0) {
        printf("%s.bin is not what was recorded\n", f->name);
        exit(2);
    }
    for (size_t i = 0; i < words; i++) {
        const unsigned char *bytes = (const unsigned char *)text + 4 * i;
        rows[i].u =
            (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
    }
    free(text);
}

/* All rows in one call, as records lie in memory. */
static void rows_in_one_call(const struct function *f, union word *rows, const char *set) {
    static struct noise_call call;
    struct noise_field field;
    const int count = column_count(f), stride = count * (int)sizeof *rows;
    int64_t bad = noise_field_base(&field, f->kernel);
    memset(&call, 0, sizeof call);
    call.axes = 1;
    call.shape[0] = ROWS;
    call.varying_periods = f->kind == PERIODIC;
    for (int axis = 0; axis < f->axes; axis++) {
        one_axis(&call.coordinates[axis], rows + axis, NOISE_FLOAT32, stride);
        one_axis(&call.periods[axis], rows + f->axes + axis, NOISE_INT32, stride);
    }
    one_axis(&call.out, values, NOISE_FLOAT32, sizeof *values);
    memset(values, 0xff, sizeof values);
    bad |= noise_array(&field, &call, 0, ROWS) + 1;
    check(bad == 0, "refused", f->name, set, bad);
    for (int64_t i = 0; i < ROWS; i++)
        check(same(values[i], rows[i * count + count - 1].f), "strided rows", f->name, set, i);
    if (f->kind == PERIODIC)
        return;
    for (int axis = 0; axis < f->axes; axis++)
        for (int i = 0; i < ROWS; i++)
            columns[axis][i] = rows[i * count + axis].f;
    float *const from[4] = {columns[0], columns[1], columns[2], columns[3]};
    memset(values, 0xff, sizeof values);
    check(flat(&field, f->axes, from, values, ROWS) == -1, "refused", f->name, set, 0);
    for (int64_t i = 0; i < ROWS; i++)
        check(same(values[i], rows[i * count + count - 1].f), "flat rows", f->name, set, i);
}

static void test_rows(const char *golden) {
    static union word rows[ROWS * 16];
    size_t length;
    char *manifest = contents(golden, "manifest", ".json", &length);
    for (size_t k = 0; k < FUNCTION_COUNT; k++) {
        const struct function *f = &functions[k];
        const int count = column_count(f), first = parameter_counts[f->kind];
        read_rows(golden, manifest, f, rows);
        for (int64_t i = 0; i < ROWS; i++) {
            const union word *row = rows + i * count;
            float c[4], *from[4], value;
            double at[4];
            struct noise_field field;
            check(same(f->reference(row), row[count - 1].f), "rows", f->name, "bare reference", i);
            check(make_field(&field, f, row) == 0, "field refused", f->name, "", i);
            for (int axis = 0; axis < 4; axis++) {
                c[axis] = axis < f->axes ? row[first + axis].f : 0.0f;
                at[axis] = (double)c[axis];
                from[axis] = c + axis;
            }
            check(same((float)point(&field, f->axes, at), row[count - 1].f), "rows", f->name, "point", i);
            for (size_t s = 0; s < dispatch_count(); s++) {
                dispatch_select(dispatch_name(s));
                check(flat(&field, f->axes, from, &value, 1) == -1, "refused", f->name, dispatch_name(s), i);
                check(same(value, row[count - 1].f), "one row", f->name, dispatch_name(s), i);
            }
        }
        for (size_t s = 0; s < dispatch_count() && first == 0; s++) {
            dispatch_select(dispatch_name(s));
            rows_in_one_call(f, rows, dispatch_name(s));
        }
    }
    free(manifest);
}

/* ---- sweeps: a million generated rows and the digest of their values ---- */

#define SWEPT 1000000
#define CHUNK 4000 /* divides SWEPT */

/* By the references where `set` is NULL. */
static void sweep(const struct function *f, const union word *parameters, uint32_t seed, float unit,
                  const char *set, char hex[65]) {
    static float c[4][CHUNK], out[CHUNK];
    static int32_t p[4][CHUNK];
    static struct noise_call call;
    struct sha256 sha;
    struct noise_field field;
    const int first = parameter_counts[f->kind];
    sha256_begin(&sha);
    memset(&call, 0, sizeof call);
    call.axes = 1;
    call.shape[0] = CHUNK;
    call.varying_periods = f->kind == PERIODIC;
    for (int axis = 0; axis < f->axes; axis++) {
        one_axis(&call.coordinates[axis], c[axis], NOISE_FLOAT32, sizeof *c[axis]);
        one_axis(&call.periods[axis], p[axis], NOISE_INT32, sizeof *p[axis]);
    }
    one_axis(&call.out, out, NOISE_FLOAT32, sizeof *out);
    if (f->kind == PERIODIC)
        noise_field_base(&field, f->kernel);
    else
        check(make_field(&field, f, parameters) == 0, "field refused", f->name, set, 0);
    for (int done = 0; done < SWEPT; done += CHUNK) {
        for (int i = 0; i < CHUNK; i++) {
            for (int axis = 0; axis < f->axes; axis++) {
                seed = seed * 1664525u + 1013904223u;
                c[axis][i] = (float)(((int64_t)seed - INT64_C(0x80000000)) / 256 -
                                     (((int64_t)seed - INT64_C(0x80000000)) % 256 < 0)) *
                             unit;
            }
            for (int axis = 0; axis < f->axes && f->kind == PERIODIC; axis++) {
                seed = seed * 1664525u + 1013904223u;
                p[axis][i] = (int32_t)(1 + (seed >> 20));
            }
        }
        if (set != NULL) {
            check(noise_array(&field, &call, 0, CHUNK) == -1, "refused", f->name, set, done);
        } else {
            union word row[16];
            memcpy(row, parameters, sizeof *row * (size_t)first);
            for (int i = 0; i < CHUNK; i++) {
                for (int axis = 0; axis < f->axes; axis++) {
                    row[first + axis].f = c[axis][i];
                    if (f->kind == PERIODIC)
                        row[f->axes + axis].i = p[axis][i];
                }
                out[i] = f->reference(row);
            }
        }
        sha256_floats(&sha, out, CHUNK);
    }
    sha256_end(&sha, hex);
}

static void test_sweeps(const char *golden, int few) {
    size_t length;
    char *sweeps = contents(golden, "sweeps", ".json", &length), hex[65];
    int done[FUNCTION_COUNT] = {0};
    for (const char *at = strstr(sweeps, "\"function\""), *next; at != NULL; at = next) {
        const char *name = value_of(at, NULL, "function");
        const struct function *f = NULL;
        union word parameters[5] = {{0}};
        float unit = 1.0f;
        next = strstr(name, "\"function\"");
        for (size_t k = 0; k < FUNCTION_COUNT; k++)
            if (strncmp(functions[k].name, name, strcspn(name, "\"")) == 0 &&
                strlen(functions[k].name) == strcspn(name, "\""))
                f = &functions[k];
        if (f == NULL) {
            printf("a sweep of an unknown function\n");
            exit(2);
        }
        if (few && next != NULL && strncmp(value_of(next, NULL, "function"), name, strcspn(name, "\"") + 1) == 0)
            continue;
        done[f - functions]++;
        for (int k = 0; k < parameter_counts[f->kind]; k++) {
            const double v = strtod(value_of(at, next, parameter_names[f->kind][k]), NULL);
            if (f->kind == FRACTAL && k == 0)
                parameters[k].i = (int32_t)v;
            else
                parameters[k].f = (float)v;
        }
        for (long shift = strtol(value_of(at, next, "shift"), NULL, 10); shift != 0; shift += shift < 0 ? 1 : -1)
            unit *= shift < 0 ? 2.0f : 0.5f;
        const uint32_t seed = (uint32_t)strtoul(value_of(at, next, "seed"), NULL, 10);
        const char *expected = value_of(at, next, "sha256");
        sweep(f, parameters, seed, unit, NULL, hex);
        check(strncmp(hex, expected, 64) == 0, "sweep", f->name, "bare reference", (int64_t)seed);
        for (size_t s = 0; s < dispatch_count(); s++) {
            dispatch_select(dispatch_name(s));
            sweep(f, parameters, seed, unit, dispatch_name(s), hex);
            check(strncmp(hex, expected, 64) == 0, "sweep", f->name, dispatch_name(s), (int64_t)seed);
        }
    }
    for (size_t k = 0; k < FUNCTION_COUNT; k++)
        check(done[k] > 0, "no sweep", functions[k].name, "", 0);
    free(sweeps);
}

/* ---- what has no recorded values ---- */

#define MANY 2500
#define TYPES 10
static const size_t type_sizes[TYPES] = {4, 8, 1, 2, 4, 8, 1, 2, 4, 8};

static uint32_t state = 2463534242u;
static uint32_t rnd(void) {
    state ^= state << 13;
    state ^= state >> 17;
    return state ^= state << 5;
}

static void put(char *to, int32_t type, uint32_t u) {
    const int8_t i8 = (int8_t)(u % 256 - 128);
    const int16_t i16 = (int16_t)(u % 4096 - 2048);
    const int32_t i32 = (int32_t)(u >> 8) - (1 << 23);
    const int64_t i64 = i32;
    const uint8_t u8 = (uint8_t)u;
    const uint16_t u16 = (uint16_t)u;
    const uint32_t u32 = u >> 8;
    const uint64_t u64 = u >> 8;
    const float f32 = (float)i32 / (u % 3 == 0 ? 1.0f : u % 3 == 1 ? 256.0f : 65536.0f);
    const double f64 = (double)i32 / 4096.0 + (double)(u % 1024) / 34359738368.0; /* exact in any rounding */
    switch (type) {
    case NOISE_FLOAT32: memcpy(to, &f32, sizeof f32); break;
    case NOISE_FLOAT64: memcpy(to, &f64, sizeof f64); break;
    case NOISE_INT8: memcpy(to, &i8, sizeof i8); break;
    case NOISE_INT16: memcpy(to, &i16, sizeof i16); break;
    case NOISE_INT32: memcpy(to, &i32, sizeof i32); break;
    case NOISE_INT64: memcpy(to, &i64, sizeof i64); break;
    case NOISE_UINT8: memcpy(to, &u8, sizeof u8); break;
    case NOISE_UINT16: memcpy(to, &u16, sizeof u16); break;
    case NOISE_UINT32: memcpy(to, &u32, sizeof u32); break;
    default: memcpy(to, &u64, sizeof u64); break;
    }
}

/* One of many fields: the kernel, whatever it is, with or without a permutation, fractal and bounds. */
static void some_field(struct noise_field *field, int32_t kernel, int32_t fold,
                       const struct kernel_tables *tables) {
    static const double weights[4] = {1.0, -0.25, 0.7, 0.3};
    int failed = noise_field_base(field, kernel);
    field->tables = tables;
    for (int axis = 0; axis < 4; axis++)
        field->periods[axis] = 3 + 250 * axis;
    if (fold >= 0) {
        field->fold = fold;
        failed |= noise_field_sum(field, 4, 0.03, 1.7, 1.0, 0.6);
        if (fold == NOISE_RIDGED)
            failed |= noise_field_weigh(field, weights);
    }
    if (fold != NOISE_FBM)
        failed |= noise_field_scale(field, -3.0, 17.5);
    check(!failed, "field refused", "some field", "", kernel);
}

enum composition { MULTIFRACTAL, DAMPED, TURNED, LOOPED, ALL_LOOPED, WARPED, WARPED_LOOPS, COMPOSITIONS };

/* One of the fields that are made of others. Return whether that kernel can be the base of one. */
static int compose(struct noise_field *field, int32_t kernel, int way, const struct kernel_tables *tables,
                   const struct kernel_tables *turned) {
    static struct noise_field by[2];
    static struct noise_warp warps[2];
    static const float loops[4] = {0.75f, 12.0f, 3.5f, 100.0f};
    float round[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    int failed = noise_field_base(field, kernel);
    const int periodic = kernel >= KERNEL_PNOISE1 && kernel <= KERNEL_PNOISE4;
    const int looped = way == LOOPED || way == ALL_LOOPED || way == WARPED_LOOPS, axes = field->axes;
    if ((way == DAMPED || way == TURNED) && !noise_extensible(field))
        return 0;
    if (way == TURNED && axes != 2 && axes != 3)
        return 0;
    if (way == TURNED)
        noise_field_turn(field, turned, -7.3);
    if ((way != MULTIFRACTAL && periodic) || (looped && axes < 2) || (way == ALL_LOOPED && axes % 2 != 0))
        return 0;
    for (int axis = 0; axis < 4; axis++)
        field->periods[axis] = 5 + 200 * axis;
    if (looped) { /* the first coordinate, or all */
        const int dimensions = way == ALL_LOOPED ? axes / 2 : axes - 1;
        for (int i = 0; i < (way == ALL_LOOPED ? dimensions : 1); i++)
            round[i] = loops[i];
        failed |= noise_field_loop(field, dimensions, round);
    }
    field->fold = way == MULTIFRACTAL ? NOISE_RIDGED_MULTIFRACTAL
                  : way == DAMPED     ? NOISE_DAMPED
                                      : NOISE_TURBULENCE;
    field->offset = 0.9f;
    field->gain = 1.75f;
    failed |= noise_field_sum(field, 5, 0.02, 1.9, 1.0, 0.55);
    field->independent = way != LOOPED;
    for (int k = 1; k < 5; k++)
        for (int axis = 0; axis < 4; axis++)
            field->octave[k].offsets[axis] = field->independent ? 17.3f * (float)k - 31.7f * (float)axis : 0.0f;
    field->octave[2].tables = tables;
    field->octave[2].turned = way == TURNED ? turned : NULL;
    if (way == WARPED || way == WARPED_LOOPS) {
        for (int w = 0; w < 2; w++) {
            some_field(&by[w], field->dimensions - 1 + KERNEL_SNOISE1, w == 0 ? NOISE_FBM : -1, tables);
            for (int i = 0; i < 4; i++) {
                warps[w].by[i] = &by[w];
                warps[w].shifts[i] = 11.25f * (float)i;
            }
            warps[w].strength = w == 0 ? 0.4f : -3.0f;
        }
        field->warps = warps;
        field->warp_count = 2;
    }
    failed |= noise_field_scale(field, -1.5, 0.25);
    check(!failed, "field refused", "composition", "", kernel);
    return 1;
}

static float outputs[2][MANY * 4];

/* Elements of a type, backwards, at odd addresses, two apart; the output two apart; in a shape of three axes. */
static int64_t some_array(const struct noise_field *field, int32_t type, float *out) {
    static char memory[4][(MANY * 2 + 2) * 8];
    static struct noise_call call;
    const int64_t size = (int64_t)type_sizes[type];
    memset(&call, 0, sizeof call);
    state = 77;
    call.axes = 3;
    call.shape[0] = 2;
    call.shape[1] = MANY / 50;
    call.shape[2] = 25;
    for (int axis = 0; axis < field->dimensions; axis++) {
        struct noise_operand *operand = &call.coordinates[axis];
        for (int64_t i = 0; i < MANY; i++)
            put(memory[axis] + 1 + i * 2 * size, type, rnd());
        operand->address = memory[axis] + 1 + (MANY - 1) * 2 * size;
        operand->type = type;
        operand->strides[2] = -2 * size;
        operand->strides[1] = axis == 1 ? 0 : -50 * size;
        operand->strides[0] = -MANY * size;
    }
    call.out.address = (char *)out;
    call.out.strides[2] = 8;
    call.out.strides[1] = 200;
    call.out.strides[0] = MANY * 4;
    return noise_array(field, &call, 0, MANY / 3) & noise_array(field, &call, MANY / 3, MANY);
}

/* Return how many points it has. */
static int64_t describe_grid(struct noise_grid *grid, int dimensions, float *out) {
    int64_t total = 1;
    memset(grid, 0, sizeof *grid);
    for (int axis = dimensions - 1; axis >= 0; axis--) {
        grid->shape[axis] = 5 + axis;
        grid->origin[axis] = -1.3 + axis;
        grid->step[axis] = axis % 2 ? 0.37 : -0.11;
        grid->start[axis] = 100000 * axis - 7;
        grid->out.strides[axis] = 4 * total;
        total *= grid->shape[axis];
    }
    grid->out.address = (char *)out;
    return total;
}

static int64_t some_grid(const struct noise_field *field, float *out) {
    struct noise_grid grid;
    const int64_t total = describe_grid(&grid, field->dimensions, out);
    return noise_array_grid(field, &grid, 0, total / 2) & noise_array_grid(field, &grid, total / 2, total);
}

static int64_t some_derived_grid(const struct noise_field *field, float *out) {
    struct noise_grid grid;
    const int64_t total = describe_grid(&grid, field->dimensions, out), apart = total * (int64_t)sizeof(float);
    return noise_grid_derive(field, &grid, apart, 0, total / 2) &
           noise_grid_derive(field, &grid, apart, total / 2, total);
}

static void test_points_of_grid(const struct noise_field *field, float *out) {
    struct noise_grid grid;
    const int64_t total = describe_grid(&grid, field->dimensions, out);
    for (int64_t i = 0; i < total; i++) {
        double at[4] = {0.0, 0.0, 0.0, 0.0};
        noise_grid_point(field, &grid, i, at);
        check(same((float)point(field, field->dimensions, at), out[i]), "points of a grid", "", "point", i);
    }
}

/* One result for every way of computing, by the set in use. */
static int64_t some_values(const struct noise_field *field, int way, float *out) {
    memset(out, 0, sizeof outputs[0]);
    return way < TYPES    ? some_array(field, way, out)
           : way == TYPES ? some_grid(field, out)
                          : some_derived_grid(field, out);
}

#if defined(__x86_64__) || defined(__SSE__)
#define SWITCHED 0xe040 /* flush to zero, subnormals are zero, towards zero */
#elif defined(__aarch64__) || defined(__arm__)
#define SWITCHED 0x1c00000 /* flush to zero, towards zero */
#endif

/* Every way of computing, with every set. */
static void test_field(const struct noise_field *field, const char *name, struct sha256 *sha) {
    for (int way = 0; way <= TYPES + noise_derivable(field); way++) {
        for (size_t s = 0; s < dispatch_count(); s++) {
            const char *set = dispatch_name(s);
            dispatch_select(set);
            check(some_values(field, way, outputs[s > 0]) == -1, "refused", name, set, way);
            if (s > 0)
                check(memcmp(outputs[0], outputs[1], sizeof outputs[0]) == 0, "sets differ", name, set, way);
#if defined(SWITCHED)
            const noise_control kept = control_get();
            control_set(kept ^ SWITCHED);
            const int64_t bad = some_values(field, way, outputs[1]);
            const noise_control after = control_get();
            control_set(kept);
            check(bad == -1 && memcmp(outputs[0], outputs[1], sizeof outputs[0]) == 0, "another control word",
                  name, set, way);
            check(((after ^ kept ^ SWITCHED) & ~CONTROL_FLAGS) == 0, "control word not put back", name, set, way);
#endif
        }
        sha256_floats(sha, outputs[0], sizeof outputs[0] / sizeof(float));
        if (way == TYPES)
            test_points_of_grid(field, outputs[0]);
    }
}

static void test_the_rest(char hex[65]) {
    char *memory = malloc((size_t)noise_tables_size()), *turned_memory = malloc((size_t)noise_tables_size());
    const struct kernel_tables *tables = (struct kernel_tables *)(void *)memory;
    const struct kernel_tables *turned = (struct kernel_tables *)(void *)turned_memory;
    unsigned char entries[256];
    char name[64];
    struct sha256 sha;
    struct noise_field field;
    sha256_begin(&sha);
    seeded_permutation(entries, 7);
    noise_tables_init(memory, entries);
    noise_tables_turn(turned_memory, entries);
    for (int32_t kernel = 0; kernel < KERNEL_COUNT; kernel++) {
        for (int32_t fold = -1; fold <= NOISE_RIDGED; fold++)
            for (int permuted = 0; permuted < 2; permuted++) {
                snprintf(name, sizeof name, "kernel %d, fold %d", (int)kernel, (int)fold);
                some_field(&field, kernel, fold, permuted ? tables : NULL);
                test_field(&field, name, &sha);
            }
        for (int way = 0; way < COMPOSITIONS; way++) {
            snprintf(name, sizeof name, "kernel %d, composition %d", (int)kernel, way);
            if (!compose(&field, kernel, way, tables, turned))
                continue;
            test_field(&field, name, &sha);
            field.precise = noise_extensible(&field);
            if (field.precise)
                test_field(&field, name, &sha);
        }
    }
    free(memory);
    free(turned_memory);
    sha256_end(&sha, hex);
}

int main(int argc, char **argv) {
    char hex[65];
    const char *sweeps = argc > 2 ? argv[2] : "all";
    if (argc < 2) {
        printf("usage: platform GOLDEN [rows|few|all]\n");
        return 2;
    }
    noise_init();
    printf("kernels:");
    for (size_t s = 0; s < dispatch_count(); s++)
        printf(" %s", dispatch_name(s));
    printf("\n");
    fflush(stdout);
    test_rows(argv[1]);
    printf("rows: %" PRId64 " comparisons, %" PRId64 " wrong\n", compared, wrong);
    fflush(stdout);
    if (strcmp(sweeps, "rows") != 0) {
        test_sweeps(argv[1], strcmp(sweeps, "few") == 0);
        printf("rows and sweeps: %" PRId64 " comparisons, %" PRId64 " wrong\n", compared, wrong);
        fflush(stdout);
    }
    test_the_rest(hex);
    printf("all: %" PRId64 " comparisons, %" PRId64 " wrong\ndigest of the rest: %s\n", compared, wrong, hex);
    return wrong != 0;
}
