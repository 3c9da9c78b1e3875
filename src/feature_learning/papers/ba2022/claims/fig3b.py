"""Evidence for fig3b."""

from feature_learning.core.tables import Tables
from feature_learning.papers.ba2022.claims import WIDTHS, level_of, over_bound, ratios, risk
from feature_learning.statistics.evidence import Evidence, at_points

_LEAST_GAIN = 0.003


def level(tables: Tables) -> Evidence:
    return level_of(tables, WIDTHS)


def ratio(tables: Tables) -> Evidence:
    return ratios(tables, WIDTHS, [4.0, 8.0])


def gain(tables: Tables) -> Evidence:
    parts = []
    for eta in (4.0, 8.0):
        sizes = [float(size) for size in risk(tables, WIDTHS, eta).columns]
        before, after = (at_points(tables.theory("small_step_widths", eta=step), "risk", "psi2", sizes) for step in (0.0, eta))
        seen = [at for at, gain in zip(sizes, before - after, strict=True) if gain > _LEAST_GAIN]
        parts += [ratios(tables, WIDTHS, [eta], seen)] if seen else []
    return Evidence.joined(parts)


def above_bound(tables: Tables) -> Evidence:
    return over_bound(tables, WIDTHS)


def gain_vanishes(tables: Tables) -> Evidence:
    gain = 1 - risk(tables, WIDTHS, 8.0, [0.5, 4.0]) / risk(tables, WIDTHS, 0.0, [0.5, 4.0])
    return Evidence((gain[4.0] - gain[0.5] / 4).to_numpy()[:, None], ["eta = 8"])
