"""Evidence for prop-d."""

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2022.shared.crossings import seeds_needing
from feature_learning.papers.mousavi2022.shared.measured import at_plateau
from feature_learning.statistics.evidence import Evidence, against_theory, by_seed
from feature_learning.statistics.exponents import loglog_slope


def alignment_exponent(tables: Tables) -> Evidence:
    return Evidence(seeds_needing(tables, "alignment")[:, None], ["exponent in d"], estimate="median")


def error_exponent(tables: Tables) -> Evidence:
    return Evidence(seeds_needing(tables, "error")[:, None], ["exponent in d"], estimate="median")


def kernel_theory(tables: Tables) -> Evidence:
    runs = tables.runs("tangent", target="cube", bias=True)
    runs = runs[(runs["d"] >= 30) & (runs["n"] >= 240)]
    theory = tables.theory("tangent", target="cube")
    parts = [against_theory(own, theory[theory["d"] == d], "error", "n", symbol="n", of=f"d = {d}") for d, own in runs.groupby("d")]
    return Evidence.joined([Evidence(part.observed / part.predicted, part.points) for part in parts])


def kernel_power(tables: Tables) -> Evidence:
    needed = tables.theory("tangent_samples")
    slopes = []
    for p in (1, 3):
        two = needed[(needed["p"] == p) & needed["d"].isin([40, 80])].sort_values("d")
        slopes.append(loglog_slope(two["d"].to_numpy(dtype=float), two["n"].to_numpy()))
    return Evidence.exact(slopes, ["p = 1", "p = 3"], [1.0, 3.0])


def separation(tables: Tables) -> Evidence:
    gap = (at_plateau(tables, "tangent", "cube", bias=True) - at_plateau(tables, "samples", "cube")).dropna()
    return Evidence(gap.to_numpy()[:, None], ["d = 100, n = 1600"])


def steep_tanh(tables: Tables) -> Evidence:
    plateau = float(tables.theory("tangent", target="steep-tanh")["plateau"].iloc[0])
    return Evidence(at_plateau(tables, "tangent", "steep-tanh", bias=True).to_numpy()[:, None] / plateau, ["d = 100, n = 1600"])


def no_bias(tables: Tables) -> Evidence:
    matrix = by_seed(tables.runs("tangent", target="cube", bias=False), "error", "n")
    return Evidence(matrix.to_numpy().min(axis=1)[:, None], ["least over n"])
