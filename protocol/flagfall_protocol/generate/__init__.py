"""Writes what is derived from the definition: the firmware's codes and codec, and PROTOCOL.md.

`python -m flagfall_protocol.generate` writes; `--check` changes nothing and fails where a
committed file differs from what the definition says.
"""
