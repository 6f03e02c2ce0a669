#include "tables.h"
#include "strict.h"

#include <string.h>

struct gradient {
    int x, y, z, w;
};

static const struct gradient edges[12] = {
    {1, 1, 0, 0},  {-1, 1, 0, 0},  {1, -1, 0, 0}, {-1, -1, 0, 0}, {1, 0, 1, 0},  {-1, 0, 1, 0},
    {1, 0, -1, 0}, {-1, 0, -1, 0}, {0, 1, 1, 0},  {0, -1, 1, 0},  {0, 1, -1, 0}, {0, -1, -1, 0},
};

/* Eight codes for two coefficients, not both zero: both set, by their signs (0 .. 3); the first only (4, 5);
 * the second only (6, 7). Kernels turn them back by the tables of simd/gradients.inc.h. */
static unsigned pair_code(int first, int second) {
    if (first != 0 && second != 0)
        return (unsigned)(first < 0) | (unsigned)(second < 0) << 1;
    return first != 0 ? 4u | (unsigned)(first < 0) : 6u | (unsigned)(second < 0);
}

/* The third axis of three is the first of a pair: its code is that of (+-1, 0) or (0, 1). */
static unsigned third_code(int z) { return pair_code(z, z == 0); }

static unsigned edge_number(struct gradient g) {
    unsigned e = 0;
    while (e < 11 && (edges[e].x != g.x || edges[e].y != g.y || edges[e].z != g.z))
        e++;
    return e;
}

static int signed_by(unsigned bit) { return bit != 0 ? -1 : 1; }

/* The gradients that hashes stand for, as the reference systems choose them. */

static struct gradient noise3_gradient(unsigned h) {
    struct gradient g = {0, 0, 0, 0};
    h &= 15;
    *(h < 8 ? &g.x : &g.y) = signed_by(h & 1);
    *(h < 4 ? &g.y : h == 12 || h == 14 ? &g.x : &g.z) = signed_by(h & 2);
    return g;
}

static struct gradient noise4_gradient(unsigned h) {
    struct gradient g = {0, 0, 0, 0};
    h &= 31;
    *(h < 24 ? &g.x : &g.y) = signed_by(h & 1);
    *(h < 16 ? &g.y : &g.z) = signed_by(h & 2);
    *(h < 8 ? &g.z : &g.w) = signed_by(h & 4);
    return g;
}

static struct gradient raw4_gradient(unsigned h) {
    int first = signed_by(h & 4), second = signed_by(h & 2), third = signed_by(h & 1);
    switch (h >> 3 & 3) {
    case 0: return (struct gradient){0, first, second, third};
    case 1: return (struct gradient){first, 0, second, third};
    case 2: return (struct gradient){first, second, 0, third};
    default: return (struct gradient){first, second, third, 0};
    }
}

static unsigned rombauts_code(unsigned h) { return (h & 63) < 4 ? h & 3 : 4 | (h & 3); }

static unsigned code3(struct gradient g) { return pair_code(g.x, g.y) | third_code(g.z) << 8; }

static unsigned grid_code3(struct gradient g) { return pair_code(g.y, g.z) | (unsigned)(g.x < 0) << 3; }

static unsigned code4(struct gradient g) { return pair_code(g.x, g.y) | pair_code(g.z, g.w) << 8; }

static unsigned word_code(enum word_codes kind, unsigned h) {
    switch (kind) {
    case WORDS_FLAT: return (h & 7) | rombauts_code(h) << 8;
    case WORDS_NOISE3: return code3(noise3_gradient(h));
    case WORDS_RAW3: return code3(edges[h % 12]);
    case WORDS_NOISE4: return code4(noise4_gradient(h));
    case WORDS_GRID3: return grid_code3(noise3_gradient(h));
    default: return code4(raw4_gradient(h));
    }
}

static unsigned byte_code(enum byte_codes kind, unsigned h, unsigned next) {
    unsigned code;
    switch (kind) {
    case BYTES_LINE: return (h & 15) | (next & 15) << 4;
    case BYTES_STEEP: return (h & 7) | (next & 7) << 4;
    case BYTES_ROMBAUTS: return rombauts_code(h) | rombauts_code(next) << 4;
    case BYTES_RAW2:
        return pair_code(edges[h % 12].x, edges[h % 12].y) | pair_code(edges[next % 12].x, edges[next % 12].y)
                                                                 << 4;
    case BYTES_NOISE3: return edge_number(noise3_gradient(h)) | edge_number(noise3_gradient(next)) << 4;
    case BYTES_RAW3: return h % 12 | next % 12 << 4;
    case BYTES_NOISE4: code = code4(noise4_gradient(h)); break;
    case BYTES_NOISE4_NEXT: code = code4(noise4_gradient(next)); break;
    case BYTES_RAW4: code = code4(raw4_gradient(h)); break;
    default: code = code4(raw4_gradient(next)); break;
    }
    return (code & 15) | code >> 4;
}

void kernel_tables_init(struct kernel_tables *tables, const unsigned char permutation[256]) {
    for (unsigned i = 0; i < TABLES_CODES; i++) {
        unsigned h = permutation[i & 255], next = permutation[(i + 1) & 255];
        if (i < 512)
            tables->words[i] = h | next << 16;
        for (int kind = 0; kind < WORDS_COUNT; kind++)
            tables->codes[kind][i] = word_code((enum word_codes)kind, h) | word_code((enum word_codes)kind, next)
                                                                               << 16;
    }
    for (unsigned i = 0; i < 257; i++) {
        unsigned h = permutation[i & 255];
        float slope = (float)(signed_by(h & 8) * (int)(1 + (h & 7)));
        memcpy(&tables->slopes[i], &slope, sizeof slope);
    }
    for (unsigned i = 0; i < 256; i++) {
        unsigned h = permutation[i], next = permutation[(i + 1) & 255];
        tables->bytes[0][i] = (uint8_t)h;
        tables->bytes[1][i] = (uint8_t)next;
        for (int kind = 0; kind < BYTES_COUNT; kind++)
            tables->nibbles[kind][i] = (uint8_t)byte_code((enum byte_codes)kind, h, next);
    }
}

/* The hash that stands for the gradient of another, turned. Of gradients in two dimensions the low three bits are
 * 1, 2 with signs (bits 0 and 1), or from 4 on 2, 1. */
static unsigned turned_flat(unsigned h) {
    static const unsigned char turned[8] = {6, 7, 4, 5, 1, 0, 3, 2};
    return (h & ~7u) | turned[h & 7];
}

static unsigned turned_noise3(unsigned h) {
    const struct gradient g = noise3_gradient(h);
    const struct gradient turned = g.z == 0   ? (struct gradient){-g.y, g.x, 0, 0}
                                   : g.y == 0 ? (struct gradient){-g.z, 0, g.x, 0}
                                              : (struct gradient){0, -g.z, g.y, 0};
    unsigned other = 0;
    while (edge_number(noise3_gradient(other)) != edge_number(turned))
        other++;
    return other;
}

static void turn_words(uint32_t *codes, enum word_codes kind, unsigned (*turned)(unsigned),
                       const unsigned char *permutation) {
    for (unsigned i = 0; i < TABLES_CODES; i++)
        codes[i] = word_code(kind, turned(permutation[i & 255])) |
                   word_code(kind, turned(permutation[(i + 1) & 255])) << 16;
}

static void turn_bytes(uint8_t *nibbles, enum byte_codes kind, unsigned (*turned)(unsigned),
                       const unsigned char *permutation) {
    for (unsigned i = 0; i < 256; i++)
        nibbles[i] = (uint8_t)byte_code(kind, turned(permutation[i]), turned(permutation[(i + 1) & 255]));
}

void kernel_tables_turn(struct kernel_tables *tables, const unsigned char permutation[256]) {
    kernel_tables_init(tables, permutation);
    turn_words(tables->codes[WORDS_FLAT], WORDS_FLAT, turned_flat, permutation);
    turn_words(tables->codes[WORDS_NOISE3], WORDS_NOISE3, turned_noise3, permutation);
    turn_words(tables->codes[WORDS_GRID3], WORDS_GRID3, turned_noise3, permutation);
    turn_bytes(tables->nibbles[BYTES_STEEP], BYTES_STEEP, turned_flat, permutation);
    turn_bytes(tables->nibbles[BYTES_NOISE3], BYTES_NOISE3, turned_noise3, permutation);
}
