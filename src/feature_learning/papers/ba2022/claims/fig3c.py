"""Evidence for fig3c."""

import itertools

from feature_learning.core.tables import Tables
from feature_learning.papers.ba2022.claims import over_bound_large_steps, risk_large_steps
from feature_learning.papers.ba2022.shared.model import step_law
from feature_learning.statistics.evidence import Evidence, against_theory, named

_ALPHAS = ["none", "one", "alpha-0.125", "alpha-0.25", "alpha-0.375", "root"]  # eta = N^alpha, from no step upwards


def _exponents(tables: Tables) -> list[str]:
    """Return the steps N^alpha of the runs, from no step upwards."""
    found = {*tables.runs("step_sizes")["step"]}
    return [step for step in _ALPHAS if step in found]


def level(tables: Tables) -> Evidence:
    parts = []
    for step in ("none", "one"):
        runs, predicted = tables.runs("step_sizes", step=step), tables.theory("step_sizes", step=step)
        sizes = [float(psi1) for psi1 in sorted(runs["psi1"].unique()) if psi1 >= 4]
        parts.append(against_theory(runs, predicted, "risk", "psi1", sizes, symbol="n/d", of=step))
    return Evidence.joined(parts)


def monotone(tables: Tables) -> Evidence:
    parts = []
    for smaller, larger in itertools.pairwise(_exponents(tables)):
        ratio = risk_large_steps(tables, larger, least=4.0) / risk_large_steps(tables, smaller, least=4.0)
        parts.append(Evidence(ratio.to_numpy(), [f"{larger} over {smaller}, {p}" for p in named("n/d", list(ratio.columns))]))
    return Evidence.joined(parts)


def crosses(tables: Tables) -> Evidence:
    return over_bound_large_steps(tables, ["root"], least=8.0)


def stays_above(tables: Tables) -> Evidence:
    steps = [step for step in _exponents(tables) if step != "none" and step_law(step)[1] <= 0.25]
    return over_bound_large_steps(tables, steps, least=8.0)
