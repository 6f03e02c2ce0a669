"""An explorer that answers in a thread, and fields to ask it for."""

import http.client
import json
import threading
from urllib.parse import urlencode

import noise_cffi as nc
from noise_cffi.explore import server as explorer

PLACE = {"z": "0.375", "w": "-1.25"}
FIELDS = {
    **{name: eval(name, vars(nc)) for name in nc.RANGES},
    "sum": nc.snoise2.seeded(7).fbm(6),
    "tile": nc.noise2.seeded(1).tiled(4, 4).turbulence(5, independent=True),
    "pillar": nc.noise3.tiled(6, None, 2),
    "film": nc.snoise4.seeded(6).looped(None, None, 5),
    "loop": nc.snoise2.looped(3),
    "warp": nc.noise2.warped(nc.snoise2.fbm(3), 0.5).scaled(0, 255),
    "warps": nc.snoise3.warped([nc.noise3, nc.noise3.seeded(3), nc.snoise3], 0.5).warped(
        nc.snoise3.seeded(2), 0.1
    ),
    "table": nc.snoise2.with_permutation(nc.noise2.seeded(3).permutation).fbm(2, weights=[1, -0.25]),
    "worn": nc.snoise2.seeded(15).damped(5, damping=0.5),
    "turned": nc.noise3.seeded(2).turned(0.375).fbm(2),
    "turned tile": nc.noise2.tiled(4, 4).turned(0.25).fbm(3),
    "precise": nc.snoise2.seeded(21).fbm(5).precise(),
    "ridges": nc.eshelman.raw_noise_3d.ridged_multifractal(4, offset=0.9, gain=3),
}


def text(field):
    return json.dumps(field.to_dict())


class Explorer:
    """A server in a thread, and a client that says what it likes."""

    def __init__(self, host="127.0.0.1"):
        self.socket = explorer.listen("127.0.0.1", 0)
        self.port = self.socket.getsockname()[1]
        self.server = explorer.server(host)
        self.thread = threading.Thread(target=self.server.run, args=([self.socket],))
        self.thread.start()

    def ask(self, path, parameters=None, method="GET", **headers):
        """Return the answer to a request, with its body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        query = f"?{urlencode(parameters)}" if parameters else ""
        try:
            connection.request(method, path + query, headers=headers)
            answer = connection.getresponse()
            answer.body = answer.read()
        finally:
            connection.close()
        return answer

    def close(self):
        """End the server."""
        self.server.should_exit = True
        self.thread.join(10)
        self.socket.close()
