"""Evidence for fig2."""

import numpy as np

from feature_learning.papers.mei2019.claims import largest_increase
from feature_learning.papers.mei2019.shared.model import TARGETS
from feature_learning.statistics import Evidence, Tables, against_theory, at_points, by_seed, named

_AWAY = (0.2, 0.5, 0.8, 1.25, 2.0, 4.0)


def _target(tables: Tables, target: str) -> Evidence:
    runs = tables.runs("noise", target=target, model="features")
    theory = tables.theory("noise", target=target)
    return against_theory(runs, theory, "risk", "ratio", _AWAY, symbol="N/n")


def noise(tables: Tables) -> Evidence:
    evidence, power = _target(tables, "noise"), TARGETS["pure-quadratic"].beyond(1)
    pure = tables.theory("noise", target="pure-quadratic")
    variance = at_points(pure, "risk", "ratio", _AWAY) / power - 1  # of a unit of noise
    return evidence.against(_prediction(evidence) - TARGETS["noise"].noise_variance * variance)


def quadratic_is_noise(tables: Tables) -> Evidence:
    evidence = _target(tables, "quadratic")
    return evidence.against(_prediction(evidence) - TARGETS["quadratic"].beyond(1))


def _prediction(evidence: Evidence) -> np.ndarray:
    assert evidence.predicted is not None
    return evidence.predicted


def same(tables: Tables) -> Evidence:
    ratios = [0.5, 2.0, 4.0]
    noise, quadratic = (
        by_seed(tables.runs("noise", target=name, model="features"), "risk", "ratio", ratios)
        for name in ("noise", "quadratic")
    )
    power = TARGETS["quadratic"].beyond(1)
    gap = quadratic - noise - power
    predicted = at_points(tables.theory("noise", target="quadratic"), "risk", "ratio", ratios)
    return Evidence.of(gap.div(predicted), "N/n").against(-power / predicted)


def monotone(tables: Tables) -> Evidence:
    panels = tables.theory("lambda_curves").groupby(["psi2", "rho"])
    increases = {
        f"n/d = {psi2}, rho = {rho}": largest_increase(panel, "ratio")
        for (psi2, rho), panel in panels
    }
    ridgeless = tables.theory("lambda_curves", lbar=0.0).groupby(["psi2", "rho"])
    grows = [largest_increase(panel, "ratio", "risk") for _, panel in ridgeless]
    return Evidence.exact([*increases.values()], [*increases]).against(grows)


def _least(tables: Tables, rho: float) -> Evidence:
    curve = tables.theory("lambda_curves", psi2=3.0, rho=rho, lbar=0.0)
    least = curve["ratio"].iloc[int(curve["risk"].argmin())]
    return Evidence.exact([least], ["N/n of the minimum"])


def overparametrised(tables: Tables) -> Evidence:
    return _least(tables, 5.0)


def underparametrised(tables: Tables) -> Evidence:
    return _least(tables, 0.2)


def ridgeless_above(tables: Tables) -> Evidence:
    rows = tables.theory("phase_diagram", rho_over_threshold=1.2)
    return Evidence.exact(rows["best_lbar"].tolist(), named("n/d", rows["psi2"].tolist()))


def ridge_below(tables: Tables) -> Evidence:
    rows = tables.theory("phase_diagram", rho_over_threshold=0.8)
    gains = rows["ridgeless_risk"] - rows["best_risk"]
    return Evidence.exact(gains.tolist(), named("n/d", rows["psi2"].tolist()))
