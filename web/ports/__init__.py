"""What reaches beyond the page: keys, storage, other players (`ports.py`, over scripts), settings, QR codes."""
