"""How strongly the neurons have learned directions of the target."""

import math
from dataclasses import replace

import numpy as np

from feature_learning.papers.dandi2023.quantities.columns import by_column
from feature_learning.statistics import Tables
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import of_runs, predictions, quantity

_COLUMNS = {"w1": "e1", "w2": "e2", "w3": "e3"}
_FIRST = {  # the first step whose space has the direction
    "sphere-first": {"e1": 1},
    "sphere-each": {"e1": 1, "e2": 2, "e3": 3},
    "sphere-both": {"e1": 1, "e2": 2, "e3": 2},
}
_CLIMB = ("target", "activation", "d", "time")
_EQUAL = ("quartic", "equal-3")
_NAMES = {"example-3a": "f1", "example-3b": "f2"}
_STEPS = {"one": "1", "root-d": "sqrt d"}


def direction_strength(tables: Tables, *, inside: bool) -> Quantity:
    """Root mean square cosine of the neurons of figure-2 with each direction inside the space of
    definition 2, or outside it, by target, d, time and direction.

    The limit outside is zero and has no exponent, therefore it is not a prediction.
    """
    found = by_column(tables, "spheres", _COLUMNS, "direction", ("target", "d", "time"))
    cells = found.points[["target", "direction", "time"]].itertuples(index=False)
    known = [time >= _FIRST.get(of, {}).get(direction, math.inf) for of, direction, time in cells]
    found = replace(found, points=found.points.assign(inside=known)).at(inside=inside)
    return found if inside else found.predicted_by(None)


def unlearned_strength(tables: Tables) -> Quantity:
    """Root mean square of the strengths outside the space of definition 2, by target, d and time.

    All neurons of a run see one batch, which turns them along one direction of those outside; their
    mean square varies less from run to run than that along each.
    """
    found = direction_strength(tables, inside=False).points
    runs = tables.runs("spheres").melt(["seed", "target", "d", "time"], list(_COLUMNS))
    runs = runs.assign(direction=runs["variable"].map(_COLUMNS), value=runs["value"] ** 2)
    outside = runs.merge(found[["target", "d", "time", "direction"]])
    squares = outside.groupby(["seed", "target", "d", "time"])["value"].mean()
    return of_runs(np.sqrt(squares).reset_index(), "value", ("target", "d", "time"), "spheres")


def stair_strength(tables: Tables) -> Quantity:
    """Root mean square cosine with each direction of a staircase of three, z1 + z1 z2 + z1 z2 z3,
    with readouts of one size, by d, time and direction.
    """
    return by_column(tables, "three_stairs", _COLUMNS, "direction", ("d", "time"))


def strength_before_turn(tables: Tables) -> Quantity:
    """The same without the prediction, which is zero before a direction's turn and has no
    exponent.
    """
    return stair_strength(tables).predicted_by(None)


def climbed(tables: Tables) -> Quantity:
    """Root mean square cosine with the second direction of a staircase, by target, activation, d
    and time.
    """
    return quantity(tables, "climbing", "w2", _CLIMB)


def predicted_climbed(tables: Tables) -> Quantity:
    """The same in theory."""
    return predictions(tables, "climbing", "w2", _CLIMB)


def new_direction(tables: Tables) -> Quantity:
    """Root mean square cosine with the direction across the target's linear part, in the plane of
    the talk's examples 1 and 2, by target, d and time.
    """
    return quantity(tables, "slide_examples", "new_direction", ("target", "d", "time"))


def space_strength(tables: Tables, value: str) -> Quantity:
    """Strength of the weakest direction ``inside`` the space of definition 2, of the strongest
    ``outside`` it, or of the weakest ``new`` one, by kind, target, d and time.

    Targets with ``equal`` links are a kind, and so is f2 from its second step on (``f2-later``);
    the others are ``staircase``. Where there is no such direction there is no point.
    """
    runs = tables.runs("spaces")
    kinds = dict.fromkeys(_EQUAL, "equal")
    runs = runs[runs[value] != 0].assign(kind=runs["target"].map(kinds).fillna("staircase"))
    runs.loc[(runs["target"] == "example-3b") & (runs["time"] > 1), "kind"] = "f2-later"
    runs["target"] = runs["target"].replace(_NAMES)
    return of_runs(runs, value, ("kind", "target", "d", "time"), "spaces")


def plane_strength(tables: Tables) -> Quantity:
    """Root mean square cosine with the directions of a target of leap 2, by step size, d and
    time.
    """
    runs = tables.runs("never")
    runs = runs.assign(step=runs["step"].replace(_STEPS))
    return of_runs(runs, "size", ("step", "d", "time"), "never")


def scheduled_cosine(tables: Tables) -> Quantity:
    """Root mean square cosine with the directions of a target of leap 2 after steps of several
    sizes at n = d^(3/2), by d and time.
    """
    return quantity(tables, "schedules", "size", ("d", "time"))


def best_scheduled_cosine(tables: Tables, experiment: str = "best_schedules") -> Quantity:
    """The largest that steps of any sizes give in theory, by d and time."""
    return predictions(tables, experiment, "size", ("d", "time"))
