"""The demonstration: real games on simulated clocks, with a program in the arbiter's place.

Everything it decides is logged as `auto:demo`.
"""
