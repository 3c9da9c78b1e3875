"""The Langevin step: its gradient, its noise, its batches, and what it refuses."""

import numpy as np
import pytest

from feature_learning.core.device import Device, device
from feature_learning.core.errors import UserError
from feature_learning.training.langevin import Langevin, network_output

RATES = {"penalty": 0.1, "step": 0.2, "scale": 15.0}
TEMPERATURE = np.array([0.05, 0.2])
# Of a step: its gradient is a mean of products of a slope of the loss and one of tanh, times 2R/3
# at most. An error e of tanh moves the former by R e/4 and the latter by 2 e.
ROUNDING = RATES["step"] * 2 * RATES["scale"] / 3 * (RATES["scale"] / 4 + 2) * 5e-7 + 1e-6


def problem(networks=2, n=12, d=5, width=7, seed=0):
    rng = np.random.default_rng(seed)
    inputs = rng.choice([-1.0, 1.0], (networks, n, d)) / np.sqrt(d)
    return (
        inputs,
        np.sign(inputs[..., 0] * inputs[..., 1]),
        rng.standard_normal((networks, width, d + 2)),
    )


def langevin(data, temperature=TEMPERATURE, seed=1, place="cpu", **changes):
    where = place if isinstance(place, Device) else device(place)
    return Langevin(
        *data, temperature, rng=np.random.default_rng(seed), device=where, **{**RATES, **changes}
    )


def energy(neurons, inputs, labels, lam):
    """Risk and penalty of one network, written out neuron by neuron."""
    total = np.zeros(len(inputs))
    for x in neurons:
        total += RATES["scale"] * (np.tanh(inputs @ x[:-2] + x[-2]) + 2 * np.tanh(x[-1])) / 3
    return np.log1p(np.exp(-labels * total / len(neurons))).mean() + lam * RATES["penalty"] * (
        neurons**2
    ).sum() / len(neurons)


def test_gradient_is_that_of_the_energy_times_the_width():
    inputs, labels, start = problem()
    found = langevin((inputs, labels, start)).gradient()
    for net, (neuron, entry) in ((0, (0, 0)), (0, (3, 5)), (1, (2, 6)), (1, (6, 2))):
        ends = []
        for sign in (1, -1):
            moved = start[net].copy()
            moved[neuron, entry] += sign * 1e-5
            ends.append(energy(moved, inputs[net], labels[net], TEMPERATURE[net]))
        assert found[net, neuron, entry] == pytest.approx(
            len(start[net]) * (ends[0] - ends[1]) / 2e-5, rel=1e-4, abs=1e-6
        )


def drawn(start, seed=3):
    """Noise of a step."""
    return np.random.default_rng(seed).standard_normal(
        start.transpose(0, 2, 1).shape, dtype=np.float32
    )


@pytest.mark.parametrize("temperature", [TEMPERATURE, np.array([0.1, 0.1])])
def test_a_step_is_gradient_and_noise(temperature):
    data = problem()
    net, noise = langevin(data, temperature), drawn(data[2])
    gradient = net.gradient()
    net.advance(noise)
    expected = (
        data[2]
        - RATES["step"] * gradient
        + np.sqrt(2 * temperature * RATES["step"])[:, None, None] * noise.transpose(0, 2, 1)
    )
    assert net.neurons == pytest.approx(expected, abs=2e-5)


def plain_step(data, temperature, noise):
    """The step of the module's docstring, in double precision and without its rows and factors."""
    inputs, labels, start = data
    tanh = np.tanh(inputs @ start[..., :-2].transpose(0, 2, 1) + start[:, None, :, -2])
    constant = np.tanh(start[:, None, :, -1])
    outputs = RATES["scale"] / 3 * (tanh + 2 * constant).mean(axis=2)
    slopes = -labels / (1 + np.exp(labels * outputs)) / labels.shape[1]
    weighted = RATES["scale"] / 3 * slopes[..., None] * (1 - tanh**2)
    pull = 2 * RATES["scale"] / 3 * slopes.sum(axis=1)[:, None] * (1 - constant[:, 0] ** 2)
    inner, offset = weighted.transpose(0, 2, 1) @ inputs, weighted.sum(axis=1)[..., None]
    lam = temperature[:, None, None]
    decay = 2 * lam * RATES["penalty"] * start
    gradient = np.concatenate([inner, offset, pull[..., None]], axis=2) + decay
    spread = np.sqrt(2 * lam * RATES["step"])
    return start - RATES["step"] * gradient + spread * noise.transpose(0, 2, 1)


def places():
    """Compiled steps, and torch's on the processor, which are those that it takes on CUDA."""
    xp = pytest.importorskip("array_api_compat.torch")
    return {"compiled": device("cpu"), "torch": Device("cpu", xp)}


@pytest.mark.parametrize("place", ["compiled", "torch"])
@pytest.mark.parametrize("sizes", [(2, 12, 5, 7), (4, 33, 6, 130)])
def test_a_step_is_that_of_plain_numpy(place, sizes):
    networks, n, d, width = sizes
    data, temperature = problem(networks, n, d, width), np.linspace(0.05, 0.2, networks)
    net, noise = langevin(data, temperature, place=places()[place]), drawn(data[2])
    net.advance(noise)
    expected = plain_step(data, temperature, noise)
    np.testing.assert_allclose(net.neurons, expected, rtol=1e-6, atol=ROUNDING)


def test_networks_of_a_batch_do_not_mix():
    inputs, labels, start = problem()
    both, second = (
        langevin((inputs, labels, start)),
        langevin((inputs[1:], labels[1:], start[1:]), TEMPERATURE[1:]),
    )
    for step in range(20):
        noise = drawn(start, step)
        both.advance(noise)
        second.advance(noise[1:])
    assert both.neurons[1] == pytest.approx(second.neurons[0], abs=1e-4)


@pytest.mark.parametrize("n", [3, 12])
def test_fewer_samples_than_dimensions_change_nothing_in_law(n):
    """Without a pull from the data, all coordinates of all neurons keep one law, those outside the
    samples' span too.
    """
    inputs, _, start = problem(networks=4, n=n, d=6, width=4000)
    net = langevin(
        (inputs, np.ones((4, n)), start + 3),
        np.array([0.4, 0.4, 0.8, 0.8]),
        scale=1e-4,
        penalty=0.5,
        sharing=2,
    )
    net.run(3)
    net.run(4)
    for lam, neurons in zip((0.4, 0.4, 0.8, 0.8), net.neurons, strict=True):
        keep = 1 - RATES["step"] * lam
        kept, grown = keep**7, 2 * lam * RATES["step"] * (1 - keep**14) / (1 - keep**2)
        assert neurons.mean(axis=0) == pytest.approx(3 * kept, abs=0.1)
        assert np.cov(neurons.T) == pytest.approx((kept**2 + grown) * np.eye(8), abs=0.12)


def test_weights_move_in_the_span_of_few_samples_as_in_all_coordinates():
    """The gradient is that of the energy; the paths agree when the samples are padded to as many as
    there are dimensions.
    """
    inputs, labels, start = problem(n=3, d=5)
    padded = (
        np.concatenate([inputs, np.zeros((2, 2, 5))], axis=1),
        np.concatenate([labels, np.zeros((2, 2))], axis=1),
        start,
    )
    few, all_of_them = langevin((inputs, labels, start)), langevin(padded)
    assert few.gradient() == pytest.approx(all_of_them.gradient(), abs=1e-5)
    few.advance(np.zeros((2, 5, 7), np.float32))
    all_of_them.advance(np.zeros((2, 7, 7), np.float32))
    assert few.predict(inputs) == pytest.approx(all_of_them.predict(inputs), abs=1e-4)


def test_outputs_are_means_over_neurons():
    inputs, labels, start = problem()
    net = langevin((inputs, labels, start))
    expected = np.stack([[_output(x, z) for z in zs] for x, zs in zip(start, inputs, strict=True)])
    found = network_output(start, inputs, RATES["scale"])
    assert found == pytest.approx(expected, rel=1e-5, abs=1e-5)
    assert net.predict(inputs) == pytest.approx(expected, rel=1e-4, abs=1e-5)
    assert net.accuracy(inputs, labels) == pytest.approx((np.sign(expected) == labels).mean(axis=1))


def test_parts_are_tested_on_the_same_points():
    inputs, labels, start = problem(networks=4)
    net = langevin((inputs, labels, start), np.full(4, 0.1), sharing=2)
    twice = np.concatenate([inputs[:2], inputs[:2]]), np.concatenate([labels[:2], labels[:2]])
    assert np.array_equal(net.accuracy(inputs[:2], labels[:2]), net.accuracy(*twice))


def _output(neurons, z):
    return 15 * np.mean([(np.tanh(x[:-2] @ z + x[-2]) + 2 * np.tanh(x[-1])) / 3 for x in neurons])


def test_without_signal_neurons_reach_the_gaussian_of_the_penalty():
    """Labels that cancel pull nothing on the mean: variance ``2 lam eta / (1 - (1 - 2 lam lam1
    eta)^2)``, a little above 1/(2 lam1).
    """
    inputs, start = np.zeros((2, 2, 3)), np.zeros((2, 4000, 5))
    net = langevin(
        (inputs, np.array([[1.0, -1.0]] * 2), start),
        np.array([2.0, 4.0]),
        penalty=0.5,
        step=0.1,
        scale=1e-4,
    )
    net.run(100)
    for lam, neurons in zip((2.0, 4.0), net.neurons, strict=True):
        expected = 0.2 * lam / (1 - (1 - 0.1 * lam) ** 2)
        assert neurons.var() == pytest.approx(expected, rel=0.04)
        assert abs(neurons.mean()) < 0.04


def test_equal_streams_give_equal_neurons():
    data = problem()
    one, other, third = langevin(data), langevin(data), langevin(data, seed=2)
    for net in (one, other, third):
        net.run(5)
    assert (one.neurons == other.neurons).all()
    assert (one.neurons != third.neurons).any()


def test_compiled_steps_and_torch_s_take_the_same_path():
    """Errors of 20 steps add up, and grow by less than a hundredfold on the way."""
    one, other = (langevin(problem(), place=place) for place in places().values())
    assert one.gradient() == pytest.approx(other.gradient(), abs=2 * ROUNDING / RATES["step"])
    for net in (one, other):
        net.run(20)
    assert one.neurons == pytest.approx(other.neurons, abs=1e-3)


@pytest.mark.cuda
def test_devices_agree():
    data = problem()
    one, other = langevin(data), langevin(data, place="cuda")
    for net in (one, other):
        net.run(20)
    assert one.neurons == pytest.approx(other.neurons, abs=1e-3)


def test_refuses_what_does_not_fit():
    inputs, labels, start = problem()
    with pytest.raises(UserError, match="do not fit"):
        langevin((inputs, labels[:, 1:], start))
    with pytest.raises(UserError, match="must be positive"):
        langevin((inputs, labels, start), np.array([0.1, 0.0]))


def test_a_row_with_label_zero_is_no_sample():
    inputs, labels, start = problem()
    fewer = labels.copy()
    fewer[0, 3:] = 0
    both = langevin((inputs, fewer, start))
    alone = langevin((inputs[:1, :3], labels[:1, :3], start[:1]), TEMPERATURE[:1])
    assert both.gradient()[0] == pytest.approx(alone.gradient()[0], abs=1e-6)
    assert both.accuracy(inputs, fewer)[0] == alone.accuracy(inputs[:1, :3], labels[:1, :3])[0]
    with pytest.raises(UserError, match="without samples"):
        langevin((inputs, np.zeros_like(labels), start))


def test_parts_share_their_noise():
    """Of two equal parts the networks stay equal, and those within a part differ."""
    inputs, labels, start = (np.concatenate([part, part]) for part in problem())
    alike = np.concatenate([start[:1]] * len(start))
    net = langevin(
        (np.concatenate([inputs[:1]] * 4), np.concatenate([labels[:1]] * 4), alike),
        np.full(4, 0.1),
        sharing=2,
    )
    net.run(5)
    assert net.neurons[:2] == pytest.approx(net.neurons[2:], abs=1e-6)
    assert np.abs(net.neurons[0] - net.neurons[1]).max() > 0.1
    with pytest.raises(UserError, match="equal length"):
        langevin((inputs, labels, start), np.full(4, 0.1), sharing=3)


@pytest.mark.parametrize("n", [12, 3])  # more and fewer samples than dimensions
def test_after_a_change_of_temperature_a_network_moves_as_one_that_starts_there(n):
    inputs, labels, start = problem(n=n)
    cooled, cold = (
        langevin((inputs, labels, start), 10 * TEMPERATURE),
        langevin((inputs, labels, start)),
    )
    cooled.set_temperature(TEMPERATURE)
    cooled.run(5)
    cold.run(5)
    assert np.array_equal(cooled.neurons, cold.neurons)


@pytest.mark.parametrize("temperature", [np.array([0.1]), np.array([0.1, 0.0])])
def test_refuses_to_go_on_at_temperatures_that_make_no_sense(temperature):
    with pytest.raises(UserError, match="must be positive, and 2 in number"):
        langevin(problem()).set_temperature(temperature)
