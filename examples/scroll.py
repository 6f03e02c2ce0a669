"""Scroll over an endless world: arrows or WASD steer, Escape ends.

    pip install 'noise-cffi[examples]'
    python examples/scroll.py

A thread makes the chunks and writes their pixels straight into the buffers of surfaces; a frame only copies those
that are there.
"""

import argparse
import time

import numpy as np
import pygame

from noise_cffi import snoise2, to_uint8
from noise_cffi.chunks import Chunks

SIDE = 128  # of a chunk, in pixels
STEER = {
    pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1),
    pygame.K_a: (-1, 0), pygame.K_d: (1, 0), pygame.K_w: (0, -1), pygame.K_s: (0, 1),
}  # fmt: skip
STOPS = [0, 90, 122, 130, 140, 175, 205, 255]
SHADES = [0x0B2545, 0x1B4F8A, 0x5DADE2, 0xE8D8A0, 0x6FA84B, 0x2F6B34, 0x8A8478, 0xFFFFFF]
PALETTE = sum(
    np.interp(range(256), STOPS, [shade >> place & 255 for shade in SHADES]).astype("u4") << place
    for place in (0, 8, 16)
)


def world(seed):
    """Return the chunks of a seed, as surfaces."""
    terrain = snoise2.seeded(seed).fbm(6, frequency=1 / 400, independent=True)

    def make(row, column):
        surface = pygame.Surface((SIDE, SIDE), depth=32, masks=(0xFF0000, 0xFF00, 0xFF, 0))
        heights = terrain.grid((SIDE, SIDE), start=(row * SIDE, column * SIDE))
        pixels = np.frombuffer(surface.get_buffer(), "u4").reshape(SIDE, -1)[:, :SIDE]
        np.take(PALETTE, to_uint8(heights, -0.6, 0.6), out=pixels)
        return surface

    return Chunks(make, capacity=512)


def draw(screen, chunks, x, y, *, wait=False):
    """Copy what is there of the chunks in sight, with the point (x, y) at the upper left."""
    width, height = screen.get_size()
    for row in range(int(y // SIDE), int((y + height - 1) // SIDE) + 1):
        for column in range(int(x // SIDE), int((x + width - 1) // SIDE) + 1):
            chunk = chunks.wait(row, column) if wait else chunks.get(row, column)
            place = (column * SIDE - int(x // 1), row * SIDE - int(y // 1))
            if chunk is None:
                screen.fill(SHADES[0], (*place, SIDE, SIDE))
            else:
                screen.blit(chunk, place)


def play(screen, seed=2024, *, seconds=None, speed=(0.0, 0.0)):
    """Run the game; return what each frame took in seconds, without the wait for the next, and the chunks made."""
    clock, x, y, took, pace = pygame.time.Clock(), 0.0, 0.0, [], 600
    with world(seed) as chunks:
        draw(screen, chunks, x, y, wait=True)
        shown = len(chunks)
        end = None if seconds is None else time.perf_counter() + seconds
        passed = 0.0
        while end is None or time.perf_counter() < end:
            began = time.perf_counter()
            for event in pygame.event.get():
                if event.type == pygame.QUIT or (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE):
                    return took, len(chunks) - shown
            pressed = pygame.key.get_pressed()
            moves = [move for key, move in STEER.items() if pressed[key]]
            x += passed * (speed[0] + pace * sum(move[0] for move in moves))
            y += passed * (speed[1] + pace * sum(move[1] for move in moves))
            draw(screen, chunks, x, y)
            pygame.display.flip()
            took.append(time.perf_counter() - began)
            passed = clock.tick(60) / 1000
        return took, len(chunks) - shown


def main():
    """Play, or write one picture."""
    parser = argparse.ArgumentParser(description="Scroll over an endless world.")
    parser.add_argument("--seed", type=int, default=2024)
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--screenshot", help="write one picture, and end")
    options = parser.parse_args()
    pygame.display.init()
    screen = pygame.display.set_mode(tuple(map(int, options.size.split("x"))))
    pygame.display.set_caption("An endless world")
    if options.screenshot:
        with world(options.seed) as chunks:
            draw(screen, chunks, -200, -100, wait=True)
        pygame.image.save(screen, options.screenshot)
    else:
        play(screen, options.seed)
    pygame.quit()


if __name__ == "__main__":
    main()
