"""Mean-field Langevin dynamics: noisy gradient descent on neurons with readout 1/N.

A neuron ``x = (w, b, c)`` of d + 2 numbers outputs
``h_x(z) = R [tanh(<w, z> + b) + 2 tanh(c)]/3``, and the network outputs the mean of its neurons.
The loss is the logistic one, ``(1/n) sum log(1 + exp(-y f))``, plus ``lam lam1 E|x|^2``. A step is

    x <- x - eta [(1/n) sum_i l'_i grad h_x(z_i) + 2 lam lam1 x] + sqrt(2 lam eta) xi

with ``l'_i = -y_i/(1 + exp(y_i f_i))``.

Rows ``(z_i, 1, 0)`` and one further row ``(0, .., 0, 1)`` turn all arguments of tanh into one
product, and likewise the gradient. So a step is two products and one tanh, for several networks at
once.
"""

import math

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.errors import UserError
from feature_learning.core.fastmath import normals, random_bits, tanh_sums_and_slopes
from feature_learning.training.langevin_particles import Problem, particles
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
        Its next number seeds the noise. The noise is drawn on the processor, so both devices
        see the same numbers.
    device
        Where the steps run.
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
        temperature = np.asarray(temperature, dtype=float)
        networks, n, d = inputs.shape
        if (
            labels.shape != (networks, n)
            or start.shape[::2] != (networks, d + 2)
            or temperature.shape != (networks,)
        ):
            raise UserError(
                f"inputs {inputs.shape}, labels {labels.shape}, neurons {start.shape}, "
                f"temperatures {temperature.shape} do not fit"
            )
        if networks % sharing:
            raise UserError(f"{networks} networks are not {sharing} parts of equal length")
        if min(temperature.min(), penalty, step, scale) <= 0:
            raise UserError(
                f"temperature {temperature.min():g}, penalty {penalty:g}, step {step:g} and scale "
                f"{scale:g} must be positive"
            )
        counts = np.count_nonzero(labels, axis=1)[:, None]
        if not counts.all():
            raise UserError("a network without samples: all its labels are 0")
        self._span = SampleSpan(inputs, start) if n < d else None
        if self._span:
            inputs, start, d = self._span.inputs, self._span.start, n
        rows = np.zeros((networks, n + 1, d + 2), dtype=np.float32)
        rows[:, :n, :d], rows[:, :n, d], rows[:, n, d + 1] = inputs, 1, 1
        to_sigmoid, to_slope = -scale / 3 * labels, -scale / (3 * counts) * labels
        problem = Problem(rows, _single(to_sigmoid), _single(to_slope), step, sharing)
        self._particles = particles(problem, _single(start.transpose(0, 2, 1)), device)
        self._noise = networks // sharing, d + 2, start.shape[1]
        self._penalty, self._step, self._sharing, self._scale = penalty, step, sharing, scale
        self._rng, self._bits = rng, random_bits(rng)
        self._set(temperature)

    def _set(self, temperature: np.ndarray) -> None:
        """Set the decay of the particles, and a step's factors of them and of the noise."""
        self._decay = 2 * temperature * self._penalty
        factors = 1 - self._step * self._decay, np.sqrt(2 * temperature * self._step)
        shrink, spread = (factor.reshape(self._sharing, -1) for factor in factors)
        self._factors = shrink, spread
        self._particles.set_factors(shrink, spread)

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
            raise UserError(
                f"temperatures {temperature} must be positive, and {len(self._decay)} in number"
            )
        self._set(temperature)

    def run(self, steps: int) -> None:
        """Take that many steps."""
        for _ in range(steps):
            self.advance(normals(math.prod(self._noise), self._bits).reshape(self._noise))
        if self._span:
            self._span.advance(*self._factors, steps, self._rng)

    def advance(self, noise: np.ndarray) -> None:
        """Take one step.

        Parameters
        ----------
        noise : (networks of a part, min(d, n) + 2, N), float32
            Standard normal numbers.
        """
        self._particles.step(noise)

    def gradient(self) -> np.ndarray:
        """Return the noiseless gradient of a step, shape (networks, N, d + 2)."""
        found = self._particles.loss_gradient().transpose(0, 2, 1)
        whole = self._span.whole(found, 0.0) if self._span else found
        return np.asarray(whole + self._decay[:, None, None] * self.neurons)

    @property
    def neurons(self) -> np.ndarray:
        """The neurons, shape (networks, N, d + 2)."""
        inside = self._particles.columns.transpose(0, 2, 1)
        return self._span.whole(inside).astype(np.float32) if self._span else inside.copy()

    def accuracy(self, inputs: np.ndarray, labels: np.ndarray) -> np.ndarray:
        """Return each network's fraction of samples whose label has the sign of its output.

        Parameters
        ----------
        inputs : (networks, n, d)
            Each network's test points, or those of one part's networks, for every part.
        labels : (networks, n)
            +1 or -1; rows with label 0 do not count.

        Returns
        -------
        shares : (networks,)
        """
        samples = labels != 0
        signs = np.sign(self.predict(inputs)).reshape(-1, *labels.shape)
        right = ((signs == labels) & samples).sum(axis=2)
        return np.asarray(right / samples.sum(axis=1)).reshape(-1)

    def predict(self, inputs: np.ndarray) -> np.ndarray:
        """Return the networks' outputs, shape (networks, n), at inputs as for `accuracy`."""
        neurons = self.neurons
        parts = neurons.reshape(-1, len(inputs), *neurons.shape[1:])
        return np.concatenate([network_output(part, inputs, self._scale) for part in parts])


def _single(array: np.ndarray) -> np.ndarray:
    return np.array(array, dtype=np.float32, order="C")


def network_output(neurons: np.ndarray, inputs: np.ndarray, scale: float) -> np.ndarray:
    """Return ``R mean_j [tanh(<w_j, z> + b_j) + 2 tanh(c_j)]/3`` in single precision.

    Parameters
    ----------
    neurons : (networks, N, d + 2)
        w, b and c of each.
    inputs : (networks, n, d)
        z.
    scale
        R.

    Returns
    -------
    outputs : (networks, n)

    References
    ----------
    Suzuki, Wu, Oko and Nitanda (2023), NeurIPS: the network of the experiment.
    """
    d, width = inputs.shape[2], neurons.shape[1]
    inputs, neurons = (part.astype(np.float32, copy=False) for part in (inputs, neurons))
    fields = inputs @ neurons[:, :, :d].transpose(0, 2, 1)
    fields += neurons[:, None, :, d]
    sums = np.empty(fields.shape[:2], np.float32)
    tanh_sums_and_slopes(fields.reshape(-1, width), sums.reshape(-1))
    constant = np.tanh(neurons[:, :, d + 1]).mean(axis=1)
    return np.asarray(scale / 3 * (sums / width + 2 * constant[:, None]))
