"""What a claim is about: a quantity of its paper, after at most three operations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from feature_learning.pipeline.declare.values import Strict

Scalar = int | float | str | bool
Average = Literal["mean", "geometric mean", "root mean square", "median", "fraction"]
Places = dict[str, Scalar | list[Scalar] | dict[Literal["except", "from", "to", "outside"], Any]]
"""Of each coordinate a value, several, ``smallest``, ``middle`` or ``largest``, or a condition."""


class Crossing(Strict):
    """Where the quantity first rises to a level."""

    of: str = Field(description="along this coordinate")
    level: float = Field(description="the level")
    scale: Literal["linear", "log"] = Field(
        description="what is interpolated against the logarithm of the coordinate: the quantity, "
        "or its logarithm"
    )


class Step(Strict):
    """One operation with what it takes: exactly one of these."""

    minus: Number | None = Field(None, description="the difference from a number or a quantity")
    over: Number | None = Field(None, description="the ratio to a number or a quantity")
    exponent: str | None = Field(
        None, description="the slope against this coordinate on logarithmic axes"
    )
    crossing: Crossing | None = Field(None, description="where it first rises to a level")
    changes: dict[str, list[tuple[Scalar, Scalar]]] | None = Field(
        None,
        description="differences between two values of a coordinate, the first minus the second",
    )
    estimator: Average | None = Field(None, description="how seeds are averaged")
    at: Places | None = Field(None, description="narrows the points, as below the name")

    @model_validator(mode="after")
    def _one(self) -> Step:
        if len(self.model_fields_set) != 1:
            raise ValueError(
                f"a step of take has one operation (found {len(self.model_fields_set)})"
            )
        return self


Steps = Annotated[
    list[
        Literal[
            "absolute", "inverse", "negative", "per seed", "over prediction", "minus prediction"
        ]
        | Step
    ],
    Field(min_length=1, max_length=3),
]


class Part(Strict):
    """A quantity of the paper, by the name of its function in ``quantities.py``."""

    of: str = Field(description="the function's name")
    given: dict[str, Scalar] = Field({}, alias="with", description="its arguments")
    at: Places = Field({}, description="narrows its points")
    take: Steps | None = Field(None, description="operations, in this order")


Number = float | list[float | None] | str | Part
"""A number, one for each point, a formula of the coordinates, or a quantity."""

Step.model_rebuild()


def names_in(part: Part) -> Iterator[str]:
    """Yield the names of all quantities that a declaration uses."""
    yield part.of
    for step in part.take or []:
        for other in (step.minus, step.over) if isinstance(step, Step) else ():
            if isinstance(other, Part):
                yield from names_in(other)
