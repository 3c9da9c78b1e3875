"""
Four giant steps on batches too small for one: f = He_2(z_1) + He_2(z_2), n = d^(3/2).

Statement (talk on giant steps, conjecture). "If n = O(d^(l - epsilon)), whatever the choices of
step-sizes eta_1, ..., eta_T, the first layer never learns even after T gradient steps"; here l = 2
and epsilon = 1/2, with the talk's initialisation and a fresh batch for each step.

Derivation. Neurons have overlaps m_i of order d^(-1/2) with w_1 and w_2. With y = f - f^ the
gradient of neuron i is mu_2 times m_i/|w_i| along each direction, and noise of length sqrt(d/n) =
d^(-1/4), of which the part c_0 = (1/2n) sum y x is common to all neurons.
1. One step of size eta p: overlaps are multiplied by eta, noise has length eta d^(-1/4). The cosine
   is at most of order d^(-1/2) eta/(eta d^(-1/4)) = d^(-1/4), that is d^(-epsilon/2).
2. A second step would multiply overlaps relative to the new noise by d^(1/4) again. But the output
   of the network holds the noise of the first one. With c the mean of a_i w_i, a ReLU has f^(x) =
   <c, x>/2 plus an even part. The odd part gives each gradient -c/4 times its readout, so that a
   step of size eta p multiplies c by 1 - eta/4. The even part, in which the noise of P pairs does
   not average, gives a pair's own noise the factor 1 - eta/(4 P), as long as the noise is shorter
   than the initial weights; c then has 1 - eta (1 + 1/P)/4. A large eta enlarges all noise as it
   enlarges the overlaps. Nothing is gained: d^(-1/4) again.
3. The first factor is zero near eta = 4, the second near eta = 4 P. Steps of these sizes between
   two large ones remove the noise of those before and leave the gain in the overlaps. Three steps
   have room for one of them alone and fall as d^(-1/4) from some d on; four have room for both.

What comes out. Four steps of sizes (5.3, 5.1, 5.1, 5.2) p at d = 1200 and larger ones at larger d
give cosines that do not fall with d. This file has the simulation in d dimensions, in separate
code. The recursion of `theory.scheduled_steps` goes to d = 10^12 and is compared here at one d.

Where the document is right. One step and two (exponent -epsilon/2); n of order d (epsilon = l - 1)
for any fixed number of steps; step sizes that are not tuned.
"""

import numpy as np

from feature_learning.data.targets import HermiteTarget
from feature_learning.networks.activations import RELU
from feature_learning.theory.scheduled_steps import best_schedule, scheduled_cosines

SIZES = (5.3, 5.1, 5.1, 5.2)
LEAP_TWO = HermiteTarget({(2, 0): 1.0, (0, 2): 1.0})


def direct(d, sizes, seed, pairs=4):
    """Return the root mean square cosine of the neurons with each direction after each step."""
    rng = np.random.default_rng(seed)
    half = rng.standard_normal((pairs, d))
    w = np.tile(half / np.linalg.norm(half, axis=1, keepdims=True), (2, 1))
    a, n, found = np.repeat([1.0, -1.0], pairs), round(d**1.5), []
    for size in sizes:
        x = rng.standard_normal((n, d), dtype=np.float32)
        y = x[:, 0] ** 2 + x[:, 1] ** 2 - 2
        fields = x @ w.T.astype(np.float32)
        residual = y - np.maximum(fields, 0) @ a.astype(np.float32) / len(a)
        w = w + size * a[:, None] * (((fields > 0) * residual[:, None]).T @ x / n)
        found.append(float(np.sqrt((w[:, :2] ** 2 / (w**2).sum(axis=1)[:, None]).mean())))
    return found


def test_four_tuned_steps_learn_in_d_dimensions():
    d = 400
    cosines = np.mean([direct(d, SIZES, seed) for seed in range(3)], axis=0)
    recursion = scheduled_cosines(LEAP_TWO, RELU, d, d**0.5, SIZES, 16384)
    assert cosines[-1] > 7 / np.sqrt(d)  # chance is 1/sqrt d
    assert abs(cosines[-1] - recursion[-1]) < 0.1


def test_the_recursion_falls_with_d_for_two_steps_and_not_for_four():
    for start, falls in (((100.0, 16.0), True), ((16.0, 9.3, 4.1, 81.7), False)):
        most = [best_schedule(LEAP_TWO, RELU, d, d**0.5, start, 1024)[1] for d in (1e6, 1e8)]
        exponent = np.log(most[1] / most[0]) / np.log(100)
        assert (exponent < -0.2) == falls
        assert falls or min(most) > 0.5
