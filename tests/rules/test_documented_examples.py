"""Every example in the rules' documentation runs and gives what it says."""

import doctest
import importlib
import pkgutil

import pytest
from flagfall import rules, words

MODULES = sorted(
    info.name for info in pkgutil.walk_packages(rules.__path__, prefix="flagfall.rules.")
)


@pytest.mark.parametrize("name", ["flagfall.rules", *MODULES])
def test_examples_run(name: str) -> None:
    words.use("en")
    failed, _tried = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert failed == 0
