/* words.inc.h: blocks whose cells and codes are 32-bit words, one per point, hashed by plain loads or by gathers.
 *
 * A hash returns the codes of both corners along x in one word. Loads serve the lattices: they hash one block
 * while the vector units blend the one before it. Gathers serve the simplexes, whose lookups depend on masks. */

#define GROUPS 1           /* float vectors in a step */
#define STEP LANES         /* points in a step */
#define BLOCK 128          /* points in a block: two blocks and the tables stay in the first-level cache */
#define PIPELINED 1        /* the driver hashes one block beside blending another */
#define EDGE_CODES 0
#define ORDER_PLANE 0      /* the order of a simplex' offsets is compared again, not stored */

struct block {
    ALIGNED(64) float fraction[4][BLOCK];
    ALIGNED(64) uint32_t cell[8][BLOCK];
    ALIGNED(64) uint32_t code[16][BLOCK];
};

#include "gradients.inc.h"

INLINE void store_cells(struct block *block, int plane, size_t b, const vint *cells) {
    vi_store(block->cell[plane] + b, vi_and(cells[0], vi_set(255)));
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

/* Codes of corner 0 or 1 along x of a lattice's pair of corners. Where the two corners' cells are unrelated
 * (periods) they are apart, in planes `pair` and `pair + pairs`. */
INLINE corner_codes lattice_codes(const struct block *block, enum gradients kind, int apart, int pair, int pairs,
                                  int corner, size_t b, int group) {
    (void)group;
    if (apart)
        return codes_of(kind, vi_load(block->code[pair + corner * pairs] + b));
    vint word = vi_load(block->code[pair] + b);
    return codes_of(kind, corner ? vi_shift_right(word, 16) : word);
}

/* Codes of a simplex' corner. Leave the step along x out of the path over the corners: it has one station less
 * than there are corners, and the step along x happens at one of them. So corner c is the far end of the pair at
 * station c - 1 if x has stepped by then, else the near end of that at station c. */
INLINE corner_codes simplex_codes(const struct block *block, enum gradients kind, int corner, int corners,
                                  vmask stepped, size_t b, int group) {
    (void)group;
    if (corner == 0)
        return codes_of(kind, vi_load(block->code[0] + b));
    vint far_end = vi_shift_right(vi_load(block->code[corner - 1] + b), 16);
    if (corner == corners - 1)
        return codes_of(kind, far_end);
    return codes_of(kind, vi_select(stepped, far_end, vi_load(block->code[corner] + b)));
}

INLINE vfloat slope(const struct block *block, int corner, size_t b, int group) {
    (void)group;
    return v_bits(vi_load(block->code[corner] + b));
}

/* ---- hashing by loads, a point at a time: one lookup is of entry cell + before ---- */

#define LATTICE(name) loads_##name
#define LATTICE_STEP 1
typedef uint32_t loads_index;

INLINE loads_index loads_cell(const struct block *block, int plane, size_t b) { return block->cell[plane][b]; }

/* The last axis is hashed first: nothing comes before its lookup. */
INLINE void loads_first_entry(const struct kernel_tables *tables, loads_index cell, loads_index *entry) {
    *entry = tables->words[cell] & 0xffff;
}

INLINE void loads_first_pair(const struct kernel_tables *tables, loads_index cell, loads_index *near_end,
                             loads_index *far_end) {
    *near_end = tables->words[cell] & 0xffff;
    *far_end = tables->words[cell] >> 16;
}

INLINE loads_index loads_entry(const struct kernel_tables *tables, loads_index cell, loads_index before) {
    const uint32_t *row = tables->words + cell;
    return row[before] & 0xffff;
}

INLINE void loads_pair(const struct kernel_tables *tables, loads_index cell, loads_index before, loads_index *near_end,
                       loads_index *far_end) {
    const uint32_t *row = tables->words + cell;
    uint32_t word = row[before];
    *near_end = word & 0xffff;
    *far_end = word >> 16;
}

INLINE void loads_corners(const struct kernel_tables *tables, enum gradients kind, struct block *block, int pair,
                          int pairs, size_t b, loads_index cell, loads_index before) {
    (void)pairs;
    const uint32_t *row = word_codes(tables, kind) + cell;
    block->code[pair][b] = row[before];
}

INLINE void loads_corner(const struct kernel_tables *tables, enum gradients kind, struct block *block, int plane,
                         size_t b, loads_index cell, loads_index before) {
    const uint32_t *row = word_codes(tables, kind) + cell;
    block->code[plane][b] = row[before];
}

INLINE void loads_slopes(const struct kernel_tables *tables, struct block *block, size_t b, loads_index cell) {
    block->code[0][b] = tables->slopes[cell];
    block->code[1][b] = tables->slopes[cell + 1];
}

INLINE void loads_slope(const struct kernel_tables *tables, struct block *block, int plane, size_t b,
                        loads_index cell) {
    block->code[plane][b] = tables->slopes[cell];
}

/* ---- hashing by gathers, a vector at a time ---- */

#define SIMPLEX(name) gathers_##name
#define SIMPLEX_STEP LANES
typedef vint gathers_index;
typedef vmask gathers_mask;

INLINE gathers_index gathers_cell(const struct block *block, int plane, size_t b) {
    return vi_load(block->cell[plane] + b);
}

INLINE void gathers_pair(const struct kernel_tables *tables, gathers_index cell, gathers_index before,
                         gathers_index *near_end, gathers_index *far_end) {
    vint word = vi_gather(tables->words, vi_add(cell, before));
    *near_end = vi_and(word, vi_set(0xffff));
    *far_end = vi_shift_right(word, 16);
}

INLINE gathers_index gathers_zero(void) { return vi_set(0); }

INLINE gathers_index gathers_select(gathers_mask m, gathers_index a, gathers_index b) { return vi_select(m, a, b); }

/* In three dimensions: whether y steps before z. */
INLINE gathers_mask gathers_y_before_z(const struct block *block, size_t b) {
    return v_greater_equal(v_load(block->fraction[1] + b), v_load(block->fraction[2] + b));
}

/* In four, over y, z and w only: whether z steps before w, y first, and y not last. */
INLINE void gathers_order4(const struct block *block, size_t b, gathers_mask *z_before_w, gathers_mask *y_first,
                           gathers_mask *y_not_last) {
    vfloat y = v_load(block->fraction[1] + b), z = v_load(block->fraction[2] + b), w = v_load(block->fraction[3] + b);
    vmask yz = v_greater(y, z), yw = v_greater(y, w);
    *z_before_w = v_greater(z, w);
    *y_first = m_and(yz, yw);
    *y_not_last = m_or(yz, yw);
}

/* The stations' pairs; who reads them resolves the step along x (simplex_codes). */
INLINE void gathers_stations(const struct kernel_tables *tables, enum gradients kind, struct block *block,
                             int stations, size_t b, gathers_index cell, const gathers_index *before) {
    UNROLL
    for (int s = 0; s < stations; s++)
        vi_store(block->code[s] + b, vi_gather(word_codes(tables, kind), vi_add(cell, before[s])));
}
