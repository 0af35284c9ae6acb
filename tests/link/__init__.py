"""The link: sessions, transports, discovery."""
