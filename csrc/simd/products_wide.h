/* products_wide.h: products of a table's coefficients with an offset that all points share, where a vector holds a
 * whole table: made once, looked up by the codes that v_coefficient takes. */
#ifndef NOISE_CFFI_PRODUCTS_WIDE_H
#define NOISE_CFFI_PRODUCTS_WIDE_H

typedef vfloat vproducts; /* one axis */
typedef vfloat vsums;     /* the sum of two axes */

INLINE vproducts v_products(const vtable *table, vfloat offset) { return v_mul(v_entries(table), offset); }
INLINE vfloat v_product(vproducts products, vint index) { return v_entry(products, index); }
INLINE vsums v_sums(const vtable *first, vfloat x, const vtable *second, vfloat y) {
    return v_exact_fma(v_entries(second), y, v_products(first, x));
}
INLINE vfloat v_sum(vsums sums, vint index) { return v_entry(sums, index); }

#endif
