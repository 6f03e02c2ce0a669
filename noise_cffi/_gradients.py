"""Values with their partial derivatives: what _arrays does for values alone, into one array more.

NumPy is imported for the result, which is always an ndarray: the value first, then one derivative per coordinate.
"""

import math
from collections.abc import Sequence
from typing import Any

from noise_cffi import _arrays, _checks
from noise_cffi._native import ffi, lib


def _check_derivable(field: Any, name: str) -> None:
    if not lib.noise_derivable(field):
        raise ValueError(
            f"'{name}' must be called on a field of noise1 to noise4 or snoise1 to snoise4, not damped, warped by "
            "such: others have no derivatives"
        )


def _result(out: Any, shape: tuple[int, ...]) -> tuple[Any, _arrays._Operand]:
    """Return the array that is written, and that as an operand."""
    if out is None:
        out = _arrays.import_numpy("derivatives are returned as a NumPy array").empty(shape, "f4")
        return out, _arrays._fresh(out, shape)
    return out, _arrays._output(out, shape)


def _first(operand: _arrays._Operand) -> _arrays._Operand:
    """Return the part of an operand that values go to."""
    return _arrays._Operand(
        operand.pointer, operand.type, operand.itemsize, operand.shape[1:], operand.strides[1:], operand.owner
    )


def evaluate(field: Any, names: Sequence[str], coordinates: Sequence[Any], out: Any, workers: Any) -> Any:
    """Return values and derivatives at points; see Field.value_and_gradient."""
    threads = _checks.workers(workers)
    _check_derivable(field, "value_and_gradient")
    if len(coordinates) != len(names):
        raise TypeError(f"value_and_gradient() takes {len(names)} coordinates (got {len(coordinates)})")
    operands: list[_arrays._Operand] = []
    busy = False
    try:
        for name, value in zip(names, coordinates, strict=True):
            taken = _arrays.take(name, value, "fiu")
            operands.append(taken if isinstance(taken, _arrays._Operand) else _arrays._constant(taken))
        shape = _arrays._broadcast(names, operands)
        if len(shape) >= lib.NOISE_AXES:
            raise ValueError(f"arrays must have at most {lib.NOISE_AXES - 1} dimensions (got {len(shape)})")
        whole = (1 + len(names), *shape)
        out, target = _result(out, whole)
        held = _arrays._scratch(whole) if any(target.overlaps(operand) for operand in operands) else target
        call = _arrays._call(operands, (), _first(held), shape)
        operands.append(target)

        def compute(start: int, stop: int, _owners: Any = (operands, held)) -> int:
            return int(lib.noise_array_derive(field, call, held.strides[0], start, stop))

        busy = True
        bad = _arrays._run(compute, math.prod(shape), 2 * field.work, threads)
        busy = False
        if bad >= 0:
            fault = ffi.new("struct noise_fault *")
            lib.noise_array_fault(field, call, bad, fault)
            _arrays._refuse(
                field,
                names,
                fault,
                lambda argument, index: operands[argument].element(index),
                _arrays._unravel(bad, shape),
            )
        if held is not target:
            _arrays._copy(ffi.buffer(held.owner), out)
        return out
    finally:
        if not busy:
            for operand in operands:
                operand.release()


def evaluate_grid(
    field: Any, names: Sequence[str], shape: Any, step: Any, origin: Any, start: Any, out: Any, workers: Any
) -> Any:
    """Return values and derivatives on a grid; see Field.grid_value_and_gradient."""
    threads = _checks.workers(workers)
    _check_derivable(field, "grid_value_and_gradient")
    grid, sizes = _arrays.describe_grid(field.dimensions, shape, step, origin, start)
    out, target = _result(out, (1 + len(names), *sizes))
    _arrays._fill(grid.out, _first(target), len(sizes))

    def compute(first: int, stop: int, _owner: Any = target) -> int:
        return int(lib.noise_grid_derive(field, grid, target.strides[0], first, stop))

    bad = _arrays._run(compute, math.prod(sizes), 2 * field.work, threads)
    target.release()
    if bad >= 0:
        _arrays.refuse_grid_point(field, names, grid, bad, sizes)
    return out
