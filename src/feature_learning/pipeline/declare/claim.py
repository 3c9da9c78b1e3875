"""The form of claims: what is tested, where, and what one would see if it were false."""

from __future__ import annotations

import math
from typing import Annotated, Literal

from pydantic import Field, model_validator

from feature_learning.core.regions import excluded
from feature_learning.pipeline.declare.quantity import Number, Part, Places, Scalar, Steps, names_in
from feature_learning.pipeline.declare.values import Strict


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
    value: Number = Field(
        description="what the quantity would be then: at every point, point by point, as a formula "
        "of the coordinates, or another quantity"
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
    of: str | Annotated[list[Part], Field(min_length=1)] = Field(
        description="the quantity that it is about, by the name of its function in quantities.py, "
        "or several"
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
    scales: Annotated[list[Literal["smoke", "laptop", "paper", "beyond"]], Field(min_length=1)] = (
        Field(
            ["laptop", "paper"],
            description="where it can be tested; elsewhere it needs larger sizes",
        )
    )
    remark: str = Field("", description="what is known about why it fails or stays inconclusive")

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
        """The quantities that it is about."""
        if isinstance(self.of, str):
            own = {"of": self.of, "with": self.given, "at": self.at, "take": self.take}
            return [Part.model_validate(own)]
        return self.of

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
        """The basis of the claim: ``document``, ``theory`` or ``regression``."""
        return self.basis or "document"


def claim_id(figure: str, claim: str) -> str:
    """Return the full id of a claim, which tables and pages use."""
    return f"{figure}-{claim}"
