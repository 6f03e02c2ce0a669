"""The pictures of the cookbook, made by its own code.

    python docs/pictures.py

Each block of Python in cookbook.md is run by itself, in a folder of its own, and what it saves there goes to
docs/images. A picture of at most 256 colours is stored with a palette, which changes no pixel.
"""

import os
import re
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image

DOCS = Path(__file__).resolve().parent


def recipes() -> dict[str, str]:
    """Return the code of each recipe by its heading."""
    text = (DOCS / "cookbook.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^## ([^\n]+)\n(?:(?!^## ).)*?^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return dict(blocks)


def run(code: str, folder: Path) -> dict[str, Any]:
    """Run a recipe in a folder; return its variables."""
    before = Path.cwd()
    variables: dict[str, Any] = {}
    os.chdir(folder)
    try:
        exec(compile(code, "cookbook.md", "exec"), variables)
    finally:
        os.chdir(before)
    return variables


def main() -> None:
    """Write all pictures."""
    for name, code in recipes().items():
        with tempfile.TemporaryDirectory() as folder:
            run(code, Path(folder))
            for path in sorted(Path(folder).iterdir()):
                target = DOCS / "images" / path.name
                if path.suffix == ".gif":
                    target.write_bytes(path.read_bytes())
                else:
                    with Image.open(path) as image:
                        image = image.convert("RGB")
                    colours = image.getcolors(256)
                    if colours is not None:
                        image = image.quantize(len(colours), dither=Image.Dither.NONE)
                    image.save(target, optimize=True)
                print(f"{name}: {target.name}, {target.stat().st_size} bytes")


if __name__ == "__main__":
    main()
