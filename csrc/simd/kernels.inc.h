/* kernels.inc.h: the base functions, each a split, a hash and a blend; and the set of them all.
 * KERNEL_SET and KERNEL_SET_NAME say what the set is called in C and to the user. */

#define LATTICE_KERNEL(NAME, AXES, GRADIENTS, SCALE)                                                              \
    DEFINE_KERNELS(NAME, AXES, , lattice_split(block, b, AXES, coordinates, from, widest),                        \
                   precise_lattice_split(block, b, AXES, precise, from, widest), LATTICE_STEP,                    \
                   perlin_hash##AXES(LATTICE(plain)(tables, GRADIENTS), GRADIENTS, block, b), perlin, SCALE)

LATTICE_KERNEL(noise1, 1, GRADIENTS_LINE, 0.188f)
LATTICE_KERNEL(noise2, 2, GRADIENTS_STEEP, 0.507f)
LATTICE_KERNEL(noise3, 3, GRADIENTS_NOISE3, 0.936f)
LATTICE_KERNEL(noise4, 4, GRADIENTS_NOISE4, 0.87f)

#define PERIODIC_KERNEL(DEFINE, NAME, AXES, SPLIT, GRADIENTS, SCALE)                                              \
    DEFINE(NAME, AXES, struct period lengths[AXES];                                                               \
           for (int axis = 0; axis < AXES; axis++) lengths[axis] = period_of(periods[axis]);                      \
           struct wraps wraps;                                                                                    \
           const LATTICE(tables) wrapped = LATTICE(periodic)(&wraps, tables, GRADIENTS, AXES, periods);           \
           , SPLIT(block, b, AXES, lengths, coordinates, from, widest),                                           \
           precise_##SPLIT(block, b, AXES, lengths, precise, from, widest), LATTICE_STEP,                         \
           periodic_hash(wrapped, GRADIENTS, block, b, AXES), perlin, SCALE)

PERIODIC_KERNEL(DEFINE_KERNEL, kernel_pnoise1, 1, periodic_split, GRADIENTS_LINE, 0.188f)
PERIODIC_KERNEL(DEFINE_KERNEL, kernel_pnoise2, 2, periodic_split, GRADIENTS_STEEP, 0.507f)
PERIODIC_KERNEL(DEFINE_KERNEL, kernel_pnoise3, 3, periodic_split, GRADIENTS_NOISE3, 0.936f)
PERIODIC_KERNEL(DEFINE_KERNEL, kernel_pnoise4, 4, periodic_split, GRADIENTS_NOISE4, 0.87f)
PERIODIC_KERNEL(DEFINE_KERNELS, tiled1, 1, tiled_split, GRADIENTS_LINE, 0.188f)
PERIODIC_KERNEL(DEFINE_KERNELS, tiled2, 2, tiled_split, GRADIENTS_STEEP, 0.507f)
PERIODIC_KERNEL(DEFINE_KERNELS, tiled3, 3, tiled_split, GRADIENTS_NOISE3, 0.936f)
PERIODIC_KERNEL(DEFINE_KERNELS, tiled4, 4, tiled_split, GRADIENTS_NOISE4, 0.87f)

#define SIMPLEX1_KERNEL(DEFINE, NAME, SCALE)                                                                      \
    DEFINE(NAME, 1, , floor_split(block, b, coordinates, from, widest),                                           \
           precise_floor_split(block, b, precise, from, widest), LATTICE_STEP,                                    \
           perlin_hash1(LATTICE(plain)(tables, GRADIENTS_LINE), GRADIENTS_LINE, block, b), simplex, SCALE)

SIMPLEX1_KERNEL(DEFINE_KERNELS, snoise1, 0.25f)
SIMPLEX1_KERNEL(DEFINE_KERNEL, kernel_rombauts1, 0.395f)

/* The raw functions' constants come of float32 arithmetic with the rounded roots of 3 and 5. */
static const struct simplex snoise2 = {0.366025403f, 0.211324865f, 0.5f, 40.0f, 1, GRADIENTS_STEEP};
static const struct simplex snoise3 = {0.333333333f, 0.166666667f, 0.5f, 72.0f, 1, GRADIENTS_NOISE3};
static const struct simplex snoise4 = {0.309016994f, 0.138196601f, 0.5f, 62.0f, 1, GRADIENTS_NOISE4};
static const struct simplex rombauts2 = {0.366025403f, 0.211324865f, 0.5f, 45.23065f, 1, GRADIENTS_ROMBAUTS};
static const struct simplex raw2 = {
    0.5f * (1.7320508f - 1.0f), (3.0f - 1.7320508f) / 6.0f, 0.5f, 70.0f, 0, GRADIENTS_RAW2};
static const struct simplex raw3 = {1.0f / 3.0f, 1.0f / 6.0f, 0.6f, 32.0f, 0, GRADIENTS_RAW3};
static const struct simplex raw4 = {
    (2.2360680f - 1.0f) / 4.0f, (5.0f - 2.2360680f) / 20.0f, 0.6f, 27.0f, 0, GRADIENTS_RAW4};

#define SIMPLEX_KERNEL(DEFINE, NAME, AXES, SYSTEM)                                                                \
    DEFINE(NAME, AXES, , simplex_split(block, b, AXES, &SYSTEM, coordinates, from, widest),                       \
           precise_simplex_split(block, b, AXES, precise, from, widest), LATTICE_STEP,                            \
           simplex_hash##AXES(LATTICE(plain)(tables, SYSTEM.gradients), SYSTEM.gradients, block, b), simplex,     \
           &SYSTEM)

SIMPLEX_KERNEL(DEFINE_KERNELS, snoise2, 2, snoise2)
SIMPLEX_KERNEL(DEFINE_KERNELS, snoise3, 3, snoise3)
SIMPLEX_KERNEL(DEFINE_KERNELS, snoise4, 4, snoise4)
SIMPLEX_KERNEL(DEFINE_KERNEL, kernel_rombauts2, 2, rombauts2)
SIMPLEX_KERNEL(DEFINE_KERNEL, kernel_raw2, 2, raw2)
SIMPLEX_KERNEL(DEFINE_KERNEL, kernel_raw3, 3, raw3)
SIMPLEX_KERNEL(DEFINE_KERNEL, kernel_raw4, 4, raw4)

GRID_KERNEL(grid_noise2, 2, 0, WORDS_FLAT)
GRID_KERNEL(grid_noise3, 3, 0, WORDS_GRID3)
GRID_KERNEL(grid_noise4, 4, 0, WORDS_NOISE4)
GRID_KERNEL(grid_tiled2, 2, 1, WORDS_FLAT)
GRID_KERNEL(grid_tiled3, 3, 1, WORDS_GRID3)
GRID_KERNEL(grid_tiled4, 4, 1, WORDS_NOISE4)

const struct kernel_set KERNEL_SET = {
    KERNEL_SET_NAME,
    {
        kernel_noise1,    kernel_noise2,    kernel_noise3,  kernel_noise4,  kernel_pnoise1, kernel_pnoise2,
        kernel_pnoise3,   kernel_pnoise4,   kernel_snoise1, kernel_snoise2, kernel_snoise3, kernel_snoise4,
        kernel_rombauts1, kernel_rombauts2, kernel_raw2,    kernel_raw3,    kernel_raw4,    kernel_tiled1,
        kernel_tiled2,    kernel_tiled3,    kernel_tiled4,
    },
    {
        [KERNEL_NOISE2] = grid_noise2,
        [KERNEL_NOISE3] = grid_noise3,
        [KERNEL_NOISE4] = grid_noise4,
        [KERNEL_TILED2] = grid_tiled2,
        [KERNEL_TILED3] = grid_tiled3,
        [KERNEL_TILED4] = grid_tiled4,
    },
    {
        [KERNEL_NOISE1] = precise_noise1,
        [KERNEL_NOISE2] = precise_noise2,
        [KERNEL_NOISE3] = precise_noise3,
        [KERNEL_NOISE4] = precise_noise4,
        [KERNEL_SNOISE1] = precise_snoise1,
        [KERNEL_SNOISE2] = precise_snoise2,
        [KERNEL_SNOISE3] = precise_snoise3,
        [KERNEL_SNOISE4] = precise_snoise4,
        [KERNEL_TILED1] = precise_tiled1,
        [KERNEL_TILED2] = precise_tiled2,
        [KERNEL_TILED3] = precise_tiled3,
        [KERNEL_TILED4] = precise_tiled4,
    },
    {
        [KERNEL_NOISE1] = derivative_noise1,
        [KERNEL_NOISE2] = derivative_noise2,
        [KERNEL_NOISE3] = derivative_noise3,
        [KERNEL_NOISE4] = derivative_noise4,
        [KERNEL_SNOISE1] = derivative_snoise1,
        [KERNEL_SNOISE2] = derivative_snoise2,
        [KERNEL_SNOISE3] = derivative_snoise3,
        [KERNEL_SNOISE4] = derivative_snoise4,
        [KERNEL_TILED1] = derivative_tiled1,
        [KERNEL_TILED2] = derivative_tiled2,
        [KERNEL_TILED3] = derivative_tiled3,
        [KERNEL_TILED4] = derivative_tiled4,
    },
    lines_multiply,
    lines_add_octave,
    lines_divide,
    lines_round,
    lines_shift,
    lines_displace,
    lines_magnitude,
    lines_ridge,
    lines_map,
    lines_outside,
};
