"""Evidence for fig3."""

from feature_learning.papers.mei2019.claims import largest_increase
from feature_learning.statistics import Evidence, Tables, against_theory_by, at_points, by_seed


def theory(tables: Tables) -> Evidence:
    names = {lam: f"lambda = {lam}" for lam in (1e-2, 0.1)}
    runs, theory = tables.runs("sample_wise"), tables.theory("sample_wise")
    evidence = against_theory_by("lam", names, runs, theory, "risk", "psi2", symbol="n/d")
    sizes = sorted(runs["psi2"].unique())
    ridgeless = at_points(theory[theory["lam"] == 0], "risk", "psi2", sizes)
    return evidence.against([*ridgeless, *ridgeless])


def more_data_hurt(tables: Tables) -> Evidence:
    risks = by_seed(tables.runs("sample_wise", lam=0.0), "risk", "psi2", [1.0, 2.5]).to_numpy()
    return Evidence(risks[:, [1]] - risks[:, [0]], ["2.5 minus 1"], estimate="median")


def monotone(tables: Tables) -> Evidence:
    theory = tables.theory("sample_wise")
    grows = largest_increase(theory[theory["lam"] == 0], "psi2", "risk")
    increase = largest_increase(theory, "psi2")
    return Evidence.exact([increase], ["largest increase"]).against(grows)
