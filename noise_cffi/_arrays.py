"""Numbers, arrays and buffers in; broadcasting; results out.

NumPy is looked up among the modules already loaded, never imported for a call: who passes an ndarray has it.
Only `grid` imports it, to return an ndarray.
"""

import math
import os
import sys
from array import array
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from noise_cffi import _checks, _flat
from noise_cffi._native import ffi, lib

SLAB = lib.NOISE_SLAB  # points that one call of C computes at most: Ctrl-C is heard between calls
_SMALLEST_TASK = 2**14  # points that are worth a thread
_MOST_THREADS = 64
_LEAST_STACK = 2**19  # bytes for a thread: fields within fields take most of it
_TASKS_EACH = 8  # slabs for a thread: the more, the less the last waits for the others
_CHARS = ffi.typeof("char[]")
_ONE = 1  # the default of `workers`: `is` tells it from True and 1.0
_POINTS = (lib.noise_point1, lib.noise_point2, lib.noise_point3, lib.noise_point4)

_WARP_FAULTS = ("", " as the warp moves it", " within the warp")  # by enum noise_fault_warp

# NumPy's kind and size, C's name, the struct module's letter.
_NUMBERS = (
    *(("f", 4, "FLOAT32", "f"), ("f", 8, "FLOAT64", "d")),
    *(("i", 1, "INT8", "b"), ("i", 2, "INT16", "h"), ("i", 4, "INT32", "i"), ("i", 8, "INT64", "q")),
    *(("u", 1, "UINT8", "B"), ("u", 2, "UINT16", "H"), ("u", 4, "UINT32", "I"), ("u", 8, "UINT64", "Q")),
)
_TYPES = {(kind, size): getattr(lib, f"NOISE_{name}") for kind, size, name, _ in _NUMBERS}
_LETTERS = {getattr(lib, f"NOISE_{name}"): letter for _, _, name, letter in _NUMBERS}
_FORMATS = {"f": "f", "d": "f", **dict.fromkeys("bhilqn", "i"), **dict.fromkeys("BHILQN", "u")}
_NATIVE_PREFIXES = ("@", "=", "<" if sys.byteorder == "little" else ">")


class _Operand:
    """One argument as C sees it.

    `owner` keeps the memory alive: an ndarray, or what CFFI holds a buffer by. `source` is the sequence that the
    memory is a copy of, if any.
    """

    __slots__ = ("itemsize", "owner", "pointer", "shape", "source", "strides", "type")

    def __init__(
        self,
        pointer: Any,
        type_: int,
        itemsize: int,
        shape: tuple[int, ...],
        strides: tuple[int, ...],
        owner: Any,
        source: Sequence[Any] | None = None,
    ) -> None:
        self.pointer = pointer
        self.type = type_
        self.itemsize = itemsize
        self.shape = shape
        self.strides = strides
        self.owner = owner
        self.source = source

    def address(self) -> int:
        """Return where the first element is."""
        return int(ffi.cast("uintptr_t", self.pointer))

    def element(self, index: Sequence[int]) -> Any:
        """Return the element that an index of the broadcast shape stands for."""
        own = [0 if n == 1 else i for i, n in zip(index[len(index) - len(self.shape) :], self.shape, strict=True)]
        if self.source is not None:
            return self.source[own[0]]
        address = self.address() + sum(i * stride for i, stride in zip(own, self.strides, strict=True))
        memory = ffi.buffer(ffi.cast("char *", address), self.itemsize)
        return memoryview(memory).cast(_LETTERS[self.type])[0]  # type: ignore[call-overload]  # one of its letters

    def release(self) -> None:
        """Let go of a buffer, so that its owner may resize it even while an error's traceback is kept."""
        if isinstance(self.owner, ffi.CData) and ffi.typeof(self.owner) is _CHARS:
            ffi.release(self.owner)

    def extent(self) -> tuple[int, int]:
        """Return the addresses from the first byte to one past the last."""
        first = last = self.address()
        for size, stride in zip(self.shape, self.strides, strict=True):
            if size == 0:
                return (first, first)
            if stride < 0:
                first += (size - 1) * stride
            else:
                last += (size - 1) * stride
        return (first, last + self.itemsize)

    def overlaps(self, other: "_Operand") -> bool:
        """Return whether two arrays may share memory: whether their extents do."""
        (a, b), (c, d) = self.extent(), other.extent()
        return a < d and c < b and a < b and c < d


def evaluate(
    field: Any,
    names: Sequence[str],
    coordinates: Sequence[Any],
    *,
    out: Any = None,
    workers: Any = 1,
    periods: Sequence[Any] = (),
) -> Any:
    """Return the values of a C field at coordinates of any kind that the package takes.

    `periods`, where there are any, vary from point to point; `names` are those of the coordinates, then theirs.
    """
    threads = 1 if workers is _ONE else _checks.workers(workers)
    first = type(coordinates[0])
    if first is _flat.ndarray and threads == 1 and not periods:
        result = _flat.FLATS[len(coordinates) - 1](field, *coordinates, out)
        if result is not None:
            return result
    elif first is float and out is None and not periods and all(type(c) is float for c in coordinates):
        return _evaluate_point(field, names, coordinates)

    operands: list[_Operand] = [period for period in periods if isinstance(period, _Operand)]
    busy = False
    try:
        inputs = []
        kinds = ["fiu"] * len(coordinates) + ["iu"] * len(periods)
        for name, value, allowed in zip(names, (*coordinates, *periods), kinds, strict=False):
            inputs.append(take(name, value, allowed))
            if isinstance(inputs[-1], _Operand) and inputs[-1] is not value:
                operands.append(inputs[-1])
        if out is None and not operands:
            return _evaluate_point(field, names, inputs)

        names = names[: len(inputs)]
        operands = [value if isinstance(value, _Operand) else _constant(value) for value in inputs]
        numpy = sys.modules.get("numpy")
        with_numpy = numpy is not None and any(type(o.owner) is numpy.ndarray for o in operands)
        if with_numpy:
            _flat.meet(numpy)
        shape = _broadcast(names, operands) if with_numpy else _common_length(names, operands)
        if len(shape) > lib.NOISE_AXES:
            raise ValueError(f"arrays must have at most {lib.NOISE_AXES} dimensions (got {len(shape)})")
        if out is None:
            out = _flat.empty(shape, _flat.float32) if with_numpy else array("f", [0.0]) * shape[0]
            held = target = _fresh(out, shape)
        else:
            target = _output(out, shape)
            held = _scratch(shape) if any(target.overlaps(operand) for operand in operands) else target
        call = _call(operands[: len(coordinates)], operands[len(coordinates) :], held, shape)
        operands.append(target)

        def compute(start: int, stop: int, _owners: Any = (operands, held)) -> int:
            # What is computed stays alive even where a second Ctrl-C leaves threads behind.
            return int(lib.noise_array(field, call, start, stop))

        busy = True
        bad = _run(compute, math.prod(shape), field.work, threads)
        busy = False
        if bad >= 0:
            fault = ffi.new("struct noise_fault *")
            lib.noise_array_fault(field, call, bad, fault)
            _refuse(
                field,
                names,
                fault,
                lambda argument, index: operands[argument].element(index),
                _unravel(bad, shape),
            )
        if held is not target:
            _copy(ffi.buffer(held.owner), out)
        return out
    finally:
        if not busy:
            for operand in operands:
                operand.release()


def _call(
    coordinates: Sequence[_Operand], periods: Sequence[_Operand], out: _Operand, shape: tuple[int, ...]
) -> Any:
    call = ffi.new("struct noise_call *")
    call.axes = len(shape)
    call.shape = shape
    call.varying_periods = bool(periods)
    for axis, operand in enumerate(coordinates):
        _fill(call.coordinates[axis], operand, len(shape))
    for axis, operand in enumerate(periods):
        _fill(call.periods[axis], operand, len(shape))
    _fill(call.out, out, len(shape))
    return call


def _evaluate_point(field: Any, names: Sequence[str], inputs: Sequence[Any]) -> float:
    value: float = _POINTS[field.dimensions - 1](field, *inputs)
    if value != value:
        _refuse_point(field, names, inputs, ())
    return value


def _refuse_point(field: Any, names: Sequence[str], point: Sequence[float], index: Sequence[int]) -> None:
    fault = ffi.new("struct noise_fault *")
    lib.noise_point_fault(field, *point, *(0.0,) * (4 - len(point)), fault)
    _refuse(field, names, fault, lambda argument, _: point[argument], index)


def _refuse(
    field: Any,
    names: Sequence[str],
    fault: Any,
    element: Callable[[int, Sequence[int]], Any],
    index: Sequence[int],
) -> None:
    """Refuse what is wrong at an index; `element` gives the value of an argument, counted as `names` are."""
    if fault.argument < 0:
        raise ValueError(f"an input changed while it was read{_checks.at(index)}")
    if fault.argument >= 4:
        argument = field.dimensions + fault.argument - 4
        _checks.bad_period(names[argument], element(argument, index), index)
    plain = (
        fault.warp == lib.NOISE_FAULT_PLAIN and not field.looping and not (field.independent and fault.octave > 1)
    )
    factor = field.octave[fault.octave - 1].frequency if plain and fault.octave else None
    _checks.outside(
        names[fault.argument],
        element(fault.argument, index),
        index,
        way=_WARP_FAULTS[fault.warp],
        octave=fault.octave,
        frequency=factor,
        reached=fault.reached,
        domain=_checks.PRECISE_DOMAIN if field.precise else _checks.DOMAIN,
    )


# ---- inputs ----


def take(name: str, value: Any, kinds: str) -> Any:
    """Return a number, or an operand; `kinds` are the kinds of number allowed, as NumPy names them."""
    cls = type(value)
    if cls is _Operand:
        return value
    if cls is float and kinds[0] == "f":
        return value
    if cls is int:
        return _number(name, value, kinds)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        if isinstance(value, numpy.generic):
            return _number(name, value, kinds)
        if cls.__module__.partition(".")[0] == "dask":
            raise TypeError(
                f"'{name}' must not be a dask object (got {_checks.kind(value)}): use dask.array.map_blocks"
            )
        if isinstance(value, numpy.ndarray):
            return _take_ndarray(numpy, name, value, kinds)
        if hasattr(cls, "__array__"):
            return _take_ndarray(numpy, name, numpy.asarray(value), kinds)
    if isinstance(value, (str, bytes, bytearray)):
        raise TypeError(f"'{name}' must be {_wanted(kinds)} (got {_checks.kind(value)})")
    view = _view(value)
    if view is not None:
        with view:
            return _take_buffer(name, value, view, kinds)
    if isinstance(value, Sequence):
        return _take_sequence(name, value, kinds)
    return _number(name, value, kinds)


def _wanted(kinds: str) -> str:
    return "a real number or an array of them" if "f" in kinds else "an integer or an array of them"


def _number(name: str, value: Any, kinds: str) -> float | int:
    if "f" not in kinds:
        return _checks.period(name, value)
    if type(value) is int and -_checks.LARGEST_INDEX < value < _checks.LARGEST_INDEX:
        return float(value)
    if not _checks.is_bool(value) and (hasattr(type(value), "__float__") or hasattr(type(value), "__index__")):
        return _checks.real(name, value)
    raise TypeError(f"'{name}' must be {_wanted(kinds)} (got {_checks.kind(value)})")


def _take_ndarray(numpy: Any, name: str, value: Any, kinds: str) -> Any:
    if type(value) is not numpy.ndarray:
        if isinstance(value, numpy.ma.MaskedArray):
            raise TypeError(f"'{name}' must not be masked (got a masked array): fill it first")
        value = _plain(numpy, value)
    dtype = value.dtype
    if dtype.kind not in kinds:
        raise TypeError(f"'{name}' must be {_wanted(kinds)} (got an array of {dtype})")
    if value.ndim == 0:
        return _number(name, value[()], kinds)
    if not dtype.isnative or (dtype.kind, dtype.itemsize) not in _TYPES:
        # Big-endian, float16 or longdouble. What is too large becomes infinite, and is refused.
        with numpy.errstate(over="ignore"):
            value = value.astype(_native_type(dtype))
        dtype = value.dtype
    contiguous = value.flags.c_contiguous  # then a buffer tells the address sooner than ctypes
    pointer = ffi.from_buffer(_CHARS, value) if contiguous else ffi.cast("char *", value.ctypes.data)
    size = dtype.itemsize
    return _Operand(pointer, _TYPES[dtype.kind, size], size, value.shape, value.strides, value)


def _plain(numpy: Any, value: Any) -> Any:
    """Return the memory of an ndarray's subclass as an ndarray, whatever its own attributes say of it."""
    return numpy.ndarray.view(value, numpy.ndarray)


def _native_type(dtype: Any) -> str:
    """Return a type that C knows and that loses nothing before the rounding to float32."""
    if dtype.kind != "f":
        return f"{dtype.kind}{dtype.itemsize}"
    return "f8" if dtype.itemsize == 8 else "f4"  # longdouble is rounded here, once


def _view(value: Any) -> memoryview | None:
    try:
        return memoryview(value)
    except TypeError:
        return None


def _format(view: memoryview) -> str:
    return view.format[1:] if view.format.startswith(_NATIVE_PREFIXES) else view.format


def _take_buffer(name: str, value: Any, view: memoryview, kinds: str) -> _Operand:
    if view.ndim != 1:
        raise TypeError(
            f"'{name}' must be one-dimensional unless it is a NumPy array (got {view.ndim} dimensions)"
        )
    if view.format == "B" and not isinstance(value, (array, memoryview)):
        raise TypeError(
            f"'{name}' must say what its bytes are (got {_checks.kind(value)}): cast a memoryview of it"
        )
    kind = _FORMATS.get(_format(view))
    if kind is None or kind not in kinds:
        raise TypeError(f"'{name}' must be {_wanted(kinds)} (got a buffer of format '{view.format}')")
    held = ffi.from_buffer(_CHARS, value if view.contiguous else view.tobytes())
    _check_size(name, len(held), view.nbytes)
    return _Operand(held, _TYPES[kind, view.itemsize], view.itemsize, view.shape or (0,), (view.itemsize,), held)


def _take_sequence(name: str, value: Sequence[Any], kinds: str) -> _Operand:
    if "f" not in kinds:
        integers = array("q", (_clamped(name, i, element) for i, element in enumerate(value)))
        held = ffi.from_buffer(_CHARS, integers)
        return _Operand(held, lib.NOISE_INT64, 8, (len(integers),), (8,), held, value)
    if set(map(type, value)) == {float}:
        numbers = array("d", value)
    else:
        numbers = array("d", (_checks.real(name, element, (i,)) for i, element in enumerate(value)))
    held = ffi.from_buffer(_CHARS, numbers)
    return _Operand(held, lib.NOISE_FLOAT64, 8, (len(numbers),), (8,), held)


def _clamped(name: str, i: int, period: Any) -> int:
    """Return an integer as C may have it: one that does not fit 64 bits stays as wrong as it is."""
    return max(-(2**63), min(_checks.integer(name, period, (i,)), 2**63 - 1))


def _constant(value: float | int) -> _Operand:
    """Return a number as an operand of shape ()."""
    if isinstance(value, int):
        held, type_ = ffi.new("int64_t *", value), lib.NOISE_INT64
    else:
        held, type_ = ffi.new("double *", value), lib.NOISE_FLOAT64
    return _Operand(ffi.cast("char *", held), type_, 8, (), (), held)


# ---- shapes ----


def _broadcast(names: Sequence[str], operands: Sequence[_Operand]) -> tuple[int, ...]:
    shape: tuple[int, ...] = ()
    for name, operand in zip(names, operands, strict=True):
        if operand.shape == shape or not operand.shape:
            continue
        a, b = shape, operand.shape
        width = max(len(a), len(b))
        a, b = (1,) * (width - len(a)) + a, (1,) * (width - len(b)) + b
        if any(m != n and m != 1 and n != 1 for m, n in zip(a, b, strict=True)):
            raise ValueError(
                f"'{name}' must broadcast with the arguments before it (got shapes {operand.shape} and {shape})"
            )
        shape = tuple(n if m == 1 else m for m, n in zip(a, b, strict=True))
    return shape


def _common_length(names: Sequence[str], operands: Sequence[_Operand]) -> tuple[int, ...]:
    shape: tuple[int, ...] = ()
    for name, operand in zip(names, operands, strict=True):
        if shape and operand.shape and operand.shape != shape:
            raise ValueError(
                f"'{name}' must be as long as the arguments before it (got {operand.shape[0]} and {shape[0]})"
            )
        shape = shape or operand.shape
    return shape


def _fill(place: Any, operand: _Operand, axes: int) -> None:
    place.address = operand.pointer
    place.type = operand.type
    lead = axes - len(operand.shape)
    for axis, (size, stride) in enumerate(zip(operand.shape, operand.strides, strict=True)):
        place.strides[lead + axis] = 0 if size == 1 else stride


def _unravel(index: int, shape: Sequence[int]) -> tuple[int, ...]:
    result = []
    for size in reversed(shape):
        index, place = divmod(index, size)
        result.append(place)
    return tuple(reversed(result))


# ---- outputs ----


def _output(out: Any, shape: tuple[int, ...], *, flat: bool = False) -> _Operand:
    """Return what the caller wants written as an operand; `flat` takes a buffer of the right size for a shape."""
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(out, numpy.ndarray):
        if isinstance(out, numpy.ma.MaskedArray):
            raise TypeError("'out' must not be masked (got a masked array)")
        out = _plain(numpy, out)
        if out.dtype != numpy.float32:
            raise TypeError(f"'out' must be of native float32 (got {out.dtype})")
        if not out.flags.writeable:
            raise ValueError("'out' must be writable (got a read-only array)")
        if out.shape != shape:
            raise ValueError(f"'out' must have the shape {shape} (got {out.shape})")
        operand = _Operand(ffi.cast("char *", out.ctypes.data), lib.NOISE_FLOAT32, 4, out.shape, out.strides, out)
        if _overlaps_itself(operand):
            raise ValueError("'out' must not have elements that overlap each other")
        return operand
    view = _view(out)
    if view is None:
        raise TypeError(f"'out' must be a writable array or buffer of float32 (got {_checks.kind(out)})")
    with view:
        _check_buffer(view, shape, flat)
        operand = _fresh(out, shape)
        _check_size("out", len(operand.pointer), view.nbytes)
    return operand


def _check_size(name: str, size: int, expected: int) -> None:
    """Refuse a buffer that is another one when it is asked for again."""
    if size != expected:
        raise ValueError(f"'{name}' must keep its size while it is read (got {size} bytes after {expected})")


def _check_buffer(view: memoryview, shape: tuple[int, ...], flat: bool) -> None:
    if _format(view) != "f":
        raise TypeError(f"'out' must be of native float32 (got a buffer of format '{view.format}')")
    if view.readonly:
        raise ValueError("'out' must be writable (got a read-only buffer)")
    if not view.c_contiguous:
        raise ValueError("'out' must be contiguous unless it is a NumPy array")
    if view.shape != shape and not (flat and view.nbytes == 4 * math.prod(shape)):
        raise ValueError(f"'out' must have the shape {shape} (got {view.shape})")


def _contiguous_strides(shape: Sequence[int]) -> tuple[int, ...]:
    strides = [4] * len(shape)
    for axis in range(len(shape) - 1, 0, -1):
        strides[axis - 1] = strides[axis] * shape[axis]
    return tuple(strides)


def _overlaps_itself(operand: _Operand) -> bool:
    """Return whether two elements share a byte."""
    if 0 in operand.shape:
        return False
    reach = operand.itemsize
    axes = sorted(
        (abs(stride), size) for size, stride in zip(operand.shape, operand.strides, strict=True) if size > 1
    )
    for stride, size in axes:
        if stride < reach:
            break
        reach += (size - 1) * stride
    else:
        return False
    first, last = operand.extent()
    if last - first < operand.itemsize * math.prod(operand.shape):
        return True
    # Strides that interleave, which only tricks make: list the elements' places.
    import numpy

    places = numpy.zeros(1, numpy.int64)
    for stride, size in axes:
        places = (places[:, None] + stride * numpy.arange(size)).ravel()
    places.sort()
    return bool((numpy.diff(places) < operand.itemsize).any())


def _fresh(out: Any, shape: tuple[int, ...]) -> _Operand:
    """Return a contiguous output that needs no check, or has had it."""
    held = ffi.from_buffer(_CHARS, out, True)
    return _Operand(held, lib.NOISE_FLOAT32, 4, shape, _contiguous_strides(shape), held)


def _scratch(shape: tuple[int, ...]) -> _Operand:
    """Return a place for results until all are known to be good."""
    return _fresh(array("f", [0.0]) * math.prod(shape), shape)


def _copy(values: Any, out: Any) -> None:
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(out, numpy.ndarray):
        plain = _plain(numpy, out)
        plain[...] = numpy.frombuffer(values, numpy.float32).reshape(plain.shape)
    else:
        memoryview(out).cast("B")[:] = memoryview(values)


# ---- grids ----


def describe_grid(ndim: int, shape: Any, step: Any, origin: Any, start: Any) -> tuple[Any, tuple[int, ...]]:
    """Return a checked grid without its output, and its shape."""
    sizes = _checks.shape(shape, ndim)
    grid = ffi.new("struct noise_grid *")
    grid.shape = sizes
    grid.step = _checks.per_axis("step", step, ndim, _checks.finite)
    grid.origin = _checks.per_axis("origin", origin, ndim, _checks.finite)
    starts = _checks.per_axis("start", start, ndim, _checks.start)
    for size, first in zip(sizes, starts, strict=True):
        if abs(first) + size > _checks.LARGEST_INDEX:
            raise ValueError(f"'start' must be at most 2**53 with the shape added (got {first})")
    grid.start = starts
    return grid, sizes


def evaluate_grid(
    field: Any, names: Sequence[str], shape: Any, step: Any, origin: Any, start: Any, out: Any, workers: Any
) -> Any:
    """Return the values of a C field on a grid; see Field.grid."""
    threads = _checks.workers(workers)
    ndim = field.dimensions
    grid, sizes = describe_grid(ndim, shape, step, origin, start)
    if out is None:
        out = import_numpy("a grid is returned as a NumPy array").empty(sizes, "f4")
        target = _fresh(out, sizes)
    else:
        target = _output(out, sizes, flat=True)
    numpy = sys.modules.get("numpy")
    if numpy is not None and type(out) is numpy.ndarray:
        _flat.meet(numpy)
    _fill(grid.out, target, ndim)

    def compute(first: int, stop: int, _owner: Any = target) -> int:
        return int(lib.noise_array_grid(field, grid, first, stop))

    bad = _run(compute, math.prod(sizes), field.work, threads)
    target.release()
    if bad >= 0:
        refuse_grid_point(field, names, grid, bad, sizes)
    return out


def refuse_grid_point(field: Any, names: Sequence[str], grid: Any, bad: int, sizes: Sequence[int]) -> None:
    """Say what is wrong with a point of a grid."""
    point = ffi.new("double[4]")
    lib.noise_grid_point(field, grid, bad, point)
    _refuse_point(field, names, list(point)[: field.dimensions], _unravel(bad, sizes))


def import_numpy(purpose: str) -> Any:
    """Return NumPy, or say what it is needed for and what goes without it."""
    try:
        import numpy
    except ImportError:
        raise ImportError(
            f"{purpose}, and NumPy is missing: install it (pip install numpy), "
            "or pass 'out', a writable buffer of float32 such as array.array('f', bytes(4 * points))"
        ) from None
    return numpy


# ---- slabs and threads ----


def _run(compute: Callable[[int, int], int], points: int, work: int, workers: int) -> int:
    """Compute all points, slab by slab, in threads if wanted; return the first bad point, or -1."""
    slab = max(1, SLAB // work)
    if points <= slab and (workers == 1 or points <= 1):
        return compute(0, points) if points else -1
    if workers == -1:
        workers = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    workers = min(workers, _MOST_THREADS, -(-points * work // _SMALLEST_TASK))
    if workers > 1:
        slab = min(slab, -(-points // (workers * _TASKS_EACH)))
    slabs = ((start, min(start + slab, points)) for start in range(0, points, slab))
    if workers > 1:
        return _run_threads(compute, deque(slabs), workers)
    return next((bad for bad in (compute(*ends) for ends in slabs) if bad >= 0), -1)


def _run_threads(compute: Callable[[int, int], int], slabs: "deque[tuple[int, int]]", workers: int) -> int:
    """Compute slabs in this thread and others until none is left, or one has a bad point."""
    from threading import Thread, stack_size  # late: it costs import time that most callers never use

    if 0 < stack_size() < _LEAST_STACK:  # what the program has set for its own threads would overflow
        workers = 1

    found: list[int] = []

    def work() -> None:
        while slabs:
            try:
                ends = slabs.popleft()
            except IndexError:  # another thread was faster
                return
            bad = compute(*ends)
            if bad >= 0:
                # Slabs are taken in order: those before this one are done, or being done.
                slabs.clear()
                found.append(bad)

    threads = []
    try:
        for _ in range(workers - 1):
            thread = Thread(target=work, daemon=True)
            try:
                thread.start()
            except RuntimeError:  # at the machine's limit, or while the interpreter ends: do with fewer
                break
            threads.append(thread)
        work()
    finally:
        slabs.clear()
        for thread in threads:
            thread.join()
    return min(found, default=-1)
