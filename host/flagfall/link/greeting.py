"""What a hello says about living together: refused, warned, or nothing, in words for people."""

from flagfall_protocol.messages import Hello
from flagfall_protocol.schema import MAJOR, SCHEMA_CRC

from flagfall.link.notices import Refused, Warned
from flagfall.words import words

_, _ngettext = words("link")


def firmware_version(hello: Hello) -> str:
    """The firmware's version as people write it."""
    return f"{hello.firmware_major}.{hello.firmware_minor}.{hello.firmware_patch}"


def implementation(hello: Hello) -> str:
    """The Python the firmware runs on: 'micropython 1.29'."""
    name = hello.implementation.name.lower()
    return f"{name} {hello.implementation_major}.{hello.implementation_minor}"


def refusal_of(hello: Hello) -> Refused | None:
    """Another major version of the protocol can't be spoken."""
    if hello.major == MAJOR:
        return None
    sentence = _(
        "This clock runs firmware {firmware}, which speaks protocol {theirs}; "
        "this program speaks protocol {ours}."
    ).format(firmware=firmware_version(hello), theirs=hello.major, ours=MAJOR)
    if hello.major < MAJOR:
        hint = _("Flash the clock with 'flagfall flash PORT'.")
    else:
        hint = _("Update this program: the clock is newer.")
    return Refused("wrong_protocol", sentence, hint)


def warnings_of(hello: Hello, kept: int) -> list[Warned]:
    """What the owner should know; `kept`: the last record we have of this very journal."""
    warned = []
    if hello.schema_crc != SCHEMA_CRC:
        sentence = _(
            "This clock runs firmware {firmware}, built from another version of the protocol; "
            "what both know works."
        ).format(firmware=firmware_version(hello))
        warned.append(
            Warned(
                "other_schema", sentence, _("Flash it with 'flagfall flash PORT' when it is free.")
            )
        )
    if hello.newest < kept:
        sentence = _(
            "The clock's journal ends at record {newest}, but record {kept} was already fetched: "
            "the clock has lost records."
        ).format(newest=hello.newest, kept=kept)
        warned.append(
            Warned("journal_shrunk", sentence, _("Replace the clock: its memory can't be trusted."))
        )
    return warned
