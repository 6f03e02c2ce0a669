/* dispatch.h: the kernels that this machine can run, and those in use.
 *
 * Required: dispatch_init before all else, once, while no other thread is in here.
 * Promised: the others may be called from any thread at any time. A change of the active set takes effect for
 * calls of dispatch_active that come after it; a caller that keeps the set it got is not disturbed. */
#ifndef NOISE_CFFI_DISPATCH_H
#define NOISE_CFFI_DISPATCH_H

#include <stddef.h>

#include "kernels.h"

/* Find out what this machine has, and make the best set active. */
void dispatch_init(void);

/* The sets available, best first; the last is always "scalar". NULL for an index that is too high. */
size_t dispatch_count(void);
const char *dispatch_name(size_t index);

const struct kernel_set *dispatch_active(void);

/* Plain C: for points one at a time. */
const struct kernel_set *dispatch_scalar(void);

/* Make the set of this name active. 0 if it is not available: then nothing changes. */
int dispatch_select(const char *name);

#endif
