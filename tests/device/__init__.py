"""The device: what surrounds the engine on a board."""
