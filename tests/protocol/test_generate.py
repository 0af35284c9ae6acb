"""What is derived from the definition is committed as derived."""

import subprocess
import sys

import flagfall_clock.codes as firmware_codes
from flagfall_protocol.generate import numbers
from flagfall_protocol.schema import enumerations


def test_committed_files_are_what_the_definition_says() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "flagfall_protocol.generate", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_firmware_knows_every_code_by_the_same_number() -> None:
    for enum in enumerations():
        for member in enum:
            assert getattr(firmware_codes, f"{numbers.PREFIXES[enum]}_{member.name}") == member
