"""What can be wrong with a link, as errors a person can act on."""

from flagfall.errors import FlagfallError
from flagfall.words import words

_, _ngettext = words("link")


class LinkError(FlagfallError):
    """The line to a clock can't be used."""

    code = "link"


class BadAddress(LinkError):
    """The address names no transport."""

    code = "bad_address"


class PortMissing(LinkError):
    """There is no such port."""

    code = "port_missing"


class PortBusy(LinkError):
    """Another program has the port."""

    code = "port_busy"


class PortForbidden(LinkError):
    """The user may not open the port."""

    code = "port_forbidden"


class LineLost(LinkError):
    """The line was open and is gone: unplugged, suspended, or the far end ended."""

    code = "line_lost"


class NoAnswer(LinkError):
    """The port opened, but no clock answered; or a command got no answer."""

    code = "no_answer"


class ClockRefused(LinkError):
    """The clock speaks another protocol."""

    code = "wrong_protocol"


class ClockHeld(LinkError):
    """Another host holds the clock."""

    code = "clock_held"

    @classmethod
    def by(cls, holder: int, idle_ms: int, address: str) -> "ClockHeld":
        """Who holds the clock at an address, and for how long he has been silent."""
        return cls(
            _("Host {holder} holds the clock at {address}; it was heard {s} s ago.").format(
                holder=host_name(holder), address=address, s=f"{idle_ms // 100 / 10:g}"
            ),
            hint=_("Close that program, or wait until it has been silent for five seconds."),
            where=address,
        )


def host_name(host_id: int) -> str:
    """How a host is called: eight digits, the same on both laptops."""
    return f"{host_id:08X}"
