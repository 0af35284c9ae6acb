"""Column draughts: bashni and Lasca. Captured pieces go under the captor, and may come back."""
