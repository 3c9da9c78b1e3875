"""Looks: which seeds a run had each time its verdicts were read, if seeds may be added."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from feature_learning.core.errors import UserError
from feature_learning.core.files import replacing

MOST = 3
"""How many looks a claim gets in all."""

Seeds = dict[str, int]


class Looks:
    """The seeds of a run at each look.

    Parameters
    ----------
    states
        At the first look, the declared seeds of every experiment (as ``paper/experiment``) that may
        get more, and after each addition the seeds of the same experiments.
    """

    def __init__(self, states: Sequence[Mapping[str, int]] = ()) -> None:
        self.states: list[Seeds] = [dict(state) for state in states]

    @classmethod
    def read(cls, results: Path) -> Looks:
        """Read the looks of a run; there are none if it never was to get more seeds.

        Parameters
        ----------
        results
            The folder of the run.

        Raises
        ------
        UserError
            The file is damaged.
        """
        path = _path(results)
        if not path.exists():
            return cls()
        try:
            states = json.loads(path.read_text())
            return cls(
                [{str(name): int(seeds) for name, seeds in state.items()} for state in states]
            )
        except (ValueError, AttributeError, TypeError):
            raise UserError(
                f"{path} is damaged. Remove it to go back to the declared seeds"
            ) from None

    def write(self, results: Path) -> None:
        """Write the looks of a run."""
        with replacing(_path(results)) as temporary:
            temporary.write_text(json.dumps(self.states, indent=1) + "\n")

    @property
    def seeds(self) -> Seeds:
        """The seeds that experiments now have, where some were added or may be."""
        return self.states[-1] if self.states else {}

    def begun(self, declared: Mapping[str, int]) -> Looks:
        """Return the looks with these experiments among those that may get more seeds.

        Whether a claim gets a second look depends on what the first one says. So the first one has
        to take its share of the error, of claims that it decides, too.

        Parameters
        ----------
        declared
            The declared numbers of seeds of the experiments.
        """
        return Looks([{**declared, **state} for state in self.states or [{}]])

    def added(self, seeds: Mapping[str, int], declared: Mapping[str, int]) -> Looks:
        """Return the looks with one more.

        Parameters
        ----------
        seeds
            The new numbers of seeds of the experiments that get some.
        declared
            The declared numbers of all experiments.
        """
        named = {*self.seeds, *seeds}
        before = [
            {name: state.get(name, declared[name]) for name in named}
            for state in self.states or [{}]
        ]
        return Looks([*before, {**before[-1], **seeds}])

    def of(self, paper: str) -> list[Seeds]:
        """Return the states of one paper, with its experiments' own names."""
        own = f"{paper}/"
        return [
            {name.removeprefix(own): seeds for name, seeds in state.items() if name.startswith(own)}
            for state in self.states
        ]


def distinct(states: Sequence[Seeds], experiments: set[str]) -> list[Seeds]:
    """Return the looks of a claim that reads these experiments: the states that differ for it, at
    most `MOST`.

    Parameters
    ----------
    states
        The states of its paper.
    experiments
        What the claim reads.
    """
    seen: list[Seeds] = []
    for state in states:
        own = {name: seeds for name, seeds in state.items() if name in experiments}
        if own and own not in seen:
            seen.append(own)
    return seen[:MOST]


def _path(results: Path) -> Path:
    return results / "looks.json"
