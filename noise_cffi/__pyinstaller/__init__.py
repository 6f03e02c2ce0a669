"""What PyInstaller has to know of this package; it finds this through an entry point."""

from pathlib import Path

__all__ = ["hook_folders"]


def hook_folders() -> list[str]:
    """Return the folder that PyInstaller looks for hooks in."""
    return [str(Path(__file__).parent)]
