"""What surrounds the engine on a board: keys, faces, journal, link, main loop."""
