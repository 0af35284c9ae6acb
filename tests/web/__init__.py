"""The arbiter's page: its server, its words, and the page itself in Chromium."""
