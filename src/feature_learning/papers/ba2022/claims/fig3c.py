"""Evidence for fig3c."""

import itertools

from feature_learning.papers.ba2022.claims import (
    joined,
    large_step_risk,
    large_steps_over_bound,
    small_steps_over_bound,
)
from feature_learning.papers.ba2022.shared.model import step_law
from feature_learning.statistics import Evidence, Tables, against_theory_by

# eta = N^alpha, from no step upwards
_ALPHAS = ["none", "one", "alpha-0.125", "alpha-0.25", "alpha-0.375", "root"]


def _steps(tables: Tables) -> list[str]:
    """Return the steps N^alpha of the runs, from no step upwards."""
    known = tables.values("step_sizes", "step")
    return [step for step in _ALPHAS if step in known]


def level(tables: Tables) -> Evidence:
    sizes = [psi1 for psi1 in tables.values("step_sizes", "psi1") if psi1 >= 4]
    runs, theory = tables.runs("step_sizes"), tables.theory("step_sizes")
    steps = ("none", "one")
    found = against_theory_by("step", steps, runs, theory, "risk", "psi1", sizes, symbol="n/d")
    return found.against(tables.value("step_sizes", "bound"))


def monotone(tables: Tables) -> Evidence:
    ratios = {}
    for smaller, larger in itertools.pairwise(_steps(tables)):
        before, after = (large_step_risk(tables, step, least=4.0) for step in (smaller, larger))
        ratios[f"{larger} over {smaller}"] = after / before
    return joined(ratios, "n/d")


def crosses(tables: Tables) -> Evidence:
    return large_steps_over_bound(tables, ["root"], least=8.0)


def stays_above(tables: Tables) -> Evidence:
    steps = [step for step in _steps(tables) if step != "none" and step_law(step)[1] <= 0.25]
    return small_steps_over_bound(tables, steps, least=8.0)
