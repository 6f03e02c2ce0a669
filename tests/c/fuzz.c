/* A fuzz target over the engine's public functions: bytes choose a field of any kind and a call of it.
 *
 *   clang -fsanitize=fuzzer,address,undefined ... fuzz.c     libFuzzer's driver
 *   cc -DRUNS=200000 ... fuzz.c                              random bytes, for compilers and tools without it
 *
 * Operands lie in memory of their own, not a byte longer than their strides reach, so that a sanitizer sees every
 * access beside them. Every instruction set must find the same bad point and the same bits before it; values are
 * finite; a fault is explained; nothing is written where the output has no element. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../csrc/dispatch.h"
#include "../../csrc/engine.h"
#include "../../csrc/permutation.h"
#include "../../csrc/tiled.h"

#define DEMAND(condition)                                                                                         \
    do                                                                                                            \
        if (!(condition)) {                                                                                       \
            fprintf(stderr, "line %d: %s\n", __LINE__, #condition);                                               \
            abort();                                                                                              \
        }                                                                                                         \
    while (0)

/* ---- bytes into choices: zeros where they have run out ---- */

static const uint8_t *next, *end;

static uint64_t take(int count) {
    uint64_t u = 0;
    for (int i = 0; i < count; i++)
        u = u << 8 | (next < end ? *next++ : 0u);
    return u;
}

static int pick(int count) { return (int)(take(1) % (unsigned)count); }

/* Of every magnitude: likely ones, whole ones, and any bits. */
static double some_double(void) {
    const uint64_t u = take(4);
    double any;
    float narrow;
    switch (pick(6)) {
    case 0: return (double)(int32_t)u / 65536.0;
    case 1: return (double)((int32_t)u >> 20);
    case 2: return (double)(int32_t)u / 64.0;
    case 3: return (double)(u % 1000) / 250.0;
    case 4: memcpy(&narrow, &(uint32_t){(uint32_t)u}, sizeof narrow); return (double)narrow;
    default: memcpy(&any, &(uint64_t){u << 32 | take(4)}, sizeof any); return any;
    }
}

static double finite_double(void) {
    const double v = some_double();
    return isfinite(v) ? v : 0.5;
}

/* ---- fields ---- */

static int is_periodic(int32_t kernel) { return kernel >= KERNEL_PNOISE1 && kernel <= KERNEL_PNOISE4; }
static int is_tiled(int32_t kernel) { return kernel >= KERNEL_TILED1 && kernel <= KERNEL_TILED4; }

static int32_t tiled_period(void) {
    return pick(2) ? 1 + pick(255) : 1 + (int32_t)(take(4) % TILED_LARGEST_PERIOD);
}

#define NESTED 2
#define WARPS 2
static struct noise_field warping[NESTED][WARPS][4];
static struct noise_warp warps[NESTED][WARPS];

static int make_field(struct noise_field *field, char *tables, int depth);

/* The fields that warp one have as many coordinates as it. */
static int add_warps(struct noise_field *field, char *tables, int depth) {
    field->warps = warps[depth];
    for (int w = pick(WARPS + 1); w > 0; w--) {
        struct noise_warp *warp = &warps[depth][field->warp_count];
        const int one = pick(2);
        memset(warp, 0, sizeof *warp);
        warp->strength = (float)(pick(4) ? (double)pick(100) / 32.0 : noise_field_round(some_double()));
        if (!isfinite(warp->strength))
            return 0;
        for (int axis = 0; axis < field->dimensions; axis++) {
            struct noise_field *by = &warping[depth][field->warp_count][one ? 0 : axis];
            if (axis == 0 || !one)
                if (!make_field(by, tables, depth + 1) || by->dimensions != field->dimensions)
                    return 0;
            warp->by[axis] = by;
            warp->shifts[axis] = one && axis > 0 ? (float)(axis * 17) + 0.625f : 0.0f;
            field->work += by->work;
        }
        field->warp_count++;
    }
    return 1;
}

/* Return 0 for parameters that are refused. */
static int make_field(struct noise_field *field, char *tables, int depth) {
    if (noise_field_base(field, (int32_t)take(1) % (KERNEL_COUNT + 1)) != 0)
        return 0;
    if (pick(2) == 1) {
        unsigned char entries[256];
        seeded_permutation(entries, take(1));
        noise_tables_init(tables, entries);
        field->tables = (struct kernel_tables *)(void *)tables;
    }
    for (int axis = 0; axis < 4; axis++) {
        const uint32_t period = pick(2) ? (uint32_t)take(1) : (uint32_t)take(4) & INT32_MAX;
        field->periods[axis] = period == 0 ? 1 : (int32_t)period;
        if (is_tiled(field->kernel) && field->periods[axis] > TILED_LARGEST_PERIOD)
            field->periods[axis] = TILED_LARGEST_PERIOD;
    }
    if (noise_extensible(field) && (field->axes == 2 || field->axes == 3) && pick(4) == 0) {
        static char *turned;
        unsigned char entries[256];
        if (turned == NULL)
            turned = malloc((size_t)noise_tables_size());
        seeded_permutation(entries, 1);
        noise_tables_turn(turned, entries);
        noise_field_turn(field, (struct kernel_tables *)(void *)turned, finite_double());
    }
    if (pick(2) == 1) {
        double weights[NOISE_OCTAVES];
        const int octaves = pick(8) != 0 ? 1 + pick(5) : pick(256) - 1;
        field->fold = pick(noise_extensible(field) ? 5 : 4);
        field->gain = 0.5f;
        if (field->fold == NOISE_RIDGED_MULTIFRACTAL) {
            field->offset = (float)pick(256) / 64.0f;
            field->gain = (float)(1 + pick(255)) / 32.0f;
        }
        const double frequency = some_double(), lacunarity = some_double(), amplitude = some_double();
        if (noise_field_sum(field, octaves, frequency, lacunarity, amplitude, some_double()) != 0)
            return 0;
        if (pick(3) == 0) {
            for (int i = 0; i < octaves; i++)
                weights[i] = some_double();
            if (noise_field_weigh(field, weights) != 0)
                return 0;
        }
        field->independent = pick(2);
        for (int k = 0; k < octaves; k++)
            for (int axis = 0; axis < 4; axis++) {
                field->octave[k].periods[axis] = tiled_period();
                field->octave[k].offsets[axis] = field->independent ? (float)pick(256) / 256.0f : 0.0f;
            }
        if (field->independent && pick(2))
            field->octave[octaves - 1].tables = (struct kernel_tables *)(void *)tables;
    }
    if (field->axes > 1 && !is_periodic(field->kernel) && pick(5) == 0) {
        const int32_t dimensions = 1 + pick(3);
        float loops[4];
        for (int i = 0; i < dimensions; i++)
            loops[i] = pick(2) ? 0.0f : 0.03125f * (float)(1 + take(3) % 100000);
        if (noise_field_loop(field, dimensions, loops) != 0)
            return 0;
    }
    if (depth < NESTED && pick(4) == 0 && !is_periodic(field->kernel) && !add_warps(field, tables, depth))
        return 0;
    if (pick(3) == 0) {
        const double lo = some_double();
        if (noise_field_scale(field, lo, some_double()) != 0)
            return 0;
    }
    if (depth == 0 && pick(4) == 0)
        field->precise = noise_extensible(field);
    return 1;
}

/* ---- operands ---- */

static const int64_t type_sizes[] = {4, 8, 1, 2, 4, 8, 1, 2, 4, 8};

static void store(char *to, int32_t type, double v) {
    const int64_t whole = v >= -9e18 && v <= 9e18 ? (int64_t)v : 0;
    const float narrow = (float)v;
    switch (type) {
    case NOISE_FLOAT32: memcpy(to, &narrow, 4); break;
    case NOISE_FLOAT64: memcpy(to, &v, 8); break;
    case NOISE_INT8:
    case NOISE_UINT8: memcpy(to, &(uint8_t){(uint8_t)whole}, 1); break;
    case NOISE_INT16:
    case NOISE_UINT16: memcpy(to, &(uint16_t){(uint16_t)whole}, 2); break;
    case NOISE_INT32:
    case NOISE_UINT32: memcpy(to, &(uint32_t){(uint32_t)whole}, 4); break;
    default: memcpy(to, &whole, 8); break;
    }
}

/* What an operand lies in; `first` is where its lowest byte is. */
struct memory {
    char *block;
    size_t size;
    char *first;
};

/* Choose strides, and make just enough memory. The elements of an output never overlap. */
enum place { ANY, OUTPUT, ALONG_ROWS, FROM_ROW_TO_ROW };

static struct memory place(struct noise_operand *operand, int axes, const int64_t *shape, enum place kind) {
    struct memory memory;
    const int64_t size = type_sizes[operand->type];
    int64_t lowest = 0, highest = 0, reach = size + (pick(3) == 0 ? pick(9) : 0);
    const size_t skew = (size_t)pick(8);
    for (int k = 0; k < axes; k++) {
        const int axis = axes - 1 - k;
        int64_t stride = reach;
        if (kind != OUTPUT && pick(4) == 0)
            stride = pick(2) ? 0 : size * pick(3);
        if ((kind == ALONG_ROWS && k > 0) || (kind == FROM_ROW_TO_ROW && k == 0))
            stride = 0;
        if (pick(4) == 0)
            stride = -stride;
        if (shape[axis] > 1) {
            const int64_t span = stride * (shape[axis] - 1);
            lowest += span < 0 ? span : 0;
            highest += span > 0 ? span : 0;
            reach = highest - lowest + size;
        }
        operand->strides[axis] = stride;
    }
    memory.size = (size_t)(highest - lowest + size) + skew;
    memory.block = malloc(memory.size);
    DEMAND(memory.block != NULL);
    memset(memory.block, 0x5a, memory.size);
    memory.first = memory.block + skew;
    operand->address = memory.first - lowest;
    return memory;
}

static int64_t offset_of(const struct noise_operand *operand, int axes, const int64_t *shape, int64_t index) {
    int64_t offset = 0;
    for (int axis = axes - 1; axis >= 0; axis--) {
        offset += index % shape[axis] * operand->strides[axis];
        index /= shape[axis];
    }
    return offset;
}

/* Mostly likely values, so that whole calls succeed too. */
static void fill(struct noise_operand *operand, int axes, const int64_t *shape, int64_t total, int is_period) {
    const double base = is_period ? 1.0 + pick(255) : finite_double();
    const double step = is_period ? (double)pick(3) : (double)pick(100) / 16.0;
    for (int64_t i = 0; i < total; i++)
        store(operand->address + offset_of(operand, axes, shape, i), operand->type, base + step * (double)i);
    for (int k = pick(4); k > 0 && total > 0; k--)
        store(operand->address + offset_of(operand, axes, shape, (int64_t)(take(2) % (uint64_t)total)),
              operand->type, some_double());
}

/* ---- calls: each is made with every set, and compared with the first ---- */

static struct noise_operand result;
static struct memory results;
static char *wanted;

static void keep_or_compare(size_t set, int axes, const int64_t *shape, int64_t start, int64_t stop, int64_t bad,
                            int64_t *first_bad) {
    const int64_t good = bad < 0 ? stop : bad;
    DEMAND(bad == -1 || (bad >= start && bad < stop));
    if (set == 0) {
        *first_bad = bad;
        memcpy(wanted, results.block, results.size);
    }
    DEMAND(bad == *first_bad);
    for (int64_t i = start; i < good; i++) {
        float v;
        const char *at = result.address + offset_of(&result, axes, shape, i);
        memcpy(&v, at, sizeof v);
        DEMAND(isfinite(v));
        DEMAND(memcmp(at, wanted + (at - results.block), sizeof v) == 0);
    }
    /* What is left, once every element that may be written is put back, was there before. */
    for (int64_t i = start; i < stop; i++)
        memset(result.address + offset_of(&result, axes, shape, i), 0x5a, sizeof(float));
    for (size_t i = 0; i < results.size; i++)
        DEMAND(results.block[i] == 0x5a);
}

static void begin_results(int axes, const int64_t *shape) {
    memset(&result, 0, sizeof result);
    result.type = NOISE_FLOAT32;
    results = place(&result, axes, shape, OUTPUT);
    wanted = malloc(results.size);
    DEMAND(wanted != NULL);
}

static void end_results(void) {
    free(results.block);
    free(wanted);
}

static void check_array(const struct noise_field *field) {
    static struct noise_call call;
    struct memory memories[8];
    int64_t total = 1, room = 1, bad = -1;
    int made = 0;
    memset(&call, 0, sizeof call);
    call.axes = pick(8) ? pick(5) : pick(NOISE_AXES + 1);
    call.varying_periods = is_periodic(field->kernel) && field->octaves == 0 && pick(2);
    for (int axis = 0; axis < call.axes; axis++) {
        int64_t length = pick(4) == 0 ? 1 + (int64_t)(take(2) % 1500) : pick(8);
        if (room * length > 2500)
            length = 1;
        call.shape[axis] = length;
        total *= length;
        room *= length > 0 ? length : 1;
    }
    const int open = pick(2);
    for (int axis = 0; axis < field->dimensions; axis++) {
        call.coordinates[axis].type = pick(3) ? pick(2) : pick(10);
        memories[made++] = place(&call.coordinates[axis], call.axes, call.shape,
                                 !open       ? ANY
                                 : axis == 0 ? ALONG_ROWS
                                             : FROM_ROW_TO_ROW);
        fill(&call.coordinates[axis], call.axes, call.shape, total, 0);
        if (call.varying_periods) {
            call.periods[axis].type = NOISE_INT8 + pick(8);
            memories[made++] = place(&call.periods[axis], call.axes, call.shape, ANY);
            fill(&call.periods[axis], call.axes, call.shape, total, 1);
        }
    }
    begin_results(call.axes, call.shape);
    call.out = result;
    const int64_t start = total > 0 ? (int64_t)(take(2) % (uint64_t)total) * pick(2) : 0;
    const int64_t stop = pick(2) ? total : start + (total - start) / 2;
    for (size_t s = 0; s < dispatch_count(); s++) {
        dispatch_select(dispatch_name(s));
        keep_or_compare(s, call.axes, call.shape, start, stop, noise_array(field, &call, start, stop), &bad);
    }
    if (bad >= 0) {
        struct noise_fault fault;
        noise_array_fault(field, &call, bad, &fault);
        DEMAND(fault.argument >= 0 && fault.argument < 8 && fault.octave >= 0 && fault.octave <= field->octaves);
    }
    end_results();
    while (made > 0)
        free(memories[--made].block);
}

static void check_grid(const struct noise_field *field) {
    struct noise_grid grid;
    int64_t total = 1, room = 1, bad = -1;
    memset(&grid, 0, sizeof grid);
    for (int axis = 0; axis < field->dimensions; axis++) {
        int64_t length = pick(3) == 0 ? 1 + (int64_t)(take(2) % 1500) : pick(12);
        if (room * length > 2500)
            length = 1;
        grid.shape[axis] = length;
        total *= length;
        room *= length > 0 ? length : 1;
        grid.origin[axis] = finite_double();
        grid.step[axis] = finite_double();
        grid.start[axis] = pick(3) ? pick(256) - 128 : (int64_t)(take(8) >> 11) - (INT64_C(1) << 52);
    }
    begin_results(field->dimensions, grid.shape);
    grid.out = result;
    const int64_t start = total > 0 ? (int64_t)(take(2) % (uint64_t)total) * pick(2) : 0;
    const int64_t stop = pick(2) ? total : start + (total - start) / 2;
    for (size_t s = 0; s < dispatch_count(); s++) {
        dispatch_select(dispatch_name(s));
        keep_or_compare(s, field->dimensions, grid.shape, start, stop, noise_array_grid(field, &grid, start, stop),
                        &bad);
    }
    if (bad >= 0) {
        struct noise_fault fault;
        double at[4] = {0.0, 0.0, 0.0, 0.0};
        noise_grid_point(field, &grid, bad, at);
        noise_point_fault(field, at[0], at[1], at[2], at[3], &fault);
        DEMAND(fault.argument >= 0 && fault.argument < field->dimensions && fault.octave <= field->octaves);
    }
    end_results();
}

/* Values as the plain call has them, and derivatives that are the same with every set. */
static void check_derivatives(const struct noise_field *field) {
    enum { MOST = 700 };
    static float coordinates[4][MOST], wanted_values[MOST], found[2][5][MOST + 1];
    struct noise_call call;
    if (!noise_derivable(field))
        return;
    memset(&call, 0, sizeof call);
    call.axes = 1;
    call.shape[0] = 1 + (int64_t)(take(2) % MOST);
    for (int axis = 0; axis < field->dimensions; axis++) {
        call.coordinates[axis].address = (char *)coordinates[axis];
        call.coordinates[axis].strides[0] = (int64_t)sizeof(float);
        fill(&call.coordinates[axis], 1, call.shape, call.shape[0], 0);
    }
    call.out.strides[0] = (int64_t)sizeof(float);
    call.out.address = (char *)wanted_values;
    const int64_t bad = noise_array(field, &call, 0, call.shape[0]);
    const size_t good = (size_t)(bad < 0 ? call.shape[0] : bad);
    for (size_t s = 0; s < dispatch_count(); s++) {
        float(*to)[MOST + 1] = found[s > 0];
        dispatch_select(dispatch_name(s));
        memset(to, 0x5a, sizeof found[0]);
        call.out.address = (char *)to[0];
        DEMAND(noise_array_derive(field, &call, (int64_t)sizeof to[0], 0, call.shape[0]) == bad);
        DEMAND(memcmp(to[0], wanted_values, good * sizeof(float)) == 0);
        for (int i = 0; i <= field->dimensions; i++)
            DEMAND(memcmp(to[i], found[0][i], good * sizeof(float)) == 0);
        for (int i = 0; i < 5; i++)
            for (size_t k = i <= field->dimensions ? (size_t)call.shape[0] : 0; k <= MOST; k++)
                DEMAND(memcmp(&to[i][k], &(uint32_t){0x5a5a5a5a}, sizeof(float)) == 0);
    }
}

static int64_t flat(const struct noise_field *field, const char *const *in, char *out, int64_t n, int doubles) {
    switch (field->dimensions) {
    case 1: return noise_flat1(field, in[0], out, n, doubles);
    case 2: return noise_flat2(field, in[0], in[1], out, n, doubles);
    case 3: return noise_flat3(field, in[0], in[1], in[2], out, n, doubles);
    default: return noise_flat4(field, in[0], in[1], in[2], in[3], out, n, doubles);
    }
}

static void check_flat(const struct noise_field *field) {
    struct noise_operand operands[4];
    char *memories[4];
    const char *in[4];
    int64_t bad = -1;
    const int64_t n = pick(2) ? pick(256) : (int64_t)(take(2) % 2500);
    const int doubles = pick(2), size = doubles ? 8 : 4;
    for (int axis = 0; axis < field->dimensions; axis++) {
        memset(&operands[axis], 0, sizeof operands[axis]);
        operands[axis].type = doubles ? NOISE_FLOAT64 : NOISE_FLOAT32;
        operands[axis].strides[0] = size;
        const size_t skew = pick(8) ? 0 : (size_t)pick(4);
        memories[axis] = malloc((size_t)(n * size) + skew);
        in[axis] = operands[axis].address = memories[axis] + skew;
        fill(&operands[axis], 1, &n, n, 0);
    }
    begin_results(0, NULL);
    free(results.block);
    free(wanted);
    results.size = (size_t)n * 4;
    results.block = results.first = malloc(results.size + 1);
    wanted = malloc(results.size + 1);
    memset(results.block, 0x5a, results.size);
    result.address = results.block;
    result.strides[0] = 4;
    for (size_t s = 0; s < dispatch_count(); s++) {
        dispatch_select(dispatch_name(s));
        const int64_t found = flat(field, in, results.block, n, doubles);
        if (found == -2) { /* not aligned, or not doubles: nothing may have been written */
            for (size_t i = 0; i < results.size; i++)
                DEMAND(results.block[i] == 0x5a);
            break;
        }
        keep_or_compare(s, 1, &n, 0, n, found, &bad);
    }
    end_results();
    for (int axis = 0; axis < field->dimensions; axis++)
        free(memories[axis]);
}

static void check_point(const struct noise_field *field) {
    double c[4] = {0.0, 0.0, 0.0, 0.0}, v;
    struct noise_fault fault;
    for (int axis = 0; axis < field->dimensions; axis++)
        c[axis] = some_double();
    switch (field->dimensions) {
    case 1: v = noise_point1(field, c[0]); break;
    case 2: v = noise_point2(field, c[0], c[1]); break;
    case 3: v = noise_point3(field, c[0], c[1], c[2]); break;
    default: v = noise_point4(field, c[0], c[1], c[2], c[3]); break;
    }
    noise_point_fault(field, c[0], c[1], c[2], c[3], &fault);
    DEMAND(isnan(v) ? fault.argument >= 0 && fault.argument < field->dimensions && fault.octave <= field->octaves
                    : isfinite(v) && fault.argument == -1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char *tables;
    struct noise_field field;
    if (tables == NULL) {
        noise_init();
        tables = malloc((size_t)noise_tables_size());
    }
    next = data;
    end = data + size;
    const int what = pick(5);
    if (!make_field(&field, tables, 0))
        return 0;
    switch (what) {
    case 0: check_array(&field); break;
    case 1: check_grid(&field); break;
    case 2: check_flat(&field); break;
    case 3: check_derivatives(&field); break;
    default: check_point(&field); break;
    }
    return 0;
}

#if defined(RUNS)
int main(void) {
    static uint8_t bytes[256];
    uint32_t state = 2463534242u;
    for (long run = 0; run < RUNS; run++) {
        for (size_t i = 0; i < sizeof bytes; i++) {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            bytes[i] = (uint8_t)(state >> 11);
        }
        LLVMFuzzerTestOneInput(bytes, sizeof bytes);
    }
    printf("%ld passed, 0 failed\n", (long)RUNS);
    return 0;
}
#endif
