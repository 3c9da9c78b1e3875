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


def test_markers_shifted_on_an_axis_of_numbers_are_refused_and_among_categories_not():
    hue = ordered("d", TABLE["d"], "$d = {}$")
    said = []
    for names in (None, ["few", "many"]):
        sheet = Sheet()
        (ax,) = sheet.panels()
        simulation(ax, TABLE, "n", hue, dodge=4)
        if names:
            ax.set_xticks([10, 100], names)
        ax.set(xlabel="samples", ylabel="risk")
        said.append(any("shifted on an axis of numbers" in line for line in found(sheet)))
    assert said == [True, False]


def test_a_key_of_an_old_layout_is_refused():
    sheet = right()
    sheet.arrange()
    ax = sheet.axes[0]
    for name in ("theory", "one", "two", "three", "four", "five", "six"):
        ax.plot([50], [0.9], "o", color="black", label=name)
    sheet.legend(*ax.get_legend_handles_labels(), loc="upper right")
    said = problems(sheet)
    assert "a key has 7 entries, more than 6" in said
    assert "a key explains 'theory'" in said
    assert "'two' and 'one' have one glyph in a key" in said


def test_pale_marks_and_names_are_seen():
    sheet = right()
    sheet.axes[0].plot([20, 50], [0.9, 0.9], color="#ffd0a0", zorder=3)
    sheet.axes[0].text(0.5, 0.5, "pale", color="0.8", transform=sheet.axes[0].transAxes)
    said = found(sheet)
    assert any("a mark of panel 'a  risk' has a contrast of 1." in line for line in said)
    assert any(line.startswith("the text 'pale' has a contrast of 1.") for line in said)


def test_a_theory_with_corners_declares_them():
    corner = pd.DataFrame({"n": [10.0, 40, 60, 100], "risk": [0.3, 0.3, 0.8, 0.3]})
    said = []
    for kinks in (False, True):
        sheet = Sheet()
        (ax,) = sheet.panels()
        theory(ax, corner, "n", "risk", kinks=kinks)
        ax.set(xlabel="samples", ylabel="risk")
        said.append(any("kinks are declared" in line for line in found(sheet)))
    assert said == [True, False]


def test_one_quantity_has_one_range():
    sheet = right()
    sheet.axes[0].set_xlim(1, 1000)
    assert any("'samples $n$' have 2 ranges" in line for line in found(sheet))


@pytest.mark.parametrize(
    ("caption", "expected"),
    [
        ("word " * 81, "the caption has 81 words, more than 80"),
        ("It lies 3 % below.", "the caption has the number '3 %', which is no field"),
        ("It lies {below:.0%} below.", None),
        (
            "It lies {above:.0%} below.",
            "the text uses the field 'above', but the figure does not set it",
        ),
        (r"At $\alpha = 0.5$ and with 90 % intervals.", None),
    ],
)
def test_a_caption_is_short_and_its_numbers_are_fields(caption, expected):
    sheet = right()
    sheet.say(below=0.03)
    said = found(sheet, caption)
    assert (any(expected in line for line in said)) if expected else said == []
