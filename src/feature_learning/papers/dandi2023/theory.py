"""Predictions: one function per experiment, columns named as in its runs."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd

from feature_learning.core.setting import Setting
from feature_learning.data.targets import HermiteTarget
from feature_learning.networks.activations import Activation
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.experiments import finite_width as few
from feature_learning.papers.dandi2023.experiments import several_steps as several
from feature_learning.papers.dandi2023.experiments.random_features import sizes
from feature_learning.papers.dandi2023.experiments.transition import dimensions
from feature_learning.papers.dandi2023.shared import model, rest
from feature_learning.papers.dandi2023.shared.feature_risk import feature_risk, of_varied
from feature_learning.papers.dandi2023.shared.first_step import gained_steps, gradient_parts
from feature_learning.papers.dandi2023.shared.tuned import after_schedule, best_after
from feature_learning.theory import beside_the_line as beside
from feature_learning.theory.finite_alignment import pure_leap_alignment
from feature_learning.theory.one_giant_step import gradient_cosine, weight_cosine
from feature_learning.theory.order_parameters import Overlaps, giant_steps
from feature_learning.theory.refitted_risk import refitted_risk


def one_step(setting: Setting) -> pd.DataFrame:
    """Cosines with the line of the target's linear part for both signs of the readout, and across
    it; leap 2 has none.
    """
    rows, sigma, step = [], activation(setting["activation"]), setting["step"]
    for name in setting.names("target"):
        target = model.target(name, 2)
        v, power = float(np.linalg.norm(target.linear())), target.square_norm
        mean = target.terms.get((0, 0), 0.0)
        for alpha in setting.floats("alpha"):
            columns = dict.fromkeys(("plus_along", "minus_along", "gradient_along"), math.nan)
            across = math.nan
            if v:
                columns = {
                    "plus_along": weight_cosine(sigma, v, power, alpha, step, mean),
                    "minus_along": weight_cosine(sigma, v, power, alpha, -step, mean),
                    "gradient_along": gradient_cosine(sigma, v, power, alpha),
                }
                across = beside.across_constant(target, sigma, alpha, step)
            for d in setting.listed("d"):
                row = {"target": name, "alpha": alpha, "d": d, **columns}
                rows.append({**row, "off_line": math.sqrt(across / float(d))})
    return pd.DataFrame(rows)


def leap_two(setting: Setting) -> pd.DataFrame:
    """Root mean square cosine with each direction at n of order d^2, the same in every d."""
    target, sigma = model.target(setting["target"], 2), activation(setting["activation"])
    size = beside.leap_two_strength(sigma, target.terms[2, 0], target.square_norm, setting["ratio"])
    return pd.DataFrame([{**point, "size": size} for point in setting.points("batch", "d")])


def exclusion(setting: Setting) -> pd.DataFrame:
    """Root mean square cosines with the direction of degree 2, and with that of degree 3, which it
    does not learn.
    """
    learned, excluded = beside.exclusion(activation(setting["activation"]), setting["ratio"])
    points = pd.DataFrame(setting.points("batch", "d"))
    return points.assign(size_1=learned, size_2=excluded / np.sqrt(points["d"]))


def transition(setting: Setting) -> pd.DataFrame:
    """Mean squared cosine of the gradient, less 1/d: at each dimension (``finite``), and its limit,
    which depends on n/d^l alone.
    """
    frames, ratios = [], setting.floats("ratio")
    for case in setting.mappings("leaps"):
        leap, sigma = case["leap"], activation(case["activation"])
        for factor, d in dimensions(setting, case["smallest"]).items():
            limit, finite = pure_leap_alignment(sigma, leap, d, ratios)
            columns = {"ratio": ratios, "alignment": limit, "finite": finite}
            frames.append(pd.DataFrame({"leap": leap, "factor": factor, "d": d, **columns}))
    return pd.concat(frames, ignore_index=True)


behind = gradient_parts
half_steps = gained_steps


def _recursion(
    setting: Setting, target: HermiteTarget, sigma: Activation, law: str
) -> Iterator[Overlaps]:
    half = model.readout(law, setting["width"] // 2)
    return giant_steps(
        target,
        np.concatenate([half, -half]),
        sigma,
        alpha=setting["alpha"],
        step=setting["step"],
        steps=max(setting.ints("time")),
        count=setting["draws"],
        rng=np.random.default_rng(0),
    )


def multi_step(setting: Setting) -> pd.DataFrame:
    """Overlaps step by step, from the order parameters."""
    rows, sigma = [], activation(setting["activation"])
    for name in setting.names("target"):
        target = model.target(name, 2)
        for state in _recursion(setting, target, sigma, setting["readout"]):
            cosines = state.gradient_cosines, state.weight_cosines
            columns = several.line_overlaps(target, *cosines)
            rows.append({"target": name, "time": state.time, **columns})
    return pd.DataFrame(rows)


planes = multi_step


def slide_examples(setting: Setting) -> pd.DataFrame:
    """Overlaps of the talk's examples 1 and 2. The direction across the line is 0 by symmetry after
    one step, and in example 2 always, where the recursion rounds.
    """
    rows = multi_step(setting)
    grows = (rows["time"] > 1) & (rows["target"] != "example-2")
    return rows.assign(new_direction=rows["new_direction"].where(grows, 0.0))


def direction_count(setting: Setting) -> pd.DataFrame:
    """Overlap with w1 and strengths of the new directions, from the order parameters.

    Strengths that vanish by symmetry are 0: both after one step, the second where the target has
    one new direction or where all readouts have one size.
    """
    rows, sigma = [], activation(setting["activation"])
    for case in setting.names("case"):
        name, law = several.CASES[case]
        for state in _recursion(setting, model.target(name, 3), sigma, law):
            columns = several.new_directions(state.weight_cosines)
            if state.time == 1:
                columns["strength_1"] = columns["strength_2"] = 0.0
            if case not in ("f2-spread", "f2-uniform"):
                columns["strength_2"] = 0.0
            rows.append({"case": case, "time": state.time, **columns})
    return pd.DataFrame(rows)


def spheres(setting: Setting) -> pd.DataFrame:
    """Root mean square overlaps with each direction, from the order parameters."""
    directions = several.climbed(setting)
    return pd.DataFrame(
        {**point, "time": state.time, **several.overlaps(state.weight_cosines)}
        for point in setting.points("target", "activation")
        for state in _recursion(
            setting,
            model.target(str(point["target"]), directions),
            activation(str(point["activation"])),
            setting["readout"],
        )
    )


def climbing(setting: Setting) -> pd.DataFrame:
    """The same; ``w2_at_d`` has what chance adds to the second in d dimensions: after one step,
    which does not learn it, all of it; later what the part along neither direction has along each.
    """
    directions, found = several.climbed(setting), spheres(setting)
    pushes = setting["step"] * model.readout(setting["readout"], setting["width"] // 2)

    def beyond(row: "pd.Series[Any]") -> float:
        if row["time"] > 1:
            return float(1 - row["w1"] ** 2 - row["w2"] ** 2)
        target, sigma = model.target(row["target"], directions), activation(row["activation"])
        second, both = np.eye(directions)[1], [*pushes, *-pushes]
        return beside.chance_constant(target, second, sigma, setting["alpha"], both)

    chance = found.apply(beyond, axis=1) / setting["d"]
    return found.assign(w2_at_d=np.sqrt(found["w2"] ** 2 + chance))


def finite_width(setting: Setting) -> pd.DataFrame:
    """The error at this number of neurons and samples per dimension, the floor of many samples, and
    what n = alpha d adds to it.

    ``at_alpha`` is the error of many neurons after one step: at n = alpha d the direction that they
    share has the squared cosine q with v, and what they fit of a function of v alone is what a
    function of that direction shares with it.
    """
    rows, rng, sigma = [], np.random.default_rng(0), activation(setting["activation"])
    width, alpha, n, fits = (setting[name] for name in ("width", "alpha", "refit_size", "fits"))
    penalty = setting["ridge"] * width
    for name in setting.names("target"):
        target, start = model.target(name, 2), np.tile(np.eye(width // 2), (2, 2))
        states = _recursion(setting, target, sigma, setting["readout"])
        order = [(np.zeros((width, 2)), start), *((s.overlap, s.student) for s in states)]
        for time, (overlap, student) in enumerate(order):
            error = refitted_risk(target, overlap, student, n, penalty, fits, rng)
            at_alpha = few.one_step_floor(name, alpha) if time == 1 else math.nan
            row = {"target": name, "time": time, "error": error}
            rows.append({**row, "floor": few.floor(name, time), "at_alpha": at_alpha})
    return pd.DataFrame(rows)


finite_width_equal = finite_width
floors = finite_width


def regimes(setting: Setting) -> pd.DataFrame:
    """The table of the five regimes: which directions are known, what degree is fitted outside
    them, what is left.
    """
    rows = []
    for name in setting.names("target"):
        target = model.target(name, 3)
        for known in setting.names("known"):
            directions = model.KNOWN[known]
            for degree in setting.ints("degree"):
                terms = target.kept(directions, degree)
                fitted = " + ".join("".join(map(str, term)) for term in terms) or "-"
                row = {"target": name, "known": known, "degree": degree}
                row |= {"floor": target.floor(directions, degree), "fitted": fitted}
                rows.append({**row, "total": target.square_norm})
    return pd.DataFrame(rows)


def regimes_trained(setting: Setting) -> pd.DataFrame:
    """The weights along each direction over the remaining part of them after a step of size 1 at n
    = ratio d, which learns w1 alone.
    """
    target, sigma = model.target(setting["target"], 3), activation(setting["activation"])
    return rest.over_rest(setting, target, sigma, 0.0)


def regimes_square(setting: Setting) -> pd.DataFrame:
    """The same after a step of size sqrt d at n = ratio d^2, which learns w1 and w2; along w2 per
    unit of ``sqrt d <w_i, w2>``.
    """
    target, sigma = model.target(setting["target"], 3), activation(setting["activation"])
    second = 2 * sigma.moment(2) * target.terms[0, 2, 0] / rest.rest(setting, target, sigma)
    return rest.over_rest(setting, target, sigma, 0.5).assign(r2=second)


def random_features(setting: Setting) -> pd.DataFrame:
    """Deterministic equivalents at the sizes of the runs."""
    rows, d = [], setting["d"]
    for varied in setting.names("varied"):
        for log_size, size in sizes(setting).items():
            error = of_varied(setting, d, varied, size)
            rows.append({"varied": varied, "log_size": log_size, "error": error})
    return pd.DataFrame(rows)


random_features_medium = random_features_large = random_features


def plateaus(setting: Setting) -> pd.DataFrame:
    """Deterministic equivalents of any size, in dimensions in which nothing is simulated as
    well.
    """
    rows = []
    for point in setting.points("d", "varied", "log_size"):
        d, size = int(point["d"]), float(point["log_size"])
        rows.append({**point, "error": of_varied(setting, d, str(point["varied"]), d**size)})
    return pd.DataFrame(rows)


def joint(setting: Setting) -> pd.DataFrame:
    """Deterministic equivalents for finite numbers of samples and features."""
    activated, d, ridge = setting["activation"], setting["d"], setting["ridge"]
    rows = []
    for point in setting.points("log_size", "log_width"):
        n, width = (d ** float(point[name]) for name in ("log_size", "log_width"))
        rows.append({**point, "error": feature_risk(activated, d, n, width, ridge)})
    return pd.DataFrame(rows)


schedules = after_schedule
best_schedules = best_after
two_directions = direction_count
three_stairs = spheres
