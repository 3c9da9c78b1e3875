"""A setting: one point of an experiment's sweep, which one training job takes together with a seed."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Scalar = int | float | str | bool
UNSWEPT = "only"


def label_of(swept: Mapping[str, Scalar]) -> str:
    """Return the setting's label: its swept values joined by ``+``, or ``only`` where nothing is swept.

    Examples
    --------
    >>> label_of({"s": 2, "d": 20}), label_of({})
    ('s=2+d=20', 'only')

    Notes
    -----
    Labels are file names and Snakemake wildcards: a comma would split the wildcards of a cluster job, and ``+``
    separates, so the exponent of a float is written without its plus sign.
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
        Whose setting this is.
    swept
        The values that tell this setting from its sisters.
    fixed
        The values that all settings of the experiment share.
    grid
        What is swept inside the job (for theory: the theory's own, finer grid).
    """

    paper: str
    experiment: str
    swept: Mapping[str, Scalar]
    fixed: Mapping[str, Scalar]
    grid: Mapping[str, tuple[Scalar, ...]]

    @property
    def label(self) -> str:
        """The name of the setting in paths."""
        return label_of(self.swept)

    @property
    def values(self) -> dict[str, Scalar]:
        """Fixed and swept values, the columns that every row of this setting carries."""
        return {**self.fixed, **self.swept}

    def __getitem__(self, name: str) -> Any:
        """Return one fixed or swept value.

        Raises
        ------
        KeyError
            Names the value and the experiment that does not declare it.
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
        """Return the canonical text that jobs are given and that reruns compare."""
        return json.dumps(
            {
                "paper": self.paper,
                "experiment": self.experiment,
                "swept": dict(self.swept),
                "fixed": dict(self.fixed),
                "grid": {name: list(values) for name, values in self.grid.items()},
            },
            separators=(",", ":"),
        )

    @classmethod
    def from_json(cls, text: str) -> Setting:
        """Read what `to_json` wrote."""
        raw = json.loads(text)
        raw["grid"] = {name: tuple(values) for name, values in raw["grid"].items()}
        return cls(**raw)
