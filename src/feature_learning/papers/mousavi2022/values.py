"""Types of the values of mousavi2022's experiments."""

from feature_learning.core.values import COUNT, FLAG, NOT_NEGATIVE, POSITIVE, OneOf, whole

VALUES = {
    "bias": OneOf("none", "uniform"),
    "bias_decay": NOT_NEGATIVE,
    "d": COUNT,
    "neurons.d": whole(least=2, most=2),  # it draws the neurons in the plane
    "decay": NOT_NEGATIVE,
    "horizon": COUNT,
    "k": COUNT,
    "largest_ridge": POSITIVE,
    "layer": OneOf("decay", "no-decay", "untrained"),
    "least_n_over_d": POSITIVE,
    "least_ridge": POSITIVE,
    "link": OneOf("tanh"),
    "method": OneOf("direct", "reduced"),
    "n": COUNT,
    "n_over_d": COUNT,
    "noise": NOT_NEGATIVE,
    "p": COUNT,
    "plateau_d": COUNT,
    "plateau_n": COUNT,
    "rank": whole(least=0),
    "ridge": POSITIVE,
    "ridges": COUNT,
    "shown": POSITIVE,
    "step_follows_decay": FLAG,
    "step_lead": POSITIVE,
    "step_offset": POSITIVE,
    "t_over_d": NOT_NEGATIVE,
    "target": OneOf("hermite-2", "hermite-3", "steep-tanh", "tanh", "tanh-and-square", "two-tanh"),
    "test_size": COUNT,
    "wide": COUNT,
    "wide_samples": COUNT,
    "width": COUNT,
}
