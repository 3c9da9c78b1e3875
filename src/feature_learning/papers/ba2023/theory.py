"""Predictions: one function per experiment, columns named as in its runs."""

import itertools
import math
from collections.abc import Callable

import numpy as np
import pandas as pd

from feature_learning.core.setting import Setting
from feature_learning.data.links import Link
from feature_learning.kernels.inner_product import named_kernel
from feature_learning.networks.named import activation
from feature_learning.papers.ba2023.shared.finite_n import REACH, Samples, half_learned
from feature_learning.papers.ba2023.shared.floor import floor_without_biases
from feature_learning.papers.ba2023.shared.half_points import half
from feature_learning.papers.ba2023.shared.input_law import (
    bulk_density,
    bulk_edges,
    largest_eigenvalue,
    leading_overlap,
)
from feature_learning.papers.ba2023.shared.model import strength, target
from feature_learning.papers.ba2023.shared.principal_component import FittedRisk, correlation
from feature_learning.papers.ba2023.shared.thresholds import learned_at
from feature_learning.theory import spiked_kernel
from feature_learning.theory.spiked_gradient import gradient_alignments, mean_signal
from feature_learning.theory.spiked_kernel import SpikedKernel

_INSIDE = 1e-6  # a step of the limit, from its edges
_DENSITY_POINTS = 400
_GAMMAS = np.arange(0.4, 1.16, 0.05)  # of the kernel's thresholds


def equivalent(setting: Setting, d: float, theta: float, ridge: float) -> SpikedKernel:
    """Return the kernel's deterministic equivalent for n to infinity."""
    kernel = named_kernel(setting["kernel"])
    return spiked_kernel.spiked_kernel(kernel, d, theta, setting["psi"] * d, ridge)


def _half(curve: Callable[[float], float], d: float) -> float:
    return half(curve, -3.0, 1.2 * math.log(d), 1e-7)


def kernel_ridge(setting: Setting) -> pd.DataFrame:
    """Risk and learned fraction by the equivalent at finite n, and the limit at this ridge."""
    names, rows = setting.names("target"), []
    limits = {
        (name, gamma): _limit(setting, name, gamma)
        for name in names
        for gamma in setting.floats("gamma")
    }
    for d in setting.ints("d"):
        samples = Samples(setting, d, names)
        for gamma in setting.floats("gamma"):
            fit = samples.fitted(strength(gamma, d))
            columns = zip(names, fit.risks.tolist(), fit.learned.tolist(), strict=True)
            rows += [
                {
                    "d": d,
                    "gamma": gamma,
                    "target": name,
                    "risk": risk,
                    "learned": learned,
                    "limit": limits[name, gamma],
                }
                for name, risk, learned in columns
            ]
    return pd.DataFrame(rows)


def _limit(setting: Setting, name: str, gamma: float) -> float:
    """Return the limit of the risk at a ridge that does not grow, where there is a staircase."""
    if not 0 < gamma < 1:
        return math.nan
    kernel, link = named_kernel(setting["kernel"]), target(name, setting["noise"])
    return spiked_kernel.plateau(kernel, link, gamma, setting["psi"], setting["ridge"])


def plateau(setting: Setting) -> pd.DataFrame:
    """The risk by the equivalent at finite n against d, its limit, and the printed one."""
    names, gamma, rows = setting.names("target"), setting["gamma"], []
    for d in setting.ints("d"):
        risks = Samples(setting, d, names).fitted(strength(gamma, d)).risks.tolist()
        for name, risk in zip(names, risks, strict=True):
            point = {"d": d, "gamma": gamma, "target": name, "risk": risk}
            printed = spiked_kernel.staircase(target(name), gamma)
            rows.append({**point, "limit": _limit(setting, name, gamma), "printed": printed})
    return pd.DataFrame(rows)


def staircase(setting: Setting) -> pd.DataFrame:
    """The limit, and the equivalent at huge d with the ridge log d."""
    rows = []
    for point in setting.points("d", "gamma"):
        d, gamma = float(point["d"]), float(point["gamma"])
        kernel = equivalent(setting, d, strength(gamma, d), math.log(d))
        for name in setting.names("target"):
            link = target(name, setting["noise"])
            limit = spiked_kernel.staircase(link, gamma)
            rows.append({**point, "target": name, "risk": kernel.risk(link), "limit": limit})
    return pd.DataFrame(rows)


def kernel_half(setting: Setting) -> pd.DataFrame:
    """The strength at which half of a pure target is learned, at finite n and for n to infinity."""
    names, rows = setting.names("target"), []

    def learned(link: Link, d: float) -> Callable[[float], float]:
        return lambda theta: equivalent(setting, d, theta, setting["ridge"]).learned(link)

    for d in setting.floats("d"):
        samples = Samples(setting, int(d), names) if d <= REACH else None
        for place, name in enumerate(names):
            wide = _half(learned(target(name, setting["noise"]), d), d)
            finite = half_learned(samples, place, wide) if samples else math.nan
            rows.append({"d": d, "target": name, "half": finite, "half_wide": wide})
    return pd.DataFrame(rows)


def comparison(setting: Setting) -> pd.DataFrame:
    """The kernel's risk with each ridge, its limit, and PCA's; none is known for the network's."""
    names, ridges, rows = setting.names("target"), setting.floats("kernel_ridges"), []
    links = [target(name, setting["noise"]) for name in names]
    for d in setting.ints("d"):
        samples, n = Samples(setting, d, names), round(setting["psi"] * d)
        component = FittedRisk(links, setting["pca_degree"], n, setting["draws"])
        for gamma in setting.floats("gamma"):
            theta = strength(gamma, d)
            found = [("pca", 0.0, component.at(correlation(theta, setting["psi"])))]
            found += [("kernel", ridge, samples.fitted(theta, ridge).risks) for ridge in ridges]
            rows += [
                {
                    "d": d,
                    "gamma": gamma,
                    "target": name,
                    "method": method,
                    "ridge": ridge,
                    "risk": risk,
                }
                for method, ridge, risks in found
                for name, risk in zip(names, risks.tolist(), strict=True)
            ]
    frame = pd.DataFrame(rows)
    limits = [
        {"d": d, "gamma": gamma, "target": name, "method": "limit", "ridge": 0.0, "risk": risk}
        for d in setting.ints("d")
        for name, link in zip(names, links, strict=True)
        for gamma, risk in _steps(link)
    ]
    return pd.concat([frame, pd.DataFrame(limits)], ignore_index=True)


def _steps(link: Link) -> list[tuple[float, float]]:
    """Return the corners of the kernel's limit against gamma."""
    edges = [0.0, *(1 - 1 / degree for degree in link.degrees if degree > 1), 1.0]
    return [
        (at, spiked_kernel.staircase(link, inside))
        for low, high in itertools.pairwise(edges)
        for at, inside in ((low, low + _INSIDE), (high, high - _INSIDE))
    ]


def biases(setting: Setting) -> pd.DataFrame:
    """The least risk of a network whose features are odd and even in z with kinks at zero only."""
    names = setting.names("target")
    return pd.DataFrame(
        {"target": name, "floor": floor_without_biases(target(name))} for name in names
    )


def kernel_thresholds(setting: Setting) -> pd.DataFrame:
    """The gamma at which the kernel's least risk over ridges is 1/4, by the equivalent at finite n.

    The least risk over the ridges is computed at a grid of gamma; its logarithm is interpolated.
    """
    names, rows = setting.names("target"), []
    for d in setting.ints("d"):
        samples = Samples(setting, d, names)
        risks = np.array(
            [
                [
                    samples.fitted(strength(gamma, d), ridge).risks
                    for ridge in setting.floats("kernel_ridges")
                ]
                for gamma in _GAMMAS
            ]
        ).min(axis=1)
        rows += [
            {"d": d, "target": name, "gamma": learned_at(_GAMMAS, risks[:, place])}
            for place, name in enumerate(names)
        ]
    return pd.DataFrame(rows)


def alignment(setting: Setting) -> pd.DataFrame:
    """Alignment and share after one step."""
    names, sigma = setting.names("link"), activation(setting["activation"])
    links, rows = [target(name, setting["noise"]) for name in names], []
    for point in setting.points("d", "gamma"):
        d = int(point["d"])
        theta = strength(float(point["gamma"]), d)
        measures = gradient_alignments(links, d, theta, setting["psi"], sigma)
        rows += [
            {**point, "link": name, "alignment": alignment, "share": share}
            for name, (alignment, share) in zip(names, measures, strict=True)
        ]
    return pd.DataFrame(rows)


def alignment_half(setting: Setting) -> pd.DataFrame:
    """The strength at which the mean alignment is one half."""
    sigma = activation(setting["activation"])

    def aligned(link: Link, d: float) -> Callable[[float], float]:
        return lambda theta: gradient_alignments([link], d, theta, setting["psi"], sigma)[0][0]

    rows = []
    for point in setting.points("d", "link"):
        d, link = float(point["d"]), target(str(point["link"]), setting["noise"])
        rows.append({**point, "half": _half(aligned(link, d), d)})
    return pd.DataFrame(rows)


def input_spike(setting: Setting) -> pd.DataFrame:
    """The limits of the largest eigenvalue and of the leading vector's overlap with the spike."""
    psi = setting["psi"]
    thetas = sorted({*setting.floats("theta"), psi**-0.5})
    return pd.DataFrame(
        {
            "theta": theta,
            "largest": largest_eigenvalue(theta, psi),
            "overlap": leading_overlap(theta, psi),
        }
        for theta in thetas
    )


def input_histogram(setting: Setting) -> pd.DataFrame:
    """The law of the bulk, and the outlier."""
    psi = setting["psi"]
    values = np.linspace(*bulk_edges(psi), _DENSITY_POINTS)
    row = {"density_at": values, "density": bulk_density(values, psi)}
    return pd.DataFrame([{**row, "largest": largest_eigenvalue(setting["theta"], psi)}])


two_steps = kernel_ridge


def amplified(setting: Setting) -> pd.DataFrame:
    """The mean over neurons of the squared part of the mean gradient along the spike."""
    sigma, d = activation(setting["activation"]), setting["d"]
    return pd.DataFrame(
        {
            "theta": theta,
            "link": name,
            "signal": mean_signal(target(name, setting["noise"]), d, theta, sigma),
        }
        for theta in setting.floats("theta")
        for name in setting.names("link")
    )
