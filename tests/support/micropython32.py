"""A 32-bit MicroPython for tests: what small boards do with large numbers, without a board.

Debian's i386 package and its libraries are unpacked into the repository's cache folder by apt and
dpkg with a configuration of their own, and run through their own loader: nothing is installed and
the system's package lists stay as they are. Needs a Debian-like system on an x86 processor.
"""

import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / ".cache" / "micropython32"
SUITE = "trixie"


@cache
def command() -> tuple[str, ...]:
    """The command that runs the 32-bit interpreter, unpacked on first use."""
    if not CACHE.exists():
        _unpack()
    loader = next(CACHE.rglob("ld-linux.so.2"))
    libraries = sorted({str(library.parent) for library in CACHE.rglob("*.so.*")})
    program = CACHE / "usr" / "bin" / "micropython"
    return (str(loader), "--library-path", ":".join(libraries), str(program))


def _unpack() -> None:
    CACHE.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE.parent) as name:
        work = Path(name)
        for package in _download(work):
            _run("dpkg-deb", "-x", str(package), str(work / "root"))
        try:
            (work / "root").rename(CACHE)
        except OSError:  # another worker was faster
            if not CACHE.exists():
                raise


def _download(work: Path) -> list[Path]:
    for folder in ("state/lists/partial", "cache/archives/partial"):
        (work / folder).mkdir(parents=True)
    status = work / "status"
    status.touch()
    sources = work / "sources.list"
    sources.write_text(f"deb [arch=i386] {_archive()} {SUITE} main\n", "utf-8")
    options = {
        "Dir::Etc::SourceList": sources,
        "Dir::Etc::SourceParts": "/dev/null",
        "Dir::State": work / "state",
        "Dir::State::status": status,
        "Dir::Cache": work / "cache",
        "APT::Architecture": "i386",
        "APT::Architectures::": "i386",
        "APT::Sandbox::User": "",
        "Debug::NoLocking": "true",
    }
    apt = ["apt-get", "-q"]
    for option, value in options.items():
        apt += ["-o", f"{option}={value}"]
    _run(*apt, "update")
    _run(*apt, "install", "--download-only", "--yes", "--no-install-recommends", "micropython")
    return sorted((work / "cache" / "archives").glob("*.deb"))


def _archive() -> str:
    """The Debian archive that this system itself takes its packages from."""
    listed = _run("apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages")
    for address in listed.split():
        if address.rstrip("/").endswith("/debian"):
            return address
    raise RuntimeError("this system has no Debian archive among its package sources")


def _run(*command: str) -> str:
    if shutil.which(command[0]) is None:
        raise RuntimeError(f"the 32-bit MicroPython needs {command[0]}")
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stdout}{done.stderr}")
    return done.stdout
