"""What MicroPython has and CPython has not."""

try:
    from micropython import const
except ImportError:
    const = int  # MicroPython's compiler folds const(); elsewhere the number itself will do

__all__ = ["const"]
