/* bytes.inc.h: blocks whose cells and codes are bytes, hashed many points at a time with the tables in registers.
 *
 * A lookup costs the same wherever it goes, so that a simplex looks up its own corners only. Cells and entries are
 * added as bytes and need no masks. */

#define GROUPS BYTE_GROUPS         /* float vectors in a step */
#define STEP (BYTE_GROUPS * LANES) /* points in a step */
#define BLOCK 256                  /* points in a block, which stays in the first-level cache */
#define PIPELINED 0
#define EDGE_CODES 1
#define STATIONS 1
#define APART 1 /* with periods, near and far corners are looked up apart */

#define FAR 4     /* from this plane on: cells of far corners, if there are periods */
#define ORDER 4   /* the plane of cells that keeps the order of a simplex' offsets */
#define SECOND 16 /* from this plane on: codes of the second pair of axes */

struct block {
    ALIGNED(64) float fraction[4][BLOCK];
    ALIGNED(64) uint8_t cell[8][BLOCK];
    ALIGNED(64) uint8_t code[32][BLOCK + 64]; /* a group's load goes past the end */
};

#include "gradients.inc.h"

static const vtable slopes = VTABLE16(0x3f80, 0x4000, 0x4040, 0x4080, 0x40a0, 0x40c0, 0x40e0, 0x4100, 0xbf80,
                                      0xc000, 0xc040, 0xc080, 0xc0a0, 0xc0c0, 0xc0e0, 0xc100);

INLINE void store_cells(struct block *block, int plane, size_t b, const vint *cells) {
    vb_store(block->cell[plane] + b, vb_pack(cells));
}

/* ~r is -(r + 1), and -r is ~r + 1; the other end of a period is cell 0. */
INLINE void store_remainders(struct block *block, int axis, int axes, size_t b, int32_t period,
                             const vint *remainders, const vmask *below, const vmask *at_end) {
    vint near_cells[GROUPS], far_cells[GROUPS];
    (void)axes, (void)period;
    UNROLL
    for (int g = 0; g < GROUPS; g++) {
        vint i = vi_flip(below[g], remainders[g]);
        near_cells[g] = vi_clear(m_and(at_end[g], below[g]), i);
        far_cells[g] = vi_clear(m_and_not(at_end[g], below[g]), vi_add(i, vi_set(1)));
    }
    store_cells(block, axis, b, near_cells);
    store_cells(block, FAR + axis, b, far_cells);
}

INLINE enum byte_codes byte_codes_of(enum gradients kind) {
    switch (kind) {
    case GRADIENTS_STEEP:
        return BYTES_STEEP;
    case GRADIENTS_ROMBAUTS:
        return BYTES_ROMBAUTS;
    case GRADIENTS_RAW2:
        return BYTES_RAW2;
    case GRADIENTS_NOISE3:
        return BYTES_NOISE3;
    case GRADIENTS_RAW3:
        return BYTES_RAW3;
    case GRADIENTS_NOISE4:
        return BYTES_NOISE4;
    default:
        return BYTES_RAW4;
    }
}

INLINE int four_axes(enum gradients kind) { return kind == GRADIENTS_NOISE4 || kind == GRADIENTS_RAW4; }

INLINE corner_codes codes_at(const struct block *block, enum gradients kind, int plane, size_t b, int group) {
    corner_codes c;
    c.first = c.second = vb_group(block->code[plane] + b, group);
    if (four_axes(kind))
        c.second = vb_group(block->code[SECOND + plane] + b, group);
    return c;
}

/* Codes of corner 0 or 1 along x of a lattice's pair of corners. */
INLINE corner_codes lattice_codes(const struct block *block, enum gradients kind, int pair, int pairs, int corner,
                                  size_t b, int group) {
    return codes_at(block, kind, pair + corner * pairs, b, group);
}

INLINE vfloat slope(const struct block *block, int corner, size_t b, int group) {
    return v_coefficient(&slopes, vb_group(block->code[corner] + b, group));
}

/* The hash has already selected a simplex' corners. */
typedef struct {
    const struct block *block;
    size_t b;
    int group;
} simplex_path;

INLINE simplex_path simplex_path2(const struct block *block, size_t b, int group) {
    simplex_path path;
    path.block = block, path.b = b, path.group = group;
    return path;
}

INLINE simplex_path simplex_path3(const struct block *block, vmask y_before_z, size_t b, int group) {
    (void)y_before_z;
    return simplex_path2(block, b, group);
}

INLINE simplex_path simplex_path4(const struct block *block, vmask z_before_w, vmask y_first, vmask y_not_last,
                                  size_t b, int group) {
    (void)z_before_w, (void)y_first, (void)y_not_last;
    return simplex_path2(block, b, group);
}

INLINE corner_codes simplex_codes(const simplex_path *path, enum gradients kind, int corner, int corners,
                                  vmask x_stepped) {
    (void)corners, (void)x_stepped;
    return codes_at(path->block, kind, corner, path->b, path->group);
}

/* ---- the order of a simplex' offsets, for the hash: one small number a point ---- */

INLINE vint order2(vfloat x, vfloat y) { return vi_raise(v_greater(x, y), vi_set(0), 1); }

INLINE vint order3(vfloat x, vfloat y, vfloat z) {
    vmask xy = v_greater_equal(x, y), xz = v_greater_equal(x, z);
    vint order = vi_raise(m_and(xy, xz), vi_set(0), 1);
    order = vi_raise(m_or(xy, xz), order, 2);
    return vi_raise(v_greater_equal(y, z), order, 4);
}

/* How many x beats, from bit 0; how many of z and w y beats, from bit 2; whether z beats w, bit 4. */
INLINE vint order4(vfloat x, vfloat y, vfloat z, vfloat w) {
    vint order = vi_raise(v_greater(x, y), vi_set(0), 1);
    order = vi_raise(v_greater(x, z), order, 1);
    order = vi_raise(v_greater(x, w), order, 1);
    order = vi_raise(v_greater(y, z), order, 4);
    order = vi_raise(v_greater(y, w), order, 4);
    return vi_raise(v_greater(z, w), order, 16);
}

/* ---- hashing, a step at a time ---- */

#define LATTICE(name) bytes_##name
#define LATTICE_STEP STEP
typedef vbytes bytes_index;
typedef vbytes bytes_row;
typedef vbmask bytes_mask;
typedef const struct kernel_tables *bytes_tables;

INLINE bytes_tables bytes_plain(const struct kernel_tables *tables, enum gradients kind) {
    (void)kind;
    return tables;
}

/* Periods need no tables of their own. */
struct wraps {
    int none;
};

INLINE bytes_tables bytes_periodic(struct wraps *wraps, const struct kernel_tables *tables, enum gradients kind,
                                   int axes, const int32_t *periods) {
    (void)wraps, (void)kind, (void)axes, (void)periods;
    return tables;
}

INLINE bytes_row bytes_cell(bytes_tables tables, const struct block *block, int axis, size_t b) {
    (void)tables;
    return vb_load(block->cell[axis] + b);
}

INLINE bytes_row bytes_codes(bytes_tables tables, enum gradients kind, const struct block *block, int axis,
                             size_t b) {
    (void)tables, (void)kind;
    return vb_load(block->cell[axis] + b);
}

INLINE bytes_index bytes_entry(bytes_tables tables, bytes_row row, bytes_index before) {
    return vb_look(tables->bytes[0], vb_add(row, before));
}

INLINE void bytes_pair(bytes_tables tables, bytes_row row, bytes_index before, bytes_index *near_end,
                       bytes_index *far_end) {
    vb_look_two(tables->bytes[0], tables->bytes[1], vb_add(row, before), near_end, far_end);
}

/* The last axis is hashed first: nothing comes before it. */
INLINE bytes_index bytes_first_entry(bytes_tables tables, const struct block *block, int axis, size_t b) {
    return vb_look(tables->bytes[0], vb_load(block->cell[axis] + b));
}

INLINE void bytes_first_pair(bytes_tables tables, const struct block *block, int axis, size_t b,
                             bytes_index *near_end, bytes_index *far_end) {
    vb_look_two(tables->bytes[0], tables->bytes[1], vb_load(block->cell[axis] + b), near_end, far_end);
}

INLINE void bytes_store_codes(struct block *block, enum gradients kind, int plane, size_t b, vbytes codes) {
    vb_store(block->code[plane] + b, codes);
    if (four_axes(kind))
        vb_store(block->code[SECOND + plane] + b, vb_high(codes));
}

INLINE void bytes_both_codes(bytes_tables tables, enum gradients kind, bytes_row row, bytes_index before,
                             vbytes *near_end, vbytes *far_end) {
    enum byte_codes codes = byte_codes_of(kind);
    if (four_axes(kind)) {
        vb_look_two(tables->nibbles[codes], tables->nibbles[codes + 1], vb_add(row, before), near_end, far_end);
    } else {
        *near_end = vb_look(tables->nibbles[codes], vb_add(row, before));
        *far_end = vb_high(*near_end);
    }
}

/* The codes of both corners along x. */
INLINE void bytes_corners(bytes_tables tables, enum gradients kind, struct block *block, int pair, int pairs,
                          size_t b, bytes_row row, bytes_index before) {
    vbytes near_end, far_end;
    bytes_both_codes(tables, kind, row, before, &near_end, &far_end);
    bytes_store_codes(block, kind, pair, b, near_end);
    bytes_store_codes(block, kind, pair + pairs, b, far_end);
}

/* The same where the corners' cells are unrelated. */
INLINE void bytes_corners_apart(bytes_tables tables, enum gradients kind, struct block *block, int pair, int pairs,
                                size_t b, bytes_row near_row, bytes_row far_row, bytes_index before) {
    const uint8_t *codes = tables->nibbles[byte_codes_of(kind)];
    bytes_store_codes(block, kind, pair, b, vb_look(codes, vb_add(near_row, before)));
    bytes_store_codes(block, kind, pair + pairs, b, vb_look(codes, vb_add(far_row, before)));
}

INLINE void bytes_slopes(bytes_tables tables, struct block *block, size_t b) {
    vbytes both = vb_look(tables->nibbles[BYTES_LINE], vb_load(block->cell[0] + b));
    vb_store(block->code[0] + b, both);
    vb_store(block->code[1] + b, vb_high(both));
}

INLINE void bytes_slopes_apart(bytes_tables tables, struct block *block, size_t b) {
    vb_store(block->code[0] + b, vb_look(tables->nibbles[BYTES_LINE], vb_load(block->cell[0] + b)));
    vb_store(block->code[1] + b, vb_look(tables->nibbles[BYTES_LINE], vb_load(block->cell[FAR] + b)));
}

INLINE bytes_index bytes_select(bytes_mask m, bytes_index a, bytes_index b) { return vb_select(m, a, b); }

INLINE bytes_mask bytes_y_before_z(const struct block *block, size_t b) {
    return vb_any(vb_load(block->cell[ORDER] + b), 4);
}

/* Of y, z and w: whether z steps before w, y before both, y not after both. */
INLINE void bytes_order4(const struct block *block, size_t b, bytes_mask *z_before_w, bytes_mask *y_first,
                         bytes_mask *y_not_last) {
    vbytes order = vb_load(block->cell[ORDER] + b);
    *z_before_w = vb_any(order, 16);
    *y_first = vb_any(order, 8);
    *y_not_last = vb_any(order, 12);
}

/* The corners of a path without its step along x, and that step: corner c is the far end of the pair at station
 * c - 1 if x has stepped by then, else the near end of that at station c. */
INLINE void bytes_stations(bytes_tables tables, enum gradients kind, struct block *block, int stations, size_t b,
                           bytes_row row, const bytes_index *before) {
    vbytes order = vb_load(block->cell[ORDER] + b), near_end, far_end, previous;
    bytes_both_codes(tables, kind, row, before[0], &near_end, &previous);
    bytes_store_codes(block, kind, 0, b, near_end);
    UNROLL
    for (int s = 1; s < stations; s++) {
        bytes_both_codes(tables, kind, row, before[s], &near_end, &far_end);
        vbmask stepped = stations < 4 ? vb_any(order, s)
                         : s == 1     ? vb_all(order, 3)
                                      : vb_any(order, s == 2 ? 2 : 3);
        bytes_store_codes(block, kind, s, b, vb_select(stepped, previous, near_end));
        previous = far_end;
    }
    bytes_store_codes(block, kind, stations, b, previous);
}
