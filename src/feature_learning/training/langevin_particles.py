"""The neurons of a Langevin run and their steps, compiled on the processor or by torch on a device.

Both kinds hold neurons in columns, shape (networks, d + 2, N), so the long side is contiguous
in both products of a step. On the processor numpy multiplies, and three compiled passes do the
rest: numpy's calls for it would take longer than the products. torch stays out of it; its import
takes longer than many a job.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.fastmath import tanh_sums_and_slopes
from feature_learning.training.langevin_loops import move, weigh


@dataclass(frozen=True)
class Problem:
    """What the gradient of the loss depends on in addition to the neurons, in single precision.

    Attributes
    ----------
    rows : (networks, n + 1, d + 2)
        What neurons are multiplied by: ``(z_i, 1, 0)``, and ``(0, .., 0, 1)``.
    to_sigmoid : (networks, n)
        Factors from a mean of tanh to the argument of the loss's sigmoid.
    to_slope : (networks, n)
        Factors from there to the derivative in a mean of tanh.
    step
        eta.
    sharing
        The number of parts of the batch, which take the same noise.
    """

    rows: np.ndarray
    to_sigmoid: np.ndarray
    to_slope: np.ndarray
    step: float
    sharing: int


class CompiledParticles:
    """Particles on the processor.

    Parameters
    ----------
    problem
        The data and the step.
    columns : (networks, d + 2, N), float32
        The particles, moved in place.
    """

    def __init__(self, problem: Problem, columns: np.ndarray) -> None:
        self.columns = columns
        self._problem = problem
        self._parts = columns.reshape(problem.sharing, -1, *columns.shape[1:])
        self._across = np.ascontiguousarray(problem.rows.transpose(0, 2, 1))
        self._weighted, self._gradient = np.empty_like(self._across), np.empty_like(columns)
        self._fields = np.empty((*problem.rows.shape[:2], columns.shape[2]), np.float32)
        self._sums = np.empty(problem.rows.shape[:2], np.float32)

    def set_factors(self, shrink: np.ndarray, spread: np.ndarray) -> None:
        """Set a step's factors.

        Parameters
        ----------
        shrink, spread : (parts, networks of a part)
            Of the particles and of the noise.
        """
        self._factors = shrink.astype(np.float32), spread.astype(np.float32)

    def step(self, noise: np.ndarray) -> None:
        """Take one step with noise (networks of a part, d + 2, N)."""
        gradient = self.loss_gradient().reshape(self._parts.shape)
        move(self._parts, *self._factors, noise, np.float32(self._problem.step), gradient)

    def loss_gradient(self) -> np.ndarray:
        """Return the gradient of the loss, (networks, d + 2, N), in memory of the next call."""
        problem, fields, width = self._problem, self._fields, self.columns.shape[2]
        np.matmul(problem.rows, self.columns, out=fields)
        tanh_sums_and_slopes(fields.reshape(-1, width), self._sums.reshape(-1))
        factors = problem.to_sigmoid, problem.to_slope
        weigh(self._sums, width, self._across, *factors, self._weighted)
        return np.matmul(self._weighted, fields, out=self._gradient)


class TorchParticles:
    """Particles on a device of torch.

    Parameters
    ----------
    problem
        The data and the step.
    columns : (networks, d + 2, N), float32
        Where the particles start.
    device
        Where they live.
    """

    def __init__(self, problem: Problem, columns: np.ndarray, device: Device) -> None:
        self._problem, self._device = problem, device
        self._columns = device.put(columns)
        self._parts = self._columns.reshape(problem.sharing, -1, *columns.shape[1:])
        self._rows = device.put(problem.rows)
        self._across = device.put(np.ascontiguousarray(problem.rows.transpose(0, 2, 1)))
        self._to_sigmoid, self._to_slope = map(device.put, (problem.to_sigmoid, problem.to_slope))

    @property
    def columns(self) -> np.ndarray:
        """The particles, shape (networks, d + 2, N)."""
        return self._device.get(self._columns)

    def set_factors(self, shrink: np.ndarray, spread: np.ndarray) -> None:
        """Set a step's factors.

        Parameters
        ----------
        shrink, spread : (parts, networks of a part)
            Of the particles and of the noise.
        """
        factors = (part.astype(np.float32)[:, :, None, None] for part in (shrink, spread))
        self._shrink, self._spread = map(self._device.put, factors)

    def step(self, noise: np.ndarray) -> None:
        """Take one step with noise (networks of a part, d + 2, N)."""
        weighted, slopes = self._factored()
        self._parts.mul_(self._shrink).addcmul_(self._device.put(noise), self._spread)
        self._columns.baddbmm_(weighted, slopes, alpha=-self._problem.step)

    def loss_gradient(self) -> np.ndarray:
        """Return the gradient of the loss, (networks, d + 2, N)."""
        weighted, slopes = self._factored()
        return self._device.get(weighted @ slopes)

    def _factored(self) -> tuple[Any, Any]:
        """Return the two factors of the gradient of the loss: weighted rows, slopes of tanh."""
        fields = (self._rows @ self._columns).tanh_()
        means = fields.mean(2)
        slopes = (means[:, :-1] + 2 * means[:, -1:]).mul_(self._to_sigmoid).sigmoid_()
        slopes.mul_(self._to_slope)
        weights = self._device.xp.concat([slopes, 2 * slopes.sum(1, keepdim=True)], axis=1)
        return self._across * weights[:, None], fields.square_().neg_().add_(1)


Particles = CompiledParticles | TorchParticles


def particles(problem: Problem, columns: np.ndarray, device: Device) -> Particles:
    """Return particles that live where the device says.

    Parameters
    ----------
    problem
        The data and the step.
    columns : (networks, d + 2, N), float32
        Where the particles start.
    device
        The processor, or a device of torch.
    """
    if device.xp is np:
        return CompiledParticles(problem, columns)
    return TorchParticles(problem, columns, device)
