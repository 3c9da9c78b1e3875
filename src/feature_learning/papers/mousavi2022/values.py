"""Types of the values of mousavi2022's experiments."""

from feature_learning.core.values import (
    ACTIVATION,
    COUNT,
    FLAG,
    LINK,
    NOT_NEGATIVE,
    POSITIVE,
    Function,
    Joint,
    OneOf,
    whole,
)

_TARGETS = (
    "cubic-mix",
    "hermite-2",
    "hermite-3",
    "softplus",
    "steep-tanh",
    "tanh",
    "tanh-and-square",
    "two-tanh",
)

VALUES = {
    "activation": ACTIVATION,
    "bias": OneOf("none", "uniform"),
    "compress_time.bias": OneOf("apart", "none", "uniform"),
    "bias_decay": NOT_NEGATIVE,
    "cases": Joint("p", "d", "law", "n"),
    "d": COUNT,
    "neurons.d": whole(least=2, most=2),  # it draws the neurons in the plane
    "decay": NOT_NEGATIVE,
    "factor": POSITIVE,
    "horizon": COUNT,
    "k": COUNT,
    "kernel": OneOf("arc-cosine", "gaussian"),
    "kernel_ridge": POSITIVE,
    "largest_ridge": POSITIVE,
    "law": OneOf("gaussian", "sphere"),
    "layer": OneOf("decay", "no-decay", "untrained"),
    "layers": Joint("decay", "bias"),
    "least_n_over_d": POSITIVE,
    "least_ridge": POSITIVE,
    "link": LINK,
    "method": OneOf("direct", "reduced"),
    "most": COUNT,
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
    "target": Function("target", _TARGETS),
    "links.target": Function("target", (*_TARGETS, "fifth", "sign")),
    "test_size": COUNT,
    "wide": COUNT,
    "wide_samples": COUNT,
    "width": COUNT,
}

FIXED = {
    "activation": (
        "the neurons are ReLUs, which the predictions, the tangent kernel and the rescaling "
        "before the refit need; links and subspace, which follow the first layer alone, take "
        "another, and target can be exchanged in most experiments"
    )
}
