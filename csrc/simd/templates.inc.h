/* templates.inc.h: everything that is written once, after a vocabulary and a backend for its hashes.
 * The order matters; blank lines keep it where includes get sorted. */
#include "split.inc.h"

#include "perlin.inc.h"

#include "simplex.inc.h"

#include "derivatives.inc.h"

#include "driver.inc.h"

#include "grid.inc.h"

#include "lines.inc.h"

#include "kernels.inc.h"
