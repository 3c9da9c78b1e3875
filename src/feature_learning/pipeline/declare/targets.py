"""Names of targets: what they request, and what is said about one that does not exist."""

import re
from pathlib import PurePath
from typing import NamedTuple

from feature_learning.core.errors import UserError, did_you_mean
from feature_learning.pipeline.declare.catalogue import Catalogue
from feature_learning.pipeline.declare.folders import of_your_own

_KINDS = {"figure": "figures", "verdict": "verdicts"}


class Target(NamedTuple):
    """What a name requires: ``figures`` or ``verdicts``, empty if it does not say; of which paper;
    and of which figure, empty for all.
    """

    kind: str
    paper: str
    figure: str

    @property
    def name(self) -> str:
        """The paper and the figure."""
        return f"{self.paper}/{self.figure}" if self.figure else self.paper


def target(text: str) -> Target:
    """Return what a name requires, whether it exists or not.

    >>> target("figures/moniri2023/fig6")
    Target(kind='figures', paper='moniri2023', figure='fig6')
    >>> target("verdicts/mei2019/"), target("fig6.png")
    (Target(kind='verdicts', paper='mei2019', figure=''), Target(kind='', paper='fig6', figure=''))
    """
    plain = re.sub(r"\.[a-z]+$", "", text).rstrip("/")
    first, _, others = plain.partition("/")
    kind = _KINDS.get(first.removesuffix("s"), "")
    paper, _, figure = (others if kind else plain).partition("/")
    return Target(kind, paper, figure)


def targets(catalogue: Catalogue, kind: str) -> list[str]:
    """Return the names of all targets of a kind, ``figures`` or ``verdicts``."""
    of_figures = [
        f"{key}/{name}"
        for key, paper in catalogue.papers.items()
        for name, figure in paper.figures.items()
        if kind == "figures" or figure.claims
    ]
    every = ["all"] if kind == "figures" else []
    return [f"{kind}/{name}" for name in (*every, *catalogue.papers, *of_figures)]


def check_target(catalogue: Catalogue, asked: str) -> None:
    """Refuse a misspelt target; names of files are left to Snakemake.

    Raises
    ------
    UserError
        There is no such target; the message suggests names.
    """
    known = targets(catalogue, target(asked).kind or "figures")
    if asked not in known and not PurePath(asked).suffix:
        raise UserError(unknown_target(catalogue, asked))


def unknown_target(catalogue: Catalogue, asked: str) -> str:
    """Return the message for an unknown target: this scale lacks it, it is a file of a target,
    or it does not exist and another has a similar name.
    """
    wanted = target(asked)
    if wanted.name in catalogue.lacking:
        return f"figures/{wanted.name} cannot be drawn: {catalogue.lacking[wanted.name]}"
    if wanted.name in catalogue.absent:
        drawn = (target(name) for name in targets(catalogue, "figures"))
        has = ", ".join(each.name for each in drawn if each.figure)
        scale = catalogue.config.scale
        return f"figures/{wanted.name} is not drawn at the scale {scale}, which has: {has}"
    known = targets(catalogue, wanted.kind or "figures")
    if asked in known:
        return f"there is no target {asked}/: leave out the slash at its end"
    same = [name for name in known if name.endswith(f"/{wanted.name}")]
    near = f" Did you mean {' or '.join(same)}?"
    if not same:
        near = did_you_mean(f"{wanted.kind or 'figures'}/{wanted.name}", known)
    if wanted.paper not in catalogue.folders:
        near += of_your_own(wanted.paper)
    return f"there is no target {asked}.{near} (snakemake --list-target-rules lists all)"
