"""Evidence for figx-landscape."""

from feature_learning.statistics import Evidence, Tables, named


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
