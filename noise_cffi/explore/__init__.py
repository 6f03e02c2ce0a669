"""The explorer in the browser: ``noise-cffi explore``, with the extra ``explore``.

`state` reads what a page shows from its address, `tiles` computes it, `script` writes the Python that makes the
same pixels, `server` answers the page; the page itself is in the folder `page`. The address holds all state: the
server keeps none, and no request makes it read or write a file.

>>> from noise_cffi.explore.state import read
>>> state = read({"field": '{"format": 1, "function": "noise3", "seed": "7"}', "z": "0.5"})
>>> state.field, state.lo, state.hi
(noise3.seeded(7), -1.0, 1.0)
>>> read({"step": "0"})
Traceback (most recent call last):
...
ValueError: 'step' must be between 2**-30 and 2**16 (got 0)
"""
