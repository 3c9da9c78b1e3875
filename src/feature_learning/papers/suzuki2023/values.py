"""Types of the values of suzuki2023's experiments."""

from feature_learning.core.values import (
    COUNT,
    NOT_NEGATIVE,
    POSITIVE,
    Function,
    Joint,
    Number,
    OneOf,
    whole,
)

# Distributions of one neuron that a grid of some thousand points holds
_LINE_PENALTY = Number(least=0.01, most=10)
_START_MEAN = Number(least=-20, most=20)
_START_VARIANCE = Number(least=0.01, most=25)

VALUES = {
    "alpha": NOT_NEGATIVE,
    "amplitude": POSITIVE,
    "burn_in": POSITIVE,
    "annealed.case": Joint("d", "k", "n"),
    "flow.penalty": _LINE_PENALTY,
    "growth_k3.case": Joint("d", "least", "most"),
    "chaos.penalty": _LINE_PENALTY,
    "choice_size": COUNT,
    "d": COUNT,
    "dt": POSITIVE,
    "enough": POSITIVE,
    "eta": POSITIVE,
    "first": Number(above=0, most="horizon"),
    "halvings": whole(least=0),
    "heat": POSITIVE,
    "horizon": POSITIVE,
    "k": whole(most="d"),
    "largest_cubic_d": COUNT,
    "law": OneOf("none", "falling", "constant"),
    "least": POSITIVE,
    "mean": _START_MEAN,
    "most": POSITIVE,
    "most_steep": COUNT,
    "n": COUNT,
    "n_over_d": POSITIVE,
    "noise": Joint("law", "tau"),
    "noisy_share": POSITIVE,
    "particles": COUNT,
    "penalty": POSITIVE,
    "points": whole(least=2),
    "reach": POSITIVE,
    "rates.penalty": _LINE_PENALTY,
    "records": COUNT,
    "replicas": COUNT,
    "chaos.replicas": whole(least=2),
    "linear_neurons.replicas": whole(least=2),
    "ridge": POSITIVE,
    "samples": POSITIVE,
    "scale": POSITIVE,
    "schedule": Joint("heat", "halvings"),
    "start": Joint("mean", "variance"),
    "starts.penalty": _LINE_PENALTY,
    "start_mean": _START_MEAN,
    "start_variance": _START_VARIANCE,
    "steepness": POSITIVE,
    "step": POSITIVE,
    "steps": COUNT,
    "stretch": POSITIVE,
    "t": NOT_NEGATIVE,
    "target": Function("boolean", ("parity",)),
    "targets": COUNT,
    "tau": NOT_NEGATIVE,
    "temperature": POSITIVE,
    "test_size": COUNT,
    "variance": _START_VARIANCE,
    "wide.case": Joint("d", "least", "most"),
    "width": COUNT,
}

FIXED = {
    "activation": (
        "the neurons are tanh, for which the steps are compiled; the theory needs bounded ones, "
        "such as tanh, in any case. Of the networks, target, k, heat and penalty can be "
        "exchanged, of the problem on a line amplitude, temperature and penalty"
    ),
    "link": "the target is a Boolean function; target and k can be exchanged",
}
