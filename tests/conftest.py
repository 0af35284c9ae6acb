"""Hypothesis without deadlines: a slow machine is no fault of the code."""

from hypothesis import settings

settings.register_profile("flagfall", deadline=None)
settings.load_profile("flagfall")
