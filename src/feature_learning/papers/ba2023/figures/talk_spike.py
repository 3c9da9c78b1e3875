"""The talk's spiked random matrix: eigenvalues of the inputs, the bulk and the spike."""

import numpy as np

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_ROOM = 1.15  # where the panel ends, in units of the largest value


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw one spectrum with the limiting bulk and the predicted outlier."""
    (ax,) = figure.panels(height=2.4)
    values = np.asarray(tables.runs("input_histogram", seed=0)["eigenvalues"].iloc[0])
    law = tables.theory("input_histogram").iloc[0]
    outlier = float(law["largest"])
    plot.linear_spectrum(
        ax,
        values,
        density_at=np.asarray(law["density_at"]),
        density=np.asarray(law["density"]),
        outlier=outlier,
        room=_ROOM,
        names=("eigenvalues, one seed", "Bulk", "Spike"),  # the last two are the slide's words
    )
    ax.set_xlabel("eigenvalue of $X^T X/n$")
    figure.say(
        shown=tables.value("input_histogram", "theta"),
        size=tables.value("input_histogram", "d"),
        off=float(values.max() / outlier - 1),
        threshold=1 / float(np.sqrt(tables.value("input_spike", "psi"))),
        d=tables.values("input_spike", "d")[-1],
    )
