"""Predictions for every experiment of this paper: one function per experiment, columns named as in its runs."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pandas as pd

from feature_learning.core.setting import Setting
from feature_learning.data.targets import HermiteTarget
from feature_learning.networks.activations import Activation
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.experiments import direction_count as counting
from feature_learning.papers.dandi2023.experiments import finite_width as few
from feature_learning.papers.dandi2023.experiments import multi_step as several
from feature_learning.papers.dandi2023.experiments.random_features import sizes
from feature_learning.papers.dandi2023.experiments.transition import dimension
from feature_learning.papers.dandi2023.shared.model import KNOWN, readout, rms, target
from feature_learning.theory.beside_the_line import across_constant, leap_two_strength
from feature_learning.theory.beside_the_line import exclusion as exclusion_limits
from feature_learning.theory.deterministic_equivalents import Spectrum, solve
from feature_learning.theory.finite_alignment import pure_leap_alignment
from feature_learning.theory.harmonics import feature_spectrum
from feature_learning.theory.one_giant_step import gradient_cosine, weight_cosine
from feature_learning.theory.order_parameters import Overlaps, giant_steps
from feature_learning.theory.refitted_risk import refitted_risk

_SPECTRUM_DEGREE = 24


def one_step(setting: Setting) -> pd.DataFrame:
    """Cosines with the line of the target's linear part for both signs of the readout, and across it; leap 2 has none."""
    rows, sigma = [], activation(setting["activation"])
    for point in setting.points("target", "alpha", "d"):
        aim, alpha, step = target(str(point["target"]), 2), float(point["alpha"]), setting["step"]
        v, power, mean = float(np.linalg.norm(aim.linear())), aim.square_norm, aim.terms.get((0, 0), 0.0)
        found = dict.fromkeys(("plus_along", "minus_along", "gradient_along", "off_line"), math.nan)
        if v:
            found = {
                "plus_along": weight_cosine(sigma, v, power, alpha, step, mean),
                "minus_along": weight_cosine(sigma, v, power, alpha, -step, mean),
                "gradient_along": gradient_cosine(sigma, v, power, alpha),
                "off_line": math.sqrt(across_constant(aim, sigma, alpha, step) / float(point["d"])),
            }
        rows.append({**point, **found})
    return pd.DataFrame(rows)


def leap_two(setting: Setting) -> pd.DataFrame:
    """Root mean square cosine with each direction at n of order d^2, the same in every dimension."""
    aim, sigma = target(setting["target"], 2), activation(setting["activation"])
    size = leap_two_strength(sigma, aim.terms[2, 0], aim.square_norm, setting["ratio"])
    return pd.DataFrame([{**point, "size": size} for point in setting.points("batch", "d")])


def exclusion(setting: Setting) -> pd.DataFrame:
    """Root mean square cosines with the direction of degree 2, and with that of degree 3, which it does not learn."""
    learned, excluded = exclusion_limits(activation(setting["activation"]), setting["ratio"])
    rows = [{**point, "size_1": learned, "size_2": excluded / math.sqrt(float(point["d"]))} for point in setting.points("batch", "d")]
    return pd.DataFrame(rows)


def transition(setting: Setting) -> pd.DataFrame:
    """Mean squared cosine of the gradient, less 1/d: at each dimension (``finite``), and its limit, which depends on n/d^l alone."""
    rows, ratios = [], list(map(float, setting.grid["ratio"]))
    for leap in map(int, setting.grid["leap"]):
        for factor in map(float, setting.grid["factor"]):
            d = dimension(setting, leap, factor)
            columns = zip(ratios, *pure_leap_alignment(activation(setting[f"activation_{leap}"]), leap, d, ratios), strict=True)
            rows += [{"leap": leap, "factor": factor, "d": d, "ratio": r, "alignment": limit, "finite": own} for r, limit, own in columns]
    return pd.DataFrame(rows)


def _recursion(setting: Setting, aim: HermiteTarget, sigma: Activation, law: str) -> list[Overlaps]:
    half = readout(law, setting["width"] // 2)
    return list(
        giant_steps(
            aim,
            aim.index,
            np.concatenate([half, -half]),
            sigma,
            alpha=setting["alpha"],
            step=setting["step"],
            steps=max(map(int, setting.grid["time"])),
            count=setting["draws"],
            rng=np.random.default_rng(0),
        )
    )


def multi_step(setting: Setting) -> pd.DataFrame:
    """Overlaps step by step, from the order parameters."""
    rows = []
    for name in map(str, setting.grid["target"]):
        aim = target(name, 2)
        for state in _recursion(setting, aim, activation(setting["activation"]), setting["readout"]):
            found = several.summary(aim, state.gradient_cosines, state.weight_cosines)
            rows.append({"target": name, "time": state.time, **found})
    return pd.DataFrame(rows)


def slide_examples(setting: Setting) -> pd.DataFrame:
    """Overlaps of the talk's examples 1 and 2, as for the notebook's targets.

    The direction across the line is 0 by symmetry after one step, and in example 2 always; the recursion has Monte Carlo error there.
    """
    found = multi_step(setting)
    return found.assign(new_direction=found["new_direction"].where((found["time"] > 1) & (found["target"] != "example-2"), 0.0))


def direction_count(setting: Setting) -> pd.DataFrame:
    """Overlap with w1 and strengths of the new directions, from the order parameters.

    Strengths that vanish by symmetry are 0: both after one step, the second where the target has one new direction or where all
    readouts have one size. ``sampled_2`` is the second with the error of its Monte Carlo average.
    """
    rows = []
    for case in map(str, setting.grid["case"]):
        name, law = counting.CASES[case]
        for state in _recursion(setting, target(name, 3), activation(setting["activation"]), law):
            found = counting.summary(state.weight_cosines)
            sampled = found["strength_2"]
            if state.time == 1:
                found["strength_1"] = found["strength_2"] = 0.0
            if case != "f2-spread":
                found["strength_2"] = 0.0
            rows.append({"case": case, "time": state.time, **found, "sampled_2": sampled})
    return pd.DataFrame(rows)


def climbing(setting: Setting) -> pd.DataFrame:
    """Root mean square overlaps, from the order parameters."""
    rows = []
    for point in setting.points("target", "activation"):
        sigma = activation(str(point["activation"]))
        for state in _recursion(setting, target(str(point["target"]), 3), sigma, setting["readout"]):
            overlaps = rms(state.weight_cosines)
            rows.append({**point, "time": state.time} | {f"w{k + 1}": float(o) for k, o in enumerate(overlaps)})
    return pd.DataFrame(rows)


def finite_width(setting: Setting) -> pd.DataFrame:
    """The error at this number of neurons and samples per dimension, the floor of many samples, and what n = alpha d adds to it.

    ``at_alpha`` is the error of many neurons after one step: at n = alpha d the direction that they share has the squared cosine q
    with v, and what they fit of a function of v alone is what a function of that direction shares with it.
    """
    rows, rng, sigma = [], np.random.default_rng(0), activation(setting["activation"])
    width, steps = setting["width"], max(map(int, setting.grid["time"]))
    for name in map(str, setting.grid["target"]):
        aim, start = target(name, 2), np.tile(np.eye(width // 2), (2, 2))
        states = _recursion(setting, aim, sigma, setting["readout"])
        found = [(np.zeros((width, 2)), start), *((state.overlap, state.student) for state in states)]
        for time, (overlap, student) in zip(range(steps + 1), found, strict=True):
            penalty = setting["ridge"] * width
            error = refitted_risk(aim, overlap, student, setting["refit_size"], penalty, setting["fits"], rng)
            floor, at_alpha = few.floor(name, time), few.one_step_floor(name, setting["alpha"]) if time == 1 else math.nan
            rows.append({"target": name, "time": time, "error": error, "floor": floor, "at_alpha": at_alpha})
    return pd.DataFrame(rows)


def finite_width_equal(setting: Setting) -> pd.DataFrame:
    """The same for readouts of one size."""
    return finite_width(setting)


def regimes(setting: Setting) -> pd.DataFrame:
    """The table of the five regimes: which directions are known, what degree is fitted outside them, what is left."""
    rows = []
    for point in setting.points("target", "known", "degree"):
        aim = target(str(point["target"]), 3)
        known = KNOWN[str(point["known"])]
        fitted = aim.kept(known, int(point["degree"]))
        rows.append(
            {
                **point,
                "floor": aim.floor(known, int(point["degree"])),
                "fitted": " + ".join("".join(map(str, term)) for term in fitted) or "-",
                "total": aim.square_norm,
            }
        )
    return pd.DataFrame(rows)


def regimes_trained(setting: Setting) -> pd.DataFrame:
    """The weights along w1 over the rest of them after a step of size 1 at n = ratio d, the same in every dimension."""
    aim, sigma = target(setting["target"], 3), activation(setting["activation"])
    size = sigma.moment(1) * float(aim.linear()[0]) / _rest(setting, aim, sigma)
    return pd.DataFrame([{**point, "r1": size} for point in setting.points("d")])


def regimes_square(setting: Setting) -> pd.DataFrame:
    """The weights along w2 over the rest after a step of size sqrt d at n = ratio d^2, per unit of ``sqrt d <w_i, w2>``."""
    aim, sigma = target(setting["target"], 3), activation(setting["activation"])
    size = 2 * sigma.moment(2) * aim.terms[0, 2, 0] / _rest(setting, aim, sigma)
    return pd.DataFrame([{**point, "r2": size} for point in setting.points("d")])


def _rest(setting: Setting, aim: HermiteTarget, sigma: Activation) -> float:
    """The norm of what is outside the target's directions: the initial weights and the batch's noise."""
    return math.sqrt(1 + aim.square_norm * sigma.slope_power / setting["ratio"])


def random_features(setting: Setting) -> pd.DataFrame:
    """Deterministic equivalents at the sizes of the runs."""
    rows = []
    for point in setting.points("varied", "log_size"):
        size = sizes(setting)[float(point["log_size"])]
        rows.append({**point, "error": _plateau(setting, setting["d"], str(point["varied"]), size)})
    return pd.DataFrame(rows)


random_features_medium = random_features_large = random_features


def plateaus(setting: Setting) -> pd.DataFrame:
    """Deterministic equivalents of any size, in dimensions in which nothing is simulated, too."""
    rows = []
    for point in setting.points("d", "varied", "log_size"):
        d = int(point["d"])
        rows.append({**point, "error": _plateau(setting, d, str(point["varied"]), d ** float(point["log_size"]))})
    return pd.DataFrame(rows)


@cache
def _spectrum(name: str, d: int) -> Spectrum:
    sigma = activation(name)
    return feature_spectrum(sigma, d, _SPECTRUM_DEGREE, sigma.kinks)


def _plateau(setting: Setting, d: int, varied: str, size: float) -> float:
    """The risk of kernel ridge regression on so many samples, or of so many features on infinitely many samples, without a ridge."""
    power = np.zeros(_SPECTRUM_DEGREE + 1)
    power[1:4] = 1.0
    spectrum = _spectrum(setting["activation"], d)
    solved = solve(spectrum, size, setting["ridge"]) if varied == "samples" else solve(spectrum, math.inf, 0.0, size)
    return solved.risk(power)
