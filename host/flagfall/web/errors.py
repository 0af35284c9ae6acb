"""What the page's server refuses, each with its stable code and its HTTP status."""

from typing import ClassVar

from flagfall.errors import FlagfallError


class WebError(FlagfallError):
    """Something the page's server refuses or can't do."""

    code = "web_error"
    status: ClassVar[int] = 400


class BadRequest(WebError):
    """A request that can't be read: not JSON, a field missing or out of range."""

    code = "bad_request"


class UnknownAct(WebError):
    """A command with an act that doesn't exist."""

    code = "unknown_act"


class UnknownField(WebError):
    """A command with a field that its act doesn't have."""

    code = "unknown_field"


class PinNeeded(WebError):
    """Nobody reads or commands over the network without the PIN."""

    code = "pin_needed"
    status = 401


class PinWrong(WebError):
    """Another PIN than the one shown on the arbiter's laptop."""

    code = "pin_wrong"
    status = 403


class PinLocked(WebError):
    """Too many wrong PINs; a pause follows."""

    code = "pin_locked"
    status = 429


class ForeignOrigin(WebError):
    """A command sent by another site's page."""

    code = "foreign_origin"
    status = 403


class ForeignHost(WebError):
    """A request under a name this server doesn't go by (DNS rebinding)."""

    code = "foreign_host"
    status = 421


class NotFound(WebError):
    """No such page, file or table."""

    code = "not_found"
    status = 404


class WrongMethod(WebError):
    """The page exists, but not for this method."""

    code = "wrong_method"
    status = 405


class TooLong(WebError):
    """A body longer than any command."""

    code = "too_long"
    status = 413


class WrongType(WebError):
    """A command that isn't JSON by its own Content-Type."""

    code = "wrong_type"
    status = 415


class TooManyReaders(WebError):
    """More open streams than the server keeps."""

    code = "too_many_readers"
    status = 503


class HallSilent(WebError):
    """The hall behind the page failed to answer."""

    code = "hall_silent"
    status = 500


class PortBusy(WebError):
    """Another program listens on the port asked for."""

    code = "port_busy"


class NeedsLan(WebError):
    """An address beyond this machine without `lan`."""

    code = "needs_lan"


class PinUnfit(WebError):
    """A PIN too short, or not digits."""

    code = "pin_unfit"


class AddressUnknown(WebError):
    """An address this machine doesn't have."""

    code = "address_unknown"
