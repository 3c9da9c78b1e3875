"""A setting: one point of an experiment's sweep. A training job runs one setting with one seed."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Scalar = int | float | str | bool
UNSWEPT = "only"


def label_of(swept: Mapping[str, Scalar]) -> str:
    """Return the setting's label: its swept values joined by ``+``, or ``only`` if nothing is swept.

    Examples
    --------
    >>> label_of({"s": 2, "d": 20}), label_of({})
    ('s=2+d=20', 'only')

    Notes
    -----
    Labels are file names and Snakemake wildcards. A comma would split the wildcards of a cluster job. ``+`` is the
    separator, so the exponent of a float is written without its plus sign.
    """
    if not swept:
        return UNSWEPT
    return "+".join(f"{name}={str(value).replace('e+', 'e')}" for name, value in swept.items())


@dataclass(frozen=True)
class Setting:
    """What a training job or a theory function takes.

    Attributes
    ----------
    paper, experiment
        The paper and the experiment that the setting belongs to.
    swept
        The values by which this setting differs from the others of the experiment.
    fixed
        The values that all settings of the experiment share.
    grid
        The values swept inside the job; for theory, its own finer grid.
    master_seed
        The replication that the setting belongs to: ``seed`` of ``config.yaml``.
    run
        The module and the function of the experiment, as in ``gains.one_step``; empty where both have its name.
    """

    paper: str
    experiment: str
    swept: Mapping[str, Scalar]
    fixed: Mapping[str, Scalar]
    grid: Mapping[str, tuple[Scalar, ...]]
    master_seed: int = 0
    run: str = ""

    @property
    def label(self) -> str:
        """The name of the setting in paths."""
        return label_of(self.swept)

    @property
    def values(self) -> dict[str, Scalar]:
        """The fixed and swept values, which every row of this setting has as columns."""
        return {**self.fixed, **self.swept}

    def __getitem__(self, name: str) -> Any:
        """Return one fixed or swept value.

        Raises
        ------
        KeyError
            The experiment does not declare the value; the message names both.
        """
        for group in (self.swept, self.fixed):
            if name in group:
                return group[name]
        raise KeyError(f"{self.paper}/{self.experiment} declares no value {name!r}")

    def points(self, *names: str) -> Iterator[dict[str, Scalar]]:
        """Iterate over the product of the grid (of the named variables, or of all), first variable slowest."""
        names = names or tuple(self.grid)
        for point in itertools.product(*(self.grid[name] for name in names)):
            yield dict(zip(names, point, strict=True))

    def to_json(self) -> str:
        """Return the canonical text that is passed to jobs and compared to decide on a rerun."""
        return json.dumps(
            {
                "paper": self.paper,
                "experiment": self.experiment,
                "swept": dict(self.swept),
                "fixed": dict(self.fixed),
                "grid": {name: list(values) for name, values in self.grid.items()},
                "master_seed": self.master_seed,
                "run": self.run,
            },
            separators=(",", ":"),
        )

    @classmethod
    def from_json(cls, text: str) -> Setting:
        """Read what `to_json` wrote."""
        raw = json.loads(text)
        raw["grid"] = {name: tuple(values) for name, values in raw["grid"].items()}
        return cls(**raw)
