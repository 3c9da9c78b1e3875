"""Predictions: one function per experiment, columns named as in its runs."""

from __future__ import annotations

import math
from collections.abc import Callable

import pandas as pd

from feature_learning.core.setting import Setting
from feature_learning.data.links import Link
from feature_learning.kernels.inner_product import named_kernel
from feature_learning.networks.named import activation
from feature_learning.papers.ba2023.shared.finite_n import REACH, Samples, half_learned
from feature_learning.papers.ba2023.shared.half_points import half
from feature_learning.papers.ba2023.shared.model import strength, target
from feature_learning.papers.ba2023.shared.principal_component import FittedRisk, correlation
from feature_learning.theory import spiked_kernel
from feature_learning.theory.spiked_gradient import gradient_alignments
from feature_learning.theory.spiked_kernel import SpikedKernel


def equivalent(setting: Setting, d: float, theta: float, ridge: float) -> SpikedKernel:
    """Return the kernel's deterministic equivalent for n to infinity."""
    return spiked_kernel.spiked_kernel(named_kernel(setting["kernel"]), d, theta, setting["psi"] * d, ridge)


def _half(curve: Callable[[float], float], d: float) -> float:
    return half(curve, -3.0, 1.2 * math.log(d), 1e-7)


def _names(setting: Setting, column: str = "target") -> list[str]:
    return [str(name) for name in setting.grid[column]]


def kernel_ridge(setting: Setting) -> pd.DataFrame:
    """Risk and learned fraction by the equivalent at finite n."""
    names, rows = _names(setting), []
    for d in map(int, setting.grid["d"]):
        samples = Samples(setting, d, names)
        for gamma in map(float, setting.grid["gamma"]):
            found = samples.fitted(strength(gamma, d))
            for name, risk, learned in zip(names, found.risks.tolist(), found.learned.tolist(), strict=True):
                rows.append({"d": d, "gamma": gamma, "target": name, "risk": risk, "learned": learned})
    return pd.DataFrame(rows)


def plateau(setting: Setting) -> pd.DataFrame:
    """The risk by the equivalent at finite n against d, and its limit."""
    names, gamma, rows = _names(setting), setting["gamma"], []
    for d in map(int, setting.grid["d"]):
        risks = Samples(setting, d, names).fitted(strength(gamma, d)).risks
        for name, risk in zip(names, risks.tolist(), strict=True):
            rows.append(
                {
                    "d": d,
                    "gamma": gamma,
                    "target": name,
                    "risk": risk,
                    "limit": spiked_kernel.staircase(target(name), gamma),
                }
            )
    return pd.DataFrame(rows)


def staircase(setting: Setting) -> pd.DataFrame:
    """The limit, and the equivalent at huge d with the ridge log d."""
    rows = []
    for point in setting.points("d", "gamma"):
        d, gamma = float(point["d"]), float(point["gamma"])
        found = equivalent(setting, d, strength(gamma, d), math.log(d))
        for name in _names(setting):
            link = target(name, setting["noise"])
            rows.append(
                {
                    "d": d,
                    "gamma": gamma,
                    "target": name,
                    "risk": found.risk(link),
                    "limit": spiked_kernel.staircase(link, gamma),
                }
            )
    return pd.DataFrame(rows)


def kernel_half(setting: Setting) -> pd.DataFrame:
    """The strength at which half of a pure target is learned, at finite n and for n to infinity."""
    names, rows = _names(setting), []

    def learned(link: Link, d: float) -> Callable[[float], float]:
        return lambda theta: equivalent(setting, d, theta, setting["ridge"]).learned(link)

    for d in map(float, setting.grid["d"]):
        samples = Samples(setting, int(d), names) if d <= REACH else None
        for place, name in enumerate(names):
            wide = _half(learned(target(name, setting["noise"]), d), d)
            finite = half_learned(samples, place, wide) if samples else math.nan
            rows.append({"d": d, "target": name, "half": finite, "half_wide": wide})
    return pd.DataFrame(rows)


def comparison(setting: Setting) -> pd.DataFrame:
    """The kernel's risk with n and 2n samples, and PCA's; no formula for the network's is known."""
    names, rows = _names(setting), []
    links = [target(name, setting["noise"]) for name in names]
    for d in map(int, setting.grid["d"]):
        once, twice = (Samples(setting, d, names, more) for more in (1.0, 2.0))
        component = FittedRisk(links, setting["pca_degree"], round(setting["psi"] * d), setting["draws"])
        for gamma in map(float, setting.grid["gamma"]):
            theta = strength(gamma, d)
            kernels = [samples.fitted(theta).risks.tolist() for samples in (once, twice)]
            pca = component.at(correlation(theta, setting["psi"])).tolist()
            for name, link, *risks in zip(names, links, *kernels, pca, strict=True):
                limit = spiked_kernel.staircase(link, gamma) if 0 < gamma < 1 else math.nan
                own = {"d": d, "gamma": gamma, "target": name, "limit": limit}
                rows.append(own | dict(zip(("kernel_risk", "doubled_risk", "pca_risk"), risks, strict=True)))
    return pd.DataFrame(rows)


def dimensions(setting: Setting) -> pd.DataFrame:
    """The kernel's risk by the equivalent at finite n; none is known here for the network's."""
    names, rows = _names(setting), []
    for d in map(int, setting.grid["d"]):
        risks = Samples(setting, d, names).fitted(strength(setting["gamma"], d)).risks.tolist()
        rows += [{"d": d, "target": name, "kernel_risk": risk} for name, risk in zip(names, risks, strict=True)]
    return pd.DataFrame(rows)


def alignment(setting: Setting) -> pd.DataFrame:
    """Alignment and share after one step."""
    names = _names(setting, "link")
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
        {
            **point,
            "half": _half(
                aligned(target(str(point["link"]), setting["noise"]), float(point["d"])),
                float(point["d"]),
            ),
        }
        for point in setting.points("d", "link")
    )
