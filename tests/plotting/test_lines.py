"""Levels, guides, regimes and logarithmic axes."""

import numpy as np
import pytest

from feature_learning.plotting.lines import guide, level, logarithmic, number, regimes
from feature_learning.plotting.palette import GREY, PREDICTION
from feature_learning.plotting.sheet import Sheet


@pytest.fixture
def ax():
    (ax,) = Sheet().panels()
    return ax


def labels(ax, name="x"):
    ax.figure.canvas.draw()
    low, high = sorted(getattr(ax, f"get_{name}lim")())
    axis = getattr(ax, f"{name}axis")
    ticks = zip(axis.get_majorticklocs(), axis.get_majorticklabels(), strict=True)
    return [label.get_text() for at, label in ticks if low <= at <= high]


def test_a_level_is_grey_or_a_prediction(ax):
    level(ax, 0.2, "null risk")
    level(ax, 0.1, "bound", colour=PREDICTION)
    assert [line.get_color() for line in ax.lines] == [GREY, PREDICTION]
    assert ax.figure.drawn()["role"].tolist() == ["guide", "theory"]


def test_a_guide_is_grey_and_named_on_the_line(ax):
    guide(ax, np.array([1.0, 10.0]), np.array([1.0, 0.1]), "slope $-1$", at=0)
    assert ax.lines[0].get_color() == GREY
    (name,) = ax.texts
    assert name.xy == (1.0, 1.0)
    assert ax.figure.drawn()["role"].unique().tolist() == ["guide"]


def test_a_guide_can_be_named_at_the_edge(ax):
    guide(ax, [1.0, 10.0], [1.0, 3.0], "slope 1/2", at=None)
    ax.figure.arrange()
    (name,) = ax.texts
    assert name.get_window_extent().x0 > ax.bbox.x1
    assert name.xy[1] == 3.0


def test_regimes_are_named_in_their_middle(ax):
    ax.set_xlim(0, 1)
    regimes(ax, [0.2, 0.6], ["one", "two", "three"])
    ax.figure.arrange()
    assert [(text.get_text(), text.xy[0]) for text in ax.texts] == [
        ("one", pytest.approx(0.1)),
        ("two", pytest.approx(0.4)),
        ("three", pytest.approx(0.8)),
    ]
    assert all(text.get_window_extent().y0 >= ax.bbox.y1 for text in ax.texts)
    assert ax.get_xlim() == (0, 1)


def test_nested_regimes_grow_lighter_up_to_white(ax):
    ax.set_xlim(0, 1)
    regimes(ax, [0.2, 0.6], ["both", "one", "none"], nested=True)
    ax.figure.arrange()
    shades = [patch.get_facecolor()[0] for patch in ax.patches]
    assert shades == sorted(shades)
    assert len({*shades}) == 3
    assert shades[-1] == 1.0


def test_a_regime_outside_the_axis_is_left_out(ax):
    ax.set_xlim(0.3, 1)
    regimes(ax, [0.2, 0.6], ["one", "two", "three"])
    ax.figure.arrange()
    assert [text.get_text() for text in ax.texts] == ["two", "three"]


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        ((0.09, 1.2), ["0.1", "0.2", "0.5", "1"]),
        ((0.9, 1500), ["1", "10", "100", "1000"]),
        (
            (0.9e-5, 1.5),
            ["$10^{-5}$", "$10^{-4}$", "$10^{-3}$", "$10^{-2}$", "$10^{-1}$", "$10^{0}$"],
        ),
    ],
)
def test_ticks_of_a_logarithmic_axis(ax, limits, expected):
    logarithmic(ax, "x")
    ax.set_xlim(*limits)
    assert labels(ax) == expected


def test_ticks_can_be_the_sizes_themselves(ax):
    logarithmic(ax, "x", ticks=[500, 1000, 4000])
    ax.set_xlim(400, 5000)
    assert labels(ax) == ["500", "1000", "4000"]


def test_numbers_are_plain_or_powers_of_ten():
    assert [number(value) for value in (0, 0.5, 64, 1e5, 2e-4)] == [
        "0",
        "0.5",
        "64",
        "10^{5}",
        r"2\times10^{-4}",
    ]
