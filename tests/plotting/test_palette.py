"""Colours: one per method, light to dark for ordered values, distinct markers for the rest."""

import pandas as pd
import pytest
from matplotlib.colors import to_rgb

from feature_learning.plotting import oklab
from feature_learning.plotting.palette import (
    MARK,
    MARKERS,
    METHODS,
    TEXT,
    UNORDERED,
    darker,
    methods,
    ordered,
    unordered,
    written,
)


def lightness(colour: str) -> float:
    return sum(to_rgb(colour))


def test_methods_have_colours_of_their_own():
    assert len({*METHODS.values()}) == len(METHODS)
    hue = methods("model", {"a": ("kernel", "kernel, $k = 2$"), "b": ("network", "network")})
    assert dict(hue.colours) == {"a": METHODS["kernel"], "b": METHODS["network"]}
    assert dict(hue.names) == {"a": "kernel, $k = 2$", "b": "network"}


def test_ordered_values_go_from_light_to_dark_once_each():
    for palette in ("crest", "flare", "mako_r", "network"):
        hue = ordered("d", [64, 16, 32, 16], "$d = {:g}$", palette)
        assert list(hue.names.values()) == ["$d = 16$", "$d = 32$", "$d = 64$"]
        shades = [lightness(colour) for colour in hue.colours.values()]
        assert shades == sorted(shades, reverse=True)
        assert shades[0] < 2.6  # visible on white


def test_one_value_is_a_series():
    assert len(ordered("d", [5], "{}").colours) == 1


def test_series_without_an_order_differ_in_colour_and_marker():
    hue = unordered("kind", dict.fromkeys("abcdef", "name"))
    assert len({*hue.colours.values()}) == len({*hue.markers.values()}) == 6


def test_series_can_be_joined_and_keep_distinct_markers():
    hue = methods("s", {"krr": ("kernel", "kernel")}) + ordered("s", [1, 2], "{}", "network")
    assert list(hue.colours) == list(hue.names) == ["krr", 1, 2]
    assert tuple(hue.markers.values()) == MARKERS[:3]


def test_rows_are_split_in_the_order_of_the_legend():
    hue = unordered("kind", {"b": "B", "a": "A", "c": "C"})
    parts = hue.split(pd.DataFrame({"kind": ["a", "b", "a"], "x": [1, 2, 3]}))
    assert [(value, part["x"].tolist()) for value, part in parts] == [("b", [2]), ("a", [1, 3])]


def test_a_darker_colour_is_darker_to_the_eye():
    for colour in METHODS.values():
        assert oklab.lightness(darker(colour)) < 0.9 * oklab.lightness(colour)


def test_marks_and_names_are_seen_on_paper():
    shades = [
        shade
        for palette in ("crest", "flare", "flare_r", "mako_r", "network")
        for shade in ordered("d", range(7), "{}", palette).colours.values()
    ]
    for colour in (*UNORDERED, *METHODS.values(), *shades):
        assert oklab.contrast(colour) >= MARK - 0.02, colour
        assert oklab.contrast(written(colour)) >= TEXT, colour


def test_lightness_is_that_of_oklab():
    # White, and sRGB red in Ottosson's table.
    assert oklab.lightness("white") == pytest.approx(1.0, abs=1e-6)
    assert oklab.lightness("#ff0000") == pytest.approx(0.62796, abs=1e-4)
    assert oklab.lightness(oklab.with_lightness("#0072B2", 0.4)) == pytest.approx(0.4, abs=0.01)
    assert oklab.contrast("black") == pytest.approx(21.0)


def test_colours_are_left_to_other_panels():
    first, second = (unordered("k", {"x": "x", "y": "y"}, after=after) for after in (0, 2))
    assert not set(first.colours.values()) & set(second.colours.values())
    assert first.markers == second.markers
