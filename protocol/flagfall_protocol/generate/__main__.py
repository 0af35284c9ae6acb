"""`python -m flagfall_protocol.generate [--check]`."""

import sys
from pathlib import Path

from flagfall_protocol.generate import codec, numbers, page

ROOT = Path(__file__).resolve().parents[3]


def outputs() -> dict[Path, str]:
    """Every generated file with its content."""
    return {
        ROOT / "firmware/flagfall_clock/codes.py": numbers.text(),
        ROOT / "firmware/flagfall_device/codec.py": codec.text(),
        ROOT / "PROTOCOL.md": page.text(),
    }


def main() -> int:
    """Write, or with `--check` compare; 1 where a committed file is stale."""
    check = "--check" in sys.argv[1:]
    stale = []
    for path, content in outputs().items():
        if path.exists() and path.read_text("utf-8") == content:
            continue
        stale.append(path.relative_to(ROOT))
        if not check:
            path.write_text(content, "utf-8")
    for path in stale:
        print(
            f"{path} {'is stale: run python -m flagfall_protocol.generate' if check else 'written'}"
        )
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
