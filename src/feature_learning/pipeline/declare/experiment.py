"""What ``experiments.yaml`` may hold: simulation designs, their bounds and their costs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import Field, StrictBool, StrictInt, model_validator

from feature_learning.core.errors import did_you_mean
from feature_learning.pipeline.declare.values import FunctionName, Range, Strict, Value, ValueName, Values

Source = Literal["paper", "seed", "code", "recalled", "derived", "ours"]
Limits = dict[str, float | str]


class Bounds(Strict):
    """Conditions on values, checked at every scale and with every override."""

    whole: list[str] = Field([], description="values that are whole numbers, from 1 on unless `least` says otherwise")
    positive: list[str] = Field([], description="values that are above 0 and finite")
    activations: list[str] = Field([], description="values that are activations, by name or by Hermite coefficients")
    links: list[str] = Field([], description="values that are links: functions of one projection")
    targets: list[str] = Field([], description="values that are links, or sums of them over directions")
    own: dict[str, list[str]] = Field({}, description="further names that a value may have: the paper's own")
    least: Limits = Field({}, description="what a value must not fall below: a number or a value")
    most: Limits = Field({}, description="what a value must not exceed: a number or a value")
    above: Limits = Field({}, description="what a value must lie above: a number or a value")
    below: Limits = Field({}, description="what a value must lie below: a number or a value")

    def limits(self) -> dict[str, Limits]:
        """Return the four comparisons by name."""
        return {name: getattr(self, name) for name in ("least", "most", "above", "below")}

    def names(self) -> set[str]:
        """Return the names of all values that have a condition."""
        found = {*self.whole, *self.positive, *self.activations, *self.links, *self.targets, *self.own}
        for limits in self.limits().values():
            found |= {*limits, *(limit for limit in limits.values() if isinstance(limit, str))}
        return found


class Experiment(Strict):
    """One simulation design (or, without seeds, one theory computation), resolved for a scale."""

    about: str = Field("", description="one sentence: what is simulated")
    run: FunctionName = Field("", description="its module in experiments/, or module.function; by default both have the experiment's name")
    sweep: dict[ValueName, Values] = Field({}, description="values whose product makes the settings; each has a job per seed")
    grid: dict[ValueName, Values] = Field({}, description="values swept inside a job")
    fixed: dict[ValueName, Value] = Field({}, description="values that all settings share")
    sources: dict[Source, list[str]] = Field({}, description="where each value comes from")
    bounds: Bounds = Field(Bounds(), description="what values must be")
    seeds: Annotated[StrictInt, Field(ge=0)] = Field(0, description="repetitions; 0: theory only, no jobs")
    theory: dict[ValueName, Range | Values] | None = Field(None, description="theory's own grid; absent: no theory")
    cost: dict[str, float] = Field({}, description="powers of values whose product is the work of a training job")
    memory: dict[str, float] = Field({}, description="powers of values whose product is the size of the largest array")
    rounding: str = Field("", description="why runs on two kinds of processor differ by more than rounding, if they do")
    gpu: StrictBool = Field(False, description="whether the training job's products run on the device of the run")

    @property
    def simulated(self) -> dict[str, list[Value]]:
        """The simulation's values by name, each as a list."""
        fixed = {name: [value] for name, value in self.fixed.items()}
        return {**self.sweep, **self.grid, **fixed}

    @model_validator(mode="after")
    def _consistent(self) -> Experiment:
        names = [*self.sweep, *self.grid, *self.fixed]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"{', '.join(twice)} is in more than one of sweep, grid and fixed")
        sourced = [name for group in self.sources.values() for name in group]
        declared = {*names, *(self.theory or {})}
        if set(sourced) != declared or len(sourced) != len(declared):
            odd = {name for name in sourced if sourced.count(name) > 1} | set(sourced) ^ declared
            raise ValueError(f"sources must name every value exactly once; check {', '.join(sorted(odd))}")
        if self.seeds == 0 and self.theory is None:
            raise ValueError("has neither seeds (a simulation) nor theory, so there is nothing to compute")
        _known("bounds", sorted(self.bounds.names()), declared)
        for part in ("cost", "memory"):
            powers: dict[str, float] = getattr(self, part)
            _known(part, powers, names)
            for name, power in powers.items():
                if power and any(isinstance(value, str | bool) for value in self.simulated[name]):
                    raise ValueError(f"{part}: {name} is not a number, so its power must be 0, which counts its values")
        return self


def _known(part: str, names: Iterable[str], declared: Iterable[str]) -> None:
    for name in names:
        if name not in declared:
            raise ValueError(f"{part}: unknown value {name!r}.{did_you_mean(name, declared)}")


class Variant(Strict):
    """What a scale changes in an experiment: only what differs from laptop."""

    sweep: dict[str, Values] = Field({}, description="replaces swept values by name")
    grid: dict[str, Values] = Field({}, description="replaces grid values by name")
    fixed: dict[str, Value] = Field({}, description="replaces fixed values by name")
    seeds: Annotated[StrictInt, Field(ge=0)] | None = Field(None, description="replaces the number of seeds")
    theory: dict[str, Range | Values] = Field({}, description="replaces theory's grid by name")


class DeclaredExperiment(Experiment):
    """An experiment as a paper declares it: the laptop scale, and what the other scales change."""

    smoke: Variant = Field(Variant(), description="the smoke scale: seconds, proves that everything runs")
    paper: Variant = Field(Variant(), description="the paper's sizes")
    beyond: Variant | None = Field(
        None,
        description="sizes past every direct simulation; without it the experiment and its figures are left out at that scale",
    )
