"""A cache of chunks that threads of its own fill, for games, whose frames must not wait.

>>> from array import array
>>> from noise_cffi import snoise2
>>> from noise_cffi.chunks import Chunks
>>> terrain = snoise2.seeded(7).fbm(6, frequency=1 / 256)
>>> def chunk(row, column):
...     return terrain.grid((128, 128), start=(row * 128, column * 128), out=array("f", bytes(4 * 128 * 128)))
>>> with Chunks(chunk) as chunks:
...     now = chunks.get(2, -1)  # None, most likely: a thread makes it, and in a later frame it is there
...     here = chunks.wait(2, -1)
...     chunks.get(2, -1) is here
True
"""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

from noise_cffi import _checks

__all__ = ["Chunks"]

T = TypeVar("T")


class Chunks(Generic[T]):
    """Make chunks in threads, and keep those that were asked for last.

    `make` is called with what get is called with, such as a row and a column, in one of `workers` threads; fields
    let other threads run while they compute. What it does besides, such as colouring, costs the game no frame.
    Of `capacity` chunks those that were asked for longest ago make room: let it be above what one frame shows.
    What was asked for last is made first, so that a player who runs sees where he is.

    Many threads may call one object. Close it when it is not needed any more, or use it in a with statement.

    >>> with Chunks(lambda x: x * x, capacity=9, workers=2) as squares:
    ...     [squares.wait(x) for x in range(5)]
    [0, 1, 4, 9, 16]
    """

    def __init__(self, make: Callable[..., T], *, capacity: int = 256, workers: int = 1) -> None:
        """Start the threads."""
        if not callable(make):
            raise TypeError(f"'make' must be callable (got {_checks.kind(make)})")
        self._make = make
        self._capacity = _checks.whole("capacity", capacity, 1)
        count = _checks.whole("workers", workers, 1)
        self._changed = threading.Condition()
        self._made: OrderedDict[tuple[int, ...], T] = OrderedDict()
        self._wanted: OrderedDict[tuple[int, ...], None] = OrderedDict()
        self._making: set[tuple[int, ...]] = set()
        self._failed: dict[tuple[int, ...], BaseException] = {}
        self._closed = False
        # Daemons: a game that ends by an exception must not hang for a cache that nobody closes.
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(count)]
        for thread in self._threads:
            thread.start()

    def get(self, *index: int) -> T | None:
        """Return a chunk, or None while it is not there, and have it made: never wait.

        An exception of `make` is raised by the next call for that chunk; the one after that tries again.
        """
        with self._changed:
            if self._ready(index):
                return self._made[index]
            return None

    def wait(self, *index: int) -> T:
        """Return a chunk; wait until it is there."""
        with self._changed:
            while not self._ready(index):
                self._changed.wait()
            return self._made[index]

    def close(self) -> None:
        """Let the threads finish what they are at, drop everything; nothing can be asked for any more."""
        with self._changed:
            self._closed = True
            self._wanted.clear()
            self._changed.notify_all()
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join()
        with self._changed:
            self._made.clear()

    def __enter__(self) -> "Chunks[T]":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        """Return how many chunks are there."""
        with self._changed:
            return len(self._made)

    def _ready(self, index: tuple[int, ...]) -> bool:
        if self._closed:
            raise ValueError("'get' and 'wait' must be called before 'close'")
        if index in self._failed:
            raise self._failed.pop(index)
        if index in self._made:
            self._made.move_to_end(index)
            return True
        if index not in self._making:
            self._wanted[index] = None
            self._wanted.move_to_end(index)
            while len(self._wanted) > self._capacity:
                self._wanted.popitem(last=False)  # who still wants it asks again
            self._changed.notify_all()
        return False

    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._wanted and not self._closed:
                    self._changed.wait()
                if self._closed:
                    return
                index, _ = self._wanted.popitem()
                self._making.add(index)
            try:
                chunk = self._make(*index)
            except BaseException as error:
                with self._changed:
                    self._making.discard(index)
                    while len(self._failed) >= self._capacity:
                        self._failed.pop(next(iter(self._failed)))
                    self._failed[index] = error
                    self._changed.notify_all()
                continue
            with self._changed:
                self._making.discard(index)
                self._made[index] = chunk
                del chunk  # else the thread would hold it until it makes the next
                while len(self._made) > self._capacity:
                    self._made.popitem(last=False)
                self._changed.notify_all()
