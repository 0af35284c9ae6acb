"""What all tests share: no deadlines (a slow machine is no fault of the code), and no language
that another test asked for."""

from collections.abc import Iterator

import pytest
from flagfall import words
from hypothesis import settings


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--deeper` is for counts that take longer than a suite may."""
    parser.addoption(
        "--deeper", type=int, default=0, help="count move trees so many plies deeper (slow suite)"
    )


@pytest.fixture
def deeper(request: pytest.FixtureRequest) -> int:
    """What `--deeper` says."""
    return int(request.config.getoption("--deeper"))


settings.register_profile("flagfall", deadline=None)
settings.load_profile("flagfall")


@pytest.fixture(autouse=True)
def nobody_asked_for_a_language(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A language chosen in one test, or by the machine, must not be heard in the next."""
    monkeypatch.setenv("FLAGFALL_LANG", "en")
    token = words._language.set(None)
    yield
    words._language.reset(token)
