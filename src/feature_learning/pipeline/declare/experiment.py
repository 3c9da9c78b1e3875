"""The form of ``experiments.yaml``: simulation designs."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, model_validator

from feature_learning.core.errors import did_you_mean
from feature_learning.core.setting import flat
from feature_learning.pipeline.declare.growth import Growth
from feature_learning.pipeline.declare.values import (
    ClassName,
    ExperimentName,
    Mapped,
    Range,
    Strict,
    Value,
    ValueName,
    Values,
)

Source = Literal["document", "code", "told", "recalled", "derived", "ours"]
SCALE_KEYS = ("smoke", "paper", "beyond")
RESERVED = ("seeds", "theory")
"""What a scale or an override can change in an experiment next to its values."""


class _Design(Strict):
    """What an experiment has at every scale."""

    about: str = Field("", description="one sentence: what is simulated")
    run: ClassName = Field(description="its module in experiments/, and the class there")
    values: dict[ValueName, Value | Mapped | Values] = Field(
        {},
        description="its values by name; a list is a grid inside the job, and a mapping "
        "gives several values that go together",
    )
    split: list[ValueName] = Field([], description="lists of which each value is a job of its own")
    sources: dict[Source, list[ValueName]] = Field(
        {}, description="where values come from, where not from the document"
    )
    seeds: Annotated[StrictInt, Field(ge=0)] = Field(
        0, description="repetitions; 0: theory only, no jobs"
    )
    theory: dict[ValueName, Range | Values] | None = Field(
        None, description="theory's own grid; absent: no theory"
    )
    rounding: str = Field(
        "",
        description="why runs on two kinds of processor differ by more than rounding, if they do",
    )
    grows: Growth | None = Field(
        None,
        description="how the cost of a training job grows with its values; without it a job with "
        "larger ones has no forecast",
    )
    gpu: StrictBool = Field(
        False, description="whether the training job's products run on the device of the run"
    )


class Experiment(_Design):
    """One simulation design (or, without seeds, one theory computation), resolved for a scale."""

    @property
    def sweep(self) -> dict[str, list[Value | Mapped]]:
        """The values whose product makes the settings; each setting has one job per seed. A whole
        number next to fractions is one of them, so a value has one type in all settings.
        """
        return {name: _alike(_listed(self.values[name])) for name in self.split}

    @property
    def grid(self) -> dict[str, list[Value | Mapped]]:
        """The values that are swept inside a job."""
        return {
            name: value
            for name, value in self.values.items()
            if isinstance(value, list) and name not in self.split
        }

    @property
    def fixed(self) -> dict[str, Value | Mapped]:
        """The values that all settings share."""
        return {name: value for name, value in self.values.items() if not isinstance(value, list)}

    @property
    def simulated(self) -> dict[str, list[Value | Mapped]]:
        """The simulation's values by name, each as a list."""
        return {name: _listed(value) for name, value in self.values.items()}

    @property
    def held(self) -> dict[str, list[Value]]:
        """All values by name, those of mappings by the names within; columns of the tables."""
        found: dict[str, list[Value]] = {}
        for name, listed in self.simulated.items():
            for one in listed:
                for part, value in flat({name: one}).items():
                    found.setdefault(part, []).append(value)
        return found

    @property
    def theory_points(self) -> dict[str, list[Value | Mapped]]:
        """Theory's own points by name."""
        return {
            name: list(own.values()) if isinstance(own, Range) else own
            for name, own in (self.theory or {}).items()
        }

    @model_validator(mode="after")
    def _consistent(self) -> "Experiment":
        if self.seeds == 0 and self.theory is None:
            raise ValueError(
                "has neither seeds (a simulation) nor theory, so there is nothing to compute"
            )
        if self.grows is not None:
            self.grows.check(self.held)
        for name in RESERVED:
            if name in self.values:
                raise ValueError(
                    f"values: {name} cannot name a value, because it is a key of the experiment"
                )
        for name in self.split:
            if not isinstance(self.values.get(name, []), list):
                raise ValueError(f"split: {name} is one value, not a list")
        known = {*self.values, *(self.theory or {})}
        _check_parts({**self.simulated, **self.theory_points})
        check_names("split", self.split, self.values)
        check_names("sources", [name for names in self.sources.values() for name in names], known)
        return self


def _listed(value: Value | Mapped | list[Value | Mapped]) -> list[Value | Mapped]:
    return value if isinstance(value, list) else [value]


def _alike(values: list[Any]) -> list[Any]:
    """Return values with fractions for the whole numbers next to them, within mappings by name."""
    if all(isinstance(each, dict) for each in values):
        parts = {name: _alike([each.get(name) for each in values]) for name in values[0]}
        return [{name: parts[name][row] for name in each} for row, each in enumerate(values)]
    mixed = any(isinstance(value, float) for value in values)
    return [float(value) if mixed and type(value) is int else value for value in values]


def _check_parts(values: dict[str, list[Value | Mapped]]) -> None:
    """Refuse a value that is given twice: on its own and in a mapping, or in two mappings."""
    given = {name: name for name, listed in values.items() if not isinstance(listed[0], dict)}
    for name, listed in values.items():
        for part in {part for each in listed if isinstance(each, dict) for part in each}:
            if part in given:
                raise ValueError(f"values: {part} is given in {name} and in {given[part]}")
            given[part] = name


def check_names(part: str, names: Iterable[str], known: Iterable[str]) -> None:
    """Refuse an unknown or repeated name; the message names the nearest known one."""
    seen: set[str] = set()
    for name in names:
        if name not in known:
            raise ValueError(f"{part}: unknown value {name!r}.{did_you_mean(name, known)}")
        if name in seen:
            raise ValueError(f"{part}: names {name} twice")
        seen.add(name)


class Variant(BaseModel):
    """What a scale changes in an experiment: only what differs from laptop; values stand next to
    seeds and theory.
    """

    model_config = ConfigDict(extra="allow", frozen=True)
    __pydantic_extra__: dict[str, Value | Mapped | Values]

    seeds: Annotated[StrictInt, Field(ge=0)] | None = Field(
        None, description="replaces the number of seeds"
    )
    theory: dict[str, Range | Values] = Field({}, description="replaces theory's grid by name")


class DeclaredExperiment(_Design):
    """An experiment as a paper declares it: the laptop scale, and what the other scales change."""

    use: list[ValueName] = Field([], description="values whose default the experiment takes")
    smoke: Variant = Field(
        Variant(), description="the smoke scale: seconds, proves that everything runs"
    )
    paper: Variant = Field(Variant(), description="the paper's sizes")
    beyond: Variant | None = Field(
        None,
        description="sizes past every direct simulation; without it the experiment and its figures "
        "are left out at that scale",
    )


class Experiments(BaseModel):
    """The file ``experiments.yaml``: experiments by name, and what they share."""

    model_config = ConfigDict(extra="allow", frozen=True)
    __pydantic_extra__: dict[ExperimentName, DeclaredExperiment]

    defaults: dict[ValueName, Value | Mapped | Values] = Field(
        {}, description="values that experiments take by name, under use"
    )
    sources: dict[Source, list[ValueName]] = Field(
        {},
        description="where values come from in every experiment that does not say otherwise; "
        "by default from the document",
    )

    @model_validator(mode="after")
    def _consistent(self) -> "Experiments":
        experiments: dict[str, Any] = self.__pydantic_extra__ or {}
        for name, design in experiments.items():
            check_names(f"{name}.use", design.use, self.defaults)
            check_names(f"{name}.use", [*design.use, *design.values], {*design.use, *design.values})
        used = {name for design in experiments.values() for name in design.use}
        for name in self.defaults:
            if name not in used:
                raise ValueError(f"defaults: no experiment uses {name}")
        return self
