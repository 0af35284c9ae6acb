"""What MicroPython has and CPython has not."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    const = int
else:
    try:
        from micropython import const
    except ImportError:
        const = int  # MicroPython's compiler folds const(); elsewhere the number itself will do

__all__ = ["const"]
