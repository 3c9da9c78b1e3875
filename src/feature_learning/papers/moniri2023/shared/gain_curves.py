"""Predicted gains against alpha: of each network, of the talk's batch, and at large steps."""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from feature_learning.core.setting import Setting
from feature_learning.data.links import Link
from feature_learning.networks.activations import SHIFTED_RELU
from feature_learning.networks.named import activation
from feature_learning.papers.moniri2023.shared.finite import OneStep
from feature_learning.papers.moniri2023.shared.limits import level_gains, limit_gains
from feature_learning.papers.moniri2023.shared.model import (
    END,
    shape,
    spikes_kept,
    step_size,
    task_link,
)
from feature_learning.papers.moniri2023.shared.networks import NETWORKS, Network
from feature_learning.papers.moniri2023.shared.same_batch import SameBatch
from feature_learning.papers.moniri2023.shared.spikes import Features, Gain, Spikes
from feature_learning.theory.random_features import Errors

_END = 1 / 4  # of the range l = 1, in which the batch of the step has a closed form


def at_sizes(setting: Setting) -> Features:
    """Return the untrained features at a setting's ratios."""
    sizes = shape(setting)
    return Features.of(activation(setting["activation"]), sizes.phi, sizes.psi)


def degrees(link: Link) -> tuple[int, ...]:
    """Return the degrees of spikes for an expansion in the step: without an H_2 part the second one
    carries no signal.

    A shifted ReLU has none of degree 3. The next are 4 and 6, from alpha = 3/8 and 5/12 on.
    """
    return (1, 2, 3) if link.monic_coefficients(2)[2] else (1, 3)


def known(setting: Setting, name: str) -> str:
    """Return the network whose gain the theory predicts where that of a network is wanted.

    Closed forms at finite size are known for the shifted ReLU. For other activations there is the
    expansion in powers of the step for large n, which is that of rank-one weights.
    """
    return name if activation(setting["activation"]) is SHIFTED_RELU else "rank-one"


def gain_rows(setting: Setting, name: str) -> list[dict[str, Any]]:
    """Return gains and errors of one network against alpha on a fresh batch, and the levels of the
    theorem and its own.
    """
    rows = []
    for alpha in setting.floats("alpha"):
        base, gain = _gain(setting, NETWORKS[name], step_size(shape(setting).n, alpha))
        rows.append(
            {
                "alpha": alpha,
                **_columns(base.objective, base.test, gain),
                "train_gain": gain.train,
                "train": base.train - gain.train,
                "untrained_train": base.train,
                **_levels(setting, name, alpha),
            }
        )
    return rows


def written_rows(setting: Setting) -> list[dict[str, Any]]:
    """Return the talk's gains on the batch of the step against alpha, NaN beyond l = 1, and their
    limit there.
    """
    features, link, ridge = at_sizes(setting), task_link(setting), setting["ridge"]
    far = SameBatch(features, link, ridge, 1e9).gain
    limits = {"limit_objective_gain": far.objective, "limit_test_gain": far.test}
    unknown, rows = Gain(math.nan, math.nan, math.nan, math.nan), []
    for alpha in setting.floats("alpha"):
        step = SameBatch(features, link, ridge, step_size(shape(setting).n, alpha))
        gain = step.gain if alpha <= _END else unknown
        columns = _columns(*step.untrained, gain)
        # What it would be if a sample had no place of its own in the gradient.
        plain = replace(step, own_term=False).gain.objective / step.untrained[0]
        rows.append(
            {
                "alpha": alpha,
                **columns,
                "plain_share": plain if alpha <= _END else math.nan,
                **limits,
                **_levels(setting, "slides", alpha),
            }
        )
    return rows


def level_rows(setting: Setting, model: str) -> list[dict[str, Any]]:
    """Return the gains at an infinite step in the range of each alpha, of the talk's network, of
    the slide's F, of untrained features with the theorem's spikes, or of linear ones plus noise
    with these.
    """
    features, link, ridge = at_sizes(setting), task_link(setting), setting["ridge"]
    rows = []
    for alpha in setting.floats("alpha"):
        degree = spikes_kept(alpha)
        if model == "noise":
            objective, test = limit_gains(features, link, degree, ridge)
        else:
            network = NETWORKS["slides" if model == "talk" else "slide"]
            objective, test = level_gains(features, link, network, degree, ridge)
        row = {"model": model, "alpha": alpha}
        rows.append({**row, "objective_gain": objective, "test_gain": test})
    return rows


def rise_of(setting: Setting) -> Callable[[float], float]:
    """Return the learned fraction of H_2 minus the untrained one, against the step size."""
    features, link, d = at_sizes(setting), task_link(setting), shape(setting).d

    def learned(eta: float) -> float:
        step = OneStep(features, link, NETWORKS["slides"], d, eta)
        return step.learned_h2(setting["ridge"])

    untrained = learned(0.0)
    return lambda eta: learned(eta) - untrained


def _columns(objective: float, test: float, gain: Gain) -> dict[str, float]:
    return {
        "objective_gain": gain.objective,
        "test_gain": gain.test,
        "share": gain.objective / objective,
        "objective": objective - gain.objective,
        "test": test - gain.test,
        "learned_h2": gain.learned_h2,
        "untrained_objective": objective,
        "untrained_test": test,
    }


def _levels(setting: Setting, name: str, alpha: float) -> dict[str, float]:
    """The theorem's gains at an infinite step in the range of alpha, and the network's own; NaN
    from `END` on.
    """
    columns = ("objective_gain", "test_gain")
    if alpha >= END:
        return {f"{kind}_{column}": math.nan for kind in ("level", "own") for column in columns}
    features, link, ridge = at_sizes(setting), task_link(setting), setting["ridge"]
    degree = spikes_kept(alpha)
    level = own = limit_gains(features, link, degree, ridge)
    if features.activation is SHIFTED_RELU:
        own = level_gains(features, link, NETWORKS[name], degree, ridge)
    found = {"level": level, "own": own}
    return {
        f"{kind}_{column}": value
        for kind, values in found.items()
        for column, value in zip(columns, values, strict=True)
    }


def _gain(setting: Setting, network: Network, eta: float) -> tuple[Errors, Gain]:
    """Return untrained errors and gain of a network, one of those that `known` names."""
    features, link = at_sizes(setting), task_link(setting)
    sizes, ridge = shape(setting), setting["ridge"]
    if features.activation is SHIFTED_RELU:
        step = OneStep(features, link, network, sizes.d, eta)
        return step.untrained(ridge), step.gain(ridge)
    untrained = features.errors(ridge, link.linear**2, link.unlearnable_variance)
    return untrained, Spikes(features, link, sizes.width, eta, degrees(link)).gain(ridge)
