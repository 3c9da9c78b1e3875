"""What the throw-away paper predicts."""

import pandas as pd

from feature_learning.core.setting import Setting


def line(setting: Setting) -> pd.DataFrame:
    """The line without noise."""
    return pd.DataFrame(
        {"x": x, "y": setting["start_at"] + setting["slope"] * x} for x in setting.grid["x"]
    )


def powers(setting: Setting) -> pd.DataFrame:
    """Powers of x."""
    return pd.DataFrame({"x": x, "y": x ** setting["power"]} for x in setting.grid["x"])
