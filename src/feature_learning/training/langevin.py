"""Mean-field Langevin dynamics: noisy gradient descent on neurons with readout 1/N.

A neuron ``x = (w, b, c)`` of d + 2 numbers outputs
``h_x(z) = R [tanh(<w, z> + b) + 2 tanh(c)]/3``, and the network outputs the mean of its neurons.
The loss is the logistic one, ``(1/n) sum log(1 + exp(-y f))``, plus ``lam lam1 E|x|^2``. A step is

    x <- x - eta [(1/n) sum_i l'_i grad h_x(z_i) + 2 lam lam1 x] + sqrt(2 lam eta) xi

with ``l'_i = -y_i/(1 + exp(y_i f_i))``.

Rows ``(z_i, 1, 0)`` and one further row ``(0, .., 0, 1)`` turn all arguments of tanh into one
product, and likewise the gradient. So a step is two products and one tanh, for several networks at
once. Neurons lie in columns, so that the long side is contiguous in both products. On the processor
two compiled loops do what is left between the products and the tanh; torch's own calls take longer.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.errors import UserError
from feature_learning.core.fastmath import normals, random_bits
from feature_learning.training.langevin_loops import derivatives, diffuse
from feature_learning.training.sample_span import SampleSpan


class Langevin:
    """Networks of one size on data of one size, trained at once in float32.

    Their temperatures may differ.

    Parameters
    ----------
    inputs : (networks, n, d)
        Each network's own data.
    labels : (networks, n)
        +1 or -1. 0 marks a row that does not count, for networks with fewer samples than others.
    start : (networks, N, d + 2)
        The neurons.
    temperature : (networks,)
        lam.
    penalty, step, scale
        lam1, eta and R.
    rng
        Its next number seeds the noise. The noise is drawn on the processor, so that both devices
        see the same numbers.
    device
        Where the products run.
    sharing
        How many networks share each sequence of noise. The batch consists of that many parts of
        equal length, whose first networks share one sequence, whose second networks share another,
        and so on. Noise costs as much as a product, and comparisons within a sequence gain from
        being paired.

    Raises
    ------
    UserError
        Shapes do not fit, a rate is not positive, a network has no samples, or the parts are
        unequal.

    References
    ----------
    Suzuki, Wu, Oko and Nitanda (2023), "Feature learning via mean-field Langevin dynamics:
    classifying sparse parities and beyond", NeurIPS: the network, the objective and the update.
    """

    def __init__(
        self,
        inputs: np.ndarray,
        labels: np.ndarray,
        start: np.ndarray,
        temperature: np.ndarray,
        *,
        penalty: float,
        step: float,
        scale: float,
        rng: np.random.Generator,
        device: Device,
        sharing: int = 1,
    ) -> None:
        import torch

        temperature = np.asarray(temperature, dtype=float)
        networks, n, d = inputs.shape
        if labels.shape != (networks, n) or start.shape[::2] != (networks, d + 2) or temperature.shape != (networks,):
            raise UserError(
                f"inputs {inputs.shape}, labels {labels.shape}, neurons {start.shape}, temperatures {temperature.shape} do not fit"
            )
        if networks % sharing:
            raise UserError(f"{networks} networks are not {sharing} parts of equal length")
        if min(temperature.min(), penalty, step, scale) <= 0:
            raise UserError(f"temperature {temperature.min():g}, penalty {penalty:g}, step {step:g} and scale {scale:g} must be positive")
        counts = np.count_nonzero(labels, axis=1)[:, None]
        if not counts.all():
            raise UserError("a network without samples: all its labels are 0")
        self._torch, self._device = torch, device.name
        self._span = SampleSpan(inputs, start) if n < d else None
        if self._span:
            inputs, start, d = self._span.inputs, self._span.start, n
        rows = np.zeros((networks, n + 1, d + 2), dtype=np.float32)
        rows[:, :n, :d], rows[:, :n, d], rows[:, n, d + 1] = inputs, 1, 1
        self._rows, self._across = self._put(rows), self._put(rows.transpose(0, 2, 1))
        self._weighted = torch.empty_like(self._across)
        # Factors from outputs to the sigmoid's argument, and from there to the derivative in a mean
        # of tanh
        self._to_sigmoid, self._to_slope = self._put(-scale / 3 * labels), self._put(-scale / (3 * counts) * labels)
        self._particles = self._put(start.transpose(0, 2, 1))
        self._parts = self._particles.view(sharing, networks // sharing, d + 2, -1)  # the same memory
        self._fields = torch.empty((networks, n + 1, start.shape[1]), device=self._device)
        self._penalty, self._step, self._sharing = penalty, step, sharing
        self._decay, self._factors = self._tempered(temperature)
        self._shrink, self._spread = map(self._put, self._factors)
        self._scale, self._rng = scale, rng
        self._bits = random_bits(rng)
        self._derivatives: Callable[[], None] | None = None
        self._diffuse: Callable[[np.ndarray], None] | None = None
        if device.xp is np:  # compiled loops on the same memory
            seen = (part.numpy() for part in (self._fields, self._across, self._to_sigmoid, self._to_slope, self._weighted))
            self._derivatives = functools.partial(derivatives, *seen)
            held = (part.numpy() for part in (self._parts, self._shrink, self._spread))
            self._diffuse = functools.partial(diffuse, *held)

    def _put(self, array: np.ndarray) -> Any:
        return self._torch.from_numpy(np.array(array, dtype=np.float32, order="C")).to(self._device)

    def _tempered(self, temperature: np.ndarray) -> tuple[np.ndarray, tuple[np.ndarray, np.ndarray]]:
        """Return the decay of the particles, and a step's factors of the particles and of the noise."""
        decay = 2 * temperature * self._penalty
        shape = self._sharing, -1
        return decay, ((1 - self._step * decay).reshape(shape), np.sqrt(2 * temperature * self._step).reshape(shape))

    def set_temperature(self, temperature: np.ndarray) -> None:
        """Go on at other temperatures, as in annealing.

        Parameters
        ----------
        temperature : (networks,)
            lam.

        Raises
        ------
        UserError
            There is not one temperature for each network, or one is not positive.
        """
        temperature = np.asarray(temperature, dtype=float)
        if temperature.shape != self._decay.shape or temperature.min() <= 0:
            raise UserError(f"temperatures {temperature} must be positive, and {len(self._decay)} in number")
        self._decay, self._factors = self._tempered(temperature)
        for held, factor in zip((self._shrink, self._spread), self._factors, strict=True):
            held.copy_(self._put(factor))  # in place: the compiled loops hold this memory

    def run(self, steps: int) -> None:
        """Take that many steps."""
        with self._torch.inference_mode():
            for _ in range(steps):
                self.advance(self._draw())
        if self._span:
            self._span.advance(*self._factors, steps, self._rng)

    def advance(self, noise: np.ndarray) -> None:
        """Take one step.

        Parameters
        ----------
        noise : (networks of a part, min(d, n) + 2, N), float32
            Standard normal numbers.
        """
        back = self._back()
        if self._diffuse:
            self._diffuse(noise)
        else:
            self._parts.mul_(self._shrink[:, :, None, None]).addcmul_(self._put(noise), self._spread[:, :, None, None])
        self._particles.baddbmm_(back, self._fields, alpha=-self._step)

    def gradient(self) -> np.ndarray:
        """Return the noiseless gradient of a step, shape (networks, N, d + 2)."""
        with self._torch.inference_mode():
            found = self._inside(self._torch.bmm(self._back(), self._fields))
        whole = self._span.whole(found, 0.0) if self._span else found
        return np.asarray(whole + self._decay[:, None, None] * self.neurons)

    def _back(self) -> Any:
        """Return the factor that multiplies the fields' buffer in the gradient of the loss.

        Its shape is (networks, min(d, n) + 2, n + 1). The buffer is overwritten.
        """
        torch, fields = self._torch, self._fields
        torch.bmm(self._rows, self._particles, out=fields)
        fields.tanh_()
        if self._derivatives:
            self._derivatives()
            return self._weighted
        outputs = fields.mean(2)
        slopes = torch.add(outputs[:, :-1], outputs[:, -1:], alpha=2).mul_(self._to_sigmoid).sigmoid_().mul_(self._to_slope)
        weights = torch.cat([slopes, 2 * slopes.sum(1, keepdim=True)], 1)
        fields.square_().neg_().add_(1)
        return torch.mul(self._across, weights.unsqueeze(1), out=self._weighted)

    def _draw(self) -> np.ndarray:
        """Return the noise of a step, drawn on the processor so that all devices see the same numbers."""
        shape = tuple(self._parts.shape[1:])
        return normals(math.prod(shape), self._bits).reshape(shape)

    @property
    def neurons(self) -> np.ndarray:
        """The neurons, shape (networks, N, d + 2)."""
        inside = self._inside(self._particles)
        return self._span.whole(inside).astype(np.float32) if self._span else inside

    def _inside(self, columns: Any) -> np.ndarray:
        return np.asarray(columns.cpu().numpy().transpose(0, 2, 1).copy())

    def accuracy(self, inputs: np.ndarray, labels: np.ndarray) -> np.ndarray:
        """Return each network's share of samples whose label has the sign of its output.

        Parameters
        ----------
        inputs : (networks, n, d)
            Each network's test points.
        labels : (networks, n)
            +1 or -1; rows with label 0 do not count.
        """
        samples = labels != 0
        return np.asarray(((np.sign(self.predict(inputs)) == labels) & samples).sum(axis=1) / samples.sum(axis=1))

    def predict(self, inputs: np.ndarray) -> np.ndarray:
        """Return the networks' outputs at inputs (networks, n, d), shape (networks, n)."""
        return network_output(self.neurons, inputs, self._scale, tanh=self._tanh)

    def _tanh(self, values: np.ndarray) -> np.ndarray:
        return np.asarray(self._torch.tanh_(self._torch.from_numpy(values)).numpy())


def network_output(neurons: np.ndarray, inputs: np.ndarray, scale: float, tanh: Callable[[np.ndarray], np.ndarray] = np.tanh) -> np.ndarray:
    """Return ``R mean_j [tanh(<w_j, z> + b_j) + 2 tanh(c_j)]/3``, shape (networks, n).

    Parameters
    ----------
    neurons : (networks, N, d + 2)
        w, b and c of each.
    inputs : (networks, n, d)
        z.
    scale
        R.
    tanh
        The function; it may work in place.

    References
    ----------
    Suzuki, Wu, Oko and Nitanda (2023), NeurIPS: the network of the experiment.
    """
    d = inputs.shape[2]
    fields = inputs.astype(neurons.dtype, copy=False) @ neurons[:, :, :d].transpose(0, 2, 1) + neurons[:, None, :, d]
    constant = np.tanh(neurons[:, :, d + 1]).mean(axis=1)
    return np.asarray(scale / 3 * (tanh(fields).mean(axis=2) + 2 * constant[:, None]))
