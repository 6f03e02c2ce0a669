#!/bin/sh
# Builds the kernels' tests:  build.sh [compiler [flags ...]]
# Leaves kernels, periods and dispatch in build/ beside this file, or in the folder OUT.
# SETS names the sources in csrc/simd that are tested: those that the machine can run.
# EMULATE=1 builds them against SIMDe's AVX-512 instead (Debian: libsimde-dev), for machines without it:
#   EMULATE=1 OUT=build/emulated SETS="avx512 avx512vbmi" ./build.sh gcc && build/emulated/kernels test 1000000
# For other processors, for example:
#   OUT=build/arm SETS="scalar neon" ./build.sh aarch64-linux-gnu-gcc -static
#   qemu-aarch64-static build/arm/kernels test 100000
set -e
cd "$(dirname "$0")"
CC=${1:-cc}
[ $# -gt 0 ] && shift
SETS=${SETS:-scalar sse41 avx2}
OUT=${OUT:-build}
src=../../csrc
mkdir -p "$OUT/objects"
flags="-std=gnu11 -O2 -ffp-contract=off -Wall -Wextra -Wconversion -Werror $*"

compile() { # source, object, flags
    from=$1
    to=$OUT/objects/$2.o
    shift 2
    $CC $flags "$@" -c "$src/$from.c" -o "$to"
    objects="$objects $to"
}

objects=
sets=
for s in $SETS; do
    if [ -n "$EMULATE" ]; then
        # -O1: these sources take minutes otherwise
        compile "simd/simd_$s" "simd_$s" -O1 -mavx2 -mfma -Wno-unused -Wno-conversion -Wno-psabi -Wno-maybe-uninitialized \
            -isystem simde '-DTARGET_BEGIN(features)=' -DTARGET_END=
    else
        compile "simd/simd_$s" "simd_$s"
    fi
    sets="$sets X(noise_kernels_$s)"
done
for f in noise1234 simplexnoise1234 rombauts eshelman tiled; do
    compile $f $f -Dclassic_permutation=test_permutation
done
compile permutation permutation -Dclassic_permutation=unchanged_permutation
compile tables tables
$CC $flags -Wno-conversion "-DTEST_SETS=$sets" kernels.c $objects -lm -o "$OUT/kernels"
$CC $flags periods.c -lm -o "$OUT/periods"

if [ -z "$EMULATE" ]; then
    objects=
    for s in scalar sse41 avx2 avx512 avx512vbmi neon; do
        compile "simd/simd_$s" "all_$s"
    done
    compile cpu cpu
    compile dispatch dispatch
    $CC $flags dispatch.c $objects -o "$OUT/dispatch"
fi
