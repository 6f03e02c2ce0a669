"""Fields on OpenCL devices, with the bits of the host.

`source` returns OpenCL C to put before one's own kernels: the functions of the four systems, and a field's own.
`Device` evaluates fields on a device: it needs PyOpenCL and NumPy, which come with
``pip install 'noise-cffi[opencl]'``.

>>> from noise_cffi import opencl, snoise2
>>> "float snoise2(float x, float y)" in opencl.source()
True
>>> "float height(float x, float y)" in opencl.source(snoise2.seeded(7).fbm(6), "height")
True
"""

from array import array
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from noise_cffi import _arrays, _checks
from noise_cffi import lib as bare
from noise_cffi._native import ffi, lib
from noise_cffi._opencl_c import COORDINATES, check_field, source
from noise_cffi.field import Field

__all__ = ["Device", "source"]

_MOST_PROGRAMS = 64  # that a device keeps
_SMALLEST_TASK, _LARGEST_TASK = 256, 4096  # points that a processor's work item takes

_SEARCH = """
kernel void noise_search(global const float *values, ulong n, ulong each, global ulong *found) {
    ulong start = get_global_id(0) * each, stop = min(start + each, n);
    int bad = 0;
    for (ulong i = start; i < stop; i++)
        bad |= values[i] != values[i];
    ulong first = n;
    if (bad != 0)
        for (first = start; values[first] == values[first]; first++)
            ;
    found[get_global_id(0)] = first;
}
"""
_SEARCHERS = 256  # work items that look for the first bad value

_ARITHMETIC = """
kernel void noise_arithmetic(global const float *a, global const float *b, global float *out) {
    size_t i = get_global_id(0), n = get_global_size(0);
    out[i] = a[i] + b[i];
    out[n + i] = a[i] * b[i];
    out[2 * n + i] = a[i] * b[i] - a[i];
    out[3 * n + i] = a[i] / b[i];
}
kernel void noise_functions(global const float *x, global const float *y, global const float *z,
                            global const float *w, global float *out) {
    size_t i = get_global_id(0), n = get_global_size(0);
    out[i] = noise4(x[i], y[i], z[i], w[i]);
    out[n + i] = pnoise3(x[i], y[i], z[i], 7, 300, 1);
    out[2 * n + i] = snoise3(x[i], y[i], z[i]);
    out[3 * n + i] = rombauts_fractal2(3, 0.3f, 0.7f, 1.9f, 0.6f, x[i], y[i]);
    out[4 * n + i] = scaled_octave_noise_4d(3.0f, 0.6f, 0.3f, -1.0f, 3.0f, x[i], y[i], z[i], w[i]);
}
"""
_ROWS = (  # points where those functions are compared with the host's
    (0.5, 1.25, -3.75, 100.0625),
    (-1.5, 0.0, 7.3125, -0.4375),
    (-0.0, 31.1875, -255.9375, 2.625),
    (1000.71875, -517.40625, 12.1875, 0.03125),
)


class Device:
    """Evaluate fields on an OpenCL device.

    `device` is a PyOpenCL device or context, or part of the name of a device or its platform; without it the
    first GPU is taken, else the first device. A field is compiled when it is first met, and kept. `queue` and
    `context` are PyOpenCL's, for those who go on with the arrays. A Device is for one thread at a time.

    At the start the device is asked whether its arithmetic keeps the bits: rounding, divisions, subnormals, no
    contraction, and some recorded values of the functions. If not, RuntimeError says what differs; with
    ``exact=False`` it is used all the same, and `differs` says what to expect. ImportError where PyOpenCL or NumPy
    is missing, ValueError where no device has the name.
    """

    def __init__(self, device: Any = None, *, exact: bool = True) -> None:
        try:
            import numpy
            import pyopencl
            import pyopencl.array
        except ImportError as error:
            raise ImportError("Device needs PyOpenCL and NumPy: pip install 'noise-cffi[opencl]'") from error
        _checks.truth("exact", exact)
        self._cl: Any = pyopencl
        self._numpy: Any = numpy
        self.device: Any
        self.queue: Any
        self.context: Any
        if isinstance(device, pyopencl.Context):
            self.context = device
        else:
            self.context = pyopencl.Context([_choose(pyopencl, device)])
        self.device = self.context.devices[0]
        self.queue = pyopencl.CommandQueue(self.context, self.device)
        self._kernels: OrderedDict[str, Any] = OrderedDict()
        divides = pyopencl.device_fp_config.CORRECTLY_ROUNDED_DIVIDE_SQRT
        self._options = (
            ["-cl-fp32-correctly-rounded-divide-sqrt"] if self.device.single_fp_config & divides else []
        )
        self.differs: tuple[str, ...] = tuple(self._differences())
        if exact and self.differs:
            raise RuntimeError(
                f"'device' must keep IEEE arithmetic in float32 unless 'exact' is False "
                f"({self.device.name} differs in {', '.join(self.differs)})"
            )

    def __repr__(self) -> str:
        return f"<Device {self.device.name}>"

    def __call__(self, field: Field, /, *coordinates: Any, out: Any = None, keep: bool = False) -> Any:
        """Return the field's values at coordinates, taken as by the field itself.

        Numbers give a float, NumPy arrays an array of float32, sequences an ``array.array('f')``; `out` is as on
        the host. Arrays of the device, ``pyopencl.array.Array`` of float32, are of one shape, mixed with numbers
        only, and give such an array, and so do others where `keep` is true. Errors are those of the field.
        """
        check_field(field)
        _checks.truth("keep", keep)
        if len(coordinates) != field.ndim:
            raise TypeError(
                f"a field of {field.ndim} dimensions takes as many coordinates (got {len(coordinates)})"
            )
        names = COORDINATES[: field.ndim]
        array_type: Any = self._cl.array.Array
        if any(isinstance(c, array_type) for c in coordinates):
            if out is not None:
                raise TypeError("'out' must be left out where coordinates are on the device")
            columns, shape = self._device_columns(names, coordinates)
            values = self._evaluate(field, columns, shape)
            index = self._first_bad(values)
            if index >= 0:
                point = [float(column.ravel()[index].get()) for column in columns]
                _refuse(field, names, point, _arrays._unravel(index, shape), point.__getitem__)
            return values
        operands = [_arrays.take(n, c, "fiu") for n, c in zip(names, coordinates, strict=True)]
        operands = [o if isinstance(o, _arrays._Operand) else _arrays._constant(o) for o in operands]
        try:
            return self._from_host(field, names, operands, out, keep)
        finally:
            for operand in operands:
                operand.release()

    def _from_host(self, field: Field, names: str, operands: list[Any], out: Any, keep: bool) -> Any:
        numpy = self._numpy
        with_numpy = any(type(o.owner) is numpy.ndarray for o in operands)
        shape = (_arrays._broadcast if with_numpy else _arrays._common_length)(names, operands)
        columns = []
        for operand in operands:
            letter = _arrays._LETTERS[operand.type]
            memory = operand.owner
            if type(memory) is not numpy.ndarray:
                memory = numpy.frombuffer(ffi.buffer(memory), letter).reshape(operand.shape)
            with numpy.errstate(over="ignore"):
                column = numpy.broadcast_to(memory, shape).astype(numpy.float32, order="C")
            columns.append(self._cl.array.to_device(self.queue, column))
        target = None if out is None else _arrays._output(out, shape)
        values = self._evaluate(field, columns, shape)
        index = self._first_bad(values)
        if index >= 0:
            place = _arrays._unravel(index, shape)
            point = [float(c.ravel()[index].get()) for c in columns]
            _refuse(field, names, point, place, lambda argument: operands[argument].element(place))
        if target is not None:
            target.release()
            _arrays._copy(values.get().tobytes(), out)
            return out
        if keep:
            return values
        if with_numpy:
            return values.get()
        return array("f", values.get().tobytes()) if shape else float(values.get())

    def grid(
        self,
        field: Field,
        shape: int | Sequence[int],
        *,
        step: float | Sequence[float] = 1.0,
        origin: float | Sequence[float] = 0.0,
        start: int | Sequence[int] = 0,
        out: Any = None,
        keep: bool = False,
    ) -> Any:
        """Return the values on a regular grid; the parameters and errors are those of Field.grid.

        An ndarray, or where `keep` is true a ``pyopencl.array.Array``, which stays on the device.
        """
        check_field(field)
        _checks.truth("keep", keep)
        numpy, ndim = self._numpy, field.ndim
        sizes = _checks.shape(shape, ndim)
        grid = ffi.new("struct noise_grid *")
        grid.shape = sizes
        grid.step = steps = _checks.per_axis("step", step, ndim, _checks.finite)
        grid.origin = origins = _checks.per_axis("origin", origin, ndim, _checks.finite)
        grid.start = starts = _checks.per_axis("start", start, ndim, _checks.start)
        for size, first in zip(sizes, starts, strict=True):
            if abs(first) + size > _checks.LARGEST_INDEX:
                raise ValueError(f"'start' must be at most 2**53 with the shape added (got {first})")
        target = None if out is None else _arrays._output(out, sizes, flat=True)
        axes = []
        with numpy.errstate(over="ignore"):  # what is too large becomes infinite, and is refused
            for size, pace, zero, first in zip(sizes, steps, origins, starts, strict=True):
                axes.append((zero + (first + numpy.arange(size, dtype="i8")).astype("f8") * pace).astype("f4"))
        columns = [axes[-1]]
        for axis in range(ndim - 2, -1, -1):  # one element a row of the last axis
            column = axes[axis].reshape([-1 if a == axis else 1 for a in range(ndim - 1)])
            columns.append(numpy.ascontiguousarray(numpy.broadcast_to(column, sizes[:-1])))
        columns = [self._cl.array.to_device(self.queue, column) for column in columns]
        values = self._evaluate(field, columns, sizes, grid=True)
        index = self._first_bad(values)
        if index >= 0:
            point = ffi.new("double[4]")
            lib.noise_grid_point(field._field, grid, index, point)
            where = list(point)[:ndim]
            _refuse(field, COORDINATES[:ndim], where, _arrays._unravel(index, sizes), where.__getitem__)
        if target is not None:
            target.release()
            _arrays._copy(values.get().tobytes(), out)
            return out
        return values if keep else values.get()

    def _evaluate(
        self, field: Field, columns: Sequence[Any], shape: tuple[int, ...], *, grid: bool = False
    ) -> Any:
        values = self._cl.array.empty(self.queue, shape, self._numpy.float32)
        if values.size:
            points, rows = self._compiled(field)
            n = shape[-1] if grid else values.size
            size: tuple[int, ...] = (n, values.size // n) if grid else (n,)
            each, group = 1, None
            if self._cl.device_type.CPU & self.device.type:
                each = min(_LARGEST_TASK, max(_SMALLEST_TASK, -(-n // (4 * self.device.max_compute_units))))
                group = (1,) * len(size)
            size = (-(-n // each), *size[1:])
            numbers = map(self._numpy.uint64, (n, each))
            kernel = rows if grid else points
            kernel(self.queue, size, group, *(column.data for column in columns), values.data, *numbers)
        return values

    def _first_bad(self, values: Any) -> int:
        """Return the index of the first value that is NaN, or -1."""
        if not values.size:
            return -1
        each = -(-values.size // _SEARCHERS)
        found = self._cl.array.empty(self.queue, (_SEARCHERS,), self._numpy.uint64)
        numbers = map(self._numpy.uint64, (values.size, each))
        self._search(self.queue, (_SEARCHERS,), None, values.data, *numbers, found.data)
        first = int(found.get().min())
        return first if first < values.size else -1

    def _device_columns(self, names: str, coordinates: Sequence[Any]) -> tuple[list[Any], tuple[int, ...]]:
        """Return the arrays of a device as kernels take them, and their shape."""
        shape: tuple[int, ...] | None = None
        for name, value in zip(names, coordinates, strict=True):
            if not isinstance(value, self._cl.array.Array):
                continue
            if value.dtype != self._numpy.float32:
                raise TypeError(f"'{name}' must be of float32 where it is on the device (got {value.dtype})")
            if not value.flags.c_contiguous:
                raise ValueError(f"'{name}' must be contiguous where it is on the device")
            if shape is not None and value.shape != shape:
                raise ValueError(
                    f"'{name}' must have the shape of the arrays before it (got {value.shape} and {shape})"
                )
            shape = value.shape
        assert shape is not None
        columns = []
        for name, value in zip(names, coordinates, strict=True):
            if isinstance(value, self._cl.array.Array):
                columns.append(value.copy() if value.offset else value)
                continue
            number = _arrays.take(name, value, "fiu")
            if isinstance(number, _arrays._Operand):
                raise TypeError(f"'{name}' must be a number or on the device, as other coordinates are")
            with self._numpy.errstate(over="ignore"):
                rounded = self._numpy.float32(number)
            columns.append(self._cl.array.empty(self.queue, shape, self._numpy.float32).fill(rounded))
        return columns, shape

    def _build(self, text: str) -> Any:
        return self._cl.Program(self.context, text).build(options=self._options)

    def _compiled(self, field: Field) -> tuple[Any, Any]:
        """Return the kernels of a field, for points and for the rows of grids."""
        text = source(field, "noise_field")
        made: tuple[Any, Any] | None = self._kernels.pop(text, None)
        if made is None:
            program = self._build(text + _kernels(field.ndim))
            made = program.noise_points, program.noise_rows
            while len(self._kernels) >= _MOST_PROGRAMS:
                self._kernels.popitem(last=False)
        self._kernels[text] = made  # the last that was used
        return made

    def _differences(self) -> list[str]:
        """Return what the device computes otherwise than the host."""
        numpy = self._numpy
        program = self._build(source() + _ARITHMETIC + _SEARCH)
        self._search = program.noise_search
        random = numpy.random.Generator(numpy.random.PCG64(1))
        words = random.integers(0, 2**32, (2, 4096), numpy.uint32)
        words[:, ::3] &= 0x807FFFFF  # subnormal
        words[:, 1::3] = words[:, 1::3] & 0x81FFFFFF | 0x3F000000  # near 1
        a, b = values = words.view(numpy.float32)
        values[~numpy.isfinite(values) | (values == 0)] = 0.7
        with numpy.errstate(all="ignore"):
            expected = [a + b, a * b, a * b - a, a / b]
        result = self._run(program.noise_arithmetic, [a, b], len(expected))
        small = numpy.abs(values).min(0) < 2.0**-126
        found = []
        for name, right, got in zip(
            ("sums", "products", "sums of products", "quotients"), expected, result, strict=True
        ):
            wrong = (right.view("u4") != got.view("u4")) & ~numpy.isnan(right)
            tiny = small | (numpy.abs(right) < 2.0**-125)
            found += [
                kind for kind, where in ((name, ~tiny), (f"subnormal {name}", tiny)) if (wrong & where).any()
            ]
        columns = [numpy.float32(column) for column in zip(*_ROWS, strict=True)]
        result = self._run(program.noise_functions, columns, len(_EXPECTED))
        for (name, function), got in zip(_EXPECTED.items(), result, strict=True):
            right = numpy.float32([function(*row) for row in _ROWS])
            if (right.view("u4") != got.view("u4")).any():
                found.append(name)
        return found

    def _run(self, kernel: Any, columns: Sequence[Any], results: int) -> Any:
        n = len(columns[0])
        held = [self._cl.array.to_device(self.queue, self._numpy.ascontiguousarray(column)) for column in columns]
        out = self._cl.array.empty(self.queue, (results, n), self._numpy.float32)
        kernel(self.queue, (n,), None, *(column.data for column in held), out.data)
        return out.get()


_EXPECTED = {
    "noise4": bare.noise4,
    "pnoise3": lambda x, y, z, _: bare.pnoise3(x, y, z, 7, 300, 1),
    "snoise3": lambda x, y, z, _: bare.snoise3(x, y, z),
    "rombauts_fractal2": lambda x, y, *_: bare.rombauts_fractal2(3, 0.3, 0.7, 1.9, 0.6, x, y),
    "scaled_octave_noise_4d": lambda *point: bare.scaled_octave_noise_4d(3, 0.6, 0.3, -1, 3, *point),
}


def _kernels(ndim: int) -> str:
    """Return the kernels that evaluate noise_field: at points, and in rows along which x alone changes.

    A work item takes `each` points in a loop: what compilers for processors make vector code of.
    """
    names = COORDINATES[:ndim]
    parameters = ", ".join(f"global const float *restrict {c}" for c in names)
    points = ", ".join(f"{c}[i]" for c in names)
    rows = ", ".join("x[i]" if c == "x" else f"{c}_row" for c in names)
    loads = "".join(f"    float {c}_row = {c}[row];\n" for c in names[1:])
    return f"""
kernel void noise_points({parameters}, global float *restrict out, ulong n, ulong each) {{
    long start = get_global_id(0) * each, stop = min(start + (long)each, (long)n);
    for (long i = start; i < stop; i++)
        out[i] = noise_field({points});
}}
kernel void noise_rows({parameters}, global float *restrict out, ulong n, ulong each) {{
    long start = get_global_id(0) * each, stop = min(start + (long)each, (long)n), row = get_global_id(1);
{loads}    out += row * n;
    for (long i = start; i < stop; i++)
        out[i] = noise_field({rows});
}}
"""


def _choose(pyopencl: Any, name: Any) -> Any:
    """Return a device by its name, or the first GPU, or the first device."""
    if isinstance(name, pyopencl.Device):
        return name
    if name is not None and not isinstance(name, str):
        raise TypeError(f"'device' must be a device or context of PyOpenCL, or a name (got {_checks.kind(name)})")
    try:
        found = [device for platform in pyopencl.get_platforms() for device in platform.get_devices()]
    except pyopencl.LogicError:  # no platform is installed
        found = []
    fitting = [d for d in found if name is None or name.lower() in f"{d.platform.name} {d.name}".lower()]
    if not fitting:
        names = ", ".join(f"{device.platform.name}: {device.name}" for device in found)
        raise ValueError(
            f"'device' must be one of {names or 'none, as there is no OpenCL device here'} (got {name!r})"
        )
    return next((d for d in fitting if d.type & pyopencl.device_type.GPU), fitting[0])


def _refuse(field: Field, names: str, point: Sequence[float], index: Sequence[int], element: Any) -> None:
    """Refuse a point as the host does."""
    fault = ffi.new("struct noise_fault *")
    lib.noise_point_fault(field._field, *point, *(0.0,) * (4 - len(point)), fault)
    _arrays._refuse(field._field, names, fault, lambda argument, _: element(argument), index)
