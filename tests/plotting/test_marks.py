"""Markers, bars, curves and runs: what is drawn is what the tables say, and the sheet remembers
it.
"""

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex

from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.key import Entry
from feature_learning.plotting.marks import runs, simulation, theory
from feature_learning.plotting.palette import BLUE, VERMILLION, darker, methods
from feature_learning.plotting.sheet import Sheet

HUE = methods("model", {"net": ("network", "network"), "krr": ("kernel", "kernel")})
RUNS = pd.DataFrame(
    [
        {"seed": seed, "n": n, "model": model, "risk": level * n + seed}
        for seed in range(3)
        for n in (20, 10)
        for model, level in (("net", 1.0), ("krr", 2.0))
    ]
)
TABLE = estimates(RUNS, "risk", ["model", "n"])


@pytest.fixture
def ax():
    (ax,) = Sheet().panels()
    return ax


def bars(ax):
    """Ends of the error bars by series, (points, 2)."""
    return [np.array([s[:, 1] for s in box.lines[2][0].get_segments()]) for box in ax.containers]


def discs(ax):
    """The markers of a panel, one line each series."""
    return [line for line in ax.lines if line.get_marker() not in ("None", "", None)]


def test_points_and_bars_are_the_tables(ax):
    simulation(ax, TABLE, "n", HUE)
    network, kernel = discs(ax)
    assert network.get_xydata().tolist() == [[10, 11], [20, 21]]
    assert [to_hex(one.get_markerfacecolor()).upper() for one in (network, kernel)] == [
        BLUE,
        VERMILLION,
    ]
    own = TABLE[TABLE["model"] == "net"]
    assert bars(ax)[0] == pytest.approx(own[["low", "high"]].to_numpy())
    drawn = ax.figure.drawn()
    assert drawn["series"].tolist() == ["network"] * 2 + ["kernel"] * 2
    assert drawn["line"].tolist() == [0, 0, 1, 1]
    assert drawn[["x", "y", "seeds", "diverged"]].iloc[0].tolist() == [10, 11, 3, 0]
    assert set(drawn["role"]) == {"simulation"}


def test_discs_have_no_rim_and_theory_lies_over_them(ax):
    simulation(ax, TABLE, "n", HUE)
    theory(ax, RUNS[RUNS["seed"] == 0], "n", "risk", HUE)
    markers = discs(ax)
    curves = [line for line in ax.lines if line not in markers]
    assert {line.get_markeredgewidth() for line in markers} == {0}
    assert min(line.get_zorder() for line in curves) > max(line.get_zorder() for line in markers)


def test_a_long_joined_curve_has_a_band_and_at_most_ten_discs(ax):
    table = pd.concat([TABLE[TABLE["model"] == "net"].iloc[[0]].assign(n=n) for n in range(1, 31)])
    simulation(ax, table, "n", join=True)
    (markers,) = discs(ax)
    assert len(markers.get_xdata()) == 10
    assert len(ax.collections) == 1
    assert not ax.containers
    assert len(ax.figure.drawn()) == 30


def test_nothing_names_an_axis(ax):
    simulation(ax, TABLE, "n", HUE)
    theory(ax, RUNS, "n", "risk")
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("", "")
    ax.set_ylabel("risk")
    runs(ax, RUNS, "n", "risk", HUE)
    assert ax.get_ylabel() == "risk"


def test_an_estimate_without_an_interval_is_open_and_has_no_bar_to_that_side(ax):
    simulation(ax, TABLE.assign(high=np.inf), "n", HUE)
    first = discs(ax)[0]
    assert to_hex(first.get_markerfacecolor()) == "#ffffff"
    assert to_hex(first.get_markeredgecolor()).upper() == BLUE
    assert np.isinf(ax.figure.drawn()["high"]).all()
    assert bars(ax)[0][:, 1].tolist() == [11, 21]


def test_where_all_seeds_diverged_a_cross_stands_at_the_top(ax):
    lost = TABLE.assign(estimate=[np.nan, *TABLE["estimate"][1:]])
    simulation(ax, lost, "n", HUE)
    (cross,) = (line for line in ax.lines if line.get_marker() == "x")
    ax.figure.arrange()
    named = [text.get_text() for text in ax.get_legend().get_texts()]
    assert "all seeds diverged" in named
    assert len(ax.figure.drawn()) == len(TABLE)
    assert cross.get_xdata().tolist() == [lost.sort_values(["model", "n"])["n"].iloc[0]]


def test_runs_are_as_opaque_as_is_said(ax):
    runs(ax, RUNS, "n", "risk", HUE, alpha=0.8)
    assert {one.get_alpha() for one in ax.lines} == {0.8}


def test_dodged_series_are_shifted_on_the_page_and_not_in_the_table(ax):
    simulation(ax, TABLE, "n", HUE, dodge=4)
    first, second = discs(ax)
    at = [one.get_transform().transform([10.0, 11.0])[0] for one in (first, second)]
    assert at[1] - at[0] == pytest.approx(4 / 72 * ax.figure.dpi)
    assert np.mean(at) == pytest.approx(ax.transData.transform([10.0, 11.0])[0])
    bar = ax.containers[0].lines[2][0]
    assert bar.get_transform().transform([10.0, 11.0])[0] == pytest.approx(at[0])
    assert ax.figure.drawn()["x"].tolist() == [10, 20, 10, 20]


def test_a_theory_of_no_series_is_black_and_sorted(ax):
    theory(ax, pd.DataFrame({"n": [3, 1, 2], "risk": [0.3, 0.1, 0.2]}), "n", "risk")
    (line,) = ax.lines
    assert line.get_ydata().tolist() == [0.1, 0.2, 0.3]
    assert to_hex(line.get_color()) == "#000000"


def test_the_theory_of_a_series_has_its_darkened_colour(ax):
    theory(ax, RUNS[RUNS["seed"] == 0], "n", "risk", HUE)
    assert [to_hex(line.get_color()) for line in ax.lines] == [darker(BLUE), darker(VERMILLION)]


def test_a_thin_theory_has_half_the_width(ax):
    for thin in (False, True):
        theory(ax, RUNS[RUNS["seed"] == 0], "n", "risk", HUE, thin=thin)
    widths = [line.get_linewidth() for line in ax.lines]
    assert widths[2:] == pytest.approx([0.6 * width for width in widths[:2]])


def test_a_curve_is_broken_at_a_pole_and_where_it_is_not_finite(ax):
    frame = pd.DataFrame({"n": [1, 2, 3, 4, 5, 6], "risk": [1, 2, 3, 4, np.inf, 6]})
    theory(ax, frame, "n", "risk", poles=[2.5])
    assert [line.get_xdata().tolist() for line in ax.lines] == [[1, 2], [3, 4], [6]]
    assert ax.figure.drawn()["x"].tolist() == [1, 2, 3, 4, 6]


def test_runs_are_dots_for_every_seed(ax):
    runs(ax, RUNS, "n", "risk", HUE)
    assert sum(len(dots.get_xdata()) for dots in ax.lines) == len(RUNS)
    assert set(ax.figure.drawn()["role"]) == {"run"}


def test_an_interval_of_all_positive_numbers_is_no_bar(ax):
    simulation(ax, TABLE.assign(low=0.0, high=np.inf), "n", HUE)
    assert all(np.ptp(ends) == 0 for ends in np.concatenate(bars(ax)))


def test_a_curve_without_a_finite_point_is_not_drawn(ax):
    theory(ax, RUNS.assign(risk=np.nan), "n", "risk")
    assert not ax.lines
    assert ax.figure.drawn().empty


def test_a_cross_is_visible_in_the_legend(ax):
    ax.figure.name(Entry(ax, "crosses", "simulation", BLUE, "x"))
    ax.figure.arrange()
    (handle,) = ax.get_legend().legend_handles
    assert to_hex(handle.get_markeredgecolor()).upper() == BLUE


def test_a_hollow_marker_is_an_outline_in_the_legend(ax):
    ax.figure.name(Entry(ax, "start", "simulation", BLUE, hollow=True))
    ax.figure.arrange()
    (handle,) = ax.get_legend().legend_handles
    assert [to_hex(handle.get_markerfacecolor()), to_hex(handle.get_markeredgecolor()).upper()] == [
        "#ffffff",
        BLUE,
    ]


def test_theory_is_a_smooth_curve_through_its_points_unless_it_has_kinks():
    at = np.linspace(0.0, 3.0, 9)
    frame = pd.DataFrame({"n": at, "risk": np.sin(at)})
    lengths = []
    for kinks in (False, True):
        sheet = Sheet()
        (panel,) = sheet.panels()
        theory(panel, frame, "n", "risk", kinks=kinks)
        sheet.arrange()
        lengths.append(len(panel.lines[0].get_xdata()))
        drawn = np.interp(at, *panel.lines[0].get_data())
        assert drawn == pytest.approx(np.sin(at), abs=1e-12)
    assert lengths[0] > 100
    assert lengths[1] == 9
