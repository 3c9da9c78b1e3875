"""The bundles of an experiment: runs that share a job of a cluster."""

from functools import cache

from feature_learning.core.errors import UserError
from feature_learning.pipeline.declare.catalogue import Catalogue
from feature_learning.pipeline.forecast.costs import CostModel, Job

SECONDS = 300.0
"""The forecast time of a bundle, if no pair of it takes longer alone."""
# The settings are passed on the command line, of which the system takes 128 KB.
MOST = 100
Pair = tuple[str, int]


class Bundles:
    """The bundles of one configuration.

    Parameters
    ----------
    catalogue
        The papers.
    costs
        Their cost model.
    """

    def __init__(self, catalogue: Catalogue, costs: CostModel) -> None:
        self._catalogue, self._costs = catalogue, costs

    @cache  # noqa: B019 - one workflow per process
    def pairs(self, paper: str, experiment: str) -> list[list[Pair]]:
        """Return the pairs of an experiment, bundle by bundle: labels and seeds, filled up in this
        order.
        """
        bundles: list[list[Pair]] = []
        room = 0.0
        for setting in self._catalogue.settings(paper, experiment):
            seconds = self._seconds(paper, experiment, setting.label)
            for seed in range(self._catalogue.experiment(paper, experiment).seeds):
                if not bundles or seconds > room or len(bundles[-1]) == MOST:
                    bundles.append([])
                    room = SECONDS
                bundles[-1].append((setting.label, seed))
                room -= seconds
        return bundles

    @cache  # noqa: B019
    def _numbers(self, paper: str, experiment: str) -> dict[Pair, int]:
        return {
            pair: number
            for number, bundle in enumerate(self.pairs(paper, experiment))
            for pair in bundle
        }

    def number(self, paper: str, experiment: str, label: str, seed: int) -> int:
        """Return the number of a pair's bundle.

        Raises
        ------
        UserError
            The experiment has no such pair.
        """
        found = self._numbers(paper, experiment).get((label, seed))
        if found is None:
            raise UserError(f"{paper}/{experiment} has no setting {label!r} with a seed {seed}")
        return found

    def labels(self, paper: str, experiment: str, number: int) -> list[str]:
        """Return the settings of a bundle's pairs, one for each pair."""
        return [label for label, _ in self.pairs(paper, experiment)[number]]

    def memory(self, paper: str, experiment: str, number: int, attempt: int) -> int:
        """Return the memory to request in MB: that of the largest pair."""
        labels = set(self.labels(paper, experiment, number))
        return max(
            self._costs.memory("train", paper, experiment, label, attempt=attempt)
            for label in labels
        )

    def runtime(self, paper: str, experiment: str, number: int, attempt: int) -> int:
        """Return the time to request in minutes: that of all pairs."""
        seconds = sum(
            self._seconds(paper, experiment, label)
            for label in self.labels(paper, experiment, number)
        )
        return self._costs.runtime_of(seconds, attempt)

    def _seconds(self, paper: str, experiment: str, label: str) -> float:
        return sum(
            self._costs.forecast(Job(stage, paper, experiment, label)).seconds
            for stage in ("sample", "train")
        )
