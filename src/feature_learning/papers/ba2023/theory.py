"""Predictions for every experiment of this paper: one function per experiment, columns named as in its runs."""

from __future__ import annotations

import math
from collections.abc import Callable

import pandas as pd

from feature_learning.core.setting import Setting
from feature_learning.data.links import Link
from feature_learning.kernels.inner_product import named_kernel
from feature_learning.networks.named import activation
from feature_learning.papers.ba2023.model import strength, target
from feature_learning.theory import spiked_kernel
from feature_learning.theory.spiked_gradient import gradient_alignments
from feature_learning.theory.spiked_kernel import SpikedKernel


def equivalent(setting: Setting, d: float, theta: float, ridge: float) -> SpikedKernel:
    """Return the deterministic equivalent of kernel ridge regression at one dimension and strength of the spike."""
    return spiked_kernel.spiked_kernel(named_kernel(setting["kernel"]), d, theta, setting["psi"] * d, ridge)


def half(curve: Callable[[float], float], d: float) -> float:
    """Return the strength of the spike at which a rising curve reaches one half, up to ``d^1.2``; NaN where it does not."""
    from scipy.optimize import brentq

    low, high = -8.0, 1.2 * math.log(d)
    if not curve(math.exp(low)) < 0.5 < curve(math.exp(high)):
        return math.nan
    return math.exp(brentq(lambda log_theta: curve(math.exp(log_theta)) - 0.5, low, high, xtol=1e-9))


def kernel_ridge(setting: Setting) -> pd.DataFrame:
    """Risk and learned fraction at the simulation's ridge."""
    links = {str(name): target(str(name), setting["noise"]) for name in setting.grid["target"]}
    rows = []
    for point in setting.points("d", "gamma"):
        d, gamma = int(point["d"]), float(point["gamma"])
        found = equivalent(setting, d, strength(gamma, d), setting["ridge"])
        for name, link in links.items():
            rows.append({"d": d, "gamma": gamma, "target": name, "risk": found.risk(link), "learned": found.learned(link)})
    return pd.DataFrame(rows)


def staircase(setting: Setting) -> pd.DataFrame:
    """The limit, and the equivalent at huge d with the ridge log d."""
    rows = []
    for point in setting.points("d", "gamma"):
        d, gamma = float(point["d"]), float(point["gamma"])
        found = equivalent(setting, d, strength(gamma, d), math.log(d))
        for name in map(str, setting.grid["target"]):
            link = target(name, setting["noise"])
            rows.append({"d": d, "gamma": gamma, "target": name, "risk": found.risk(link), "limit": spiked_kernel.staircase(link, gamma)})
    return pd.DataFrame(rows)


def kernel_half(setting: Setting) -> pd.DataFrame:
    """The strength at which half of a pure target is learned."""

    def learned(link: Link, d: float) -> Callable[[float], float]:
        return lambda theta: equivalent(setting, d, theta, setting["ridge"]).learned(link)

    return pd.DataFrame(
        {**point, "half": half(learned(target(str(point["target"]), setting["noise"]), float(point["d"])), float(point["d"]))}
        for point in setting.points("d", "target")
    )


def comparison(setting: Setting) -> pd.DataFrame:
    """The kernel's risk; no formula for the network's is known here."""
    rows = []
    for point in setting.points("d", "gamma", "target"):
        d, gamma = int(point["d"]), float(point["gamma"])
        found = equivalent(setting, d, strength(gamma, d), setting["ridge"])
        rows.append({**point, "gamma": gamma, "kernel_risk": found.risk(target(str(point["target"]), setting["noise"]))})
    return pd.DataFrame(rows)


def alignment(setting: Setting) -> pd.DataFrame:
    """Alignment and share after one step."""
    names = [str(name) for name in setting.grid["link"]]
    links, rows = [target(name, setting["noise"]) for name in names], []
    for point in setting.points("d", "gamma"):
        d, gamma = int(point["d"]), float(point["gamma"])
        found = gradient_alignments(links, d, strength(gamma, d), setting["psi"], activation(setting["activation"]))
        for name, (alignment, share) in zip(names, found, strict=True):
            rows.append({"d": d, "gamma": gamma, "link": name, "alignment": alignment, "share": share})
    return pd.DataFrame(rows)


def alignment_half(setting: Setting) -> pd.DataFrame:
    """The strength at which the mean alignment is one half."""

    def aligned(link: Link, d: float) -> Callable[[float], float]:
        return lambda theta: gradient_alignments([link], d, theta, setting["psi"], activation(setting["activation"]))[0][0]

    return pd.DataFrame(
        {**point, "half": half(aligned(target(str(point["link"]), setting["noise"]), float(point["d"])), float(point["d"]))}
        for point in setting.points("d", "link")
    )
