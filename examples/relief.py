"""Walk through an endless land: the mouse looks around, WASD or arrows walk, Shift runs, Escape ends.

    pip install 'noise-cffi[examples]'
    python examples/relief.py

A thread makes the chunks, light and all; a frame only hangs those that are there into the scene. The eye stands on
the very field that the ground is made of, so nobody falls through what is not made yet.
"""

import argparse
import math
import time

import numpy as np
from direct.showbase.ShowBase import ShowBase
from panda3d import core

from noise_cffi import noise2, snoise2, to_uint8
from noise_cffi.chunks import Chunks

CELLS, CELL, REACH = 32, 4.0, 8  # a side's cells, their metres, the chunks in sight each way
WIDTH = CELLS * CELL
SPAN = range(-REACH, REACH + 1)
AROUND = [(row, column) for row in SPAN for column in SPAN if math.hypot(row, column) < REACH + 0.5]
AROUND.sort(key=lambda place: -math.hypot(*place))  # the nearest last: those are made first
EYE, PACE = 2.0, 8.0  # metres, metres a second
HORIZON, ZENITH, CLOUD = np.array([[0.78, 0.85, 0.92], [0.22, 0.42, 0.75], [1.0, 1.0, 1.0]])
SUN = np.array([-0.62, 0.25, 0.74])
STOPS = [-60, -12, -1, 0.5, 4, 30, 70, 95, 130, 140]  # metres above the water
SHADES = "12406b 1e6a96 58a9b8 e3d2a0 a3b866 6a9645 47733a 857c6c 958d84 ffffff"
SHADES = np.frombuffer(bytes.fromhex(SHADES), "u1").reshape(-1, 3) / 255
STEER = {"w": (1, 0), "s": (-1, 0), "a": (0, -1), "d": (0, 1)}  # forward, right
STEER |= dict(zip(("arrow_up", "arrow_down", "arrow_left", "arrow_right"), STEER.values(), strict=True))


def mesh(points, colours, texels):
    """Return the mesh of a square of points, with their colours from 0 to 1 and their places in a texture."""
    side = len(points)
    vertices = np.empty((side, side), [("point", "f4", 3), ("colour", "u1", 4), ("texel", "f4", 2)])
    vertices["point"], vertices["texel"], vertices["colour"][..., 3] = points, texels, 255
    vertices["colour"][..., :3] = to_uint8(colours, 0, 1)
    data = core.GeomVertexData("", core.GeomVertexFormat.get_v3c4t2(), core.Geom.UH_static)
    data.unclean_set_num_rows(side * side)
    memoryview(data.modify_array(0)).cast("B")[:] = vertices.tobytes()
    corner = np.arange(side * side, dtype="u2").reshape(side, side)
    a, b, c, d = corner[:-1, :-1], corner[:-1, 1:], corner[1:, :-1], corner[1:, 1:]
    order = np.stack([a, b, c, b, d, c], axis=-1)
    triangles = core.GeomTriangles(core.Geom.UH_static)
    triangles.add_next_vertices(3)  # makes the buffer; its numbers are overwritten
    indices = triangles.modify_vertices()
    indices.unclean_set_num_rows(order.size)
    memoryview(indices).cast("B")[:] = order.tobytes()
    geom = core.Geom(data)
    geom.add_primitive(triangles)
    made = core.GeomNode("mesh")
    made.add_geom(geom)
    return core.NodePath(made)


class Relief(ShowBase):
    """The land of a seed, and who walks there."""

    def __init__(self, seed, settings=""):
        core.load_prc_file_data("", "window-title An endless land\ncursor-hidden true\n" + settings)
        super().__init__()
        bends, hills, self.sky = snoise2.seeded(seed).spawn(3)
        hills = hills.fbm(8, frequency=1 / 1500, persistence=0.45, independent=True)
        self.land = hills.warped(bends.fbm(2, frequency=1 / 1100), 250).scaled(-185, 225)
        self.chunks, self.shown = Chunks(self.make, capacity=3 * (2 * REACH + 1) ** 2), {}
        self.x, self.y, self.heading, self.pitch = -50.0, -800.0, 340.0, -2.0
        self.disable_mouse()  # panda3d's own way to fly
        self.camLens.set_near_far(0.5, 4000)
        self.camLens.set_fov(75)
        haze = core.Fog("haze")
        haze.set_color(*HORIZON)
        haze.set_exp_density(2.2 / (REACH * WIDTH))
        self.ground = self.render.attach_new_node("ground")
        self.ground.set_fog(haze)
        self.ground.set_texture(self.grain())
        self.dome().reparent_to(self.camera)
        self.accept("escape", self.userExit)

    def grain(self):
        """Return a texture that repeats, to be multiplied with the colours of the ground."""
        field = noise2.tiled(16, 16).fbm(4, persistence=0.8, independent=True)
        texture = core.Texture()
        texture.setup_2d_texture(256, 256, core.Texture.T_unsigned_byte, core.Texture.F_luminance)
        texture.set_ram_image(to_uint8(field.grid((256, 256), step=1 / 16), -2.2, 0.4))
        texture.set_minfilter(core.SamplerState.FT_linear_mipmap_linear)
        texture.set_anisotropic_degree(8)
        return texture

    def make(self, row, column):
        """Return a chunk: the ground of its points, lit by the sun; below 0 there is water."""
        # One point more each way, for slopes that agree with the neighbours'.
        heights = self.land.grid((CELLS + 3,) * 2, step=CELL, start=(row * CELLS - 1, column * CELLS - 1))
        north, east = np.gradient(np.maximum(heights, 0), CELL)
        heights, north, east = (values[1:-1, 1:-1] for values in (heights, north, east))
        light = (SUN[2] - SUN[0] * east - SUN[1] * north) / np.sqrt(1 + east**2 + north**2)
        height = heights - 60 * np.maximum(np.hypot(east, north) - 0.45, 0) * (heights > 100)  # no snow on cliffs
        colours = np.stack([np.interp(height, STOPS, shade) for shade in SHADES.T], -1)
        colours *= (0.42 + 0.9 * np.maximum(light, 0))[..., None]
        y, x = np.mgrid[: CELLS + 1, : CELLS + 1] * CELL
        made = mesh(np.stack([x, y, np.maximum(heights, 0)], -1), colours, np.stack([x, y], -1) / 16)
        made.set_pos(column * WIDTH, row * WIDTH, 0)
        return made

    def dome(self):
        """Return a sky with clouds, around the eye and behind everything."""
        u, v = np.mgrid[-1:1:241j, -1:1:241j]
        angle = np.pi * np.maximum(np.abs(u), np.abs(v))  # from the zenith down: squares become rings
        x, y = np.sin(angle) * (u, v) / np.maximum(np.hypot(u, v), 1e-9)
        z = np.cos(angle)
        up = np.maximum(z, 0)[..., None]
        cover = self.sky.fbm(4, independent=True)(x / (up[..., 0] + 0.2), y / (up[..., 0] + 0.2))[..., None]
        colours = HORIZON + (ZENITH - HORIZON) * up**0.6
        colours += (CLOUD - colours) * np.clip(1.6 * cover, 0, 0.9) * np.minimum(5 * up, 1)
        dome = mesh(3000 * np.stack([x, y, z], -1), colours, np.zeros((241, 241, 2)))
        dome.set_effect(core.CompassEffect.make(self.render))  # it goes where the eye goes, and does not turn
        return dome

    def place(self, *, wait=False):
        """Put the eye above the ground, and hang the chunks in sight into the scene."""
        height = max(self.land(self.x, self.y), 0.0) + EYE
        self.camera.set_pos_hpr(self.x, self.y, height, self.heading, self.pitch, 0)
        here = math.floor(self.y / WIDTH), math.floor(self.x / WIDTH)
        sight = [(here[0] + row, here[1] + column) for row, column in AROUND]
        for gone in self.shown.keys() - sight:
            self.shown.pop(gone).detach_node()
        for index in sight:
            if index not in self.shown:
                chunk = self.chunks.wait(*index) if wait else self.chunks.get(*index)
                if chunk is not None:
                    chunk.reparent_to(self.ground)
                    self.shown[index] = chunk

    def walk(self, forward, right, metres):
        """Move over the ground, as the eye is turned."""
        ahead = math.radians(self.heading)
        self.x += metres * (right * math.cos(ahead) - forward * math.sin(ahead))
        self.y += metres * (right * math.sin(ahead) + forward * math.cos(ahead))

    def steer(self, passed):
        """Do what the mouse and the keys say."""
        pointer, middle = self.win.get_pointer(0), (self.win.get_x_size() // 2, self.win.get_y_size() // 2)
        if self.win.get_properties().foreground and self.win.move_pointer(0, *middle) and passed:
            self.heading -= 0.1 * (pointer.get_x() - middle[0])
            self.pitch = min(max(self.pitch - 0.1 * (pointer.get_y() - middle[1]), -85), 85)
        down = self.mouseWatcherNode.is_button_down
        pace = PACE * (5 if down(core.KeyboardButton.shift()) else 1)
        for key, move in STEER.items():
            if down(core.ButtonRegistry.ptr().get_button(key)):
                self.walk(*move, pace * passed)

    def play(self, *, seconds=math.inf, pace=None):
        """Walk until the end; return what each frame took in seconds, and what of that was not drawing."""
        self.place(wait=True)
        took, ours, passed = [], [], 0.0
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            began = time.perf_counter()
            self.steer(passed) if pace is None else self.walk(1, 0, pace * passed)
            self.place()
            ours.append(time.perf_counter() - began)
            self.task_mgr.step()  # draws
            passed = time.perf_counter() - began
            took.append(passed)
        return took, ours


def main():
    """Walk, or write one picture."""
    parser = argparse.ArgumentParser(description="Walk through an endless land.")
    parser.add_argument("--seed", type=int, default=2024)
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--screenshot", metavar="FILE", help="write one picture, and end")
    parser.add_argument("--walk", type=float, metavar="SECONDS", help="walk ahead, and say what the frames took")
    parser.add_argument("--offscreen", metavar="DISPLAY", help="p3tinydisplay or p3headlessgl: need no window")
    options = parser.parse_args()
    settings = f"audio-library-name null\nwin-size {options.size.replace('x', ' ')}\n"
    if options.offscreen:
        settings += f"load-display {options.offscreen}\nwindow-type offscreen\n"
    relief = Relief(options.seed, settings)
    if options.screenshot:
        relief.place(wait=True)
        relief.graphics_engine.render_frame()
        relief.graphics_engine.render_frame()  # the first one only opens what it is drawn to
        relief.win.save_screenshot(core.Filename.from_os_specific(options.screenshot))
    elif options.walk:
        took, ours = relief.play(seconds=options.walk, pace=100.0)
        late, part = (1000 * float(np.percentile(times, 99)) for times in (took, ours))
        print(f"{len(took)} frames, 99th percentile {late:.1f} ms, of it {part:.1f} ms before drawing")
    else:
        relief.play()
    relief.chunks.close()


if __name__ == "__main__":
    main()
