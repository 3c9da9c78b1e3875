"""A sheet lays out panels and remembers what the helpers draw on them."""

import pandas as pd
import pytest

from feature_learning.plotting.sheet import COLUMN_IN, PAGE_IN, Sheet


@pytest.mark.parametrize(("rows", "columns", "width"), [(1, 1, COLUMN_IN), (2, 1, COLUMN_IN), (1, 3, PAGE_IN)])
def test_panels_are_a_column_or_a_page_wide(rows, columns, width):
    sheet = Sheet()
    assert len(sheet.panels(rows, columns, height=2.0)) == rows * columns
    assert sheet.get_size_inches().tolist() == [width, 2.0 * rows]


def test_panels_come_row_by_row():
    sheet = Sheet()
    panels = sheet.panels(2, 2)
    sheet.arrange()
    corners = [(panel.get_position().x0, panel.get_position().y0) for panel in panels]
    assert corners[0][0] < corners[1][0]
    assert corners[1][1] > corners[2][1]


def test_what_is_drawn_is_remembered_under_the_panels_title():
    sheet = Sheet()
    named, lettered, nameless = sheet.panels(1, 3)
    named.set_title("risk")
    lettered.set_title("b  gain", loc="left")
    for panel, value in ((named, 1.0), (lettered, 2.0), (nameless, 3.0)):
        sheet.record(panel, "ridge", "simulation", x=[0.0], y=[value])
    expected = {
        "panel": ["risk", "b  gain", "3"],
        "series": ["ridge"] * 3,
        "role": ["simulation"] * 3,
        "x": [0.0] * 3,
        "y": [1.0, 2.0, 3.0],
    }
    pd.testing.assert_frame_equal(sheet.drawn(), pd.DataFrame(expected))


def test_an_empty_sheet_remembers_nothing():
    assert Sheet().drawn().empty
