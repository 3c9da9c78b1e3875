"""A picture that authors published: where it is, what it shows, and how sure each fact is."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, PositiveInt, model_validator

from feature_learning.pipeline.declare.values import Strict

Certainty = Literal["seen", "told", "inferred", "recalled"]


class Axis(Strict):
    """One axis of a published picture."""

    label: str = Field("", description="what it shows; empty where the axis has no label")
    scale: Literal["linear", "log"] = Field("linear", description="linear or logarithmic")
    range: tuple[float, float] | None = Field(
        None, description="its two ends; absent where they are not known"
    )


class Frame(Strict):
    """The axes of one panel."""

    x: Axis = Field(description="the horizontal axis")
    y: Axis = Field(description="the vertical axis")


class Published(Strict):
    """A picture of the authors, which a figure reproduces panel by panel."""

    where: str = Field(description="the document and the number: paper, figure 3a")
    shows: str = Field(description="what the original shows, in one or two sentences")
    panels: tuple[PositiveInt, PositiveInt] = Field((1, 1), description="its rows and columns")
    axes: Annotated[list[Frame], Field(min_length=1)] | None = Field(
        None,
        description="the axes of each panel, row by row; one entry if all are alike; absent for "
        "a sketch without axes",
    )
    legend: list[str] = Field([], description="the words of its legend, in order")
    known: Annotated[dict[Certainty, str], Field(min_length=1)] = Field(
        description="which facts were seen in the original, told by others, inferred from the text "
        "or recalled, each with its source"
    )

    @model_validator(mode="after")
    def _one_frame_per_panel(self) -> Self:
        rows, columns = self.panels
        if self.axes is not None and len(self.axes) not in (1, rows * columns):
            raise ValueError(
                f"axes has {len(self.axes)} entries; declare 1, or {rows * columns} for "
                f"{rows} x {columns} panels"
            )
        return self

    @property
    def frames(self) -> list[Frame]:
        """The axes of each panel, row by row; empty for a sketch."""
        rows, columns = self.panels
        axes = self.axes or []
        return axes * (rows * columns) if len(axes) == 1 else axes


class NotDrawn(Strict):
    """A published picture that no figure reproduces."""

    where: str = Field(description="the document and the number")
    shows: str = Field(description="what it shows")
    why: str = Field(description="why no figure reproduces it")
