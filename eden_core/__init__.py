"""The rules of Eden as a pure function: a match is its setup and the answers given to its questions."""

__version__ = "0.1.0"
