"""The quantities of this paper's figures, claims and captions.

A structure is called by its exponents, ``gamma1-gamma2``, or isotropic.
"""

from feature_learning.papers.mousavi2023.quantities.flow import (
    aligned,
    aligned_around_threshold,
    aligned_of_seed,
    aligned_of_width,
    aligned_with_biases,
    arriving,
    change_of_arriving,
    exponent_of_samples,
    k_beyond_theorem,
    log_samples,
    mean_exponent_of_samples,
    saved_samples,
    slope_on_gamma2,
    warm_start,
)
from feature_learning.papers.mousavi2023.quantities.gradient import (
    cosine_at_large_d,
    needed_samples,
    one_step,
    visible_over_needed,
    visible_samples,
)
from feature_learning.papers.mousavi2023.quantities.risk import (
    excess_of_width,
    excess_risk,
    exponent_of_kernel_samples,
    kernel_risk,
    kernel_samples,
    network_risk,
)
from feature_learning.papers.mousavi2023.quantities.runtime import (
    exponent_of_start,
    growth_of_time,
    growth_of_width,
    largest_overlap,
    median_largest_overlap,
    slope_of_time,
    slope_on_log_epsilon,
    slope_on_samples,
    time_over_formula,
)
from feature_learning.papers.mousavi2023.quantities.sphere import (
    aligns_unlike_sphere,
    batch_normalised,
    end_of_flow,
    growth_of_output,
    growth_threshold,
    normalised_time_over_formula,
    output_on_sphere,
    staying_share,
    whitened_over_normalised,
)

__all__ = [
    "SYMBOLS",
    "aligned",
    "aligned_around_threshold",
    "aligned_of_seed",
    "aligned_of_width",
    "aligned_with_biases",
    "aligns_unlike_sphere",
    "arriving",
    "batch_normalised",
    "change_of_arriving",
    "cosine_at_large_d",
    "end_of_flow",
    "excess_of_width",
    "excess_risk",
    "exponent_of_kernel_samples",
    "exponent_of_samples",
    "exponent_of_start",
    "growth_of_output",
    "growth_of_time",
    "growth_of_width",
    "growth_threshold",
    "k_beyond_theorem",
    "kernel_risk",
    "kernel_samples",
    "largest_overlap",
    "log_samples",
    "mean_exponent_of_samples",
    "median_largest_overlap",
    "needed_samples",
    "network_risk",
    "normalised_time_over_formula",
    "one_step",
    "output_on_sphere",
    "saved_samples",
    "slope_of_time",
    "slope_on_gamma2",
    "slope_on_log_epsilon",
    "slope_on_samples",
    "staying_share",
    "time_over_formula",
    "visible_over_needed",
    "visible_samples",
    "warm_start",
    "whitened_over_normalised",
]

SYMBOLS = {"biases": "", "ratio": "n/d", "structure": "", "target": "", "width": "N"}
"""What coordinates are called in the names of points; values of one called nothing stand alone."""
