"""Squared cosines of the first gradient, without what the neurons' start adds by chance."""

import pandas as pd

from feature_learning.core.tables import Tables


def controlled(tables: Tables) -> pd.DataFrame:
    """Return the runs with ``controlled``: the squared cosine minus its prediction for the neurons'
    own overlaps, plus the prediction for random neurons at this d.
    """
    law = tables.theory("transition")[["leap", "factor", "ratio", "finite"]]
    runs = tables.runs("transition").merge(law, on=["leap", "factor", "ratio"])
    return runs.assign(controlled=runs["alignment"] - runs["predicted"] + runs["finite"])
