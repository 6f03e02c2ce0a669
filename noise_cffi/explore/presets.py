"""The recipes of the cookbook, docs/cookbook.md, as far as they are noise: what they show before any other work.

Each is named as in the cookbook, and says in an address what the page shows.
"""

import json
from typing import Any

from noise_cffi import Field, noise2, noise3, snoise2, snoise4


def _address(field: Field, **view: Any) -> dict[str, str]:
    text = {name: value if isinstance(value, str) else repr(value) for name, value in view.items()}
    return {"field": json.dumps(field.to_dict(), separators=(",", ":")), **text}


def presets() -> dict[str, dict[str, str]]:
    """Return the parameters of an address for each recipe, by its heading in the cookbook."""
    _, bends, course = snoise2.seeded(11).spawn(3)
    wind = snoise2.seeded(8).fbm(4, independent=True)
    return {
        "Islands": _address(
            snoise2.seeded(3).fbm(8, independent=True), step=1 / 64, x=2.75, y=1.375, lo=-0.9, hi=0.9
        ),
        "Rivers": _address(
            course.fbm(2).warped(bends.fbm(3, frequency=2), 0.15),
            step=1 / 160,
            x=1.2,
            y=0.6,
            lo=-0.6,
            hi=0.6,
            map="rivers",
        ),
        "Caves": _address(
            noise3.seeded(5).fbm(4, independent=True), step=1 / 32, z=0.25, lo=-0.5, hi=0.6, map="caves"
        ),
        "Clouds": _address(
            snoise2.seeded(9).fbm(8, independent=True).warped(wind, 0.3),
            step=1 / 128,
            x=1.25,
            y=0.875,
            lo=-0.15,
            hi=0.55,
            map="sky",
        ),
        "Wood": _address(noise3.fbm(2), step=1 / 256, x=0.4, y=0.3, z=0.5, lo=-0.6, hi=0.6, map="wood"),
        "Marble": _address(
            noise2.seeded(4).turbulence(6, independent=True), step=1 / 128, lo=0.0, hi=0.4, map="marble"
        ),
        "A film that loops": _address(
            snoise4.seeded(6).looped(None, None, 5), step=1 / 64, lo=-0.9, hi=0.9, map="blobs"
        ),
        "A world in chunks": _address(snoise2.seeded(2024).fbm(7, frequency=1 / 100, independent=True), step=1.0),
        "A seamless tile": _address(
            noise2.seeded(1).tiled(4, 4).turbulence(5, independent=True), step=1 / 64, lo=0.0, hi=0.5, map="lava"
        ),
        "Around a pillar": _address(
            noise2.seeded(12).tiled(6, None).turbulence(6, independent=True),
            step=1 / 64,
            x=3.0,
            y=1.25,
            lo=0.0,
            hi=0.4,
            map="stone",
        ),
        "A height for the spawn point": _address(
            noise2.seeded(0).fbm(6, independent=True), step=1 / 128, lo=-0.8, hi=0.8, map="magma"
        ),
        "A family of maps": _address(
            snoise2.seeded(42).fbm(6, independent=True).spawn(3)[0], step=1 / 128, relief=0.08, lo=-0.8, hi=0.8
        ),
        "Light and a normal map": _address(
            snoise2.seeded(8).fbm(3, independent=True), step=1 / 96, relief=0.2, lo=-4.0, hi=1.0, map="gray"
        ),
        "Worn hills": _address(
            snoise2.seeded(15).damped(7, damping=0.4, independent=True),
            step=1 / 80,
            relief=0.3,
            lo=-4.0,
            hi=1.0,
            map="gray",
        ),
        "Along a current": _address(
            snoise2.seeded(4).fbm(2, persistence=0.3), step=1 / 96, x=3.0, y=1.5, lo=-0.9, hi=0.9, map="current"
        ),
        "Water that flows in place": _address(
            snoise2.seeded(9).turned(0).ridged(2, frequency=1 / 40), step=1.0, lo=-0.2, hi=1.0, map="water"
        ),
        "Far from home": _address(
            snoise2.seeded(21).fbm(5).precise(), step=1 / 64, x=1e9 + 1.25, y=1e9 + 1.25, lo=-1.0, hi=1.0
        ),
    }
