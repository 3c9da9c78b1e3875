"""Names of targets, and what is said about one that does not exist."""

import re

from feature_learning.core.errors import did_you_mean
from feature_learning.pipeline.declare.catalogue import Catalogue


def unknown_target(catalogue: Catalogue, asked: str) -> str:
    """Return the message for an unknown target: this scale lacks it, it is a file of a target,
    or it does not exist and another has a similar name.
    """
    papers = catalogue.papers
    figures = [f"{paper}/{figure}" for paper in papers for figure in papers[paper].figures]
    plain = re.sub(r"\.[a-z]+$", "", re.sub("^(figures?|verdicts?)/", "", asked))
    if plain in catalogue.absent:
        has = ", ".join(figures)
        return (
            f"figures/{plain} is not drawn at the scale {catalogue.config.scale}, which has: {has}"
        )
    targets = [*papers, *figures]
    if asked.startswith("verdicts/"):
        known = [f"verdicts/{name}" for name in targets]
        near = did_you_mean(f"verdicts/{plain}", known)
        return f"there is no target {asked}.{near} (snakemake --list-target-rules lists all)"
    known = [f"figures/{name}" for name in ["all", *targets]]
    if asked in known:
        return f"there is no target {asked}/: leave out the slash at its end"
    same = [name for name in known if name.endswith(f"/{plain}")]
    near = (
        f" Did you mean {' or '.join(same)}?" if same else did_you_mean(f"figures/{plain}", known)
    )
    own = re.match(r"[a-z]+\d{4}(?=/|$)", plain)
    hint = (
        f" If {own[0]} is a paper of your own, name its folder under paper_folders."
        if own and own[0] not in catalogue.folders
        else ""
    )
    listed = "(snakemake --list-target-rules lists all)"
    return f"there is no target {asked}.{near}{hint} {listed}"
