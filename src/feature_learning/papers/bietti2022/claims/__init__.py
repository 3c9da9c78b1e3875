"""Evidence that several figures share."""

import pandas as pd

from feature_learning.papers.bietti2022.shared.model import RECOVERED


def shares_of(chosen: pd.DataFrame) -> pd.DataFrame:
    """Return the share of recovered runs, seeds by s."""
    return chosen.assign(found=chosen["overlap"] > RECOVERED).groupby(["seed", "s"])["found"].mean().unstack("s")
