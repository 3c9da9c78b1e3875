"""Types of the values of moniri2023's experiments."""

from feature_learning.core.values import (
    ACTIVATION,
    COUNT,
    LINK,
    NOT_NEGATIVE,
    NUMBER,
    POSITIVE,
    PRECISION,
    Joint,
    Number,
    OneOf,
    whole,
)

# Where features get the theorem's l spikes, l is at most 6: spikes_kept in shared/model.py.
SPIKED = Number(below=3 / 7, simulated=True)

VALUES = {
    "activation": ACTIVATION,
    "alpha": NUMBER,
    **dict.fromkeys(
        (
            "cubic_remainder.alpha",
            "gradient_noise.alpha",
            "models.alpha",
            "remainder.alpha",
            "remainder_talk.alpha",
            "universality.alpha",
        ),
        SPIKED,
    ),
    # The batch of the ridge regression: that of the step, as the talk writes it, or another one.
    "batch": OneOf("fresh", "same"),
    "d": COUNT,
    "degree": whole(least=0),
    "dtype": PRECISION,
    "eta": POSITIVE,
    # Draws of the fresh batch's label noise, over which errors are averaged.
    "label_draws": COUNT,
    "link": LINK,
    "model": OneOf("noise", "rank-one", "simplified", "slide", "spikes", "surrogate", "talk"),
    "n": COUNT,
    "n_over_d": POSITIVE,
    # The networks share their draws. slides: Gaussian rows, and the untrained output in the
    # gradient, as the talk writes it. simplified: rows on the sphere, the gradient without that
    # output. rank-one: as simplified, with the rank-one part of the gradient only, of which the
    # theorem speaks. slide: this part with Gaussian rows, the matrix that the slide calls F.
    "network": OneOf("rank-one", "simplified", "slide", "slides"),
    "noise": NOT_NEGATIVE,
    "phi": POSITIVE,
    # A target and its label noise, with a number that tells it apart in tables.
    "problem": Joint("task", "link", "noise"),
    "psi": POSITIVE,
    "ridge": POSITIVE,
    "task": COUNT,
    "width": COUNT,
}
