"""Ed25519 for the command line, by the package `cryptography`: the one thing here that the standard library lacks."""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = ["HOW_TO_INSTALL", "Key", "NoCryptography", "Signatures"]

HOW_TO_INSTALL = "signatures need the package cryptography: python -m pip install cryptography"


class NoCryptography(Exception):
    """The package is not installed."""


def _ed25519() -> Any:
    try:
        return import_module("cryptography.hazmat.primitives.asymmetric.ed25519")
    except ImportError:
        raise NoCryptography(HOW_TO_INSTALL) from None


class Signatures:
    """A `Verifier` (sync/keys.py). Raises `NoCryptography`."""

    def __init__(self) -> None:
        self._ed25519 = _ed25519()
        self._invalid: type[Exception] = import_module("cryptography.exceptions").InvalidSignature

    def verify(self, key: bytes, signature: bytes, data: bytes) -> bool:
        """Return whether the key's owner signed this."""
        try:
            self._ed25519.Ed25519PublicKey.from_public_bytes(key).verify(signature, data)
        except (self._invalid, ValueError):
            return False
        return True


class Key:
    """A `Signer` (sync/keys.py): a key pair from 32 bytes. Raises `NoCryptography`."""

    def __init__(self, seed: bytes) -> None:
        self._key = _ed25519().Ed25519PrivateKey.from_private_bytes(seed)
        self.public: bytes = self._key.public_key().public_bytes_raw()

    def sign(self, data: bytes) -> bytes:
        """The signature, 64 bytes; the same for the same bytes."""
        signature: bytes = self._key.sign(data)
        return signature
