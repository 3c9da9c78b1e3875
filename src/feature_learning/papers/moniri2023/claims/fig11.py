"""Evidence for fig11."""

import pandas as pd

from feature_learning.papers.moniri2023.claims import BATCHES
from feature_learning.papers.moniri2023.shared.model import spikes_kept, step_size
from feature_learning.statistics import Evidence, Tables, at_points, by_seed, slopes_of_means

_STEPS = (0.1, 0.2, 0.29, 0.36)
_SLIDE = (0.1, 0.2, 0.29)
_SIZE = 2000


def _rank_one(tables: Tables, alpha: float, degree: int) -> pd.DataFrame:
    """Return one row per seed and one column per n."""
    return by_seed(tables.runs("remainder", alpha=alpha, degree=degree), "remainder", "n")


def _slopes(tables: Tables, *cases: tuple[float, int]) -> Evidence:
    """Return slopes against n for cases of an alpha and a degree."""
    return slopes_of_means(
        {
            f"alpha = {alpha}, l = {degree}": _rank_one(tables, alpha, degree)
            for alpha, degree in cases
        }
    )


def decays(tables: Tables) -> Evidence:
    return _slopes(tables, (0.2, 1), (0.29, 2))


def fewer_grow(tables: Tables) -> Evidence:
    return _slopes(tables, (0.1, 0), (0.2, 0), (0.36, 1))


def spike(tables: Tables) -> Evidence:
    sizes = [1000, 2000]
    theory = tables.theory("remainder", alpha=0.2, degree=0)
    predicted = at_points(theory, "remainder", "n", sizes)
    evidence = Evidence.of(_rank_one(tables, 0.2, 0)[sizes].div(predicted), "n")
    return evidence.against(float(tables.value("spectra", "bulk_edge")) / predicted)


def _talk(tables: Tables, value: str, batch: str, alpha: float) -> pd.DataFrame:
    return by_seed(tables.runs("remainder_talk", batch=batch, alpha=alpha), value, "n")


def talk_rest_split(tables: Tables) -> Evidence:
    return _rest(tables, "fresh")


def talk_rest(tables: Tables) -> Evidence:
    return _rest(tables, "same")


def _rest(tables: Tables, batch: str) -> Evidence:
    curves = {f"alpha = {alpha}": _talk(tables, "talk", batch, alpha) for alpha in _STEPS}
    return slopes_of_means(curves).against(_STEPS)


def slide_fresh(tables: Tables) -> Evidence:
    return _slide(tables, "fresh")


def slide_reused(tables: Tables) -> Evidence:
    return _slide(tables, "same")


def _slide(tables: Tables, batch: str) -> Evidence:
    """Return exponents of the slide's remainder; without the last spike, that spike's exponent."""
    kept = {alpha: spikes_kept(alpha) for alpha in _SLIDE}
    curves = {
        f"alpha = {alpha}, l = {spikes}": _talk(tables, "slide", batch, alpha)
        for alpha, spikes in kept.items()
    }
    without_last = [spikes * alpha - (spikes - 1) / 2 for alpha, spikes in kept.items()]
    return slopes_of_means(curves).against(without_last)


def level(tables: Tables) -> Evidence:
    eta, groups = step_size(_SIZE, 0.2), []
    for batch in ("fresh", "same"):
        norms = _talk(tables, "talk", batch, 0.2)[[_SIZE]] / eta
        theory = tables.theory("remainder_talk", batch=batch, alpha=0.2)
        predicted = at_points(theory, "talk", "n", [_SIZE]) / eta
        groups.append(Evidence(norms.to_numpy(), [BATCHES[batch]], predicted))
    return Evidence.joined(groups)


def own(tables: Tables) -> Evidence:
    return slopes_of_means(
        {
            f"{called}, alpha = {alpha}": _talk(tables, "own", batch, alpha)
            for batch, called in BATCHES.items()
            for alpha in (0.1, 0.2)
        }
    )


def noise(tables: Tables) -> Evidence:
    curves = {
        f"alpha = {alpha}": _talk(tables, "component", "fresh", alpha) for alpha in (0.29, 0.36)
    }
    return slopes_of_means(curves)
