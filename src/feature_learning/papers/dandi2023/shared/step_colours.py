"""The colours in which the authors draw one to six steps, with edges that are seen on paper."""

from typing import Any

import matplotlib as mpl

from feature_learning import plotting as plot

FACES = {1: "#296218", 2: "#75fb4c", 3: "#808026", 4: "#983430", 5: "#e18683", 6: "#a9a9a9"}
"""Dark green, lime, olive, brown, coral and grey, of the first to the sixth step."""

EDGES = {time: plot.written(face) for time, face in FACES.items()}
"""The same, dark enough for thin lines and text."""


def marks(time: int, marker: str = "o", size: float = 1.0) -> dict[str, Any]:
    """Return the look of a step's markers.

    Parameters
    ----------
    time
        The number of steps.
    marker
        Its form.
    size
        In units of the style sheet's.
    """
    return {
        "linestyle": "none",
        "marker": marker,
        "markersize": size * mpl.rcParams["lines.markersize"],
        "color": FACES[time],
        "markeredgecolor": EDGES[time],
        "markeredgewidth": 0.35,
    }
