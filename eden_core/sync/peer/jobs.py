"""The jobs of a peer, one at a time; each waits for the signature, check or store that it requested."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator

from eden_core.errors import Malformed
from eden_core.sync.keys import is_sound_signature
from eden_core.sync.peer.effects import Effect, Job, Request, Sign, Verify

__all__ = ["JobQueue", "sign", "verify"]


class JobQueue:
    """The queue of jobs, and the effects that jobs and others requested."""

    def __init__(self) -> None:
        self._effects: list[Effect] = []
        self._jobs: deque[Job] = deque()
        self._waiting = 0  # the token of the effect that the first job waits for; 0 for none
        self._token = 0

    def __len__(self) -> int:
        return len(self._jobs)

    def emit(self, effect: Effect) -> None:
        """Queue an effect that brings no result."""
        self._effects.append(effect)

    def take(self) -> list[Effect]:
        """Return the effects queued since the last call."""
        effects, self._effects = self._effects, []
        return effects

    def start(self, job: Job) -> None:
        """Run a job once those before it have ended."""
        self._jobs.append(job)
        if len(self._jobs) == 1:
            self._run(None)

    def complete(self, token: int, result: object) -> None:
        """Continue with the result of an effect; a result that no job waits for is ignored."""
        if token == self._waiting and self._jobs:
            self._waiting = 0
            self._run(result)

    def _run(self, result: object) -> None:
        """Run jobs until one waits."""
        while self._jobs:
            try:
                effect = self._jobs[0].send(result)
            except StopIteration:
                self._jobs.popleft()
                result = None
                continue
            except BaseException:
                self._jobs.popleft()  # an error in this program: it is raised, and no job waits for it
                raise
            self._token += 1
            self._waiting = self._token
            self._effects.append(effect(self._token))
            return


def verify(key: bytes, signature: bytes, data: bytes) -> Generator[Request, object, bool]:
    """Return whether the key's owner signed this; within a job."""
    if not is_sound_signature(signature):
        return False
    return bool((yield lambda token: Verify(token, key, signature, data)))


def sign(data: bytes) -> Generator[Request, object, bytes]:
    """Return this player's own signature; within a job. Raises `Malformed` where the key is not available."""
    signature = yield lambda token: Sign(token, data)
    if not isinstance(signature, bytes) or len(signature) != 64:
        raise Malformed("no_signature", where="key")
    return signature
