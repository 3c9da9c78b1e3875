"""Evidence for figure-3c."""

import itertools

from feature_learning.papers.ba2022.claims import (
    joined,
    large_step_risk,
    large_steps_over_bound,
    small_steps_over_bound,
)
from feature_learning.papers.ba2022.shared.model import NO_STEP, ONE, ROOT, StepLaw
from feature_learning.statistics import Evidence, Tables, against_theory_by


def _steps(tables: Tables) -> list[StepLaw]:
    """Return no step and the steps N^alpha of the runs, in the order of alpha."""
    alphas = tables.values("step_sizes", "alpha", scale=1)
    return [NO_STEP, *(StepLaw(1.0, alpha) for alpha in alphas)]


def level(tables: Tables) -> Evidence:
    sizes = [psi1 for psi1 in tables.values("step_sizes", "psi1") if psi1 >= 4]
    runs, theory = (read("step_sizes", alpha=0.0) for read in (tables.runs, tables.theory))
    steps = {step.scale: step.name for step in (NO_STEP, ONE)}
    found = against_theory_by("scale", steps, runs, theory, "risk", "psi1", sizes, symbol="n/d")
    return found.against(tables.value("step_sizes", "bound"))


def monotone(tables: Tables) -> Evidence:
    ratios = {}
    for smaller, larger in itertools.pairwise(_steps(tables)):
        before, after = (large_step_risk(tables, step, least=4.0) for step in (smaller, larger))
        ratios[f"{larger.name} over {smaller.name}"] = after / before
    return joined(ratios, "n/d")


def crosses(tables: Tables) -> Evidence:
    return large_steps_over_bound(tables, [ROOT], least=8.0)


def stays_above(tables: Tables) -> Evidence:
    steps = [step for step in _steps(tables) if step.scale and step.alpha <= 0.25]
    return small_steps_over_bound(tables, steps, least=8.0)
