"""The cache of chunks: nobody waits who does not want to, and only so many chunks are kept."""

import threading
import time
import weakref

import pytest

from noise_cffi.chunks import Chunks


def until(condition):
    """Wait until something is so; fail after ten seconds."""
    limit = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < limit
        time.sleep(0.001)


def test_get_never_waits_and_wait_does():
    gate = threading.Event()

    def make(row, column):
        gate.wait(10)
        return row, column

    with Chunks(make) as chunks:
        began = time.monotonic()
        assert [chunks.get(1, 2), chunks.get(1, 2), chunks.get(-3, 4)] == [None] * 3
        assert time.monotonic() - began < 5
        assert len(chunks) == 0
        gate.set()
        assert chunks.wait(1, 2) == (1, 2)
        assert chunks.wait(-3, 4) == chunks.get(-3, 4) == (-3, 4)
        assert len(chunks) == 2


def test_a_chunk_is_made_once_however_often_it_is_asked_for():
    made = []
    with Chunks(lambda i: made.append(i) or i, workers=3) as chunks:
        threads = [threading.Thread(target=lambda: [chunks.wait(i) for i in range(50)]) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(made) == list(range(50))


def test_what_was_asked_for_last_is_made_first():
    gate, made = threading.Event(), []

    def make(i):
        gate.wait(10)
        made.append(i)
        return i

    with Chunks(make) as chunks:
        chunks.get(0)
        until(lambda: not chunks._wanted)  # the thread has it
        for i in (1, 2, 3, 1):
            chunks.get(i)
        gate.set()
        until(lambda: len(chunks) == 4)
    assert made == [0, 1, 3, 2]


def test_those_asked_for_longest_ago_make_room():
    made = []
    with Chunks(lambda i: made.append(i) or i, capacity=3) as chunks:
        for i in (0, 1, 2, 0, 3):
            chunks.wait(i)
        assert len(chunks) == 3
        assert [chunks.wait(i) for i in (0, 2, 3)] == [0, 2, 3]
        assert made == [0, 1, 2, 3]
        chunks.wait(1)
        assert made == [0, 1, 2, 3, 1]


def test_wishes_beyond_the_capacity_are_forgotten_but_waiting_ends():
    gate = threading.Event()
    with Chunks(lambda i: gate.wait(10) and i, capacity=2) as chunks:
        results = []
        waiting = [threading.Thread(target=lambda i=i: results.append(chunks.wait(i))) for i in range(20)]
        for thread in waiting:
            thread.start()
        for i in range(100, 200):
            chunks.get(i)
        assert len(chunks._wanted) <= 2
        gate.set()
        for thread in waiting:
            thread.join(10)
        assert sorted(results) == list(range(20))


def test_an_exception_is_raised_to_who_asks_and_then_it_is_tried_again():
    calls = []

    def make(i):
        calls.append(i)
        if len(calls) == 1:
            raise OSError("disk")
        return i

    with Chunks(make) as chunks:
        with pytest.raises(OSError, match="disk"):
            chunks.wait(5)
        assert chunks.wait(5) == 5
        assert chunks.wait(6) == 6  # the thread lives


def test_chunks_that_made_room_are_not_held():
    class Chunk:
        pass

    with Chunks(lambda i: Chunk(), capacity=1) as chunks:
        first = weakref.ref(chunks.wait(0))
        chunks.wait(1)
        until(lambda: first() is None)


def test_close_ends_the_threads_and_what_was_wanted():
    before = threading.active_count()
    chunks = Chunks(lambda i: time.sleep(0.01), workers=4)
    for i in range(100):
        chunks.get(i)
    chunks.close()
    chunks.close()
    assert threading.active_count() == before
    assert len(chunks) == 0
    for call in (chunks.get, chunks.wait):
        with pytest.raises(ValueError, match="'get' and 'wait' must be called before 'close'"):
            call(0)


@pytest.mark.parametrize(
    ("arguments", "options", "error", "message"),
    [
        ((5,), {}, TypeError, "'make' must be callable (got int)"),
        ((abs,), {"capacity": 0}, ValueError, "'capacity' must be at least 1 (got 0)"),
        ((abs,), {"capacity": 1.5}, TypeError, "'capacity' must be an integer (got float)"),
        ((abs,), {"workers": 0}, ValueError, "'workers' must be at least 1 (got 0)"),
        ((abs,), {"workers": True}, TypeError, "'workers' must be an integer (got bool)"),
    ],
)
def test_wrong_arguments_are_refused(arguments, options, error, message):
    with pytest.raises(error) as raised:
        Chunks(*arguments, **options)
    assert str(raised.value) == message
