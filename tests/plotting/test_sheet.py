"""A sheet lays out panels, letters them, names series once, and remembers what is drawn."""

from itertools import pairwise

import numpy as np
import pandas as pd
import pytest

from feature_learning.core.errors import UserError
from feature_learning.core.regions import Accepted
from feature_learning.plotting.frames import frames
from feature_learning.plotting.lines import level
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import ordered, unordered
from feature_learning.plotting.sheet import Sheet
from feature_learning.plotting.targets import TARGETS

HUE = unordered("kind", {"a": "first", "b": "second"})
CURVES = pd.DataFrame({"kind": ["a", "a", "b", "b"], "x": [0, 1, 0, 1], "y": [0.0, 1.0, 0.0, 0.99]})
POINTS = CURVES.rename(columns={"y": "estimate"}).assign(
    low=0.0, high=1.0, seeds=3, diverged=0, kind_of="mean"
)
TABLE = POINTS.rename(columns={"kind": "series", "kind_of": "kind"})
SERIES = unordered("series", {"a": "first", "b": "second"})


@pytest.mark.parametrize("target", TARGETS.values())
def test_panels_are_a_column_or_a_page_wide(target):
    for rows, columns in ((1, 1), (2, 1), (1, 3)):
        sheet = Sheet(target)
        assert len(sheet.panels(rows, columns, height=2.0)) == rows * columns
        width = target.column if columns == 1 else target.page
        assert sheet.get_size_inches() == pytest.approx([width, 2.0 * rows * target.type])


def test_a_sheet_has_the_regions_of_its_claims():
    sheet = Sheet(accepted={"level": Accepted(-0.1, 0.1, "relative")})
    assert sheet.region("level") == Accepted(-0.1, 0.1, "relative")
    with pytest.raises(UserError, match=r"claim 'leve'.*its claims: level.*Did you mean"):
        sheet.region("leve")
    with pytest.raises(UserError, match="its claims: none"):
        Sheet().region("level")


def test_panels_come_row_by_row():
    sheet = Sheet()
    panels = sheet.panels(2, 2)
    sheet.arrange()
    corners = [(panel.get_position().x0, panel.get_position().y0) for panel in panels]
    assert corners[0][0] < corners[1][0]
    assert corners[1][1] > corners[2][1]


def test_facets_share_their_y_axis_and_are_titled():
    sheet = Sheet()
    shown = [(ax.get_title(), value) for ax, value in sheet.facets([1, 2], "$s = {}$")]
    assert shown == [("$s = 1$", 1), ("$s = 2$", 2)]
    assert sheet.axes[0].get_shared_y_axes().joined(*sheet.axes)


def test_a_strip_of_frames_has_one_letter_and_its_panels_are_named_by_the_moment():
    sheet = Sheet()
    (strip,), supports = frames(sheet, ["early", "late"], below=2)
    for ax in strip:
        sheet.record(ax, "theory", "theory", x=[0.0], y=[0.0])
    sheet.arrange()
    assert sheet.letters == {"a", "b", "c"}
    assert [sheet.lettered.get(ax) for ax in (*strip, *supports)] == ["a", None, "b", "c"]
    assert set(sheet.drawn()["panel"]) == {"a early", "a late"}
    assert not any(ax.axison for ax in strip)


def test_panels_are_lettered_in_bold_before_their_titles():
    sheet = Sheet()
    for panel, title in zip(sheet.panels(1, 2), ("risk", ""), strict=True):
        panel.set_title(title)
    sheet.arrange()
    assert [ax.get_title("left") for ax in sheet.axes] == [r"$\mathbf{a}$  risk", r"$\mathbf{b}$"]
    assert [ax.get_title("center") for ax in sheet.axes] == ["", ""]
    assert sheet.letters == {"a", "b"}


def test_a_single_panel_has_no_letter():
    sheet = Sheet()
    sheet.panels()[0].set_title("risk")
    sheet.arrange()
    assert sheet.axes[0].get_title("left") == "risk"
    assert sheet.letters == set()


def test_shared_axes_are_labelled_once():
    sheet = Sheet()
    for panel in sheet.panels(2, 2, sharex=True, sharey="row"):
        panel.set(xlabel="n", ylabel="risk")
    sheet.arrange()
    assert [ax.get_ylabel() for ax in sheet.axes] == ["risk", "", "risk", ""]
    assert [ax.get_xlabel() for ax in sheet.axes] == ["", "", "n", "n"]


def test_each_series_is_named_once_on_its_curve():
    sheet = Sheet()
    apart = CURVES.assign(y=[0.0, 1.0, 3.0, 0.5])
    for panel in sheet.panels(1, 2):
        theory(panel, apart, "x", "y", HUE)
    sheet.arrange()
    texts = [text.get_text() for panel in sheet.axes for text in panel.texts]
    assert sorted(texts) == ["first", "second"]
    assert not sheet.legends


def test_series_can_be_named_in_each_of_their_panels():
    sheet = Sheet()
    sheet.name_in_each()
    apart = CURVES.assign(y=[0.0, 1.0, 3.0, 0.5])
    for panel in sheet.panels(1, 2):
        theory(panel, apart, "x", "y", HUE)
    sheet.arrange()
    for panel in sheet.axes:
        assert sorted(text.get_text() for text in panel.texts) == ["first", "second"]


def test_labels_at_an_edge_keep_the_order_of_what_they_name():
    sheet = Sheet()
    (panel,) = sheet.panels()
    panel.set_ylim(0, 1)
    for y, name in ((0.5, "lower"), (0.51, r"upper $\sum_1^2$"), (0.5, "last of equals")):
        sheet.edge_label(panel, y, name, "black")
    sheet.arrange()
    sheet.canvas.draw()
    heights = [label.get_window_extent().y0 for label in sheet.edges[panel]]
    assert heights[0] < heights[2] < heights[1]


def test_series_that_all_panels_share_and_that_coincide_are_keyed_below():
    sheet = Sheet()
    for panel in sheet.panels(1, 2):
        theory(panel, CURVES, "x", "y", HUE)
        simulation(panel, TABLE, "x", SERIES)
        panel.fill_between([0, 1], [0, 0], [1, 1])
        panel.plot(np.random.default_rng(0).random((2000, 2))[:, 0], np.linspace(0, 1, 2000))
    sheet.arrange()
    (legend,) = sheet.legends
    assert [text.get_text() for text in legend.get_texts()] == ["first", "second"]
    below = legend.get_window_extent().y1
    assert all(below <= panel.bbox.y0 for panel in sheet.axes)


def test_six_ordered_values_are_a_strip_of_colours():
    sheet = Sheet()
    (panel,) = sheet.panels()
    hue = ordered("d", range(1, 7), "$d = {}$")
    for d in range(1, 7):
        frame = pd.DataFrame({"x": [0, 1], "y": [0, d], "d": d})
        theory(panel, frame, "x", "y", hue)
    sheet.arrange()
    assert sheet.striped == {f"$d = {d}$" for d in range(1, 7)}
    assert not panel.texts
    assert not sheet.legends


def test_a_hero_has_more_than_half_of_the_width_and_supports_one_above_the_other():
    sheet = Sheet()
    hero, upper, lower = sheet.hero(2)
    sheet.arrange()
    assert hero.get_position().width > 0.5
    assert upper.get_position().y0 > lower.get_position().y1
    assert upper.get_position().x0 > hero.get_position().x1


def test_a_strip_has_the_axis_of_its_panel_and_no_letter():
    sheet = Sheet()
    first, second = sheet.panels(1, 2)
    strip = sheet.strip_below(first)
    first.set(xlabel="samples")
    second.set(xlabel="samples")
    sheet.arrange()
    assert sheet.letters == {"a", "b"}
    assert (first.get_xlabel(), strip.get_xlabel()) == ("", "samples")
    assert strip.bbox.height < 0.35 * first.bbox.height
    assert strip.bbox.y1 <= first.bbox.y0


def test_the_legend_takes_no_height_from_the_panels():
    heights = []
    for named in (False, True):
        sheet = Sheet()
        (panel,) = sheet.panels(height=2.0)
        if named:
            theory(panel, CURVES, "x", "y", HUE)
        sheet.arrange()
        heights.append(panel.bbox.height)
    assert heights[1] == pytest.approx(heights[0], rel=0.05)


def test_labels_at_the_edge_replace_the_legend_and_do_not_touch():
    sheet = Sheet()
    (panel,) = sheet.panels()
    theory(panel, CURVES, "x", "y", HUE, ends=True)
    level(panel, 1.0, "limit")
    sheet.arrange()
    assert sheet.legends == []
    boxes = sorted((text.get_window_extent() for text in panel.texts), key=lambda box: box.y0)
    assert [text.get_text() for text in panel.texts] == ["first", "second", "limit"]
    assert all(low.y1 <= high.y0 for low, high in pairwise(boxes))
    assert all(box.x0 > panel.bbox.x1 for box in boxes)


def test_what_is_drawn_is_remembered_under_the_panels_letter_and_title():
    sheet = Sheet()
    named, nameless = sheet.panels(1, 2)
    named.set_title("risk")
    for panel, value in ((named, 1.0), (nameless, 3.0)):
        sheet.record(panel, "ridge", "simulation", x=[0.0], y=[value])
    sheet.arrange()
    expected = {
        "panel": ["a  risk", "b"],
        "line": [0, 1],
        "series": ["ridge"] * 2,
        "role": ["simulation"] * 2,
        "x": [0.0] * 2,
        "y": [1.0, 3.0],
    }
    pd.testing.assert_frame_equal(sheet.drawn(), pd.DataFrame(expected))


def test_an_empty_sheet_remembers_nothing():
    assert Sheet().drawn().empty


def test_a_level_is_in_the_table_and_a_zero_line_is_not():
    sheet = Sheet()
    (panel,) = sheet.panels()
    level(panel, 0.25, "null risk")
    level(panel, 0.0, "")
    drawn = sheet.drawn()
    assert drawn[["series", "role", "y"]].to_numpy().tolist() == [["null risk", "guide", 0.25]]
    assert np.isnan(drawn["x"]).all()
