"""A landscape whose legends are set in 5 pt, whose symbols are upright, and whose ridge has no
name.
"""

import numpy as np

from feature_learning.plotting.sheet import Sheet


def draw(figure: Sheet) -> None:
    """Draw losses for two ridges."""
    (ax,) = figure.panels(height=2.4)
    m = np.linspace(-1, 1, 41)
    for ridge in (0.001, 0.01):
        ax.plot(m, (1 - m**2) + ridge, label=rf"$N = \infty$, {ridge:g}")
        figure.record(ax, f"ridge = {ridge:g}", "theory", x=m, y=1 - m**2)
    ax.plot([-1, 1], [0, 0], label="s = 2, escape 7.99e+06")
    ax.set_xlabel("m")
    ax.set_ylabel("loss")
    ax.legend(loc="upper center", fontsize=5)
