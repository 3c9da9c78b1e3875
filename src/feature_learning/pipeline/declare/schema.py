"""The form of papers: one schema, which checks and documents them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import Field, PositiveInt, StrictBool, TypeAdapter, model_validator

from feature_learning.core.regions import Accepted, accepted
from feature_learning.pipeline.declare.claim import Claim, claim_id
from feature_learning.pipeline.declare.config import Config
from feature_learning.pipeline.declare.experiment import Experiment, Experiments
from feature_learning.pipeline.declare.needed import Needed, lacking
from feature_learning.pipeline.declare.published import NotDrawn, Published
from feature_learning.pipeline.declare.quantity import Part
from feature_learning.pipeline.declare.values import ExperimentName, Id, Strict, ValueName

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
    numbers: dict[ValueName, Part] = Field(
        {}, description="quantities whose numbers the texts quote, by name: {name.estimate:.2f}"
    )
    needs: dict[ExperimentName, dict[ValueName, Needed]] = Field(
        {},
        description="values without which it cannot be drawn, or how many of them, by experiment; "
        "overrides that leave one out leave out the figure",
    )
    needs_theory: list[ExperimentName] = Field(
        [],
        description="experiments without whose predictions it cannot be drawn; overrides that the "
        "theory does not cover leave out the figure",
    )
    claims: dict[Id, Claim] = Field(
        {}, description="claims by id; the full id begins with the figure's"
    )

    @model_validator(mode="after")
    def _one_origin(self) -> Self:
        if bool(self.origin) == (self.published is not None):
            raise ValueError("declare exactly one of published and origin")
        return self

    @model_validator(mode="after")
    def _readable(self) -> Self:
        for wanted in ("needs", "needs_theory"):
            if absent := [name for name in getattr(self, wanted) if name not in self.reads]:
                raise ValueError(
                    f"{wanted}: {absent[0]} is not among the experiments that it reads"
                )
        if both := [name for name in self.numbers if name in self.reads]:
            raise ValueError(f"numbers: {both[0]} is the name of an experiment")
        return self

    def lacks(
        self, experiments: Mapping[str, Experiment], not_covered: Mapping[str, str]
    ) -> Iterator[str]:
        """Yield one sentence for each value that it needs and experiments do not have, and for each
        theory that it needs and that does not cover them, for the given reason.
        """
        for name in self.needs_theory:
            if name in not_covered:
                yield f"it needs the prediction of {name}, but {not_covered[name]}"
        for name, needed in self.needs.items():
            for value, wanted in needed.items():
                yield from lacking(name, value, wanted, experiments[name].held.get(value, []))

    @property
    def source(self) -> str:
        """The origin of the figure, in words."""
        return self.published.where if self.published else self.origin

    @property
    def accepted(self) -> dict[str, Accepted]:
        """The acceptance region of each claim, by its id."""
        return {name: accepted(claim) for name, claim in self.claims.items()}


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
    fixed: dict[ValueName, str] = Field(
        {}, description="why experiments lack a value that one might look for, by its name"
    )


class PaperFile(Bibliography):
    """The file ``paper.yaml``."""

    figures: Annotated[list[Id], Field(min_length=1)] = Field(
        description="the figures in the order of the paper's page; figures/<figure>.yaml has each"
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

    def without(self, names: Iterable[str]) -> Self:
        """Return the paper without some figures."""
        out = set(names)
        figures = {name: figure for name, figure in self.figures.items() if name not in out}
        return self.model_copy(update={"figures": figures}) if out else self

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
    "paper": TypeAdapter(PaperFile),
    "experiments": TypeAdapter(Experiments),
    "figure": TypeAdapter(Figure),
    "config": TypeAdapter(Config),
}
"""The YAML files by name, and the model that checks each."""
