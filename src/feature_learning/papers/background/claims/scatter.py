"""Evidence for scatter."""

import numpy as np
import pandas as pd

from feature_learning.papers.background.shared.published import SCATTER
from feature_learning.statistics import Evidence, Tables, by_run, by_seed, named


def published(tables: Tables) -> Evidence:
    """Return the relative difference from the stored risk; the rival is the flow from other
    weights.
    """
    law = tables.theory("animation").set_index("t")["risk"]
    stored = pd.Series(SCATTER)
    others = tables.runs("classic_limit").groupby("t")["ode_risk"].mean()
    gaps, apart = (risk.reindex(stored.index) / stored - 1 for risk in (law, others))
    found = Evidence.exact(gaps.tolist(), named("t", list(stored.index)))
    return found.against(apart.to_numpy())


def ode(tables: Tables) -> Evidence:
    runs = by_run(tables.runs("classic_limit", noise=0.0))
    runs = runs[runs["t"] <= 300].assign(
        gap=lambda rows: np.abs(np.log10(rows["risk"] / rows["ode_risk"]))
    )
    return Evidence(by_seed(runs, "gap", "t").max(axis=1).to_numpy()[:, None], ["largest gap"])


def _noisiest(tables: Tables, t: float) -> pd.DataFrame:
    noise = tables.values("classic_limit", "noise")[-1]
    return by_run(tables.runs("classic_limit", t=t, noise=noise))


def unspecialised(tables: Tables) -> Evidence:
    return Evidence(by_seed(_noisiest(tables, 10.0), "asymmetry", "t").to_numpy(), ["t = 10"])


def teachers(tables: Tables) -> Evidence:
    count = tables.value("classic_limit", "teachers")
    cosines = np.stack(list(_noisiest(tables, 300.0)["cosines"]))
    nearest = cosines.reshape(len(cosines), -1, count).max(axis=2)
    return Evidence(np.median(nearest, axis=1)[:, None], ["t = 300"])
