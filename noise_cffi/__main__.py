"""Start the command line: ``python -m noise_cffi`` and the script ``noise-cffi``."""

import sys

_PACKAGES = {"click": "click", "cmap": "cmap", "numpy": "numpy", "PIL": "pillow"}


def main() -> None:
    """Run the command line; where a package that it needs is missing, say how to install it."""
    try:
        from noise_cffi.cli import cli  # late: without click this module must still load to say so

        cli()
    except ModuleNotFoundError as error:
        missing = _PACKAGES.get((error.name or "").partition(".")[0])
        if missing is None:
            raise
        sys.exit(f"Error: the command line needs the package {missing}: pip install 'noise-cffi[image]'")


if __name__ == "__main__":
    main()
