"""What a ridge readout fits on weights that know given directions, term by term (planted).

The weights are planted: half of each is a random unit vector of the known directions, the other
half of all others, so no noise of a step is in them.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.covariates import on_sphere
from feature_learning.data.targets import HermiteTarget
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.shared import model
from feature_learning.training.streamed_readout import NormalEquations

_DIRECTIONS = 3


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the parts of the weights within and outside the known directions, and thresholds."""
    drawn: dict[str, np.ndarray] = {}
    for case in setting.mappings("planted"):
        label, d, width = _label(case), case["d"], case["width"]
        known = model.KNOWN[case["known"]]
        source = rng("init", d, width, len(known))
        weights = on_sphere(source.standard_normal((width, d)))
        if known:
            inside = np.zeros((width, d))
            inside[:, list(known)] = on_sphere(source.standard_normal((width, len(known))))
            weights[:, list(known)] = 0.0
            weights = (inside + on_sphere(weights)) / np.sqrt(2)
        drawn |= {f"weights-{label}": weights}
        drawn |= {f"bias-{label}": source.standard_normal(width)}
    return drawn


def planted(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per case and term of the target: the coefficient of the fitted function on this
    term over the target's (``fitted``), on test points, with the best readout of a large sample.
    """
    target, sigma = model.target(setting["target"], _DIRECTIONS), activation(setting["activation"])
    terms = {
        degrees: HermiteTarget({degrees: 1.0}).padded(_DIRECTIONS)
        for degrees, c in target.terms.items()
        if c
    }
    for case in setting.mappings("planted"):
        label, d, width = _label(case), case["d"], case["width"]
        weights, bias = draws[f"weights-{label}"], draws[f"bias-{label}"]

        def features(x: np.ndarray, w: np.ndarray = weights, b: np.ndarray = bias) -> np.ndarray:
            fields = x @ w.T.astype(x.dtype) + b.astype(x.dtype)
            return np.column_stack([np.ones(len(x), x.dtype), sigma(fields)])

        fit, size = NormalEquations(setting["refit_size"], width + 1), 0.0
        for x in model.batch(setting["refit_size"], d, rng, "refit", d, width):
            rows = features(x)
            fit.add(rows, target(x[:, :_DIRECTIONS]))
            size += float((rows**2).sum())
        readout = fit.solve(setting["ridge"] * size / (width + 1), width + 1)
        products, norms = dict.fromkeys(terms, 0.0), dict.fromkeys(terms, 0.0)
        for x in model.batch(setting["test_size"], d, rng, "test", d, width):
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
                "fitted": product / norms[degrees] / target.terms[degrees],
            }


def _label(case: Mapping[str, Any]) -> str:
    return f"{case['known']}-{case['d']}-{case['width']}"
