/* Tries the claim of csrc/simd/period.h: floor(a * reciprocal) is the quotient of a by the period or one less, for
 * every period up to 2^24 and every whole a up to 2^24.
 *
 * Both the quotient and the rounded product grow with a, so it is enough to try, for every multiple m of the
 * period, the last a before it (the product must not have reached the quotient of m) and m itself (the product
 * must have reached the quotient of m less one). About 2^24 * ln 2^24 pairs: a few seconds. */
#include <math.h>
#include <stdio.h>

#include "../../csrc/simd/period.h"

int main(void) {
    const int32_t top = 1 << 24;
    long wrong = 0, tried = 0;
    for (int32_t p = 1; p <= top; p++) {
        volatile float unfused;
        float r = period_reciprocal(p);
        for (int64_t quotient = 1; quotient * p <= (int64_t)top + p; quotient++) {
            int64_t m = quotient * p, before = m - 1 <= top ? m - 1 : top;
            unfused = (float)before * r;
            wrong += (int64_t)floorf(unfused) > before / p;
            if (m <= top) {
                unfused = (float)m * r;
                wrong += (int64_t)floorf(unfused) < quotient - 1;
            }
            tried++;
        }
    }
    printf("%ld multiples, %ld wrong\n", tried, wrong);
    return wrong != 0;
}
