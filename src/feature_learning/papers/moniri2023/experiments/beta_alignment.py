"""Alignment of ``beta = X^T y/n`` with the teacher against samples per dimension."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive
from feature_learning.data.covariates import on_sphere
from feature_learning.papers.moniri2023.model import Problem, task_link
from feature_learning.papers.moniri2023.spikes import alignment, gradient_scale


class BetaAlignment(Experiment):
    """The cosine of beta and the teacher, and the squared norm of beta."""

    d: Count
    problem: Grid[Problem]
    n_over_d: Grid[Positive]

    def generate(self, rng: Streams) -> Draws:
        """Draw the teacher's direction."""
        return {"beta_star": on_sphere(rng("teacher").standard_normal(self.d))}

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per task and ratio; a larger ratio adds samples to those of the smaller."""
        beta_star = draws["beta_star"]
        sizes = {ratio: round(ratio * self.d) for ratio in self.n_over_d}
        inputs = rng("train").standard_normal((max(sizes.values()), self.d))
        for problem in self.problem:
            labels = task_link(problem).labels(inputs @ beta_star, rng("noise"))
            for ratio, n in sizes.items():
                beta = inputs[:n].T @ labels[:n] / n
                norm = float(np.linalg.norm(beta))
                cosine = float(beta @ beta_star) / norm
                yield {**problem, "n_over_d": ratio, "cosine": cosine, "square_norm": norm**2}

    def predict(self) -> Rows:
        """Yield the limits, ``rho = cs_1/sqrt(cs_1^2 + phi (E f^2 + noise))`` and the square of
        that root.
        """
        for problem in self.problem:
            link = task_link(problem)
            for ratio in self.n_over_d:
                square_norm = gradient_scale(link, 1 / ratio) ** 2
                limits = {"cosine": alignment(link, 1 / ratio), "square_norm": square_norm}
                yield {**problem, "n_over_d": ratio, **limits}
