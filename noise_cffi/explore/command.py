"""The command ``noise-cffi explore``."""

import json
import webbrowser
from contextlib import suppress
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import click

_EXAMPLES = """\b
Examples:
  noise-cffi explore
  noise-cffi explore terrain.json
  noise-cffi explore 'http://localhost:8642/?step=0.01&map=viridis' --port 8642
"""  # \b: click keeps these lines as they are


@click.command(epilog=_EXAMPLES)
@click.argument("start", required=False, metavar="[FILE.json|LINK]")
@click.option("--host", default="127.0.0.1", help="Address to listen at, by which the page is asked for as well.")
@click.option("--port", type=click.IntRange(0, 65535), default=8642, help="Port to listen at; 0 for any free one.")
@click.option("--browser/--no-browser", default=True, help="Whether to open the page.")
def explore(start: str | None, host: str, port: int, browser: bool) -> None:
    """Look at noise in the browser: choose, pan and zoom, and copy the Python that makes it.

    The page opens with a field that Field.to_dict has written to a file, or with a link that was copied from it.
    Ctrl-C ends it.
    """
    try:
        from noise_cffi.explore import server
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("starlette", "uvicorn", "numpy", "cmap"):
            raise
        raise click.ClickException(
            f"the explorer needs the package {error.name}: pip install 'noise-cffi[explore]'"
        ) from None
    query = _query(start)
    try:
        sock = server.listen(host, port)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise click.ClickException(f"cannot listen at {host}, port {port}: {reason}") from None
    with sock:
        name = f"[{host}]" if ":" in host else host
        address = f"http://{name}:{sock.getsockname()[1]}/{query}"
        click.echo(f"The explorer is at {address}\nCtrl-C ends it.")
        if browser:
            webbrowser.open(address)
        with suppress(KeyboardInterrupt):  # that is how it ends
            server.server(host).run(sockets=[sock])


def _query(start: str | None) -> str:
    """Return the part of an address that says what the page opens with, of a link or a file."""
    if start is None:
        return ""
    if "?" in start or start.startswith(("http:", "https:")):
        parameters = {name: values[-1] for name, values in parse_qs(urlsplit(start).query).items()}
    else:
        try:
            saved = json.loads(Path(start).read_bytes())
        except OSError as error:
            raise click.ClickException(f"cannot read '{start}': {error.strerror or error}") from None
        except (ValueError, RecursionError) as error:
            raise click.UsageError(
                f"'{start}' must be a field as Field.to_dict writes it, in JSON: {error}"
            ) from None
        parameters = {"field": json.dumps(saved, separators=(",", ":"))}
    from noise_cffi.explore.state import read

    try:
        read(parameters)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    return f"?{urlencode(parameters)}" if parameters else ""
