"""Evidence for fig-overlap."""

from feature_learning.papers.mousavi2023.claims import D
from feature_learning.statistics import Evidence, Tables, by_run, one_by_seed


def not_learned(tables: Tables) -> Evidence:
    runs = by_run(tables.runs("overlap", d=D, ratio=4, structure="isotropic"))
    aligned = one_by_seed(runs, "aligned")
    return Evidence(aligned[:, None], ["isotropic, n = 4 d"], estimate="fraction")
