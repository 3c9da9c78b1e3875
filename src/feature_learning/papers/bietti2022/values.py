"""Types of the values of bietti2022's experiments."""

from feature_learning.core.values import (
    COUNT,
    FLAG,
    POSITIVE,
    PRECISION,
    Function,
    Joint,
    Number,
    OneOf,
    whole,
)

VALUES = {
    "cases": Joint("s", "d", "n"),
    "copies": COUNT,
    "d": COUNT,
    "directions": COUNT,
    "draws": COUNT,
    "dtype": PRECISION,
    "eta": POSITIVE,
    "every": COUNT,
    "factor": POSITIVE,
    "force_signs": FLAG,
    "forced": COUNT,
    "inits": COUNT,
    "iterations": COUNT,
    "kappa": POSITIVE,
    "kernel_ridge": POSITIVE,
    "lanes": COUNT,
    "least": COUNT,
    "link": Function("link", ("zigzag", "zigzag-half", "zigzag-odd", "hermite")),
    "loss_directions": COUNT,
    "loss_points": COUNT,
    "m": Number(least=-1, most=1),
    "most": COUNT,
    "most_entries": COUNT,
    "n": COUNT,
    "nets": Joint("width", "eta"),
    "one_pass.n": whole(least="iterations"),
    "noise": POSITIVE,
    "offsets": POSITIVE,
    "output": OneOf("lazy", "mean-field"),
    "pieces": COUNT,
    "points": COUNT,
    "radial": FLAG,
    "ratio": COUNT,
    "reach": POSITIVE,
    "ridge": POSITIVE,
    "s": COUNT,
    "samples": COUNT,
    "sizes": Joint("s", "d"),
    "starts": COUNT,
    "steps": COUNT,
    "tau": Number(above=1),
    "untied.tau": POSITIVE,
    "terms": COUNT,
    "test_size": COUNT,
    "total": COUNT,
    "warmup": COUNT,
    "watched": COUNT,
    "width": COUNT,
    "width_after": COUNT,
    "windows": Joint("s", "least", "most"),
}

FIXED = {
    "activation": (
        "the neurons are ReLUs, of which loss, gradient and flow have a closed form; link, s, tau "
        "and width can be exchanged"
    )
}
