"""What can be wrong with a scenario, each with its stable code and the place it is in."""

from flagfall.errors import FlagfallError


class ScenarioError(FlagfallError):
    """The file is not a valid scenario; `where` is a path like `steps[3].amount_us`."""

    code = "scenario"


class NotJson(ScenarioError):
    """The text is not JSON, or not JSON that means one thing."""

    code = "scenario_not_json"


class TooLarge(ScenarioError):
    """More bytes, steps or periods than anyone plays."""

    code = "scenario_too_large"


class Missing(ScenarioError):
    """A field that must be there is not."""

    code = "scenario_missing_field"


class Unknown(ScenarioError):
    """A field, act or word that does not exist here."""

    code = "scenario_unknown"


class WrongType(ScenarioError):
    """A value of another type than the field's."""

    code = "scenario_wrong_type"


class OutOfRange(ScenarioError):
    """A number outside what the field can hold."""

    code = "scenario_out_of_range"


class TimeGoesBack(ScenarioError):
    """A step lies before the one above it."""

    code = "scenario_time_goes_back"


class Contradiction(ScenarioError):
    """Fields that are right one by one and impossible together."""

    code = "scenario_contradiction"
