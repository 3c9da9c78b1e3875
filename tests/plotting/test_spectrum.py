"""A spectrum's histogram, its bulk in the same units, and its outliers."""

import numpy as np
import pytest

from feature_learning.plotting.sheet import Sheet
from feature_learning.plotting.spectrum import linear_spectrum, spectrum

AT = np.linspace(0.1, 2, 20001)
DENSITY = np.full(len(AT), 100 / 1.9)  # of a hundred values


def draw(bins, outliers=(3.6,)):
    (ax,) = Sheet().panels()
    values = np.append(np.linspace(0.1, 2, 99), 3.7)
    spectrum(ax, values, density_at=AT, density=DENSITY, outliers=list(outliers), bins=bins)
    return ax


def test_every_value_is_in_a_bin():
    counts = draw(40).figure.drawn().query("role == 'simulation'")
    assert counts["y"].sum() == 100
    assert counts["y"].iloc[-3:].sum() == 1
    ratios = counts["x"].to_numpy()[1:] / counts["x"].to_numpy()[:-1]
    assert ratios == pytest.approx(np.full(39, ratios[0]))


@pytest.mark.parametrize("bins", [20, 80])
def test_the_bulk_is_drawn_as_counts_per_bin(bins):
    """Its sum over bins is the number of values, whatever the bins."""
    drawn = draw(bins).figure.drawn()
    bulk = drawn.query("series == 'limiting bulk'")
    centres = drawn.query("role == 'simulation'")["x"].to_numpy()
    counts = np.interp(centres, bulk["x"], bulk["y"], left=0, right=0)
    assert counts.sum() == pytest.approx(100, rel=0.06)


def test_outliers_are_predictions_named_once():
    ax = draw(40, outliers=(3.0, 3.6))
    drawn = ax.figure.drawn().query("series == 'predicted outlier'")
    assert drawn["x"].tolist() == [3.0, 3.6]
    texts = [text.get_text() for text in ax.texts]
    assert texts == ["one seed", "limiting bulk", "predicted outlier"]
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")


def test_without_an_outlier_none_is_named():
    ax = draw(40, outliers=())
    assert "predicted outlier" not in set(ax.figure.drawn()["series"])


def test_the_bulk_falls_to_the_axis_at_its_edges():
    (ax,) = Sheet().panels()
    density = np.sqrt(np.clip((AT - 0.1) * (2 - AT), 0, None))
    spectrum(ax, np.linspace(0.1, 2, 99), density_at=AT, density=density, outliers=[])
    heights = np.asarray(ax.lines[0].get_ydata())
    assert max(heights[0], heights[-1]) < ax.get_ylim()[0]


def test_equal_bins_have_the_density_of_the_values():
    """Its integral is the share of the values in the bins, and the law is drawn as it is."""
    (ax,) = Sheet().panels()
    at, values = np.linspace(0, 1, 11), np.append(np.linspace(0.01, 0.99, 99), 3.0)
    linear_spectrum(ax, values, density_at=at, density=np.ones(11), outlier=2.9, high=2.0, bins=10)
    drawn = ax.figure.drawn()
    heights = drawn[drawn["role"] == "simulation"]["y"]
    assert heights.sum() * 0.1 == pytest.approx(0.99)
    assert (drawn[drawn["series"] == "limiting bulk"]["y"] == 1).all()
    assert drawn[drawn["series"] == "predicted outlier"]["x"].tolist() == [2.9]
