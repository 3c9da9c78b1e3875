"""The landscape, and variants of the descent."""

import pandas as pd

from feature_learning.papers.bietti2022.summaries import of_seeds
from feature_learning.statistics import Tables
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import exact, of_runs, predictions, quantity

_OFTEN = 100  # turns


def turns(tables: Tables) -> Quantity:
    """Fraction of seeds with an initialisation that turns round in the warm-up, by gradient and
    s.
    """
    flips = tables.runs("radial").groupby(["radial", "s", "seed"])["flips"].max()
    return of_seeds(flips > 0, "radial").averaged("fraction")


def turns_often(tables: Tables) -> Quantity:
    """Fraction of a seed's initialisations that turn round more than a hundred times, by gradient
    and s.
    """
    flips = tables.runs("radial").set_index(["radial", "s", "seed"])["flips"]
    return of_seeds((flips > _OFTEN).groupby(level=[0, 1, 2]).mean(), "radial")


def violations(tables: Tables) -> Quantity:
    """Number of grid steps that break monotonicity at infinite width, by s and ridge."""
    return predictions(tables, "landscape", "violations", ("s", "ridge"))


def violated(tables: Tables, least: float = 1e-2) -> Quantity:
    """Fraction of random networks with such a step at a ridge from the least on, by s."""
    runs = tables.runs("landscape")
    totals = runs[runs["ridge"] >= least].groupby(["s", "seed", "draw"])["violations"].sum() > 0
    networks = totals.rename("violated").reset_index()
    networks["seed"] = networks.groupby("s").cumcount()
    by_network = of_runs(networks, "violated", ("s",), "landscape, pooled")
    return by_network.averaged("fraction")


def violated_by_links(tables: Tables) -> Quantity:
    """Fraction of random links with such a step at infinite width and some ridge, by s."""
    runs = tables.runs("random_links")
    totals = runs.groupby(["s", "seed", "draw"])["violations"].sum() > 0
    links = totals.rename("violated").reset_index()
    links["seed"] = links.groupby("s").cumcount()
    by_link = of_runs(links, "violated", ("s",), "random_links, pooled")
    return by_link.averaged("fraction")


def second_layer_near_equator(tables: Tables) -> Quantity:
    """Size of the best second layer at m = 0 and 0.01 over that at the pole, by s and m."""
    law = tables.theory("landscape", ridge=0.1)
    rows = [
        {"s": s, "m": m, "ratio": float(bad[k])}
        for s, bad in zip(law["s"], law["bad"], strict=True)
        for k, m in enumerate((0.0, 0.01))
    ]
    return exact(pd.DataFrame(rows), "ratio", ["s", "m"])


def concentration(tables: Tables, value: str) -> Quantity:
    """Largest distance of losses or gradients from those at infinite n, by s, d and n."""
    return quantity(tables, "concentration", value, ("s", "d", "n"))


def gradient_by_formula(tables: Tables, value: str = "formula") -> Quantity:
    """Difference between the gradient of the formula (``formula``) or of its lowest coefficient
    alone (``leading``) and the quadrature, relative to the largest gradient of the same s, by s
    and m.
    """
    table = tables.theory("gradient_formula")
    largest = table.groupby("s")["exact"].transform(lambda exact: exact.abs().max())
    table = table.assign(difference=(table[value] - table["exact"]) / largest)
    return exact(table, "difference", ["s", "m"])


def escape_exponent(tables: Tables) -> Quantity:
    """Exponent in m of the flow's speed off the equator, by link, ridge and s; predicted 2s - 1."""
    found = predictions(tables, "population_flow", "exponent", ("link", "ridge", "s"))
    law = found.points.assign(law=2 * found.points["s"] - 1)
    return found.predicted_by(exact(law, "law", ["link", "ridge", "s"]))
