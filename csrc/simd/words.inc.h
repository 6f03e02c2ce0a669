/* words.inc.h: blocks whose cells and codes are 32-bit words, one per point, hashed by plain loads.
 *
 * A lookup returns the codes of both corners along x in one word. The loads hash one block while the vector units
 * blend the one before it; a gather takes as many micro-operations, and on some processors many more. */

#define GROUPS 1    /* float vectors in a step */
#define STEP LANES  /* points in a step */
#define BLOCK 128   /* points in a block: two blocks and the tables stay in the first-level cache */
#define PIPELINED 1 /* the driver hashes one block beside blending another */
#define EDGE_CODES 0
#define STATIONS 0 /* a simplex is hashed like a lattice */
#define APART 0    /* a periodic lattice is hashed like a plain one */

struct block {
    ALIGNED(64) float fraction[4][BLOCK];
    ALIGNED(64) uint32_t cell[4][BLOCK];
    ALIGNED(64) uint32_t code[8][BLOCK];
};

#include "gradients.inc.h"

INLINE void store_cells(struct block *block, int plane, size_t b, const vint *cells) {
    vi_store(block->cell[plane] + b, vi_and(cells[0], vi_set(255)));
}

/* A row, a table from an axis' cell on, yields what belongs to a cell and to the next in one word. Where the next
 * is the other end of a period instead, there are rows of their own after the plain table (struct wraps). Above 0
 * such a pair is p - 1 and 0, below 0 it is 0 and 1 - p: the same p - 1 apart, so that one table, entered at
 * the far cell, serves both. */
#define PLAIN_ROWS 512

INLINE void store_remainders(struct block *block, int axis, int axes, size_t b, int32_t period,
                             const vint *remainders, const vmask *below, const vmask *at_end) {
    int wraps = PLAIN_ROWS * (axis == 0 ? 1 : axis), far_below = axes == 1 ? 1 : (1 - period) & 255;
    vint plain = vi_and(vi_flip(below[0], remainders[0]), vi_set(255));
    vint wrapped = vi_select(below[0], vi_set(wraps + far_below), vi_set(wraps));
    vi_store(block->cell[axis] + b, vi_select(at_end[0], wrapped, plain));
}

INLINE const uint32_t *word_codes(const struct kernel_tables *tables, enum gradients kind) {
    switch (kind) {
    case GRADIENTS_STEEP:
    case GRADIENTS_ROMBAUTS:
        return tables->codes[WORDS_FLAT];
    case GRADIENTS_NOISE3:
        return tables->codes[WORDS_NOISE3];
    case GRADIENTS_RAW2:
    case GRADIENTS_RAW3:
        return tables->codes[WORDS_RAW3];
    case GRADIENTS_NOISE4:
        return tables->codes[WORDS_NOISE4];
    default:
        return tables->codes[WORDS_RAW4];
    }
}

INLINE corner_codes codes_of(enum gradients kind, vint word) {
    corner_codes c;
    c.first = v_index(word, kind == GRADIENTS_ROMBAUTS);
    c.second = v_index(word, 1);
    return c;
}

/* Codes of corner 0 or 1 along x of a lattice's pair of corners. */
INLINE corner_codes lattice_codes(const struct block *block, enum gradients kind, int pair, int pairs, int corner,
                                  size_t b, int group) {
    vint word = vi_load(block->code[pair] + b);
    (void)pairs, (void)group;
    return codes_of(kind, corner ? vi_upper_half(word) : word);
}

/* A simplex is hashed like a lattice, all corners of its cube: that takes more lookups than its own corners need,
 * but no selection between them. What the path over the corners meets is selected here, from pairs along x:
 * leave the step along x out, and the path has one station less than there are corners. */
typedef struct {
    vint station[4];
} simplex_path;

INLINE simplex_path simplex_path2(const struct block *block, size_t b, int group) {
    simplex_path path;
    (void)group;
    path.station[0] = vi_load(block->code[0] + b);
    path.station[1] = vi_load(block->code[1] + b);
    return path;
}

INLINE simplex_path simplex_path3(const struct block *block, vmask y_before_z, size_t b, int group) {
    simplex_path path;
    (void)group;
    path.station[0] = vi_load(block->code[0] + b);
    path.station[1] = vi_select(y_before_z, vi_load(block->code[2] + b), vi_load(block->code[1] + b));
    path.station[2] = vi_load(block->code[3] + b);
    return path;
}

/* Of y, z and w: whether z steps before w, y before both, y not after both. */
INLINE simplex_path simplex_path4(const struct block *block, vmask z_before_w, vmask y_first, vmask y_not_last,
                                  size_t b, int group) {
    simplex_path path;
    (void)group;
    vint first = vi_select(z_before_w, vi_load(block->code[2] + b), vi_load(block->code[1] + b));
    vint second = vi_select(z_before_w, vi_load(block->code[6] + b), vi_load(block->code[5] + b));
    path.station[0] = vi_load(block->code[0] + b);
    path.station[1] = vi_select(y_first, vi_load(block->code[4] + b), first);
    path.station[2] = vi_select(y_not_last, second, vi_load(block->code[3] + b));
    path.station[3] = vi_load(block->code[7] + b);
    return path;
}

/* The step along x happens at one of the stations: corner c is the far end of the pair at station c - 1 if x has
 * stepped by then, else the near end of that at station c. */
INLINE corner_codes simplex_codes(const simplex_path *path, enum gradients kind, int corner, int corners,
                                  vmask x_stepped) {
    if (corner == 0)
        return codes_of(kind, path->station[0]);
    vint far_end = vi_upper_half(path->station[corner - 1]);
    if (corner == corners - 1)
        return codes_of(kind, far_end);
    return codes_of(kind, vi_select(x_stepped, far_end, path->station[corner]));
}

INLINE vfloat slope(const struct block *block, int corner, size_t b, int group) {
    (void)group;
    return v_bits(vi_load(block->code[corner] + b));
}

/* ---- hashing by loads, a point at a time ----
 * What the axes hashed before yield is an index into a row. */

#define LATTICE(name) loads_##name
#define LATTICE_STEP 1
typedef uint32_t loads_index;
typedef const uint32_t *loads_row;

typedef struct {
    const uint32_t *words, *codes, *slopes;
} loads_tables;

INLINE loads_tables loads_plain(const struct kernel_tables *tables, enum gradients kind) {
    loads_tables plain;
    plain.words = tables->words, plain.codes = word_codes(tables, kind), plain.slopes = tables->slopes;
    return plain;
}

/* Tables of a call with periods: plain rows, then the wrapped ones of x; in words those of y, z and w. In one
 * dimension a row is two words, and the wrapped ones are of slopes p - 1, 0, 1 - p. */
struct wraps {
    uint32_t codes[2 * PLAIN_ROWS], words[4 * PLAIN_ROWS];
};

INLINE void copy_rows(uint32_t *to, const uint32_t *from, int count) {
    for (int i = 0; i < count; i += LANES)
        vi_store(to + i, vi_load(from + i));
}

/* Words of entry i + p - 1 and entry i. */
INLINE void wrap_rows(uint32_t *to, const uint32_t *plain, int32_t p) {
    const uint32_t *low = plain + ((p - 1) & 255), *high = plain + 255;
    for (int i = 0; i < 256; i += LANES) {
        vint word = vi_add(vi_and(vi_load(low + i), vi_set(0xffff)), vi_and(vi_load(high + i), vi_set(-0x10000)));
        vi_store(to + i, word);
        vi_store(to + i + 256, word);
    }
}

INLINE loads_tables loads_periodic(struct wraps *wraps, const struct kernel_tables *tables, enum gradients kind,
                                   int axes, const int32_t *periods) {
    loads_tables plain = loads_plain(tables, kind), result;
    result.words = wraps->words, result.codes = result.slopes = wraps->codes;
    if (axes == 1) {
        uint32_t *wrapped = wraps->codes + PLAIN_ROWS;
        copy_rows(wraps->codes, plain.slopes, 256);
        wraps->codes[256] = plain.slopes[256];
        wrapped[0] = plain.slopes[(periods[0] - 1) & 255];
        wrapped[1] = plain.slopes[0];
        wrapped[2] = plain.slopes[(1 - periods[0]) & 255];
        return result;
    }
    copy_rows(wraps->codes, plain.codes, PLAIN_ROWS);
    copy_rows(wraps->words, plain.words, PLAIN_ROWS);
    wrap_rows(wraps->codes + PLAIN_ROWS, plain.codes, periods[0]);
    for (int axis = 1; axis < axes; axis++)
        wrap_rows(wraps->words + PLAIN_ROWS * axis, plain.words, periods[axis]);
    return result;
}

INLINE loads_row loads_cell(loads_tables tables, const struct block *block, int axis, size_t b) {
    loads_row row = tables.words + block->cell[axis][b];
    HIDE_POINTER(row); /* or GCC adds the cell to every index instead, and runs out of registers */
    return row;
}

INLINE loads_row loads_codes(loads_tables tables, enum gradients kind, const struct block *block, int axis,
                             size_t b) {
    loads_row row = tables.codes + block->cell[axis][b];
    (void)kind;
    HIDE_POINTER(row);
    return row;
}

INLINE void loads_pair(loads_tables tables, loads_row row, loads_index before, loads_index *near_end,
                       loads_index *far_end) {
    uint32_t word = row[before];
    (void)tables;
    *near_end = word & 0xffff;
    *far_end = word >> 16;
}

/* The last axis is hashed first: nothing comes before it. */
INLINE void loads_first_pair(loads_tables tables, const struct block *block, int axis, size_t b,
                             loads_index *near_end, loads_index *far_end) {
    loads_pair(tables, tables.words + block->cell[axis][b], 0, near_end, far_end);
}

/* The codes of both corners along x. */
INLINE void loads_corners(loads_tables tables, enum gradients kind, struct block *block, int pair, int pairs,
                          size_t b, loads_row row, loads_index before) {
    (void)tables, (void)kind, (void)pairs;
    block->code[pair][b] = row[before];
}

INLINE void loads_slopes(loads_tables tables, struct block *block, size_t b) {
    const uint32_t *row = tables.slopes + block->cell[0][b];
    block->code[0][b] = row[0];
    block->code[1][b] = row[1];
}
