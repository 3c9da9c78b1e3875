"""Online SGD at bg1's sizes (N = 1000, two students, two teachers) against a one-sample-a-step autograd loop.

All draw their own samples. The overlaps alone are what bg1 runs; with explicit inputs a thousand normal numbers a sample have to be
drawn, which is most of what a block costs and which no way of taking steps can save.
"""

import time

import numpy as np
import pytest

from feature_learning.networks.activations import SCALED_ERF
from feature_learning.training.online_sgd import GaussianOverlaps, Rule, online_sgd

N, K, ETA, RUNS = 1000, 2, 0.5, 16
RULE = Rule(SCALED_ERF, np.ones(K), ETA / N)


@pytest.fixture(scope="module")
def weights():
    return 0.3 * np.random.default_rng(0).standard_normal((K, N)) / np.sqrt(N)


def autograd(weights: np.ndarray, steps: int) -> np.ndarray:
    """The loop as the animation's public code has it: a sample, a loss, a gradient, a step."""
    import torch

    generator = torch.Generator().manual_seed(1)
    own = torch.tensor(weights, requires_grad=True)
    teacher = torch.eye(N, dtype=torch.float64)[:K]
    optimiser = torch.optim.SGD([own], lr=ETA / N)
    for _ in range(steps):
        x = torch.randn(N, dtype=torch.float64, generator=generator)
        optimiser.zero_grad()
        loss = 0.5 * (torch.erf(teacher @ x / 2**0.5).sum() - torch.erf(own @ x / 2**0.5).sum()) ** 2
        loss.backward()
        optimiser.step()
    return own.detach().numpy()


@pytest.fixture(scope="module")
def autograd_step_s(weights):
    autograd(weights, 50)
    times = []
    for _ in range(5):
        start = time.perf_counter()
        autograd(weights, 300)
        times.append((time.perf_counter() - start) / 300)
    return min(times)


def blocks(weights: np.ndarray, steps: int) -> np.ndarray:
    rng = np.random.Generator(np.random.Philox(1))

    def draw(count):
        x = rng.standard_normal((count, N))
        return x, SCALED_ERF(x[:, :K]).sum(axis=1)

    ((_, end),) = online_sgd(weights, RULE, draw, [steps], steps)
    return end


def overlaps(weights: np.ndarray, steps: int) -> np.ndarray:
    products = np.repeat((weights @ weights.T)[None], RUNS, axis=0)
    run = GaussianOverlaps(np.eye(K), np.repeat(weights[None, :, :K], RUNS, axis=0), products, N, lambda z: SCALED_ERF(z).sum(axis=1))
    ((_, end, _),) = run.run(RULE, np.random.Generator(np.random.Philox(1)), [steps], steps)
    return end


def test_overlaps_are_twenty_times_faster_than_autograd(benchmark, weights, autograd_step_s):
    steps = 1920
    assert np.isfinite(benchmark(overlaps, weights, steps)).all()
    if benchmark.stats:
        ratio = autograd_step_s * steps * RUNS / benchmark.stats["min"]
        benchmark.extra_info["times faster than autograd, a step of a run"] = round(ratio, 1)
        print(f"\noverlaps: {ratio:.0f} times faster than autograd a step of a run ({1e6 * autograd_step_s:.0f} us)")
        assert ratio >= 20


def test_blocks_of_explicit_inputs(benchmark, weights, autograd_step_s):
    steps = 1920
    assert np.isfinite(benchmark(blocks, weights, steps)).all()
    if benchmark.stats:
        ratio = autograd_step_s * steps / benchmark.stats["min"]
        benchmark.extra_info["times faster than autograd, a step"] = round(ratio, 1)
        print(f"\nexplicit inputs: {ratio:.1f} times faster than autograd a step")
        assert ratio >= 2
