"""The limits of Bai and Yin."""

import pandas as pd

from feature_learning.core.setting import Setting
from feature_learning.theory.marchenko_pastur import edges


def extremes(setting: Setting) -> pd.DataFrame:
    """Both ends of the bulk against N/d."""
    rows = []
    for ratio in setting.floats("ratio"):
        smallest, largest = edges(ratio)
        rows.append({"ratio": ratio, "largest": largest, "smallest": smallest})
    return pd.DataFrame(rows)
