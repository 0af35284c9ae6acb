"""The wire's single definition: frames, messages, codes."""
