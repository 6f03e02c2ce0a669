"""Print how long the explorer takes to answer a tile: 256 by 256 pixels of 6 octaves, asked for by 4 clients.

    python benchmarks/explore.py [ROUNDS]

The server runs in a process of its own, the clients in four others; each keeps its connection and asks for tiles
that nobody has asked for before. Each round prints percentiles over all clients, in milliseconds.
"""

import http.client
import json
import multiprocessing
import re
import subprocess
import sys
import time
from urllib.parse import urlencode

import noise_cffi as nc

CLIENTS = 4
TILES = 150  # a client and round


def ask(port: int, client: int, start: float) -> list[float]:
    """Return what each tile took, in seconds."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    field = json.dumps(nc.snoise2.seeded(client).fbm(6).to_dict())
    took = []
    while time.time() < start:  # all begin together
        time.sleep(0.001)
    for i in range(TILES):
        query = urlencode({"field": field, "step": 1 / 256, "column": i, "row": int(start) % 1000})
        before = time.perf_counter()
        connection.request("GET", f"/tile?{query}")
        answer = connection.getresponse()
        size = len(answer.read())
        took.append(time.perf_counter() - before)
        if (answer.status, size) != (200, 4 * 258 * 258):
            raise RuntimeError(f"the explorer answered {answer.status} with {size} bytes")
    connection.close()
    return took


def main() -> None:
    """Print the table."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    command = [sys.executable, "-m", "noise_cffi", "explore", "--port", "0", "--no-browser"]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server,
        multiprocessing.get_context("spawn").Pool(CLIENTS) as pool,
    ):
        found = re.search(r":(\d+)/", server.stdout.readline() if server.stdout else "")
        try:
            if found is None:
                raise RuntimeError("the explorer did not start")
            for i in range(rounds + 1):
                begin = time.time() + 0.5
                answers = pool.starmap(ask, [(int(found[1]), client, begin) for client in range(CLIENTS)])
                took = sorted(1000 * each for answer in answers for each in answer)
                if i:  # the first round is to warm up
                    half, late, last = (took[int(len(took) * share)] for share in (0.5, 0.95, 0.99))
                    rate = len(took) / (time.time() - begin)
                    print(
                        f"round {i}: median {half:.1f} ms, 95th percentile {late:.1f} ms, 99th {last:.1f} ms, "
                        f"{rate:.0f} tiles a second",
                        flush=True,
                    )
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
