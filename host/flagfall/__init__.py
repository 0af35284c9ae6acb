"""Flagfall on the arbiter's laptop: link, rules, pairing, the arbiter's room and its faces."""
