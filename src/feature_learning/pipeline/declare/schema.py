"""The form of papers: one schema, which checks and documents them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import Field, PositiveInt, StrictBool, TypeAdapter, model_validator

from feature_learning.core.regions import Accepted, accepted, excluded
from feature_learning.pipeline.declare.config import Config
from feature_learning.pipeline.declare.experiment import Experiment, Experiments
from feature_learning.pipeline.declare.published import NotDrawn, Published
from feature_learning.pipeline.declare.quantity import Number, Part, Places, Scalar, Steps, names_in
from feature_learning.pipeline.declare.values import ExperimentName, Id, Strict


class Margin(Strict):
    """How far from the prediction still counts as agreement: exactly one of the two."""

    absolute: Annotated[float, Field(gt=0)] | None = Field(
        None, description="in the units of the quantity"
    )
    relative: Annotated[float, Field(gt=0)] | None = Field(
        None, description="as a fraction of the prediction"
    )

    @model_validator(mode="after")
    def _one(self) -> Margin:
        if (self.absolute is None) == (self.relative is None):
            raise ValueError("declare exactly one of absolute and relative")
        return self


class Rival(Strict):
    """What one would see if a claim were false."""

    says: str = Field(
        min_length=1,
        description="what would be so instead: nothing learned, the untrained value, random "
        "features, the neighbouring exponent, the leading order alone",
    )
    value: Number | None = Field(
        None,
        description="what the quantity would be then: at every point, point by point, as a formula "
        "of the coordinates, or another quantity; absent where the claim's function computes it",
    )


class Claim(Strict):
    """One checkable statement with its test, declared before the run."""

    says: str = Field(description="the statement, in words")
    kind: Literal[
        "value", "exponent", "ordering", "transition", "shape", "theory", "limit", "negative"
    ] = Field(description="what sort of statement it is")
    statement: str | Annotated[list[str], Field(min_length=1)] | None = Field(
        None,
        description="the statement that it tests, as document/statement, or several; "
        "only where the claim is on the statement's own object",
    )
    basis: Literal["theory", "regression"] | None = Field(
        None,
        description="without a statement. theory: a prediction without free parameters; "
        "regression: a range taken from an earlier run, which guards the code",
    )
    of: str | Annotated[list[Part], Field(min_length=1)] | None = Field(
        None,
        description="the quantity that it is about, by the name of its function in quantities.py, "
        "or several; absent where a function in claims/ gives its evidence",
    )
    given: dict[str, Scalar] = Field({}, alias="with", description="the quantity's arguments")
    at: Places = Field({}, description="narrows the points of the quantity")
    take: Steps | None = Field(None, description="operations on the quantity, in this order")
    rival: Rival | None = Field(
        None,
        description="what one would see if it were false; its region must exclude that at one "
        "point at least",
    )
    margin: Margin | None = Field(None, description="agreement with the prediction to this margin")
    within: tuple[float, float] | None = Field(None, description="the quantity lies in this range")
    above: float | None = Field(None, description="the quantity lies above this value")
    below: float | None = Field(None, description="the quantity lies below this value")
    scale: Literal["linear", "log"] = Field(
        "linear",
        description="log: means and intervals in log units, for positive heavy-tailed quantities",
    )
    scales: Annotated[list[Literal["smoke", "laptop", "paper", "beyond"]], Field(min_length=1)] = (
        Field(
            ["laptop", "paper"],
            description="where it can be tested; elsewhere: not testable at this scale",
        )
    )
    remark: str = Field("", description="what is known about why it fails or stays undecided")

    @model_validator(mode="after")
    def _one_test(self) -> Claim:
        known = ("margin", "within", "above", "below")
        tests = [name for name in known if getattr(self, name) is not None]
        if len(tests) != 1:
            raise ValueError(
                "declare exactly one of margin, within, above, below (found: "
                f"{', '.join(tests) or 'none'})"
            )
        if self.within and self.within[0] >= self.within[1]:
            raise ValueError(f"within {list(self.within)} is an empty range")
        if self.kind == "limit" and self.margin is None:
            raise ValueError("a limit needs a margin around the predicted value")
        return self

    @model_validator(mode="after")
    def _one_quantity(self) -> Claim:
        if not isinstance(self.of, str) and (self.given or self.at or self.take):
            raise ValueError("with, at and take belong to one quantity, which of names")
        if self.of is not None and self.scale == "log":
            raise ValueError(
                "scale: a quantity has its estimator; take: {estimator: geometric mean}"
            )
        return self

    @model_validator(mode="after")
    def _one_ground(self) -> Claim:
        if (self.statement is None) == (self.basis is None):
            raise ValueError("declare exactly one of statement and basis")
        return self

    @model_validator(mode="after")
    def _can_fail(self) -> Claim:
        if self.rival is None or self.margin is not None:
            return self
        if not isinstance(self.rival.value, int | float | list):
            return self  # the judge compares these, who knows the region and the values
        region = self.within or (
            -math.inf if self.above is None else self.above,
            math.inf if self.below is None else self.below,
        )
        given = self.rival.value
        values = [
            value for value in (given if isinstance(given, list) else [given]) if value is not None
        ]
        if not any(excluded(values, [region] * len(values))):
            raise ValueError(
                f"it cannot fail: its region ({region[0]:g}, {region[1]:g}) does not exclude its "
                f"rival ({self.rival.says}: {', '.join(f'{value:g}' for value in values)})"
            )
        return self

    @property
    def parts(self) -> list[Part]:
        """The quantities that it is about; none where a function gives its evidence."""
        if isinstance(self.of, str):
            own = {"of": self.of, "with": self.given, "at": self.at, "take": self.take}
            return [Part.model_validate(own)]
        return self.of or []

    @property
    def names(self) -> list[str]:
        """The functions of ``quantities.py`` that it uses."""
        rival = [self.rival.value] if self.rival else []
        parts = [*self.parts, *(value for value in rival if isinstance(value, Part))]
        return [name for part in parts for name in names_in(part)]

    @property
    def statements(self) -> list[str]:
        """The statements that it tests, as ``document/statement``."""
        if self.statement is None:
            return []
        return [self.statement] if isinstance(self.statement, str) else self.statement

    @property
    def rests_on(self) -> str:
        """What it rests on: ``document``, ``theory`` or ``regression``."""
        return self.basis or "document"


MAIN = 3
"""How many figures carry the message of a paper, at most."""


class Figure(Strict):
    """One figure of a paper, with the claims that it shows."""

    title: str = Field(description="what it is called in the gallery")
    reads: Annotated[list[str], Field(min_length=1)] = Field(
        description="the experiments that it draws"
    )
    published: Published | None = Field(
        None, description="the picture of the authors that it reproduces"
    )
    origin: str = Field(
        "", description="where a figure of ours comes from; absent for a published picture"
    )
    ours: str = Field(description="what in it is our own addition or choice")
    role: Literal["main", "check"] = Field(
        "check", description="main: the paper's message, at most three of a paper; check: the rest"
    )
    caption: str = Field(
        description="the finding, then what is drawn, in at most 80 words; numbers that the data "
        "determine are fields, such as {gap:.0%}"
    )
    notes: str = Field("", description="how it was run, and every visible gap")
    claims: dict[Id, Claim] = Field(
        {}, description="claims by id; the full id begins with the figure's"
    )

    @model_validator(mode="after")
    def _one_origin(self) -> Self:
        if bool(self.origin) == (self.published is not None):
            raise ValueError("declare exactly one of published and origin")
        return self

    @property
    def source(self) -> str:
        """Where it comes from, in words."""
        return self.published.where if self.published else self.origin

    @property
    def accepted(self) -> dict[str, Accepted]:
        """What each claim accepts, by the claim's id."""
        return {name: accepted(claim) for name, claim in self.claims.items()}


def claim_id(figure: str, claim: str) -> str:
    """Return the full id of a claim, which tables and pages use."""
    return f"{figure}-{claim}"


class Bibliography(Strict):
    """The bibliography and the summary of a paper."""

    title: str = Field(description="the paper's title")
    authors: str = Field(description="its authors")
    year: PositiveInt = Field(description="the year of its publication")
    venue: str = Field(description="where it was published")
    arxiv: str = Field("", description="its arXiv number")
    bibtex: str = Field("", description="how to cite it")
    ours: StrictBool = Field(
        False, description="true for a study of this project in the form of a paper"
    )
    summary: str = Field(description="two or three sentences: the model and the result")
    not_drawn: list[NotDrawn] = Field(
        [], description="the authors' pictures that no figure reproduces, each with the reason"
    )


class Paper(Bibliography):
    """A paper resolved for one scale, overrides applied."""

    experiments: dict[ExperimentName, Experiment] = Field(description="experiments by name")
    figures: dict[Id, Figure] = Field(description="figures by id")

    @model_validator(mode="after")
    def _message(self) -> Self:
        main = [name for name, figure in self.figures.items() if figure.role == "main"]
        if len(main) > MAIN:
            raise ValueError(f"at most {MAIN} figures can have the role main: {', '.join(main)}")
        return self

    @property
    def claims(self) -> dict[str, Claim]:
        """The claims of all figures by their full ids."""
        return claims_of(self.figures)


def claims_of(figures: Mapping[str, Figure]) -> dict[str, Claim]:
    """Return the claims of some figures by their full ids."""
    return {
        claim_id(name, own): claim
        for name, figure in figures.items()
        for own, claim in figure.claims.items()
    }


FILES: dict[str, TypeAdapter[Any]] = {
    "paper": TypeAdapter(Bibliography),
    "experiments": TypeAdapter(Experiments),
    "figures": TypeAdapter(dict[Id, Figure]),
    "config": TypeAdapter(Config),
}
"""The YAML files by name, and the model that checks each."""
