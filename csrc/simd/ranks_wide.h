/* ranks_wide.h: the order of four offsets where a mask is all bits of a lane.
 *
 * How many others each of x, y, z, w beats; the later axis wins a tie. An axis has stepped by corner c of a
 * four-dimensional simplex if it beats at least 4 - c others. */
#ifndef NOISE_CFFI_RANKS_WIDE_H
#define NOISE_CFFI_RANKS_WIDE_H

typedef struct {
    vint lost[4]; /* minus the number of others that an axis beats: a true comparison is -1 */
} vranks;

INLINE vranks v_ranks(vfloat x, vfloat y, vfloat z, vfloat w) {
    vint xy = m_int(v_greater(x, y)), xz = m_int(v_greater(x, z)), xw = m_int(v_greater(x, w));
    vint yz = m_int(v_greater(y, z)), yw = m_int(v_greater(y, w)), zw = m_int(v_greater(z, w));
    vranks r;
    r.lost[0] = vi_add(vi_add(xy, xz), xw);
    r.lost[1] = vi_add(vi_sub(vi_set(-1), xy), vi_add(yz, yw));
    r.lost[2] = vi_sub(vi_sub(vi_add(vi_set(-2), zw), xz), yz);
    r.lost[3] = vi_sub(vi_sub(vi_sub(vi_set(-3), xw), yw), zw);
    return r;
}

INLINE vmask v_stepped(vranks r, int axis, int corner) { return vi_greater(vi_set(corner - 3), r.lost[axis]); }

#endif
