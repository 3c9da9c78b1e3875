"""A sheet arranged quickly looks as matplotlib alone would draw it."""

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.layout_engine import ConstrainedLayoutEngine

from feature_learning.plotting.sheet import STYLE, Sheet


def picture(arrange, scales, upto) -> np.ndarray:
    with mpl.rc_context(fname=STYLE):
        sheet = Sheet()
        for ax in sheet.panels(1, 2):
            ax.plot([1, upto], [0.02, 3])
            ax.set(xscale=scales[0], yscale=scales[1], xlabel="$n$", title="risk", xlim=(0.7, upto))
        arrange(sheet)
        sheet.canvas.draw()
        return np.asarray(sheet.canvas.buffer_rgba())


# Within a decade the minor ticks carry labels, and stay ticks.
@pytest.mark.parametrize("scales", [("log", "log"), ("linear", "log"), ("log", "linear"), ("symlog", "linear")])
@pytest.mark.parametrize("upto", [5.0, 3e4, 1e9])
def test_minor_ticks_joined_look_the_same(scales, upto):
    plain = picture(lambda sheet: ConstrainedLayoutEngine().execute(sheet), scales, upto)
    assert np.array_equal(picture(Sheet.arrange, scales, upto), plain)


def test_minor_ticks_are_one_artist():
    sheet = Sheet()
    (ax,) = sheet.panels()
    ax.set(xscale="log", yscale="log", xlim=(1, 1e4), ylim=(1, 1e4))
    sheet.arrange()
    sheet.canvas.draw()
    assert [len(line.get_xdata()) for line in ax.lines] == [32, 32]
    assert not len(ax.get_xticks(minor=True)) + len(ax.get_yticks(minor=True))
