/* Holds every kernel of every instruction set equal, bit for bit, to the scalar references, and measures them.
 *
 *   kernels test [points]    points for each function and set: a mixture of hard ones (default 10 million)
 *   kernels bench [function] millions of points per second, and multiples of the references
 *   kernels grids            the same of grids and of sums over octaves of them
 *
 * The references are built with their permutation's name redirected to the array below (see build.sh), so that
 * other permutations than the classic one can be tried. TEST_SETS lists the sets: X(name) for each. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../csrc/eshelman.h"
#include "../../csrc/kernels.h"
#include "../../csrc/noise1234.h"
#include "../../csrc/rombauts.h"
#include "../../csrc/simplexnoise1234.h"
#include "../../csrc/tables.h"
#include "../../csrc/tiled.h"

unsigned char test_permutation[256];
extern const unsigned char unchanged_permutation[256];

#define X(set) extern const struct kernel_set set;
TEST_SETS
#undef X
#define X(set) &set,
static const struct kernel_set *const sets[] = {TEST_SETS};
#undef X
#define SETS (sizeof sets / sizeof sets[0])

static const struct function {
    const char *name;
    int axes;
} functions[KERNEL_COUNT] = {
    {"noise1", 1},       {"noise2", 2},       {"noise3", 3},          {"noise4", 4},          {"pnoise1", 1},
    {"pnoise2", 2},      {"pnoise3", 3},      {"pnoise4", 4},         {"snoise1", 1},         {"snoise2", 2},
    {"snoise3", 3},      {"snoise4", 4},      {"rombauts_noise1", 1}, {"rombauts_noise2", 2}, {"raw_noise_2d", 2},
    {"raw_noise_3d", 3}, {"raw_noise_4d", 4}, {"tiled1", 1},          {"tiled2", 2},          {"tiled3", 3},
    {"tiled4", 4},
};

static void reference(int id, const int32_t *p, const float *const *c, float *out, size_t n) {
    const float *x = c[0], *y = c[1], *z = c[2], *w = c[3];
#define EACH(call)                                                                                                \
    for (size_t i = 0; i < n; i++)                                                                                \
        out[i] = call;                                                                                            \
    break
    switch (id) {
    case KERNEL_NOISE1: EACH(noise1(x[i]));
    case KERNEL_NOISE2: EACH(noise2(x[i], y[i]));
    case KERNEL_NOISE3: EACH(noise3(x[i], y[i], z[i]));
    case KERNEL_NOISE4: EACH(noise4(x[i], y[i], z[i], w[i]));
    case KERNEL_PNOISE1: EACH(pnoise1(x[i], p[0]));
    case KERNEL_PNOISE2: EACH(pnoise2(x[i], y[i], p[0], p[1]));
    case KERNEL_PNOISE3: EACH(pnoise3(x[i], y[i], z[i], p[0], p[1], p[2]));
    case KERNEL_PNOISE4: EACH(pnoise4(x[i], y[i], z[i], w[i], p[0], p[1], p[2], p[3]));
    case KERNEL_SNOISE1: EACH(snoise1(x[i]));
    case KERNEL_SNOISE2: EACH(snoise2(x[i], y[i]));
    case KERNEL_SNOISE3: EACH(snoise3(x[i], y[i], z[i]));
    case KERNEL_SNOISE4: EACH(snoise4(x[i], y[i], z[i], w[i]));
    case KERNEL_ROMBAUTS1: EACH(rombauts_noise1(x[i]));
    case KERNEL_ROMBAUTS2: EACH(rombauts_noise2(x[i], y[i]));
    case KERNEL_RAW2: EACH(raw_noise_2d(x[i], y[i]));
    case KERNEL_RAW3: EACH(raw_noise_3d(x[i], y[i], z[i]));
    case KERNEL_RAW4: EACH(raw_noise_4d(x[i], y[i], z[i], w[i]));
    case KERNEL_TILED1:
    case KERNEL_TILED2:
    case KERNEL_TILED3:
    case KERNEL_TILED4:
        EACH(tiled_noise(test_permutation, functions[id].axes, ((const float[4]){x[i], y[i], z[i], w[i]}), p));
    }
}

/* ---- points ---- */

static uint32_t state = 2463534242u;
static uint32_t rnd(void) {
    state ^= state << 13;
    state ^= state >> 17;
    return state ^= state << 5;
}

static float from_bits(uint32_t u) {
    float f;
    memcpy(&f, &u, sizeof f);
    return f;
}

static float coordinate(uint32_t kind) {
    double u = (rnd() >> 8) / 16777216.0 - 0.5;
    uint32_t sign = rnd() & 0x80000000u;
    switch (kind) {
    case 0: return (float)(u * 2000);
    case 1: return (float)(int)(u * 2000);
    case 2: return nextafterf((float)(int)(u * 20), sign ? 1e9f : -1e9f);
    case 3: return (float)(u * 2e-6);
    case 4: return (float)(u * 33554432.0);
    case 5: return (float)(int)(u * 64) * 0.25f;
    case 6: return from_bits(sign);
    case 7: return from_bits(sign | rnd() % 0x4b800001u);
    case 8: return sign ? 16777216.0f : -16777216.0f;
    case 9: return from_bits(sign | (rnd() & 0x7fffff));
    case 10: return sign ? nextafterf(16777216.0f, 0) : nextafterf(-16777216.0f, 0);
    default: return (float)(u * 8);
    }
}
#define KINDS 12

static void hard_points(float *const *c, size_t n) {
    for (size_t i = 0; i < n; i++) {
        uint32_t same = rnd() % 3 == 0, kind = rnd() % KINDS;
        for (int a = 0; a < 4; a++)
            c[a][i] = coordinate(same ? kind : rnd() % KINDS);
        if (rnd() % 13 == 0)
            c[1][i] = c[0][i];
        if (rnd() % 17 == 0)
            c[2][i] = c[1][i];
        if (rnd() % 19 == 0)
            c[3][i] = c[2][i];
        if (rnd() % 23 == 0)
            c[1][i] = -c[0][i];
    }
}

static const int32_t hard_periods[] = {1,   2,    3,        7,        255,      256,      257,       512,
                                       768, 1000, 16777213, 16777215, 16777216, 16777217, 2147483647};
static int32_t hard_period(void) {
    if (rnd() % 4 == 0)
        return (int32_t)(rnd() >> (1 + rnd() % 31)) | 1;
    return hard_periods[rnd() % (sizeof hard_periods / sizeof hard_periods[0])];
}

static int is_tiled(int id) { return id >= KERNEL_TILED1 && id <= KERNEL_TILED4; }

static struct kernel_tables *tables; /* at an odd multiple of 4 bytes: no alignment is promised */

static void permute(int random) {
    memcpy(test_permutation, unchanged_permutation, 256);
    for (int i = 255; random && i > 0; i--) {
        uint32_t j = rnd() % (uint32_t)(i + 1);
        unsigned char t = test_permutation[i];
        test_permutation[i] = test_permutation[j];
        test_permutation[j] = t;
    }
    kernel_tables_init(tables, test_permutation);
}

static int failures;
static void fail(const struct kernel_set *set, int id, const char *what, size_t n, size_t i) {
    if (failures++ < 40)
        printf("FAIL %s %s: %s (n %zu, at %zu)\n", set->name, functions[id].name, what, n, i);
}

/* ---- bits over many points ---- */

#define MANY 65536
static float points[4][MANY + 1024], expected[MANY], got[MANY + 1024];

static void test_bits(size_t count) {
    float *const c[4] = {points[0], points[1], points[2], points[3]};
    const float *const from[4] = {points[0], points[1], points[2], points[3]};
    for (size_t done = 0; done < count; done += MANY) {
        permute(done % (4 * MANY) == 3 * MANY);
        hard_points(c, MANY);
        if (done == 0) /* plain random points too */
            for (int a = 0; a < 4; a++)
                for (size_t i = 0; i < MANY; i++)
                    points[a][i] = coordinate(0);
        for (int id = 0; id < KERNEL_COUNT; id++) {
            int32_t periods[4] = {hard_period(), hard_period(), hard_period(), hard_period()};
            for (int a = 0; is_tiled(id) && a < 4; a++)
                if (periods[a] > TILED_LARGEST_PERIOD)
                    periods[a] = TILED_LARGEST_PERIOD;
            reference(id, periods, from, expected, MANY);
            for (size_t s = 0; s < SETS; s++) {
                memset(got, 0xff, sizeof got);
                if (sets[s]->kernels[id](tables, periods, from, got, MANY) != MANY)
                    fail(sets[s], id, "refused a point within the domain", MANY, 0);
                for (size_t i = 0; i < MANY; i++)
                    if (memcmp(&expected[i], &got[i], 4) != 0) {
                        fail(sets[s], id, "other bits", MANY, i);
                        if (failures < 40)
                            printf("     (%a %a %a %a), periods %d %d %d %d: %a, not %a\n", points[0][i],
                                   points[1][i], points[2][i], points[3][i], periods[0], periods[1], periods[2],
                                   periods[3], got[i], expected[i]);
                        break;
                    }
            }
        }
    }
    permute(0);
}

/* ---- lengths, alignments, guards, and points outside the domain ---- */

/* Coordinates and values end where their allocation ends or begin where it begins, under address sanitizer; the
 * value's neighbours are checked in any case. */
static void run_length(const struct kernel_set *set, int id, size_t n, size_t skew) {
    static const int32_t periods[4] = {7, 300, 5, 1000};
    float *memory[4], *out = malloc((n + 16) * sizeof(float) + 1);
    const float *c[4];
    for (int a = 0; a < 4; a++) {
        memory[a] = malloc((n + skew) * sizeof(float) + 1);
        c[a] = memory[a] + skew;
        for (size_t i = 0; i < n; i++)
            memory[a][skew + i] = coordinate(rnd() % 2 ? 0 : 11);
    }
    memset(out, 0xa5, (n + 16) * sizeof(float));
    size_t result = set->kernels[id](tables, periods, c, out + 8 - skew % 8, n);
    if (result != n)
        fail(set, id, "wrong count", n, result);
    reference(id, periods, c, expected, n);
    if (n != 0 && memcmp(expected, out + 8 - skew % 8, n * sizeof(float)) != 0)
        fail(set, id, "other bits for this length", n, 0);
    for (size_t i = 0; i < (n + 16) * sizeof(float); i++)
        if ((i < (8 - skew % 8) * 4 || i >= (8 - skew % 8 + n) * 4) && ((unsigned char *)out)[i] != 0xa5) {
            fail(set, id, "wrote beside its output", n, i);
            break;
        }
    for (int a = 0; a < 4; a++)
        free(memory[a]);
    free(out);
}

static void test_lengths(void) {
    for (size_t s = 0; s < SETS; s++)
        for (int id = 0; id < KERNEL_COUNT; id++) {
            for (size_t n = 0; n <= 70; n++)
                for (size_t skew = 0; skew < 16; skew++)
                    run_length(sets[s], id, n, skew);
            for (size_t block = 64; block <= 768; block += 64)
                for (size_t n = block - 17; n <= block + 17; n++)
                    run_length(sets[s], id, n, n % 16);
        }
}

static void test_domain(void) {
    const float bad[] = {
        NAN,  -NAN,  INFINITY, -INFINITY, nextafterf(16777216.0f, 1e9f), -nextafterf(16777216.0f, 1e9f),
        3e9f, -3e9f, 1e38f};
    static const size_t lengths[] = {1,  2,   7,   8,   9,   15,  16,  17,  63,  64,
                                     65, 100, 127, 128, 129, 255, 256, 257, 300, 700};
    static const int32_t periods[4] = {7, 300, 5, 1000};
    const float *const from[4] = {points[0], points[1], points[2], points[3]};
    for (size_t s = 0; s < SETS; s++)
        for (int id = 0; id < KERNEL_COUNT; id++)
            for (size_t l = 0; l < sizeof lengths / sizeof lengths[0]; l++) {
                size_t n = lengths[l];
                for (int a = 0; a < 4; a++)
                    for (size_t i = 0; i < n; i++)
                        points[a][i] = coordinate(rnd() % KINDS);
                reference(id, periods, from, expected, n);
                for (size_t i = 0; i < n; i++) {
                    int axis = (int)(rnd() % (uint32_t)functions[id].axes);
                    float kept = points[axis][i], last = points[0][n - 1];
                    points[axis][i] = bad[rnd() % (sizeof bad / sizeof bad[0])];
                    if (i % 3 == 0 && i < n - 1)
                        points[0][n - 1] = NAN;
                    size_t result = sets[s]->kernels[id](tables, periods, from, got, n);
                    if (result != i)
                        fail(sets[s], id, "wrong index of the first point outside", n, i);
                    if (memcmp(got, expected, i * sizeof(float)) != 0)
                        fail(sets[s], id, "other bits before a point outside", n, i);
                    points[axis][i] = kept;
                    points[0][n - 1] = last;
                }
            }
}

/* ---- precise coordinates, and derivatives: values against the plain kernel, all else against the first set ----
 */

static double wide_points[4][MANY + 1024];
static float derived[2][5][MANY + 1024];

/* Coordinates far away, near whole numbers, near the origin. */
static double wide_coordinate(uint32_t kind) {
    const double any = (double)rnd() / 4294967296.0 + (double)rnd(), sign = rnd() & 1 ? 1.0 : -1.0;
    switch (kind % 5) {
    case 0: return sign * any * 262144.0; /* up to 2^50 */
    case 1: return sign * floor(any * 65536.0);
    case 2: return sign * any / 4294967296.0;
    case 3: return (double)coordinate(rnd() % KINDS);
    default: return sign * (any + 1.0 / 67108864.0);
    }
}

static int derive_set(const struct kernel_set *set, int id, int precise, int which, const int32_t *periods,
                      size_t n) {
    const float *const from[4] = {points[0], points[1], points[2], points[3]};
    const double *const wide[4] = {wide_points[0], wide_points[1], wide_points[2], wide_points[3]};
    float *const to[5] = {derived[which][0], derived[which][1], derived[which][2], derived[which][3],
                          derived[which][4]};
    memset(derived[which], 0xa5, sizeof derived[which]);
    const size_t result = set->derivatives[id](tables, periods, from, precise ? wide : NULL, to, n);
    const size_t plain = precise ? set->precise[id](tables, periods, wide, got, n)
                                 : set->kernels[id](tables, periods, from, got, n);
    if (result != plain)
        fail(set, id, "derivatives find another bad point", n, result);
    if (memcmp(got, derived[which][0], plain * sizeof(float)) != 0)
        fail(set, id, "values beside derivatives have other bits", n, 0);
    for (int i = 0; i < 5; i++)
        for (size_t k = i <= functions[id].axes ? n : 0; k < n + 64; k++)
            if (memcmp(&derived[which][i][k], "\xa5\xa5\xa5\xa5", 4) != 0) {
                fail(set, id, "derivatives beside their output", n, k);
                break;
            }
    return (int)result;
}

static void test_extended(size_t count) {
    float *const c[4] = {points[0], points[1], points[2], points[3]};
    size_t lengths[400], rounds = 0;
    for (; rounds < 330; rounds++)
        lengths[rounds] = rounds < 300 ? rounds : 64 * (rounds - 298) - rnd() % 40;
    for (size_t done = 0; done < count; done += MANY)
        lengths[rounds < 399 ? rounds++ : 399] = MANY;
    for (size_t round = 0; round < rounds; round++) {
        const size_t n = lengths[round];
        permute(round % 4 == 3);
        if (n == MANY)
            hard_points(c, MANY);
        else
            for (int a = 0; a < 4; a++)
                for (size_t i = 0; i < n; i++)
                    points[a][i] = coordinate(rnd() % 2 ? 0 : 11);
        for (int a = 0; a < 4; a++)
            for (size_t i = 0; i < n; i++)
                wide_points[a][i] = wide_coordinate(rnd() % 5);
        if (round % 5 == 4 && n > 0)
            wide_points[0][rnd() % n] = points[0][rnd() % n] = rnd() & 1 ? NAN : 3e15f;
        for (int id = 0; id < KERNEL_COUNT; id++) {
            if (sets[0]->precise[id] == NULL)
                continue;
            int32_t periods[4] = {hard_period(), hard_period(), hard_period(), hard_period()};
            for (int a = 0; a < 4; a++)
                if (periods[a] > TILED_LARGEST_PERIOD)
                    periods[a] = TILED_LARGEST_PERIOD;
            for (int precise = 0; precise < 2; precise++)
                for (size_t s = 0; s < SETS; s++) {
                    const int good = derive_set(sets[s], id, precise, s > 0, periods, n);
                    for (int i = 0; i <= functions[id].axes; i++)
                        if (memcmp(derived[0][i], derived[s > 0][i], (size_t)good * sizeof(float)) != 0)
                            fail(sets[s], id, precise ? "other precise derivatives" : "other derivatives", n,
                                 (size_t)i);
                }
        }
    }
    permute(0);
}

/* ---- grids ---- */

#define ROWS 80
static float axes_of_grid[4][NOISE_GRID_COLUMNS + ROWS];

static float step_size(void) {
    static const float sizes[] = {0.0f, 1e-4f, 0.01f, 0.37f, 0.7f, 1.0f, 3.7f, 40.3f, 1e-42f, 7e4f, 64.0f, 0.125f};
    const float size = sizes[rnd() % (sizeof sizes / sizeof sizes[0])];
    return rnd() % 2 ? size : -size;
}

static float clamped(float v) { return v > 16777216.0f ? 16777216.0f : v < -16777216.0f ? -16777216.0f : v; }

/* Even steps from an origin of any kind, from one that makes them cross zero, or no order at all. */
static void axis_of_grid(float *to, size_t n, uint32_t kind) {
    const float step = step_size();
    const float origin = kind % 3 == 0 ? -step * (float)(rnd() % (uint32_t)(n + 1)) : coordinate(rnd() % KINDS);
    for (size_t i = 0; i < n; i++)
        to[i] = kind % 8 == 7 ? coordinate(rnd() % KINDS) : clamped(origin + step * (float)i);
}

/* Rows in C order of (w,) z, y, or with z and w in no order. */
static void rows_of_grid(size_t rows) {
    const size_t run = 1 + rnd() % 20;
    float *y = axes_of_grid[1], *z = axes_of_grid[2], *w = axes_of_grid[3], deep[2][ROWS];
    axis_of_grid(y, rows, rnd());
    axis_of_grid(deep[0], rows, rnd());
    axis_of_grid(deep[1], rows, rnd());
    for (size_t r = 0; r < rows; r++) {
        if (rnd() % 64 != 0 && r >= run)
            y[r] = y[r % run];
        z[r] = deep[0][r / run % 5];
        w[r] = deep[1][r / run / 5];
    }
    if (rnd() % 8 == 0)
        axis_of_grid(z, rows, 7);
}

static int32_t grid_period(void) {
    static const int32_t periods[] = {1,   2,   3,   5,   17,  100,  180,      254,     255,
                                      256, 257, 258, 511, 512, 1000, 16777215, 16777216};
    if (rnd() % 4 == 0)
        return 1 + (int32_t)(rnd() % (rnd() % 2 ? 400 : 16777216));
    return periods[rnd() % (sizeof periods / sizeof periods[0])];
}

static void run_grid(const struct kernel_set *set, int id, size_t columns, size_t rows, size_t stride,
                     size_t skew) {
    const float *others[3];
    const int axes = functions[id].axes;
    const size_t size = (rows == 0 ? 0 : (rows - 1) * stride + columns) + 32;
    int32_t periods[4] = {grid_period(), grid_period(), grid_period(), grid_period()};
    float *memory = malloc(size * sizeof(float)), *out = memory + 16, *exact[4];
    float *x = malloc((columns + skew) * sizeof(float) + 1);
    unsigned char *guards = malloc(size * sizeof(float));
    axis_of_grid(axes_of_grid[0], columns, rnd());
    memcpy(x + skew, axes_of_grid[0], columns * sizeof(float));
    rows_of_grid(rows);
    for (int a = 1; a < 4; a++) {
        exact[a] = malloc(rows * sizeof(float) + 1);
        memcpy(exact[a], axes_of_grid[a], rows * sizeof(float));
        others[a - 1] = exact[a];
    }
    memset(memory, 0xa5, size * sizeof(float));
    if (set->grids[id](tables, periods, x + skew, columns, others, rows, out, stride))
        fail(set, id, "refused a grid within the domain", columns, rows);
    memset(guards, 0xa5, size * sizeof(float));
    for (size_t r = 0; r < rows; r++) {
        const float *const from[4] = {points[0], points[1], points[2], points[3]};
        for (size_t i = 0; i < columns; i++) {
            points[0][i] = axes_of_grid[0][i];
            for (int a = 1; a < axes; a++)
                points[a][i] = axes_of_grid[a][r];
        }
        sets[0]->kernels[id](tables, periods, from, expected, columns);
        memcpy((float *)guards + 16 + r * stride, expected, columns * sizeof(float));
    }
    for (size_t i = 0; i < size; i++)
        if (memcmp(memory + i, guards + 4 * i, 4) != 0) {
            size_t at = i < 16 ? 0 : i - 16;
            fail(set, id, "other bits in a grid", columns, at);
            if (failures < 40)
                printf("     rows %zu, stride %zu, periods %d %d %d %d: %a, not %a\n", rows, stride, periods[0],
                       periods[1], periods[2], periods[3], memory[i], ((float *)guards)[i]);
            break;
        }
    free(memory), free(x), free(guards);
    for (int a = 1; a < 4; a++)
        free(exact[a]);
}

static void test_grids(size_t count) {
    for (size_t s = 0; s < SETS; s++)
        for (int id = 0; id < KERNEL_COUNT; id++) {
            if (sets[s]->grids[id] == NULL)
                continue;
            for (size_t columns = 1; columns <= NOISE_GRID_COLUMNS; columns++)
                run_grid(sets[s], id, columns, rnd() % 21, columns + rnd() % 9, columns % 16);
            for (size_t done = 0; done < count;) {
                const size_t columns = rnd() % 4 == 0   ? NOISE_GRID_COLUMNS
                                       : rnd() % 2 == 0 ? 1 + rnd() % 70
                                                        : 1 + rnd() % NOISE_GRID_COLUMNS;
                const size_t rows = rnd() % 3 == 0 ? rnd() % ROWS : rnd() % 21;
                permute(rnd() % 4 == 0);
                run_grid(sets[s], id, columns, rows, columns + rnd() % 9, rnd() % 16);
                done += columns * rows + 16;
            }
            permute(0);
        }
}

static void test_grid_domain(void) {
    const float bad[] = {NAN, -NAN, INFINITY, -INFINITY, nextafterf(16777216.0f, 1e9f), -1e20f, 3e9f};
    static const int32_t periods[4] = {7, 300, 5, 1000};
    for (size_t s = 0; s < SETS; s++)
        for (int id = 0; id < KERNEL_COUNT; id++) {
            if (sets[s]->grids[id] == NULL)
                continue;
            for (int tries = 0; tries < 300; tries++) {
                const float *others[3] = {axes_of_grid[1], axes_of_grid[2], axes_of_grid[3]};
                const size_t columns = 1 + rnd() % NOISE_GRID_COLUMNS, rows = 1 + rnd() % 20;
                const int axis = (int)(rnd() % (uint32_t)functions[id].axes);
                axis_of_grid(axes_of_grid[0], columns, rnd());
                rows_of_grid(rows);
                axes_of_grid[axis][rnd() % (axis == 0 ? columns : rows)] = bad[rnd() % 7];
                if (!sets[s]->grids[id](tables, periods, axes_of_grid[0], columns, others, rows, got, columns))
                    fail(sets[s], id, "took a grid with a coordinate outside", columns, rows);
            }
        }
}

/* ---- loops over arrays ---- */

static void test_lines(void) {
    static float a[700], b[700], c[700];
    static char doubles[700 * sizeof(double) + 8];
    for (size_t s = 0; s < SETS; s++)
        for (size_t n = 0; n < 600; n = n < 70 ? n + 1 : n + 37) {
            const size_t skew = rnd() % 16;
            const float factor = from_bits(rnd() & 0xfeffffff);
#define FILL                                                                                                      \
    for (size_t i = 0; i < 700; i++)                                                                              \
    a[i] = from_bits(rnd() & 0xfeffffff), b[i] = c[i] = coordinate(rnd() % KINDS)
#define SAME(what)                                                                                                \
    if (memcmp(b, c, sizeof b) != 0)                                                                              \
    fail(sets[s], 0, what, n, skew)
            FILL;
            sets[s]->multiply(b + skew, a + skew / 2, factor, n);
            for (size_t i = 0; i < n; i++)
                c[skew + i] = a[skew / 2 + i] * factor;
            SAME("multiply");
            FILL;
            sets[s]->add_octave(b + skew, a + skew / 2, factor, n);
            for (size_t i = 0; i < n; i++)
                c[skew + i] += factor * a[skew / 2 + i];
            SAME("add_octave");
            FILL;
            sets[s]->divide(b + skew, factor, n);
            for (size_t i = 0; i < n; i++)
                c[skew + i] /= factor;
            SAME("divide");
            FILL;
            for (size_t i = 0; i < n; i++) {
                double d = ldexp((double)(int32_t)rnd() + rnd() / 4294967296.0, (int)(rnd() % 320) - 190);
                d = rnd() % 8 == 0 ? (double)a[i] : rnd() % 8 == 0 ? (double)a[i] * (1 + 0x1p-24) : d;
                memcpy(doubles + skew % 8 + i * sizeof d, &d, sizeof d);
                c[skew + i] = (float)d;
            }
            sets[s]->round(b + skew, doubles + skew % 8, n);
            SAME("round");
            FILL;
            sets[s]->shift(b + skew, a + skew / 2, factor, n);
            for (size_t i = 0; i < n; i++)
                c[skew + i] = a[skew / 2 + i] + factor;
            SAME("shift");
            FILL;
            sets[s]->displace(b + skew, b + skew, a + skew / 2, factor, n);
            for (size_t i = 0; i < n; i++)
                c[skew + i] = c[skew + i] + factor * a[skew / 2 + i];
            SAME("displace");
            FILL;
            sets[s]->magnitude(b + skew, n);
            for (size_t i = 0; i < n; i++)
                c[skew + i] = fabsf(c[skew + i]);
            SAME("magnitude");
            FILL;
            sets[s]->ridge(b + skew, n);
            for (size_t i = 0; i < n; i++)
                c[skew + i] = 1.0f - 2.0f * fabsf(c[skew + i]);
            SAME("ridge");
            FILL;
            sets[s]->map(b + skew, factor, 3.7f, n);
            for (size_t i = 0; i < n; i++)
                c[skew + i] = c[skew + i] * factor / 2.0f + 3.7f;
            SAME("map");
            if (sets[s]->outside(c + skew, 0))
                fail(sets[s], 0, "found one outside among none", n, skew);
            for (size_t i = 0; i < n; i++)
                a[i] = coordinate(rnd() % KINDS);
            if (sets[s]->outside(a, n))
                fail(sets[s], 0, "refused a coordinate within the domain", n, skew);
            for (size_t i = 0; i < n; i++) {
                const float kept = a[i];
                a[i] = i % 3 == 0 ? NAN : i % 3 == 1 ? nextafterf(16777216.0f, 1e9f) : -INFINITY;
                if (!sets[s]->outside(a, n))
                    fail(sets[s], 0, "missed a coordinate outside the domain", n, i);
                a[i] = kept;
            }
        }
}

/* ---- speed ---- */

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double best_of(int rounds, const struct kernel_set *set, int id, const float *const *from, size_t n) {
    static const int32_t periods[4] = {7, 1000, 256, 30};
    double best = 1e9;
    for (int r = 0; r < rounds; r++) {
        double t = now();
        if (set)
            set->kernels[id](tables, periods, from, got, n);
        else
            reference(id, periods, from, got, n);
        t = now() - t;
        if (t < best)
            best = t;
    }
    return best;
}

static void bench(const char *only) {
    const float *const from[4] = {points[0], points[1], points[2], points[3]};
    for (int a = 0; a < 4; a++)
        for (size_t i = 0; i < MANY; i++)
            points[a][i] = coordinate(0);
    printf("%-16s %9s", "M/s (multiple)", "reference");
    for (size_t s = 0; s < SETS; s++)
        printf(" %16s", sets[s]->name);
    printf("   ns for n = 1, 100\n");
    for (int id = 0; id < KERNEL_COUNT; id++) {
        if (only && strcmp(only, functions[id].name) != 0)
            continue;
        double t[SETS], scalar = 1e9;
        for (size_t s = 0; s < SETS; s++)
            t[s] = 1e9;
        for (int r = 0; r < 8; r++) {
            double u = best_of(1, NULL, id, from, MANY);
            scalar = u < scalar ? u : scalar;
            for (size_t s = 0; s < SETS; s++) {
                u = best_of(8, sets[s], id, from, MANY);
                t[s] = u < t[s] ? u : t[s];
            }
        }
        printf("%-16s %9.1f", functions[id].name, MANY / scalar * 1e-6);
        for (size_t s = 0; s < SETS; s++)
            printf(" %8.1f (%5.1f)", MANY / t[s] * 1e-6, scalar / t[s]);
        static const int32_t periods[4] = {7, 1000, 256, 30};
        for (size_t n = 1; n <= 100; n += 99) {
            printf("  ");
            for (size_t s = 0; s < SETS; s++) {
                double u = now();
                for (int r = 0; r < 2000; r++)
                    sets[s]->kernels[id](tables, periods, from, got, n);
                printf(" %5.0f", (now() - u) / 2000 * 1e9);
            }
        }
        printf("\n");
        fflush(stdout);
    }
}

/* Grids, in tiles as wide as a kernel takes and as high as they are, or for sums over octaves some rows high. */
struct bench_grid {
    size_t rows, columns, height; /* rows one after the other along y, then z */
    float step;
};

static float grid_axes[3][1024], grid_out[512 * 512];

static void bench_axes(const struct bench_grid *g, size_t per_plane) {
    for (size_t i = 0; i < g->columns; i++)
        grid_axes[0][i] = 3.21f + g->step * (float)i;
    for (size_t r = 0; r < g->rows; r++) {
        grid_axes[1][r] = 0.77f + g->step * (float)(r % per_plane);
        grid_axes[2][r] = 1.41f + g->step * (float)(r / per_plane);
    }
}

static void fill_grid(const struct kernel_set *set, int id, const struct bench_grid *g) {
    const float *const others[3] = {grid_axes[1], grid_axes[2], grid_axes[2]};
    for (size_t x = 0; x < g->columns; x += NOISE_GRID_COLUMNS) {
        const size_t left = g->columns - x, columns = left < NOISE_GRID_COLUMNS ? left : NOISE_GRID_COLUMNS;
        set->grids[id](tables, NULL, grid_axes[0] + x, columns, others, g->rows, grid_out + x, g->columns);
    }
}

#define OCTAVES 8
static void fill_fbm(const struct kernel_set *set, int id, const struct bench_grid *g) {
    static float scratch[512 * NOISE_GRID_COLUMNS], axes[3][1024];
    const float *const others[3] = {axes[1], axes[2], axes[2]};
    for (size_t x = 0; x < g->columns; x += NOISE_GRID_COLUMNS)
        for (size_t r = 0; r < g->rows; r += g->height) {
            const size_t left = g->columns - x, columns = left < NOISE_GRID_COLUMNS ? left : NOISE_GRID_COLUMNS;
            const size_t rows = g->rows - r < g->height ? g->rows - r : g->height;
            float *out = grid_out + r * g->columns + x, frequency = 1.0f, amplitude = 1.0f, sum = 0.0f;
            for (size_t i = 0; i < rows; i++)
                memset(out + i * g->columns, 0, columns * sizeof(float));
            for (int octave = 0; octave < OCTAVES; octave++) {
                set->multiply(axes[0], grid_axes[0] + x, frequency, columns);
                for (int axis = 1; axis < functions[id].axes; axis++)
                    set->multiply(axes[axis], grid_axes[axis] + r, frequency, rows);
                set->grids[id](tables, NULL, axes[0], columns, others, rows, scratch, columns);
                for (size_t i = 0; i < rows; i++)
                    set->add_octave(out + i * g->columns, scratch + i * columns, amplitude, columns);
                sum += amplitude;
                amplitude *= 0.5f;
                frequency *= 2.0f;
            }
            for (size_t i = 0; i < rows; i++)
                set->divide(out + i * g->columns, sum, columns);
        }
}

static void bench_grid(const char *name, int id, size_t planes, size_t rows, size_t columns, size_t height,
                       float step) {
    const float *const from[4] = {points[0], points[1], points[2], points[3]};
    const struct bench_grid g = {planes * rows, columns, height, step};
    const double count = (double)(planes * rows * columns) * (height == 0 ? 1 : OCTAVES);
    double t[SETS], scalar = 1e9;
    bench_axes(&g, rows);
    for (size_t s = 0; s < SETS; s++)
        t[s] = 1e9;
    for (int round = 0; round < 10; round++) {
        double u = best_of(1, NULL, id, from, MANY / 4) * 4 / MANY;
        scalar = u < scalar ? u : scalar;
        for (size_t s = 0; s < SETS; s++)
            for (int again = 0; again < 3; again++) {
                u = now();
                (height == 0 ? fill_grid : fill_fbm)(sets[s], id, &g);
                u = (now() - u) / count;
                t[s] = u < t[s] ? u : t[s];
            }
    }
    printf("%-7s %zu %4zu %4zu %3zu %5g %9.1f", name, planes, rows, columns, height, (double)step, 1e-6 / scalar);
    for (size_t s = 0; s < SETS; s++)
        printf(" %8.1f (%5.1f)", 1e-6 / t[s], scalar / t[s]);
    printf("\n");
    fflush(stdout);
}

static void bench_grids(void) {
    static const float steps[] = {0.01f, 0.7f};
    printf("shape, height, step         reference\n");
    for (int i = 0; i < 2; i++) {
        bench_grid("noise2", KERNEL_NOISE2, 1, 128, 512, 0, steps[i]);
        bench_grid("noise2", KERNEL_NOISE2, 1, 64, 64, 0, steps[i]);
        bench_grid("noise3", KERNEL_NOISE3, 4, 64, 256, 0, steps[i]);
        bench_grid("noise3", KERNEL_NOISE3, 32, 32, 32, 0, steps[i]);
        bench_grid("noise4", KERNEL_NOISE4, 4, 64, 256, 0, steps[i]);
        for (size_t height = 8; height <= 128; height *= 2) {
            bench_grid("fbm2", KERNEL_NOISE2, 1, 128, 512, height, steps[i]);
            bench_grid("fbm3", KERNEL_NOISE3, 4, 64, 256, height, steps[i]);
        }
    }
}

int main(int argc, char **argv) {
    char *memory = malloc(sizeof(struct kernel_tables) + 64);
    tables = (struct kernel_tables *)(memory + 4);
    permute(0);
    if (argc > 1 && strcmp(argv[1], "bench") == 0) {
        bench(argc > 2 ? argv[2] : NULL);
    } else if (argc > 1 && strcmp(argv[1], "grids") == 0) {
        for (int a = 0; a < 4; a++)
            for (size_t i = 0; i < MANY; i++)
                points[a][i] = coordinate(0);
        bench_grids();
    } else {
        test_lengths();
        test_domain();
        test_extended((argc > 2 ? (size_t)strtoul(argv[2], NULL, 10) : 10000000) / 4);
        test_grid_domain();
        test_grids((argc > 2 ? (size_t)strtoul(argv[2], NULL, 10) : 10000000) / 4);
        test_lines();
        test_bits(argc > 2 ? (size_t)strtoul(argv[2], NULL, 10) : 10000000);
        printf(failures ? "%d failures\n" : "all bits equal, %d failures\n", failures);
    }
    free(memory);
    return failures != 0;
}
