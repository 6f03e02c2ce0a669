/* products_narrow.h: products of a table's coefficients with an offset that all points share (products_wide.h),
 * where no vector holds a whole table of floats: coefficients are looked up, and multiplied then. */
#ifndef NOISE_CFFI_PRODUCTS_NARROW_H
#define NOISE_CFFI_PRODUCTS_NARROW_H

typedef struct {
    const vtable *table;
    vfloat offset;
} vproducts;

typedef struct {
    vproducts first, second;
} vsums;

INLINE vproducts v_products(const vtable *table, vfloat offset) {
    vproducts products;
    products.table = table, products.offset = offset;
    return products;
}
INLINE vfloat v_product(vproducts products, vint index) {
    return v_mul(v_coefficient(products.table, index), products.offset);
}
INLINE vsums v_sums(const vtable *first, vfloat x, const vtable *second, vfloat y) {
    vsums sums;
    sums.first = v_products(first, x), sums.second = v_products(second, y);
    return sums;
}
INLINE vfloat v_sum(vsums sums, vint index) {
    return v_exact_fma(v_coefficient(sums.second.table, index), sums.second.offset, v_product(sums.first, index));
}

#endif
