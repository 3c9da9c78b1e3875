"""The samples that the tangent kernel needs for a single degree, by ridge regression (prop-d)."""

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.data.covariates import on_sphere
from feature_learning.data.links import Link
from feature_learning.kernels.ridge import kernel_ridge
from feature_learning.kernels.tangent import relu_tangent


def tangent_powers(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per degree, law of the inputs, dimension and sample size: the error on the
    orthonormal Hermite polynomial of that degree, relative to its variance.

    Sample sizes are factors of the case's own; the ridge is chosen on further inputs.
    """
    size, factors = setting["test_size"], setting.floats("factor")
    for case in setting.mappings("cases"):
        p, d, law = case["p"], case["d"], case["law"]
        link = Link.orthonormal(*[0.0] * p, 1.0)
        counts = [max(2, round(factor * case["n"])) for factor in factors]
        drawn = rng("train", p, d).standard_normal((max(counts) + 2 * size, d))
        drawn = on_sphere(drawn, d**0.5) if law == "sphere" else drawn
        noise = setting["noise"] * rng("noise", p, d).standard_normal(max(counts))
        inputs, unseen = drawn[: max(counts)], drawn[max(counts) :]
        labels, values = link(inputs[:, 0]) + noise, link(unseen[:, 0])
        gram, across = relu_tangent(inputs, inputs), relu_tangent(unseen, inputs)
        for factor, n in zip(factors, counts, strict=True):
            solutions = kernel_ridge(gram[:n, :n], labels[:n], setting.floats("kernel_ridge"))
            squares = (across[:, :n] @ solutions - values[:, None]) ** 2
            held, test = squares[:size].mean(axis=0), squares[size:].mean(axis=0)
            row = {"p": p, "d": d, "law": law, "factor": factor, "n": n}
            yield {**row, "error": float(test[held.argmin()] / np.mean(values[size:] ** 2))}
