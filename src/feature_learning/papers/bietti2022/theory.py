"""Predictions of the paper, one function per experiment."""

import math
from itertools import product

import numpy as np
import pandas as pd

from feature_learning.core.errors import UserError
from feature_learning.core.setting import Setting
from feature_learning.data.relu_links import needed_samples
from feature_learning.papers.bietti2022.experiments.landscape import overlaps, violations
from feature_learning.papers.bietti2022.shared.links import link
from feature_learning.papers.bietti2022.shared.model import targets
from feature_learning.theory.tied_population import wide
from feature_learning.theory.tied_recovery import square_slope

_LEAST_RIDGE = 1e-6
_EQUATOR = (0.0, 0.01)
_SMALL = np.array([0.1, 0.17])  # overlaps between which the speed's exponent is taken


def learning_curves(setting: Setting) -> pd.DataFrame:
    """Null risk, chance overlap, and the sample size of the theorem, by s."""
    d = setting["d"]
    chance = math.exp(math.lgamma(d / 2) - math.lgamma((d + 1) / 2)) / math.sqrt(math.pi)
    return pd.DataFrame(
        {"s": s, "null": target.square_norm, "chance": chance, "needed": needed_samples(s, d)}
        for s, target in targets(setting).items()
    )


def flow(setting: Setting) -> pd.DataFrame:
    """The theorem's sample size, and its bound on 1 - |m| up to constants, by case."""
    rows = []
    for case in setting.mappings("cases"):
        s, d, n = case["s"], case["d"], case["n"]
        bound = max(d / n, d**4 / n**2)
        rows.append({"s": s, "d": d, "n": n, "needed": needed_samples(s, d), "bound": bound})
    return pd.DataFrame(rows)


def poles(setting: Setting) -> pd.DataFrame:
    """The mean square slope of the link, and the part of its leading coefficient in it, by s."""
    rows = []
    for s in dict.fromkeys(case["s"] for case in setting.mappings("cases")):
        target = link(setting["link"], s)
        whole = square_slope(target)
        leading = s * float(target.coefficients(s)[s]) ** 2 / whole
        rows.append({"s": s, "square_slope": whole, "leading": leading})
    return pd.DataFrame(rows)


def selection(setting: Setting) -> pd.DataFrame:
    """Hermite coefficients of the whole link, from degree 1 to 6."""
    coefficients = link(setting["link"], 1).coefficients(6)[1:]
    return pd.DataFrame({"degree": range(1, 7), "coefficient": coefficients})


def poster(setting: Setting) -> pd.DataFrame:
    """Null risk by s."""
    found = targets(setting).items()
    return pd.DataFrame({"s": s, "null": target.square_norm} for s, target in found)


def sketches(setting: Setting) -> pd.DataFrame:
    """Loss against the overlap in the sketches of the ICTP talk, without their constant, for a
    known and for an unknown link.
    """
    m = np.array(setting.floats("m"))
    return pd.DataFrame({"m": m, "known": -(m**2) - m**3, "unknown": m**4 - m**2})


def landscape(setting: Setting) -> pd.DataFrame:
    """Losses of the infinitely wide network along the overlaps (list columns), and the slope on the
    sphere, by s and ridge; ridges below `_LEAST_RIDGE` have none. ``bad`` is the size of the best
    second layer at m = 0 and 0.01, over that at the pole.
    """
    population, m, rows = wide(setting["tau"]), overlaps(setting["points"]), []
    inner = m[(m > -1) & (m < 1)]
    for s, target in targets(setting).items():
        g = population.correlations(target, m)
        ends = population.correlations(target, [*_EQUATOR, 1.0])
        for ridge in setting.floats("ridge"):
            if ridge < _LEAST_RIDGE:
                continue
            loss = population.least_loss(g, ridge, target.square_norm)
            slope = abs(population.slope(target, inner, ridge)) * (1 - inner**2) ** 0.5
            sizes = np.linalg.norm(population.best(ends, ridge), axis=1)
            rows.append(
                {
                    "s": s,
                    "ridge": ridge,
                    "null": target.square_norm,
                    "violations": violations(m, loss),
                    "loss": loss,
                    "inner": inner,
                    "slope": slope,
                    "bad": sizes[:-1] / sizes[-1],
                }
            )
    return pd.DataFrame(rows)


def population_flow(setting: Setting) -> pd.DataFrame:
    """The flow with c optimal throughout at infinite width, from m = 0.1 to 0.9 (list columns).

    One row per link, s and ridge: the setting's link, and the public code's. The exponent is that
    of the speed in m where m is small.
    """
    population, rows = wide(setting["tau"]), []
    names = dict.fromkeys((setting["link"], "zigzag"))
    for name, s, ridge in product(names, setting.ints("s"), setting.floats("ridge")):
        target = link(name, s)
        times, m = population.optimal_flow(target, ridge, 0.1, 0.9)
        speed, small = (-(1 - at**2) * population.slope(target, at, ridge) for at in (m, _SMALL))
        rows.append(
            {
                "link": name,
                "s": s,
                "ridge": ridge,
                "exponent": float(np.log(small[1] / small[0]) / np.log(_SMALL[1] / _SMALL[0])),
                "escape": float(times[-1]),
                "times": times,
                "m": m,
                "speed": speed,
            }
        )
    return pd.DataFrame(rows)


def fine_tuning(setting: Setting) -> pd.DataFrame:
    """The slope of the theorem's bound in the number of fresh samples, by the spread of the
    offsets.
    """
    return pd.DataFrame(
        {"tau": tau, "exponent": -fine_tuning_exponent(tau)} for tau in setting.floats("tau")
    )


def rough_refit(setting: Setting) -> pd.DataFrame:
    """The same for the other link."""
    return fine_tuning(setting)


def sgd_exponent(setting: Setting) -> pd.DataFrame:
    """The necessary samples of the poster and of the cited paper against d, up to constants."""
    rows = []
    for case in setting.mappings("sizes"):
        s, d = case["s"], case["d"]
        orders = {"poster": float(d) ** s, "cited": cited_samples(s, d)}
        rows.append({"s": s, "d": d, **orders, "theorem": needed_samples(s, d)})
    return pd.DataFrame(rows)


def cited_samples(exponent: int, d: int) -> float:
    """Return ``d``, ``d ln^2 d`` or ``d^(s-1)``, what one pass of SGD needs up to constants.

    Parameters
    ----------
    exponent
        s, the information exponent.
    d
        Dimension.

    References
    ----------
    Ben Arous, Gheissari and Jagannath (2021), "Online stochastic gradient descent on non-convex
    losses from high-dimensional inference", JMLR 22(106), theorem 1.3.

    Examples
    --------
    >>> cited_samples(1, 10), cited_samples(3, 10)
    (10.0, 100.0)
    """
    return float(d) ** max(1, exponent - 1) * (math.log(d) ** 2 if exponent == 2 else 1.0)


def fine_tuning_exponent(tau: float) -> float:
    """Return ``beta/(beta+1)``, the exponent of n' in the bound on the risk of the refitted
    readout.

    Parameters
    ----------
    tau
        Standard deviation of the neurons' offsets, above 1.

    Raises
    ------
    UserError
        tau is 1 or less, where the theorem says nothing.

    References
    ----------
    Bietti et al. (2022), NeurIPS: fine-tuning on n' fresh samples costs at most
    ``n'^(-beta/(beta+1))`` up to logarithms, with ``beta = (1 - tau^-2)/(3 + tau^-2)`` and a width
    that grows with n'. It is an upper bound.

    Examples
    --------
    >>> [round(fine_tuning_exponent(tau), 5) for tau in (2.0, 10.0)]
    [0.1875, 0.2475]
    """
    if not tau > 1:
        raise UserError(
            f"the bound on fine-tuning needs offsets wider than the inputs: tau = {tau:g} must be "
            "above 1"
        )
    beta = (1 - tau**-2) / (3 + tau**-2)
    return beta / (beta + 1)
