"""What a ridge readout fits on weights that know given directions, term by term (planted).

The weights are planted: half of each is a random unit vector of the known directions, the other
half of all others, so no noise of a step is in them.
"""

from typing import Annotated, TypedDict

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive, whole
from feature_learning.data.covariates import on_sphere
from feature_learning.data.targets import HermiteTarget
from feature_learning.papers.dandi2023.model import Activated, batch
from feature_learning.papers.dandi2023.targets import KNOWN, Known, PaperTarget, target
from feature_learning.training.streamed_readout import NormalEquations

_DIRECTIONS = 3


class Case(TypedDict):
    """The directions that the weights know, and the number of neurons, of order d^power."""

    known: Known
    d: Count
    power: Annotated[int, whole(least=0)]
    width: Count


class Planted(Activated):
    """The best readout of a large sample on planted weights."""

    planted: Grid[Case]
    target: PaperTarget
    ridge: Positive  # relative to the features' mean square
    refit_size: Count
    test_size: Count

    def generate(self, rng: Streams) -> Draws:
        """Draw the weights' parts within and outside the known directions, and thresholds."""
        drawn: dict[str, np.ndarray] = {}
        for case in self.planted:
            d, width, known = case["d"], case["width"], KNOWN[case["known"]]
            source = rng("init", d, width, len(known))
            weights = on_sphere(source.standard_normal((width, d)))
            if known:
                inside = np.zeros((width, d))
                inside[:, list(known)] = on_sphere(source.standard_normal((width, len(known))))
                weights[:, list(known)] = 0.0
                weights = (inside + on_sphere(weights)) / np.sqrt(2)
            drawn |= {f"weights-{_label(case)}": weights}
            drawn |= {f"bias-{_label(case)}": source.standard_normal(width)}
        return drawn

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per case and term of the target: the coefficient of the fitted function on
        this term over the target's (``fitted``), on test points.
        """
        expansion, sigma = target(self.target, _DIRECTIONS), self.sigma
        terms = {
            degrees: HermiteTarget({degrees: 1.0}).padded(_DIRECTIONS)
            for degrees, c in expansion.terms.items()
            if c
        }
        for case in self.planted:
            d, width = case["d"], case["width"]
            weights, bias = (draws[f"{name}-{_label(case)}"] for name in ("weights", "bias"))

            def features(
                x: np.ndarray, w: np.ndarray = weights, b: np.ndarray = bias
            ) -> np.ndarray:
                fields = x @ w.T.astype(x.dtype) + b.astype(x.dtype)
                return np.column_stack([np.ones(len(x), x.dtype), sigma(fields)])

            fit, size = NormalEquations(self.refit_size, width + 1), 0.0
            for x in batch(self.refit_size, d, rng, "refit", d, width):
                rows = features(x)
                fit.add(rows, expansion(x[:, :_DIRECTIONS]))
                size += float((rows**2).sum())
            readout = fit.solve(self.ridge * size / (width + 1), width + 1)
            products, norms = dict.fromkeys(terms, 0.0), dict.fromkeys(terms, 0.0)
            for x in batch(self.test_size, d, rng, "test", d, width):
                found = features(x) @ readout
                for degrees, term in terms.items():
                    values = term(x[:, :_DIRECTIONS])
                    products[degrees] += float(found @ values)
                    norms[degrees] += float(values @ values)
            for degrees, product in products.items():
                yield {
                    "known": case["known"],
                    "d": d,
                    "power": case["power"],
                    "term": "".join(map(str, degrees)),
                    "fitted": product / norms[degrees] / expansion.terms[degrees],
                }


def _label(case: Case) -> str:
    return f"{case['known']}-{case['d']}-{case['width']}"
