"""``feature-learning pictures``: each published picture, and the figure that reproduces it."""

import argparse
import textwrap
from collections.abc import Iterator
from typing import NamedTuple

from feature_learning.core.errors import lookup
from feature_learning.pipeline.declare.catalogue import Catalogue, load

_WIDTH = 100


class Picture(NamedTuple):
    """A published picture: its paper, where it is, what it shows, and its figure or the reason why
    there is none.
    """

    paper: str
    where: str
    shows: str
    figure: str = ""
    why: str = ""


def run(args: argparse.Namespace) -> None:
    """Print the published pictures of one paper or of all.

    Raises
    ------
    UserError
        There is no such paper.
    """
    catalogue = load({})
    if args.paper:
        lookup(catalogue.papers, args.paper, "paper")
    for line in lines(catalogue, args.paper):
        print(line)


def lines(catalogue: Catalogue, paper: str = "") -> Iterator[str]:
    """Yield the list as text, of one paper or of all."""
    for picture in originals(catalogue):
        if paper in ("", picture.paper):
            yield f"{picture.figure or picture.paper + ': not drawn'}  ({picture.where})"
            said = f"Not drawn, because {picture.why}" if picture.why else picture.shows
            yield from textwrap.wrap(said, _WIDTH, initial_indent="  ", subsequent_indent="  ")


def originals(catalogue: Catalogue) -> list[Picture]:
    """Return all published pictures, paper by paper in the authors' order, drawn ones first."""
    pictures = []
    for key, paper in catalogue.papers.items():
        for name, figure in paper.figures.items():
            if own := figure.published:
                pictures.append(Picture(key, own.where, own.shows, figure=f"figures/{key}/{name}"))
        pictures += [Picture(key, own.where, own.shows, why=own.why) for own in paper.not_drawn]
    return pictures
