"""``feature-learning pictures``: every published picture has a figure or a reason."""

import argparse

import pytest

from feature_learning.core.errors import UserError
from feature_learning.pipeline.declare.catalogue import load
from feature_learning.pipeline.report import originals

CATALOGUE = load({})


def test_every_picture_has_a_figure_or_a_reason():
    pictures = originals.originals(CATALOGUE)
    assert len({(own.paper, own.where) for own in pictures}) == len(pictures)
    assert all(bool(own.figure) != bool(own.why) for own in pictures)
    declared = [
        f"figures/{key}/{name}"
        for key, paper in CATALOGUE.papers.items()
        for name, figure in paper.figures.items()
        if figure.published
    ]
    assert sorted(own.figure for own in pictures if own.figure) == sorted(declared)


def test_the_pictures_of_one_paper(capsys):
    originals.run(argparse.Namespace(paper="mei2019"))
    printed = capsys.readouterr().out
    assert "figures/mei2019/figure-1  (paper, figure 1" in printed
    assert "ba2022" not in printed


def test_what_is_not_drawn_says_why(capsys):
    (missing, *_) = [own for own in originals.originals(CATALOGUE) if own.why]
    originals.run(argparse.Namespace(paper=missing.paper))
    assert f"{missing.paper}: not drawn  ({missing.where})\n" in capsys.readouterr().out


def test_an_unknown_paper_is_named():
    with pytest.raises(UserError, match=r"unknown paper 'dandi'\. Did you mean dandi2023"):
        originals.run(argparse.Namespace(paper="dandi"))
