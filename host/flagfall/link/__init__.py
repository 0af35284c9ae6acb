"""The host's end of the wire: transports, sessions, reconnect, clock sync, discovery."""
