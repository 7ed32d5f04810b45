"""Spreads the tests over the workers, so that all of them have something to do until the end.

Three kinds of work: files without a browser, and the journeys in each browser. A file's tests stay together, for they
share what is made once (hundreds of matches played); journeys share only the browser, so each goes by itself. A worker
stays with its kind, and so with the browser that it has open, until there is no more of it, then helps elsewhere. Of
each kind what lasts longest comes first: whoever began a whole match last would keep all others waiting. Files come
before journeys on every worker: Playwright leaves an event loop running, in which no other test may run its own.

No test may keep the others from being told: one that hangs says where and ends its worker, and what failed is told at
once, not only when all is over. A journey that fails is tried once more, for machines are shared and browsers are not
ours; that it was is told, with what failed first, as it happens and at the end.
"""

from __future__ import annotations

import faulthandler
import os
import re
import threading
import time
from collections.abc import Iterator, Sequence
from typing import Any

import hypothesis
import pytest
from _pytest.faulthandler import fault_handler_stderr_fd_key
from _pytest.runner import runtestprotocol
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
    "test_a_bench_measures[kept": 40,
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
    "tests/test_soak.py": 60,
    "tests/test_types.py": 40,
    "tests/rules/test_preview.py": 40,
    "tests/engine/test_codec.py": 20,
    "tests/web/build/test_build.py": 15,
    "tests/test_complete.py": 12,
    "tests/test_hashing.py": 10,
}
LONGEST = 900.0  # seconds, with all that it sets up and takes down: what lasts longer hangs
AGAIN = "tried again"
PAUSE = 10.0  # seconds after a browser's crash: what the machine lacked may be there again
JOURNEY, TEST = 8.0, 0.03  # seconds of what is not named: a journey in a browser, any other test


def kind_of(nodeid: str) -> str:
    """The browser that a test opens, or nothing."""
    if not nodeid.startswith("tests/browser/"):
        return ""
    found = re.search(r".*[\[-](chromium|firefox)\b", nodeid)
    return found[1] if found else "chromium"


def seconds_of(scope: str, tests: Sequence[str]) -> float:
    """How long a unit of work takes, roughly."""
    named = [seconds for name, seconds in SECONDS.items() if name in scope]
    return named[0] if named else JOURNEY if kind_of(scope) else TEST * len(tests)


class LongestFirst(LoadScopeScheduling):
    """Hands out journeys one by one and other tests by the file: to each worker of its kind the longest that is
    left.
    """

    def __init__(self, config: pytest.Config, log: Any) -> None:
        super().__init__(config, log)
        self.kinds: dict[WorkerController, str] = {}  # what each worker was given last

    def _split_scope(self, nodeid: str) -> str:
        return nodeid if kind_of(nodeid) else nodeid.partition("::")[0]

    def _reschedule(self, node: WorkerController) -> None:
        if node not in self.registered_collections:  # it takes a dead one's place and has not found the tests yet
            return
        if self.kinds.get(node) and self.workqueue and not any(map(kind_of, self.workqueue)) and not node.shutting_down:
            node.shutdown()  # only files are left, and whoever has them goes on alone
        else:
            super()._reschedule(node)
            if not node.shutting_down and self._pending_of(self.assigned_work[node]) < 2:
                self._reschedule(node)  # a worker runs its last test once it knows what follows

    def remove_node(self, node: WorkerController) -> str | None:
        """Of a worker that died the rest goes to others, without the test that it died in: that one has failed."""
        work = self.assigned_work.pop(node)
        left = {scope: [test for test, done in unit.items() if not done] for scope, unit in work.items()}
        died_in = next((tests[0] for tests in left.values() if tests), None)
        for scope, tests in left.items():
            if rest := {test: False for test in tests if test != died_in}:
                self.workqueue[scope] = rest
        for other in self.nodes:
            self._reschedule(other)
        return died_in

    def _assign_work_unit(self, node: WorkerController) -> None:
        left: dict[str, dict[str, float]] = {}
        for scope, unit in self.workqueue.items():
            left.setdefault(kind_of(scope), {})[scope] = seconds_of(scope, list(unit))
        kind = self.kinds.get(node)
        if kind not in left:
            taken = [self.kinds[other] for other in self.nodes if other is not node and other in self.kinds]
            if kind:
                left.pop("", None)
            kind = (
                ""
                if "" in left and "" not in taken
                else max(left, key=lambda one: sum(left[one].values()) / (1 + taken.count(one)))
            )
        self.kinds[node] = kind
        self.workqueue.move_to_end(max(left[kind], key=left[kind].__getitem__), last=False)
        super()._assign_work_unit(node)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Journeys last, in one process too."""
    items.sort(key=lambda item: kind_of(item.nodeid) != "")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--shots`: journeys leave pictures of what they meet in .build/shots; else only those that fail do."""
    parser.addoption("--shots", action="store_true", help="journeys in browsers leave pictures in .build/shots")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LongestFirst:
    """Who gets what when there are several workers."""
    return LongestFirst(config, log)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Ends a worker that hangs; its test counts as failed, and another worker goes on. Unlike the limit that pytest
    knows, this one also holds once the test has failed, while it is taken down."""

    def give_up() -> None:
        out = item.config.stash[fault_handler_stderr_fd_key]  # where no capture takes it
        os.write(out, f"\n{item.nodeid} hangs after {LONGEST:.0f} s, in:\n".encode())
        faulthandler.dump_traceback(file=out)
        os._exit(1)

    timer = threading.Timer(LONGEST, give_up)
    timer.daemon = True
    timer.start()
    try:
        return (yield)
    finally:
        timer.cancel()


def why(report: pytest.TestReport) -> str:
    """Where and why a test failed, in a few lines."""
    crash = getattr(report.longrepr, "reprcrash", None)
    return f"failed in its {report.when}: {(crash.message if crash else report.longreprtext)[:1500]}"


class Again:
    """Gives journeys a second try."""

    @pytest.hookimpl
    def pytest_runtest_protocol(self, item: pytest.Function, nextitem: pytest.Item | None) -> bool | None:
        if not kind_of(item.nodeid):
            return None
        item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
        if first := "; then ".join(why(report) for report in reports if report.failed):
            if "crashed" in first:
                time.sleep(PAUSE)
            item._initrequest()  # fixtures anew
            item.failed = False  # type: ignore[attr-defined]
            reports = runtestprotocol(item, nextitem=nextitem, log=False)
            reports[0].user_properties.append((AGAIN, first))
        for report in reports:
            item.ihook.pytest_runtest_logreport(report=report)
        item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        return True


class Teller:
    """Says what failed, and why in a few lines, as soon as it has."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.again: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        told = [f"was tried again, for it {first}" for name, first in report.user_properties if name == AGAIN]
        if report.when == "setup" and told:
            self.again.append(report.nodeid)
        elif not report.failed:
            return
        reporter = self.config.pluginmanager.getplugin("terminalreporter")
        reporter.ensure_newline()
        for line in [*told[: report.when == "setup"], *([why(report)] if report.failed else [])]:
            reporter.write_line(f"{report.nodeid} {line}", red=True)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        for nodeid in self.again:
            terminalreporter.write_line(f"TRIED AGAIN {nodeid}")


def pytest_configure(config: pytest.Config) -> None:
    """One process tells for all."""
    config.pluginmanager.register(Again())
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Teller(config))
