"""The ports to the world beyond the page: keys, storage, other players (over scripts), settings, QR codes."""
