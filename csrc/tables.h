/* tables.h: one permutation in every form in which a vector kernel looks it up.
 *
 * Below, P[i] is entry i & 255 of the permutation. Indices are sums of a cell (0 .. 255) and an entry (0 .. 255),
 * so word tables are doubled instead of wrapping each index; byte arithmetic wraps by itself.
 *
 * A gradient with coefficients 0, +-1 along two axes has one of eight codes (pair_code in tables.c); a gradient
 * over three axes is the code of x and y and one of z, over four axes the code of x and y and that of z and w.
 *
 * Required: nothing of the struct's alignment beyond that of its members.
 * Promised: constant after kernel_tables_init, so any number of threads may share it. */
#ifndef NOISE_CFFI_TABLES_H
#define NOISE_CFFI_TABLES_H

#include <stdint.h>

/* Words: the low half is for entry i, the high half for entry i + 1. A code half holds two bytes of one code each.
 */
enum word_codes {
    WORDS_FLAT,   /* byte 0: (+-1, +-2) or (+-2, +-1) as in noise2; byte 1: the same as Rombauts chooses */
    WORDS_NOISE3, /* x and y; z */
    WORDS_RAW3,   /* x and y (all that two dimensions need); z */
    WORDS_NOISE4, /* x and y; z and w */
    WORDS_RAW4,
    WORDS_GRID3, /* as noise3, in four bits of byte 0: y and z; above them whether x is -1, where it is not 0 */
    WORDS_COUNT
};

/* Bytes: the low four bits are for entry i, the high four for entry i + 1, except in four dimensions: there
 * one table is for entry i, the next for entry i + 1, each with x and y low and z and w high. */
enum byte_codes {
    BYTES_LINE, /* the hash as it is: noise1 */
    BYTES_STEEP,
    BYTES_ROMBAUTS,
    BYTES_RAW2,
    BYTES_NOISE3, /* which of the twelve edges, in the order of the raw functions */
    BYTES_RAW3,
    BYTES_NOISE4,
    BYTES_NOISE4_NEXT,
    BYTES_RAW4,
    BYTES_RAW4_NEXT,
    BYTES_COUNT
};

#define TABLES_CODES 544 /* more than twice 256: a vector may begin at any of the first 512 */

struct kernel_tables {
    uint32_t words[512]; /* P[i] | P[i + 1] << 16 */
    uint32_t codes[WORDS_COUNT][TABLES_CODES];
    uint32_t slopes[257];  /* noise1's gradient of entry i, as the bits of a float */
    uint8_t bytes[2][256]; /* P[i], P[i + 1] */
    uint8_t nibbles[BYTES_COUNT][256];
};

void kernel_tables_init(struct kernel_tables *tables, const unsigned char permutation[256]);

/* The same, with the gradients of noise2, noise3, snoise2 and snoise3 turned by a quarter: (x, y) becomes (-y, x),
 * and so for the two axes along which a gradient in three dimensions is not 0. */
void kernel_tables_turn(struct kernel_tables *tables, const unsigned char permutation[256]);

#endif
