"""Names and values in declarations, and their checks."""

from __future__ import annotations

import math
import re
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StrictFloat,
    StrictInt,
    WithJsonSchema,
    model_validator,
)

from feature_learning.core.errors import UserError, did_you_mean
from feature_learning.data.monomials import MONOMIALS_TEXT, monomials_text
from feature_learning.networks.named import HERMITE_TEXT, NORMALISATIONS, hermite_text

NESTED = (
    "Values nested in --config are always text: "
    "put them under overrides in config.yaml or in a file given to --configfile"
)
_NUMBER_LIKE = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?", re.IGNORECASE)
_VALUE_NAME = r"[A-Za-z][A-Za-z0-9_]*"
_MODULE_NAME = r"[a-z][a-z0-9_]*"
_CLASS = rf"{_MODULE_NAME}\.[A-Z][A-Za-z0-9]*"
_ID = r"[a-z0-9][a-z0-9-]*"
_TEXT = r"[A-Za-z0-9][A-Za-z0-9.-]*"
_ROW = {"type": "array", "items": {"type": "number"}, "minItems": 1}
_WRITTEN = {"hermite": hermite_text, "monomials": monomials_text}
"""Functions that are written as mappings and kept as texts, by the key that tells them apart."""
_VALUE_TEXT = rf"{_TEXT}|{HERMITE_TEXT}|{MONOMIALS_TEXT}"
_HERMITE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "hermite": {"anyOf": [_ROW, {"type": "array", "items": _ROW, "minItems": 1}]},
        "normalisation": {"enum": list(NORMALISATIONS)},
    },
    "required": ["hermite"],
    "additionalProperties": False,
    "description": "an activation or a link by its Hermite coefficients, from degree 0; "
    "several lists: one per direction",
}
_MONOMIALS: dict[str, Any] = {
    "type": "object",
    "properties": {
        "monomials": {"type": "array", "items": _ROW, "minItems": 1},
        "coefficients": _ROW,
    },
    "required": ["monomials"],
    "additionalProperties": False,
    "description": "a Boolean target: the sign of a sum of products of coordinates, counted from 1",
}


def _text(text: str) -> str:
    if _NUMBER_LIKE.fullmatch(text):
        raise ValueError(
            f"{text!r} is text, not a number. YAML reads 1e-3 as text: write 1.0e-3 (or 1.0e+3)"
        )
    if not re.fullmatch(_VALUE_TEXT, text):
        raise ValueError(
            f"{text!r} must be letters, digits, dots and hyphens: it becomes part of a file's name"
        )
    return text


def _number(value: float) -> float:
    if math.isnan(value):
        raise ValueError("is not a number")
    return value


def _module(text: str) -> str:
    if not re.fullmatch(_MODULE_NAME, text) or text in ("defaults", "sources"):
        raise ValueError(
            "is not a name for an experiment: use lower-case letters, digits and _; not defaults "
            "or sources"
        )
    return text


def _class(text: str) -> str:
    if not re.fullmatch(_CLASS, text):
        raise ValueError(
            f"{text!r} must be a module of experiments/ and a class of it, as in gains.OneStep"
        )
    return text


def _id(text: str) -> str:
    if not re.fullmatch(_ID, text):
        raise ValueError("is not an id: use lower-case letters, digits and hyphens")
    return text


def _column(text: str) -> str:
    if not re.fullmatch(_VALUE_NAME, text) or text == "seed":
        raise ValueError(
            "is not a name for a value: use letters, digits and _, as in the name of a column; not "
            "seed"
        )
    return text


def _shown(pattern: str) -> WithJsonSchema:
    """Return the JSON schema of a name, for editors."""
    return WithJsonSchema({"type": "string", "pattern": f"^{pattern}$"})


ExperimentName = Annotated[str, AfterValidator(_module), _shown(_MODULE_NAME)]
ClassName = Annotated[str, AfterValidator(_class), _shown(_CLASS)]
Id = Annotated[str, AfterValidator(_id), _shown(_ID)]
ValueName = Annotated[str, AfterValidator(_column), _shown(_VALUE_NAME)]
_SHOWN_TEXT = WithJsonSchema(
    {"anyOf": [{"type": "string", "pattern": f"^({_VALUE_TEXT})$"}, _HERMITE, _MONOMIALS]}
)
Value = (
    StrictBool
    | StrictInt
    | Annotated[StrictFloat, AfterValidator(_number)]
    | Annotated[str, AfterValidator(_text), _SHOWN_TEXT]
)


Mapped = dict[ValueName, Value]
"""Values that go together."""


def with_texts(tree: Any, place: str) -> Any:
    """Return declarations with functions that are written as mappings kept as texts, wherever they
    stand, see `networks.named` and `data.monomials`.

    Parameters
    ----------
    tree
        What a YAML file holds.
    place
        Where it stands, for messages.

    Raises
    ------
    UserError
        One is malformed; the message names the place.
    """
    if isinstance(tree, list):
        return [with_texts(item, f"{place}[{position}]") for position, item in enumerate(tree)]
    if not isinstance(tree, dict):
        return tree
    written = next((_WRITTEN[key] for key in tree if key in _WRITTEN), None)
    if written:
        try:
            return written(tree)
        except UserError as error:
            nested = f". {NESTED}" if re.search(r"'-?[\d.]+'", str(error)) else ""
            raise UserError(f"{place}: {error}{nested}") from None
    joint = "" if place.endswith(": ") else "."
    return {key: with_texts(item, f"{place}{joint}{key}") for key, item in tree.items()}


def _distinct(values: list[Any]) -> list[Any]:
    if any(value in values[:place] for place, value in enumerate(values)):
        raise ValueError(f"{values} repeats a value")
    return values


Values = Annotated[list[Value | Mapped], Field(min_length=1), AfterValidator(_distinct)]


class Strict(BaseModel):
    """A mapping with known keys; the error about an unknown key suggests the nearest."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    elsewhere: ClassVar[str] = ""
    """Where what is sought under an unknown key might be."""

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, raw: Any) -> Any:
        if isinstance(raw, dict):
            known = {field.alias or name for name, field in cls.model_fields.items()}
            for key in raw:
                if key not in known:
                    raise ValueError(
                        f"unknown key {key!r}.{did_you_mean(key, known)}{cls.elsewhere}"
                    )
        return raw


class Range(Strict):
    """Evenly spaced values, for theory's own grid."""

    start: float = Field(description="first value")
    stop: float = Field(description="last value, included")
    points: Annotated[int, Field(ge=2)] = Field(description="how many values")
    spacing: Literal["linear", "log"] = Field(
        "linear", description="evenly spaced values, or evenly spaced logarithms"
    )

    @model_validator(mode="after")
    def _ordered(self) -> Range:
        if self.stop <= self.start or (self.spacing == "log" and self.start <= 0):
            raise ValueError(
                f"start {self.start} and stop {self.stop} span no {self.spacing} range"
            )
        return self

    def values(self) -> list[float]:
        """Return the values, rounded to twelve digits so that they are readable and can be joined
        on.
        """
        space = np.geomspace if self.spacing == "log" else np.linspace
        return [float(f"{value:.12g}") for value in space(self.start, self.stop, self.points)]
