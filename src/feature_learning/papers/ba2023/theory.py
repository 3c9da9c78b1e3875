"""Predictions: one function per experiment, columns named as in its runs."""

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
    kernel = named_kernel(setting["kernel"])
    return spiked_kernel.spiked_kernel(kernel, d, theta, setting["psi"] * d, ridge)


def _half(curve: Callable[[float], float], d: float) -> float:
    return half(curve, -3.0, 1.2 * math.log(d), 1e-7)


def kernel_ridge(setting: Setting) -> pd.DataFrame:
    """Risk and learned fraction by the equivalent at finite n."""
    names, rows = setting.names("target"), []
    for d in setting.ints("d"):
        samples = Samples(setting, d, names)
        for gamma in setting.floats("gamma"):
            fit = samples.fitted(strength(gamma, d))
            columns = zip(names, fit.risks.tolist(), fit.learned.tolist(), strict=True)
            rows += [
                {"d": d, "gamma": gamma, "target": name, "risk": risk, "learned": learned}
                for name, risk, learned in columns
            ]
    return pd.DataFrame(rows)


def plateau(setting: Setting) -> pd.DataFrame:
    """The risk by the equivalent at finite n against d, and its limit."""
    names, gamma, rows = setting.names("target"), setting["gamma"], []
    for d in setting.ints("d"):
        risks = Samples(setting, d, names).fitted(strength(gamma, d)).risks.tolist()
        for name, risk in zip(names, risks, strict=True):
            limit = spiked_kernel.staircase(target(name), gamma)
            rows.append({"d": d, "gamma": gamma, "target": name, "risk": risk, "limit": limit})
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
    """The kernel's risk with n and 2n samples, and PCA's; no formula for the network's is known."""
    names, rows = setting.names("target"), []
    links = [target(name, setting["noise"]) for name in names]
    for d in setting.ints("d"):
        once, twice = (Samples(setting, d, names, more) for more in (1.0, 2.0))
        n = round(setting["psi"] * d)
        component = FittedRisk(links, setting["pca_degree"], n, setting["draws"])
        for gamma in setting.floats("gamma"):
            theta = strength(gamma, d)
            risks = {
                "kernel_risk": once.fitted(theta).risks.tolist(),
                "doubled_risk": twice.fitted(theta).risks.tolist(),
                "pca_risk": component.at(correlation(theta, setting["psi"])).tolist(),
            }
            for place, (name, link) in enumerate(zip(names, links, strict=True)):
                limit = spiked_kernel.staircase(link, gamma) if 0 < gamma < 1 else math.nan
                columns = {method: values[place] for method, values in risks.items()}
                rows.append({"d": d, "gamma": gamma, "target": name, "limit": limit, **columns})
    return pd.DataFrame(rows)


def dimensions(setting: Setting) -> pd.DataFrame:
    """The kernel's risk by the equivalent at finite n; none is known here for the network's."""
    names, rows = setting.names("target"), []
    for d in setting.ints("d"):
        risks = Samples(setting, d, names).fitted(strength(setting["gamma"], d)).risks.tolist()
        columns = zip(names, risks, strict=True)
        rows += [{"d": d, "target": name, "kernel_risk": risk} for name, risk in columns]
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
