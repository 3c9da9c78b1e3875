"""Evidence for fig3."""

from feature_learning.core.tables import Tables
from feature_learning.papers.mei2019.claims import largest_increase
from feature_learning.statistics.evidence import Evidence, against_theory, by_seed


def theory(tables: Tables) -> Evidence:
    parts = []
    for lam in (1e-2, 0.1):
        runs, theory = tables.runs("sample_wise", lam=lam), tables.theory("sample_wise", lam=lam)
        parts.append(against_theory(runs, theory, "risk", "psi2", symbol="n/d", of=f"lambda = {lam}"))
    return Evidence.joined(parts)


def more_data_hurt(tables: Tables) -> Evidence:
    matrix = by_seed(tables.runs("sample_wise", lam=0.0), "risk", "psi2", [1.0, 2.5])
    return Evidence((matrix[[2.5]].to_numpy() - matrix[[1.0]].to_numpy()), ["2.5 minus 1"], estimate="median")


def monotone(tables: Tables) -> Evidence:
    return Evidence.exact([largest_increase(tables.theory("sample_wise"), "psi2")], ["largest increase"])
