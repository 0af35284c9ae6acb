"""What the clock costs: the engine's speed and memory, the device around it, the compiled bytes."""

from flagfall.bench import Row, engine_device, engine_sizes, engine_speed


def run(quick: bool = False) -> list[Row]:
    """Everything that can be measured here."""
    return engine_speed.run(quick) + engine_device.run(quick) + engine_sizes.run(quick)
