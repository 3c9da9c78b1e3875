"""The helpers draw what they are given: means with their intervals, ordered curves, grey guides that are not data."""

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex

from feature_learning.plotting.overlay import DASHES, REFERENCE, SERIES, estimates, guide, letter, level, mark, simulation, theory
from feature_learning.plotting.sheet import Sheet
from feature_learning.statistics import intervals
from feature_learning.statistics.intervals import Interval

RUNS = pd.DataFrame({"seed": [0, 1, 2] * 2, "n": [20] * 3 + [10] * 3, "risk": [1.0, 2.0, 6.0, 4.0, 5.0, 6.0]})


@pytest.fixture
def ax():
    (ax,) = Sheet().panels()
    return ax


def bars(ax):
    """Ends of the error bars, (points, 2)."""
    (container,) = ax.containers
    return np.array([segment[:, 1] for segment in container.lines[2][0].get_segments()])


def test_simulation_draws_means_with_their_intervals_in_order_of_x(ax):
    simulation(ax, RUNS, "n", "risk", label="ridge", series=1)
    (container,) = ax.containers
    line = container.lines[0]
    assert line.get_xdata().tolist() == [10.0, 20.0]
    assert line.get_ydata().tolist() == [5.0, 3.0]
    assert (line.get_color(), line.get_marker()) == SERIES[1]
    expected = [intervals.mean(np.array(values)) for values in ([4.0, 5.0, 6.0], [1.0, 2.0, 6.0])]
    assert bars(ax) == pytest.approx(np.array([[one.low, one.high] for one in expected]))
    drawn = ax.figure.drawn()
    assert drawn["role"].tolist() == ["simulation"] * 2
    assert drawn["low"].tolist() == pytest.approx([one.low for one in expected])


def test_medians_are_drawn_for_heavy_tails(ax):
    simulation(ax, RUNS, "n", "risk", label="ridge", median=True)
    assert ax.figure.drawn()["y"].tolist() == [5.0, 2.0]


def test_an_unbounded_end_has_no_bar_and_stays_unbounded_in_the_record(ax):
    estimates(ax, [1.0, 2.0], [Interval(3.0, 2.0, np.inf), Interval.unbounded(4.0)], label="slope")
    assert bars(ax).tolist() == [[2.0, 3.0], [4.0, 4.0]]
    assert ax.figure.drawn()["high"].tolist() == [np.inf, np.inf]


@pytest.mark.parametrize(("joined", "style"), [(False, "None"), (True, "-")])
def test_markers_are_joined_on_demand(ax, joined, style):
    estimates(ax, [1.0, 2.0], [Interval.exact(1.0)] * 2, label="slope", joined=joined)
    assert ax.containers[0].lines[0].get_linestyle() == style


def test_theory_is_black_and_sorted(ax):
    theory(ax, pd.DataFrame({"n": [3, 1, 2], "risk": [0.3, 0.1, 0.2]}), "n", "risk", label="theory")
    (line,) = ax.lines
    assert line.get_ydata().tolist() == [0.1, 0.2, 0.3]
    assert to_hex(line.get_color()) == "#000000"
    assert ax.figure.drawn()[["role", "x"]].values.tolist() == [["theory", 1], ["theory", 2], ["theory", 3]]


def test_a_level_is_a_line_across_and_a_value_in_the_record(ax):
    level(ax, 0.25, label="bound")
    assert list(ax.lines[0].get_ydata()) == [0.25, 0.25]
    assert ax.figure.drawn()["y"].tolist() == [0.25]


def test_a_guide_is_grey_and_no_data(ax):
    guide(ax, np.array([1.0, 10.0]), np.array([1.0, 0.1]), label="slope -1", dash=1)
    (line,) = ax.lines
    assert line.get_color() == REFERENCE["color"]
    assert line.get_linestyle() == DASHES[1]
    assert ax.figure.drawn().empty


def test_marks_share_one_entry_of_the_legend(ax):
    mark(ax, [1.0, 2.0, 3.0], label="transition")
    assert [line.get_xdata()[0] for line in ax.lines] == [1.0, 2.0, 3.0]
    assert ax.get_legend_handles_labels()[1] == ["transition"]


def test_panels_are_lettered_before_their_titles():
    panels = Sheet().panels(1, 2)
    for panel, title in zip(panels, ("risk", "gain"), strict=True):
        panel.set_title(title)
    letter(panels)
    assert [panel.get_title("left") for panel in panels] == ["a  risk", "b  gain"]
    assert [panel.get_title() for panel in panels] == ["", ""]
