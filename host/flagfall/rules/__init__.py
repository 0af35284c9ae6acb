"""Renju, draughts and column draughts: positions, legal moves, results, notation, files."""
