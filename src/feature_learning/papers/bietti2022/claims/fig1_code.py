"""Evidence for fig1-code."""

import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.bietti2022.claims import shares_of
from feature_learning.statistics.evidence import Evidence, named


def code_link_harder(tables: Tables) -> Evidence:
    shares = {name: shares_of(tables.runs("links", link=name, s=3))[3] for name in ("zigzag-half", "zigzag")}
    return Evidence((shares["zigzag-half"] - shares["zigzag"]).to_numpy()[:, None], ["s = 3"])


def _flips(tables: Tables, radial: bool) -> pd.DataFrame:
    return tables.runs("radial", radial=radial)


def spherical_never_flips(tables: Tables) -> Evidence:
    flips = _flips(tables, False).groupby(["seed", "s"])["flips"].mean().unstack("s")
    return Evidence(flips.to_numpy(), named("s", list(flips.columns)))


def radial_flips(tables: Tables) -> Evidence:
    runs = _flips(tables, True)
    share = runs.assign(often=runs["flips"] > 100).groupby(["seed", "s"])["often"].mean().unstack("s")[[2, 3]]
    return Evidence(share.to_numpy(), named("s", list(share.columns)))


def radial_makes_no_difference(tables: Tables) -> Evidence:
    gap = shares_of(_flips(tables, False)) - shares_of(_flips(tables, True))
    return Evidence(gap.to_numpy(), named("s", list(gap.columns)))
