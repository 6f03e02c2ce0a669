"""Name what a frozen program needs and PyInstaller cannot see: a compiled module imports it."""

hiddenimports = ["_cffi_backend"]
excludedimports = ["noise_cffi._preview"]  # for notebooks: it would bring Pillow
