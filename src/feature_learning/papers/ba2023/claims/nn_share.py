"""Evidence for nn-share."""

import numpy as np

from feature_learning.papers.ba2023.claims import D
from feature_learning.statistics import Evidence, Tables, against_theory_by, at_points, by_seed

_ALIGNED = (0.4, 0.5, 0.6, 0.7, 0.8)
_LINKS = ("he1", "he2")


def formula(tables: Tables) -> Evidence:
    runs, theory = (read("alignment", d=D) for read in (tables.runs, tables.theory))
    found = against_theory_by(
        "link", _LINKS, runs, theory, "share", "gamma", _ALIGNED, symbol="gamma"
    )
    cosines = [
        at_points(theory[theory["link"] == link], "alignment", "gamma", _ALIGNED) for link in _LINKS
    ]
    return found.against(np.concatenate(cosines))


def below_condition(tables: Tables) -> Evidence:
    runs = tables.runs("alignment", d=D, link="he2")
    return Evidence.of(by_seed(runs, "share", "gamma", [0.4]), "gamma")
