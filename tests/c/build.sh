#!/bin/sh
# Builds the kernels' test:  build.sh [compiler [flags ...]]  leaves build/kernels beside this file.
# SETS names the sources in csrc/simd (default: what x86-64 needs no emulation for), OUT another program.
# EMULATE=1 builds the sets against SIMDe's AVX-512 (Debian: libsimde-dev), for machines without it.
set -e
cd "$(dirname "$0")"
CC=${1:-cc}
[ $# -gt 0 ] && shift
SETS=${SETS:-scalar sse41 avx2}
OUT=${OUT:-build/kernels}
src=../../csrc
dir=$(dirname "$OUT")/$(basename "$OUT").o
mkdir -p "$dir"
flags="-std=gnu11 -O2 -ffp-contract=off -Wall -Wextra -Wconversion -Werror $*"
list=
objects=
for s in $SETS; do
    if [ -n "$EMULATE" ]; then
        set -- -O1 -mavx2 -mfma -Wno-unused -Wno-conversion -Wno-psabi -isystem simde '-DTARGET_BEGIN(features)=' -DTARGET_END=
    else
        set --
    fi
    $CC $flags "$@" -c $src/simd/simd_$s.c -o "$dir/simd_$s.o"
    objects="$objects $dir/simd_$s.o"
    list="$list X(noise_kernels_$s)"
done
for f in noise1234 simplexnoise1234 rombauts eshelman; do
    $CC $flags -Dclassic_permutation=test_permutation -c $src/$f.c -o "$dir/$f.o"
    objects="$objects $dir/$f.o"
done
$CC $flags -Dclassic_permutation=unchanged_permutation -c $src/permutation.c -o "$dir/permutation.o"
$CC $flags -c $src/tables.c -o "$dir/tables.o"
$CC $flags -Wno-conversion "-DTEST_SETS=$list" kernels.c $objects "$dir/permutation.o" "$dir/tables.o" -lm -o "$OUT"
