"""Spreads the tests over the workers, so that all of them have something to do until the end.

A file's tests stay together, for they share what is made once (hundreds of matches played); journeys share only the
browser, so each goes by itself. What lasts longest comes first: whoever began a whole match last would keep all others
waiting. Files come before journeys: Playwright leaves an event loop running, in which no other test may run its own.
Journeys come browser by browser, so that a worker opens each browser once.

No test may keep the others from being told: one that hangs ends its worker and says where (pytest-timeout), and what
failed is told at once (pytest-instafail). A journey that fails is tried once more (pytest-rerunfailures), for machines
are shared and browsers are not ours; that it was is told at the end, with what failed first.
"""

from __future__ import annotations

import faulthandler
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import hypothesis
import pytest
import pytest_timeout
from _pytest.faulthandler import fault_handler_stderr_fd_key
from xdist.scheduler.loadscope import LoadScopeScheduling
from xdist.workermanage import WorkerController

# How long examples take to make is the machine's matter and no test's fault.
hypothesis.settings.register_profile("eden", suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("eden")

# About how many seconds what lasts longer than its like takes alone; only the order depends on it.
SECONDS = {
    "test_a_whole_match_over_a_relay": 120,
    "tests/browser/test_peers.py": 61,
    "test_a_match_from_the_first_page_to_the_winner": 60,
    "test_keys_alone_play_a_whole_match": 50,
    "test_two_rounds_are_played_in_a_territory": 60,
    "test_states_agree_with_cpython": 25,
    "test_two_clicks_to_a_match": 60,
    "test_a_page_killed_at_any_moment": 35,
    "test_with_a_person_elsewhere": 45,
    "test_secrets.py": 60,
    "tests/web/match/test_solo.py": 60,
    "test_bench.py": 20,
    "test_any_legal_troop_in_any_edition": 15,
    "test_old_and_new_side_by_side": 14,
    "test_one_visit_is_enough": 16,
    "test_later_visits_start_from_the_snapshot": 16,
    "test_at_the_table": 20,
    "test_before_a_match": 15,
    "test_a_release_is_taken_while": 20,
    "test_what_seldom_shows": 20,
    "test_an_answer_is_carried": 22,
    "test_starts_below_a_path": 15,
    "test_says_what_is_wrong": 12,
    "test_what_is_called_of_the_rest": 10,
    "tests/test_soak.py": 60,
    "tests/test_types.py": 40,
    "tests/rules/test_preview.py": 40,
    "tests/engine/test_codec.py": 20,
    "tests/web/build/test_build.py": 15,
    "tests/test_complete.py": 12,
    "tests/test_hashing.py": 10,
}
PAUSE = 10.0  # seconds before a journey is tried again: what the machine lacked may be there again
JOURNEY, TEST = 8.0, 0.03  # seconds of what is not named: a journey in a browser, any other test


def kind_of(nodeid: str) -> str:
    """Return the browser that a test opens, or nothing."""
    if not nodeid.startswith("tests/browser/"):
        return ""
    found = re.search(r".*[\[-](chromium|firefox)\b", nodeid)
    return found[1] if found else "chromium"


def unit_of(nodeid: str) -> str:
    """Return what goes to a worker in one piece: a journey, or a file with all its tests."""
    return nodeid if kind_of(nodeid) else nodeid.partition("::")[0]


def seconds_of(unit: str, tests: int) -> float:
    """Return roughly how many seconds a unit of work takes, of so many tests."""
    named = [seconds for name, seconds in SECONDS.items() if name in unit]
    return named[0] if named else JOURNEY if kind_of(unit) else TEST * tests


class Units(LoadScopeScheduling):
    """Hands out units of work in their order; a worker that dies loses no test but the one that it died in.

    By itself xdist hands that one out again, and so ends one worker after the other. Its groups (`loadgroup`) don't
    know the names that pytest 9.2 gives to tests.
    """

    def _split_scope(self, nodeid: str) -> str:
        return unit_of(nodeid)

    def remove_node(self, node: WorkerController) -> str | None:
        """Hand the rest of a dead worker's tests to others; return the test that it died in."""
        work = self.assigned_work.pop(node)
        left = {unit: [test for test, done in tests.items() if not done] for unit, tests in work.items()}
        died_in = next((tests[0] for tests in left.values() if tests), None)
        for unit, tests in left.items():
            if rest := {test: False for test in tests if test != died_in}:
                self.workqueue[unit] = rest
                self.workqueue.move_to_end(unit, last=False)
        self._hand_out()
        return died_in

    def mark_test_pending(self, item: str) -> None:
        """Put a journey that ended its worker back, to be tried again."""
        self.workqueue[item] = {item: False}
        self._hand_out()

    def _hand_out(self) -> None:
        for node in self.nodes:
            self._reschedule(node)

    def _reschedule(self, node: WorkerController) -> None:
        if node not in self.registered_collections:  # it takes a dead one's place and has not found the tests yet
            return
        if any(map(kind_of, self.assigned_work[node])) and not node.shutting_down:
            journey = next(filter(kind_of, self.workqueue), "")
            if not journey:  # what a dead worker left of a file needs one without an event loop
                node.shutdown()
                return
            self.workqueue.move_to_end(journey, last=False)
        super()._reschedule(node)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Units:
    """Let several workers share the tests by unit."""
    return Units(config, log)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give journeys a second try, and begin with what lasts longest; journeys last, in one process too."""
    tests = Counter(unit_of(item.nodeid) for item in items)
    order = {unit: (kind_of(unit), -seconds_of(unit, count), unit) for unit, count in tests.items()}
    items.sort(key=lambda item: order[unit_of(item.nodeid)])
    for item in items:
        if kind_of(item.nodeid):
            item.add_marker(pytest.mark.flaky(reruns=1, reruns_delay=PAUSE))


@pytest.hookimpl(wrapper=True)
def pytest_timeout_set_timer(item: pytest.Item, settings: pytest_timeout.Settings) -> Iterator[object]:
    """Let a worker that hangs say where: in it, what pytest-timeout says of that goes nowhere."""
    faulthandler.dump_traceback_later(settings.timeout * 0.99, file=item.config.stash[fault_handler_stderr_fd_key])
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_timeout_cancel_timer() -> Iterator[object]:
    """Let go of what `pytest_timeout_set_timer` set."""
    faulthandler.cancel_dump_traceback_later()
    return (yield)


@pytest.hookimpl(trylast=True)
def pytest_exception_interact(node: pytest.Item | pytest.Collector) -> None:
    """Keep the limit while a failed test is taken down: pytest-timeout gives it up then, for debuggers."""
    settings = pytest_timeout.get_env_settings(node.config)
    if isinstance(node, pytest.Item) and settings.timeout and not node.config.getoption("usepdb"):
        node.ihook.pytest_timeout_set_timer(item=node, settings=settings)


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--shots`: journeys leave pictures of what they meet in .build/shots; else only those that fail do."""
    parser.addoption("--shots", action="store_true", help="journeys in browsers leave pictures in .build/shots")
