"""Other programs to be measured beside ours: each in an environment of its own, made once by uv."""

import os
import subprocess
from pathlib import Path

from flagfall.errors import FlagfallError


class NoPeer(FlagfallError):
    """The other program can't be fetched."""

    code = "bench-peer"


def environment(*packages: str) -> Path:
    """The interpreter of an environment with these packages (`name==version`), in the cache folder.

    Raises `NoPeer` where they can't be installed.
    """
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    home = cache / "flagfall" / "peers" / "+".join(p.replace("==", "-") for p in packages)
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    done = home / "installed"
    if not done.exists():
        try:
            # `uv run` says where uv is; it needn't be on the PATH.
            uv = os.environ.get("UV", "uv")
            subprocess.run([uv, "venv", "--quiet", "--allow-existing", str(home)], check=True)
            install = [uv, "pip", "install", "--quiet", "--python", str(python), *packages]
            subprocess.run(install, check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise NoPeer(
                f"{', '.join(packages)} can't be installed: {error}",
                hint="Leave out --peer, or install uv.",
            ) from error
        done.touch()
    return python
