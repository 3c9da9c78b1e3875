"""A figure that reproduces a published picture has its panels, axes and legend."""

import pytest
from matplotlib.axes import Axes

from feature_learning.pipeline.declare.published import Published
from feature_learning.pipeline.declare.schema import Figure
from feature_learning.plotting.sheet import Sheet
from papers.published import unlike

ORIGINAL = {
    "where": "paper, figure 1",
    "shows": "risk against samples, twice",
    "panels": [1, 2],
    "axes": [{"x": {"label": "$n$", "scale": "log", "range": [1, 100]}, "y": {"label": "risk"}}],
    "legend": ["random features"],
    "known": {"seen": "the picture"},
}


def drawn() -> tuple[Sheet, list[Axes]]:
    sheet = Sheet()
    panels = sheet.panels(1, 2)
    for ax in panels:
        ax.plot([1, 100], [0, 1], label="random features")
        ax.set(xscale="log", xlim=(1, 100), xlabel="$n$", ylabel="risk")
    panels[0].legend()
    return sheet, panels


def test_the_same_picture_has_nothing_unlike():
    assert list(unlike(drawn()[0], Published(**ORIGINAL))) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda ax: ax.set(xscale="linear"), "is linear, the original's log"),
        (lambda ax: ax.set(xlim=(1, 1000)), "goes from"),
        (lambda ax: ax.figure.delaxes(ax), "it has 1 x 1 panels"),
        (lambda ax: ax.figure.add_subplot(313), "it has 1 x 3 panels"),
    ],
)
def test_a_difference_is_said(change, said):
    sheet, panels = drawn()
    change(panels[1])
    (sentence,) = unlike(sheet, Published(**ORIGINAL))
    assert said in sentence


def test_a_missing_word_and_label_are_said():
    sheet, panels = drawn()
    panels[0].get_legend().get_texts()[0].set_text("kernel")
    for ax in panels:
        ax.set_ylabel("error")
    assert list(unlike(sheet, Published(**ORIGINAL))) == [
        "no axis is labelled 'risk'",
        "its key has no 'random features'",
    ]


def test_a_figure_is_ours_or_published():
    texts = {"title": "t", "reads": ["a"], "ours": "o", "caption": "c"}
    assert Figure(**texts, published=ORIGINAL).source == "paper, figure 1"
    for wrong in ({}, {"published": ORIGINAL, "origin": "ours"}):
        with pytest.raises(ValueError, match="exactly one of published and origin"):
            Figure(**texts, **wrong)
    with pytest.raises(ValueError, match="axes has 3 entries; declare 1, or 2"):
        Published(**{**ORIGINAL, "axes": ORIGINAL["axes"] * 3})
