"""The wire's definition and what is generated from it."""
