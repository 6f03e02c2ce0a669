"""Every recorded row and sweep, by every way of calling."""

import hashlib
from array import array

import numpy as np
import pytest
from recorded import (
    FUNCTIONS,
    MANIFEST,
    PARAMETERS,
    SWEEPS,
    arguments,
    bare,
    bits,
    public,
    rows,
    sweep_points,
    varying,
)

sweeps = pytest.mark.parametrize(
    "sweep", SWEEPS, ids=[f"{s['function']}-{s['shift']}-{s['seed']}" for s in SWEEPS]
)
functions = pytest.mark.parametrize("function", FUNCTIONS)


def parameters_of(row):
    return {name: row[name] for name in row.dtype.names if name in PARAMETERS}


def digest(values):
    return hashlib.sha256(np.asarray(values, "<f4").tobytes()).hexdigest()


@functions
def test_recorded_files_are_whole(function):
    data = rows(function)
    assert len(data) == MANIFEST[function]["rows"]
    assert hashlib.sha256(data.tobytes()).hexdigest() == MANIFEST[function]["sha256"]


@functions
def test_bare_calls_return_the_recorded_bits(function):
    data = rows(function)
    values = [
        bare(function, parameters_of(row))(*(row[name].item() for name in varying(function))) for row in data
    ]
    assert (bits(values) == bits(data["value"])).all()


@functions
def test_scalar_calls_return_the_recorded_bits(function):
    data = rows(function)
    values = [
        public(function, parameters_of(row))(*(row[name].item() for name in varying(function))) for row in data
    ]
    assert all(type(value) is float for value in values)
    assert (bits(values) == bits(data["value"])).all()


@functions
def test_array_calls_return_the_recorded_bits(instruction_set, function):
    data = rows(function)
    if varying(function) == arguments(function):
        values = public(function, {})(*(data[name] for name in varying(function)))  # strided, as records lie
    else:
        values = np.concatenate(
            [
                public(function, parameters_of(row))(*(data[name][i : i + 1] for name in varying(function)))
                for i, row in enumerate(data)
            ]
        )
    assert values.dtype == np.float32
    assert (bits(values) == bits(data["value"])).all()


@sweeps
def test_array_calls_give_the_digest_of_every_sweep(instruction_set, sweep):
    values = public(sweep["function"], sweep.get("parameters", {}))(*sweep_points(sweep))
    assert digest(values) == sweep["sha256"]
    assert values.min() == np.float32(sweep["min"])
    assert values.max() == np.float32(sweep["max"])


@pytest.mark.slow
@sweeps
def test_bare_calls_give_the_digest_of_every_sweep(sweep):
    call = bare(sweep["function"], sweep.get("parameters", {}))
    columns = [column.tolist() for column in sweep_points(sweep)]
    assert digest(array("f", map(call, *columns))) == sweep["sha256"]


@pytest.mark.slow
@sweeps
def test_scalar_calls_give_the_digest_of_every_sweep(sweep):
    call = public(sweep["function"], sweep.get("parameters", {}))
    columns = [column.tolist() for column in sweep_points(sweep)]
    assert digest(array("f", map(call, *columns))) == sweep["sha256"]
