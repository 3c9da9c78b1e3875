"""The time that a run has left, from its finished jobs and the forecasts of the others."""

import time
from collections import Counter
from collections.abc import Callable, Mapping

from feature_learning.pipeline.commands import STAGES
from feature_learning.pipeline.forecast.costs import Job

# So many seconds of jobs are assumed to have met their forecast: the first jobs of a run are short
# and say little about the long ones.
_TRUST = 30.0


def kind(rule: str, wildcards: Mapping[str, str]) -> Job | None:
    """Return the kind of a job, which all its seeds share, or None for a target that only collects
    files.
    """
    if rule.startswith("verdicts/"):
        return Job("claims", *rule.split("/")[1:]) if rule.count("/") == 2 else None
    if rule.startswith("figures/"):
        return Job("render", *rule.split("/")[1:]) if rule.count("/") == 2 else None
    given = [wildcards[name] for name in ("paper", "experiment", "setting") if name in wildcards]
    return Job(rule, *given) if rule in STAGES else None


class Estimate:
    """The finished part of a run, and the remaining time.

    Each remaining job is assumed to take the mean time of the finished jobs of its setting. If
    there are none, it is assumed to take its forecast, scaled by how far the forecasts were off so
    far. The sum is divided by the mean number of jobs that ran at the same time.

    Parameters
    ----------
    jobs
        The number of jobs of each kind.
    forecast
        Returns the seconds that a job of a kind is expected to take.
    clock
        Returns the time in seconds.
    """

    def __init__(
        self,
        jobs: Mapping[Job, int],
        forecast: Callable[[Job], float],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._waiting = Counter(jobs)
        self._expected = {of: forecast(of) for of in jobs}
        self._clock = clock
        self._start = clock()
        self._running: dict[int, tuple[Job, str, float]] = {}
        # The number of finished jobs and their mean time, by kind.
        self._ended: dict[Job, tuple[int, float]] = {}
        self._busy = 0.0
        self.total = sum(jobs.values())
        self.done = 0
        self.failed = 0

    def started(self, job: int, of: Job, label: str) -> None:
        """Note that a job has started, or waits in the queue of a cluster."""
        self._waiting[of] -= 1
        self._running[job] = (of, label, self._clock())

    def finished(self, job: int) -> None:
        """Note that a job has succeeded."""
        if job in self._running:
            of, _, since = self._running.pop(job)
            took = self._clock() - since
            count, mean = self._ended.get(of, (0, 0.0))
            self._ended[of] = (count + 1, mean + (took - mean) / (count + 1))
            self._busy += took
            self.done += 1

    def broke(self, job: int) -> None:
        """Note that a job has failed."""
        if self._running.pop(job, None):
            self.failed += 1

    @property
    def elapsed(self) -> float:
        """The seconds since the first job could start."""
        return self._clock() - self._start

    def current(self) -> str:
        """Return what is running: the job that started last, and the number of others."""
        labels = [label for _, label, _ in self._running.values()]
        return (
            ""
            if not labels
            else labels[-1] + (f" and {len(labels) - 1} more" if labels[1:] else "")
        )

    def left(self) -> float | None:
        """Return the remaining seconds, or None before a job has ended."""
        if not self.done:
            return None
        now = self._clock()
        running = [(of, now - since) for of, _, since in self._running.values()]
        longest: dict[Job, float] = {}
        for of, so_far in running:
            longest[of] = max(so_far, longest.get(of, 0.0))
        off = self._off
        takes = {of: self._takes(of, longest.get(of, 0.0), off) for of in self._waiting}
        rest = [max(takes[of] - so_far, 0.0) for of, so_far in running]
        waiting = sum(count * takes[of] for of, count in self._waiting.items() if count > 0)
        busy = self._busy + sum(so_far for _, so_far in running)
        at_a_time = max(busy / max(now - self._start, 1e-9), 1e-9)
        return max([(waiting + sum(rest)) / at_a_time, *rest])

    @property
    def _off(self) -> float:
        """The time of finished jobs over their forecast: the speed of the machine and its other
        load.
        """
        forecast = sum(count * self._expected[of] for of, (count, _) in self._ended.items())
        return (_TRUST + sum(count * mean for count, mean in self._ended.values())) / (
            _TRUST + forecast
        )

    def _takes(self, of: Job, longest: float, off: float) -> float:
        """The seconds that a job of a kind takes; if none has ended, at least as long as one has
        been running.
        """
        return self._ended[of][1] if of in self._ended else max(off * self._expected[of], longest)
