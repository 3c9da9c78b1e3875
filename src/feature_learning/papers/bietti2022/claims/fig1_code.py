"""Evidence for fig1-code."""

from feature_learning.papers.bietti2022.claims import shares
from feature_learning.statistics import Evidence, Tables, named


def code_link_harder(tables: Tables) -> Evidence:
    ours, code = (
        shares(tables.runs("links", link=name, s=3)) for name in ("zigzag-half", "zigzag")
    )
    return Evidence((ours - code).to_numpy(), ["s = 3"])


def spherical_never_flips(tables: Tables) -> Evidence:
    most = tables.runs("radial", radial=False).groupby(["seed", "s"])["flips"].max().unstack("s")
    return Evidence(most.to_numpy() > 0, named("s", list(most.columns)), estimate="fraction")


def radial_flips(tables: Tables) -> Evidence:
    runs = tables.runs("radial", radial=True)
    often = runs[runs["s"].isin([2, 3])].assign(flips=runs["flips"] > 100)
    means = often.groupby(["seed", "s"])["flips"].mean().unstack("s")
    return Evidence(means.to_numpy(), named("s", list(means.columns)))


def radial_makes_no_difference(tables: Tables) -> Evidence:
    sphere, radial = (shares(tables.runs("radial", radial=radial)) for radial in (False, True))
    return Evidence((sphere - radial).to_numpy(), named("s", list(sphere.columns)))
