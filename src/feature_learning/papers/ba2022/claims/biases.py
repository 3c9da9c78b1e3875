"""Evidence for biases."""

from feature_learning.papers.ba2022.claims import joined
from feature_learning.papers.ba2022.shared.model import THREE_ROOT
from feature_learning.statistics import Evidence, Tables, by_seed

_CELLS = {"relu": [16.0, 32.0], "softplus": [32.0], "he1-he3": [16.0, 32.0]}
RIDGE = 0.01
"""The ridge of this figure, the paper's of figure 1."""


def learn(tables: Tables) -> Evidence:
    over = {}
    for teacher, sizes in _CELLS.items():
        runs = tables.runs("biases", teacher=teacher, bias=1, ridge=RIDGE, **THREE_ROOT.columns)
        bound = tables.value("biases", "bound", teacher=teacher)
        over[teacher] = by_seed(runs, "risk", "psi1", sizes) / bound
    return joined(over, "n/d")
