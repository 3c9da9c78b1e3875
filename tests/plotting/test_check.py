"""The checker says what is wrong with a figure, and nothing about one that is right."""

import importlib
import re

import numpy as np
import pandas as pd
import pytest

from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import ordered
from feature_learning.plotting.sheet import Sheet
from feature_learning.plotting.targets import styled
from plotting.checker import problems

TABLE = pd.DataFrame(
    {
        "n": [10, 100] * 2,
        "d": [8, 8, 16, 16],
        "estimate": [0.5, 0.2, 0.8, 0.4],
        "low": [0.4, 0.1, 0.7, 0.3],
        "high": [0.6, 0.3, 0.9, 0.5],
        "seeds": 5,
        "diverged": 0,
        "kind": "mean",
    }
)


def right() -> Sheet:
    """A figure without a flaw."""
    sheet, hue = Sheet(), ordered("d", TABLE["d"], "$d = {}$")
    for ax, title in zip(sheet.panels(1, 2, sharey="row"), ("risk", "again"), strict=True):
        theory(ax, TABLE, "n", "estimate", hue)
        simulation(ax, TABLE, "n", hue)
        logarithmic(ax, "x")
        ax.set(title=title, xlabel="samples $n$", ylabel="risk")
    level(sheet.axes[1], 0.95, "null risk")
    return sheet


def found(sheet: Sheet, caption: str = "") -> list[str]:
    sheet.arrange()
    return problems(sheet, caption)


@pytest.fixture(autouse=True)
def _style():
    with styled("neurips"):
        yield


def test_a_good_figure_has_none():
    assert found(right(), "Risks against $n$. a: once. b: once more.") == []


@pytest.mark.parametrize(
    ("module", "expected"),
    [
        (
            "outlier_in_legend",
            [r"the legend of panel .a. lies over data", r"the y axis of panel .b. has no label"],
        ),
        (
            "landscape",
            [
                r"has 5 pt, under 7 pt",
                r"the text 's = 2, escape 7\.99e\+06' has 's' outside mathematics",
                r"the text 'm' has 'm' outside mathematics",
                r"the series 'ridge = 0\.01' is named in no legend",
            ],
        ),
        (
            "overlap",
            [
                r"a bar of panel .a. goes beyond the axes",
                r"a bar of panel .b. goes beyond the axes",
                r"the text 'untrained: \$n = 4d\$' leaves the canvas",
                r"the text 'untrained: \$n = 4d\$' lies over 'trained'",
            ],
        ),
    ],
)
def test_old_layouts_fail_with_their_flaws_named(module, expected):
    sheet = Sheet()
    importlib.import_module(f"plotting.flawed.{module}").draw(sheet)
    said = found(sheet)
    for pattern in expected:
        assert any(re.search(pattern, line) for line in said), (pattern, said)


@pytest.mark.parametrize(
    ("caption", "expected"),
    [
        ("a-c: three panels.", "the caption explains c, which the figure does not show"),
        ("b: the right one.", "the caption explains some panels but not a"),
        ("No letters.", None),
        ("a, b: both.", None),
    ],
)
def test_a_captions_letters_are_the_panels(caption, expected):
    assert found(right(), caption) == ([expected] if expected else [])


def test_a_name_over_the_data_is_seen():
    sheet = right()
    sheet.axes[0].annotate("here", (10, 0.5), va="center", ha="center")
    assert any("'here' of panel 'a  risk' lies over data" in line for line in found(sheet))


def test_a_bar_through_zero_on_a_logarithmic_axis_is_seen():
    sheet, hue = Sheet(), ordered("d", TABLE["d"], "$d = {}$")
    (ax,) = sheet.panels()
    simulation(ax, TABLE.assign(low=-0.1), "n", hue)
    logarithmic(ax)
    ax.set(xlabel="samples", ylabel="risk")
    assert found(sheet) == ["a bar of panel '1' goes beyond zero"] * 2


def test_numbers_and_words_are_no_symbols():
    sheet = right()
    sheet.axes[0].set_title("a 3-layer network, 1.5 times: don't, I say")
    assert found(sheet) == []
    assert np.isfinite(sheet.drawn()["y"]).all()


def test_a_point_without_an_estimate_covers_nothing():
    sheet = right()
    simulation(
        sheet.axes[1], TABLE.assign(estimate=np.nan, low=np.nan, high=np.nan), "n", label="lost"
    )
    level(sheet.axes[1], 0.97, "limit", at=0.5)
    assert not any("lies over data" in problem for problem in found(sheet))
