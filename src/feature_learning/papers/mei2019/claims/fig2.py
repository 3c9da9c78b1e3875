"""Evidence for fig2."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.mei2019.claims import largest_increase
from feature_learning.papers.mei2019.shared.model import TARGETS
from feature_learning.statistics.evidence import Evidence, against_theory, at_points, by_seed, named

_AWAY = (0.2, 0.5, 0.8, 1.25, 2.0, 4.0)


def _target(tables: Tables, target: str) -> Evidence:
    runs, theory = tables.runs("noise", target=target, model="features"), tables.theory("noise", target=target)
    return against_theory(runs, theory, "risk", "ratio", _AWAY, symbol="N/n")


def noise(tables: Tables) -> Evidence:
    return _target(tables, "noise")


def quadratic_is_noise(tables: Tables) -> Evidence:
    return _target(tables, "quadratic")


def same(tables: Tables) -> Evidence:
    ratios = [0.5, 2.0, 4.0]
    noise, quadratic = (by_seed(tables.runs("noise", target=name, model="features"), "risk", "ratio") for name in ("noise", "quadratic"))
    constant = TARGETS["quadratic"].beyond(1)
    predicted = at_points(tables.theory("noise", target="quadratic"), "risk", "ratio", ratios)
    return Evidence((quadratic[ratios] - noise[ratios] - constant).to_numpy() / predicted, named("N/n", ratios))


def monotone(tables: Tables) -> Evidence:
    panels = {f"n/d = {psi2}, rho = {rho}": group for (psi2, rho), group in tables.theory("lambda_curves").groupby(["psi2", "rho"])}
    return Evidence.exact([largest_increase(group, "ratio") for group in panels.values()], list(panels))


def _least(tables: Tables, rho: float) -> Evidence:
    curve = tables.theory("lambda_curves", psi2=3.0, rho=rho, lbar=0.0)
    least = int(np.argmin(curve["risk"].to_numpy()))
    return Evidence.exact([float(curve["ratio"].to_numpy()[least])], ["N/n of the minimum"])


def overparametrised(tables: Tables) -> Evidence:
    return _least(tables, 5.0)


def underparametrised(tables: Tables) -> Evidence:
    return _least(tables, 0.2)
