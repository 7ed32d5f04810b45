"""Fixtures of the tests that play the client without a browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.visits import Visits


@pytest.fixture
def visit() -> Iterator[Visits]:
    """The page as one browser opens it, once or several times."""
    visits = Visits()
    yield visits
    visits.close()
