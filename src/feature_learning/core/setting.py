"""A setting: one point of an experiment's sweep. A training job runs one setting with one seed."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Scalar = int | float | str | bool
Value = Scalar | Mapping[str, Scalar]
"""One value, or several that go together, by name."""
UNSWEPT = "only"


def flat(values: Mapping[str, Value]) -> dict[str, Scalar]:
    """Return values by name, with those that go together under their own names.

    Examples
    --------
    >>> flat({"case": {"d": 16, "k": 3}, "width": 64})
    {'d': 16, 'k': 3, 'width': 64}
    """
    found: dict[str, Scalar] = {}
    for name, value in values.items():
        found |= value if isinstance(value, Mapping) else {name: value}
    return found


def label_of(swept: Mapping[str, Value]) -> str:
    """Return the setting's label: its swept values joined by ``+``, or ``only`` if nothing is
    swept.

    Examples
    --------
    >>> label_of({"s": 2, "d": 20}), label_of({"case": {"d": 16, "k": 3}}), label_of({})
    ('s=2+d=20', 'd=16+k=3', 'only')

    Notes
    -----
    Labels are file names and Snakemake wildcards. A comma would split the wildcards of a cluster
    job. ``+`` is the separator, so the exponent of a float is written without its plus sign.
    """
    if not swept:
        return UNSWEPT
    return "+".join(
        f"{name}={str(value).replace('e+', 'e')}" for name, value in flat(swept).items()
    )


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
        The module and the class of the experiment, as in ``gains.OneStep``.
    """

    paper: str
    experiment: str
    swept: Mapping[str, Value]
    fixed: Mapping[str, Value]
    grid: Mapping[str, tuple[Value, ...]]
    master_seed: int = 0
    run: str = ""

    @property
    def label(self) -> str:
        """The name of the setting in paths."""
        return label_of(self.swept)

    @property
    def values(self) -> dict[str, Scalar]:
        """The fixed and swept values, which every row of this setting has as columns."""
        return flat({**self.fixed, **self.swept})

    def __getitem__(self, name: str) -> Any:
        """Return one fixed or swept value, on its own or of a mapping.

        Raises
        ------
        KeyError
            The experiment does not declare the value; the message names both.
        """
        for group in (self.swept, self.fixed, self.values):
            if name in group:
                return group[name]
        raise KeyError(f"{self.paper}/{self.experiment} declares no value {name!r}")

    def listed(self, name: str) -> tuple[Any, ...]:
        """Return the values of a grid, on their own or of its mappings, or the single value of that
        name.
        """
        if name in self.grid:
            return self.grid[name]
        for values in self.grid.values():
            parts = [each[name] for each in values if isinstance(each, Mapping) and name in each]
            if parts:
                return tuple(dict.fromkeys(parts))
        return (self[name],)

    def points(self) -> Iterator[dict[str, Any]]:
        """Iterate over the product of the grid, first variable slowest; the entries of a mapping
        stand under their own names.
        """
        for point in itertools.product(*self.grid.values()):
            yield flat(dict(zip(self.grid, point, strict=True)))

    def raw(self) -> dict[str, Any]:
        """Return the setting as it stands in the JSON text of a job."""
        return {
            "paper": self.paper,
            "experiment": self.experiment,
            "swept": dict(self.swept),
            "fixed": dict(self.fixed),
            "grid": {name: list(values) for name, values in self.grid.items()},
            "master_seed": self.master_seed,
            "run": self.run,
        }

    def to_json(self) -> str:
        """Return the canonical text, which is compared to tell one setting from another."""
        return json.dumps(self.raw(), separators=(",", ":"))

    @classmethod
    def of(cls, raw: Mapping[str, Any]) -> Setting:
        """Return the setting of which this is the `raw` form."""
        return cls(**{**raw, "grid": {name: tuple(values) for name, values in raw["grid"].items()}})

    @classmethod
    def from_json(cls, text: str) -> Setting:
        """Read what `to_json` wrote."""
        return cls.of(json.loads(text))
