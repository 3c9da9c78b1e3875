"""Evidence for figx-landscape."""

from feature_learning.statistics import Evidence, Tables, by_seed, named, slope_per_seed


def theorem(tables: Tables) -> Evidence:
    law = tables.theory("landscape")
    law = law[law["ridge"] >= 1e-3]
    points = [
        f"s = {s}, ridge = {ridge:g}" for s, ridge in zip(law["s"], law["ridge"], strict=True)
    ]
    return Evidence.exact(law["violations"].tolist(), points)


def finite_width(tables: Tables) -> Evidence:
    runs = tables.runs("landscape")
    totals = runs[runs["ridge"] >= 1e-2].groupby(["seed", "s"])["violations"].sum().unstack("s")
    return Evidence(totals.to_numpy() > 0, named("s", list(totals.columns)), estimate="fraction")


def bad_is_zero(tables: Tables) -> Evidence:
    law = tables.theory("landscape", ridge=0.1)
    return Evidence.exact(
        [float(bad[k]) for bad in law["bad"] for k in (0, 1)],
        [f"s = {s}, m = {m}" for s in law["s"] for m in (0, 0.01)],
    )


def _slopes(tables: Tables, value: str) -> Evidence:
    curves = {s: by_seed(tables.runs("concentration", s=s), value, "n") for s in (1, 2, 3)}
    return Evidence.stacked([(f"s = {s}", slope_per_seed(curve)) for s, curve in curves.items()])


def gradients(tables: Tables) -> Evidence:
    return _slopes(tables, "gradient")


def concentration(tables: Tables) -> Evidence:
    return _slopes(tables, "distance")


def escape_law(tables: Tables) -> Evidence:
    law = tables.theory("population_flow", ridge=0.1, link="zigzag-half").sort_values("s")
    predicted = (2 * law["s"] - 1).tolist()
    return Evidence.exact(law["exponent"].tolist(), named("s", law["s"].tolist()), predicted)


def code_link_slower(tables: Tables) -> Evidence:
    exponent = tables.value("population_flow", "exponent", ridge=0.1, link="zigzag", s=3)
    return Evidence.exact([exponent], ["s = 3"])
