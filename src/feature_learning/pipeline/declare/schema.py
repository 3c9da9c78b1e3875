"""What may stand in ``paper.yaml`` and ``config.yaml``: one schema, which checks and documents both."""

from __future__ import annotations

import math
import re
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    PositiveInt,
    StrictBool,
    StrictFloat,
    StrictInt,
    model_validator,
)

from feature_learning.core.device import DEVICES
from feature_learning.core.errors import did_you_mean

SCALES = ("smoke", "laptop", "paper", "beyond")
Source = Literal["paper", "seed", "code", "recalled", "derived", "ours"]
_NUMBER_LIKE = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?", re.IGNORECASE)
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]*")


def _name(text: str) -> str:
    if _NUMBER_LIKE.fullmatch(text):
        raise ValueError(f"{text!r} is text, not a number: YAML reads 1e-3 as text: write 1.0e-3 (or 1.0e+3)")
    if not _NAME.fullmatch(text):
        raise ValueError(f"{text!r} must be letters, digits, dots and hyphens: it becomes part of a file's name")
    return text


def _number(value: float) -> float:
    if math.isnan(value):
        raise ValueError("is not a number")
    return value


def _module(text: str) -> str:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", text) or text in ("theory", "claims", "figures"):
        raise ValueError("is no name for an experiment: it is a module's, of small letters, digits and _; not theory, claims or figures")
    return text


def _id(text: str) -> str:
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", text):
        raise ValueError("is no id: small letters, digits and hyphens, as in a file's name")
    return text


def _column(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", text) or text == "seed":
        raise ValueError("is no name for a value: letters, digits and _, as a column of the tables; not seed")
    return text


ExperimentName = Annotated[str, AfterValidator(_module)]
Id = Annotated[str, AfterValidator(_id)]
ValueName = Annotated[str, AfterValidator(_column)]
Value = StrictBool | StrictInt | Annotated[StrictFloat, AfterValidator(_number)] | Annotated[str, AfterValidator(_name)]


class Strict(BaseModel):
    """A mapping with known keys; an unknown one is answered with the nearest."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, raw: Any) -> Any:
        if isinstance(raw, dict):
            known = {field.alias or name for name, field in cls.model_fields.items()}
            for key in raw:
                if key not in known:
                    raise ValueError(f"unknown key {key!r}.{did_you_mean(key, known)}")
        return raw


class Range(Strict):
    """Evenly spaced values, for theory's own grid."""

    start: float = Field(description="first value")
    stop: float = Field(description="last value, included")
    points: Annotated[int, Field(ge=2)] = Field(description="how many values")
    spacing: Literal["linear", "log"] = Field("linear", description="evenly spaced values, or evenly spaced logarithms")

    @model_validator(mode="after")
    def _ordered(self) -> Range:
        if self.stop <= self.start or (self.spacing == "log" and self.start <= 0):
            raise ValueError(f"start {self.start} and stop {self.stop} span no {self.spacing} range")
        return self

    def values(self) -> list[float]:
        """Return the values, rounded to twelve digits so that they read and join well."""
        space = np.geomspace if self.spacing == "log" else np.linspace
        return [float(f"{value:.12g}") for value in space(self.start, self.stop, self.points)]


def _distinct(values: list[Value]) -> list[Value]:
    if len(set(values)) < len(values):
        raise ValueError(f"{values} repeats a value")
    return values


Values = Annotated[list[Value], Field(min_length=1), AfterValidator(_distinct)]


class Experiment(Strict):
    """One simulation design (or, without seeds, one theory computation), resolved for a scale."""

    about: str = Field("", description="one sentence: what is simulated")
    sweep: dict[ValueName, Values] = Field({}, description="values whose product makes the settings, a job each with a seed")
    grid: dict[ValueName, Values] = Field({}, description="values swept inside a job")
    fixed: dict[ValueName, Value] = Field({}, description="values that all settings share")
    sources: dict[Source, list[str]] = Field({}, description="where each value comes from")
    seeds: Annotated[StrictInt, Field(ge=0)] = Field(0, description="repetitions; 0: theory only, no jobs")
    theory: dict[ValueName, Range | Values] | None = Field(None, description="theory's own grid; absent: no theory")

    @model_validator(mode="after")
    def _consistent(self) -> Experiment:
        names = [*self.sweep, *self.grid, *self.fixed]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"{', '.join(twice)} stands in more than one of sweep, grid and fixed")
        sourced = [name for group in self.sources.values() for name in group]
        declared = {*names, *(self.theory or {})}
        if set(sourced) != declared or len(sourced) != len(declared):
            odd = sorted((set(sourced) ^ declared) | {name for name in sourced if sourced.count(name) > 1})
            raise ValueError(f"sources must name every value exactly once; look at: {', '.join(odd)}")
        if self.seeds == 0 and self.theory is None:
            raise ValueError("has neither seeds (a simulation) nor theory, so nothing to compute")
        return self


class Variant(Strict):
    """What a scale changes of an experiment: only what differs from laptop."""

    sweep: dict[str, Values] = Field({}, description="replaces swept values by name")
    grid: dict[str, Values] = Field({}, description="replaces grid values by name")
    fixed: dict[str, Value] = Field({}, description="replaces fixed values by name")
    seeds: Annotated[StrictInt, Field(ge=0)] | None = Field(None, description="replaces the number of seeds")
    theory: dict[str, Range | Values] = Field({}, description="replaces theory's grid by name")


class DeclaredExperiment(Experiment):
    """An experiment as a paper declares it: the laptop scale, and what the others change."""

    smoke: Variant = Field(Variant(), description="the smoke scale: seconds, proves that everything runs")
    paper: Variant = Field(Variant(), description="the paper's sizes")
    beyond: Variant | None = Field(
        None, description="sizes past every direct simulation; without it the experiment and its figures are left out at that scale"
    )


class Figure(Strict):
    """One figure of a paper."""

    title: str = Field(description="what it is called in the gallery")
    reads: Annotated[list[str], Field(min_length=1)] = Field(description="the experiments that it draws")
    origin: str = Field(description="where it comes from: the paper's or a talk's figure, or ours")
    ours: str = Field(description="what in it is our addition or choice")
    caption: str = Field(description="what is drawn")


class Margin(Strict):
    """How far from the prediction still counts as agreement: exactly one of the two."""

    absolute: Annotated[float, Field(gt=0)] | None = Field(None, description="in the units of the quantity")
    relative: Annotated[float, Field(gt=0)] | None = Field(None, description="as a fraction of the prediction")

    @model_validator(mode="after")
    def _one(self) -> Margin:
        if (self.absolute is None) == (self.relative is None):
            raise ValueError("declare exactly one of absolute and relative")
        return self


class Claim(Strict):
    """One checkable statement with its test, declared before the run."""

    figure: str = Field(description="the figure that shows it")
    says: str = Field(description="the statement, in words")
    kind: Literal["value", "exponent", "ordering", "transition", "shape", "theory", "negative"] = Field(
        description="what sort of statement it is"
    )
    basis: Literal["paper", "theory", "regression"] = Field(
        description="paper: stated by the paper or talk; theory: a formula predicts it with no free parameter; "
        "regression: a range taken from an earlier run, which guards the code and says nothing about the paper"
    )
    margin: Margin | None = Field(None, description="agreement with the prediction to this margin")
    within: tuple[float, float] | None = Field(None, description="the quantity lies in this range")
    above: float | None = Field(None, description="the quantity lies above this value")
    below: float | None = Field(None, description="the quantity lies below this value")
    scales: Annotated[list[Literal["smoke", "laptop", "paper", "beyond"]], Field(min_length=1)] = Field(
        ["laptop", "paper"],
        description="where it can be tested; elsewhere: not testable at this scale",
    )
    remark: str = Field("", description="what is known about its failing or staying undecided")

    @model_validator(mode="after")
    def _one_test(self) -> Claim:
        tests = [name for name in ("margin", "within", "above", "below") if getattr(self, name) is not None]
        if len(tests) != 1:
            raise ValueError(f"declare exactly one of margin, within, above, below (found: {', '.join(tests) or 'none'})")
        if self.within and self.within[0] >= self.within[1]:
            raise ValueError(f"within {list(self.within)} is an empty range")
        return self


class _PaperParts(Strict):
    title: str = Field(description="the paper's title")
    authors: str = Field(description="its authors")
    year: PositiveInt = Field(description="the year of its publication")
    venue: str = Field(description="where it was published")
    arxiv: str = Field("", description="its arXiv number")
    bibtex: str = Field("", description="how to cite it")
    ours: StrictBool = Field(False, description="true for a study of this project in the form of a paper")
    apart: StrictBool = Field(
        False, description="true where figures/all and the gallery leave it out: it measures this machine, never twice the same"
    )
    summary: str = Field(description="two or three sentences: the model and the result")
    figures: dict[Id, Figure] = Field(description="figures by id")
    claims: dict[Id, Claim] = Field({}, description="claims by id")


class _WithExperiments(_PaperParts):
    @model_validator(mode="after")
    def _references(self) -> _WithExperiments:
        experiments = getattr(self, "experiments")  # noqa: B009 - declared by both subclasses
        for name, figure in self.figures.items():
            for read in figure.reads:
                if read not in experiments:
                    raise ValueError(f"figure {name} reads unknown experiment {read!r}.{did_you_mean(read, experiments)}")
        for name, claim in self.claims.items():
            if claim.figure not in self.figures:
                raise ValueError(f"claim {name}: unknown figure {claim.figure!r}.{did_you_mean(claim.figure, self.figures)}")
        return self


class DeclaredPaper(_WithExperiments):
    """A ``paper.yaml`` as it is written."""

    experiments: dict[ExperimentName, DeclaredExperiment] = Field(description="experiments by name")


class Paper(_WithExperiments):
    """A paper resolved for one scale, overrides applied."""

    experiments: dict[ExperimentName, Experiment] = Field(description="experiments by name")


class Config(Strict):
    """``config.yaml``."""

    scale: Literal["smoke", "laptop", "paper", "beyond"] = Field(
        "laptop", description="sizes: seconds, minutes, as published, or past that"
    )
    device: Literal["auto", "cpu", "cuda"] = Field("auto", description="where large products run")
    papers: Literal["all"] | Annotated[list[str], Field(min_length=1)] = Field("all", description="which papers")
    overrides: dict[str, Any] = Field({}, description="changes by paper, in the form of paper.yaml, merged last")


assert set(SCALES) == set(Config.model_fields["scale"].annotation.__args__)  # type: ignore[union-attr]
assert set(DEVICES) == set(Config.model_fields["device"].annotation.__args__)  # type: ignore[union-attr]
