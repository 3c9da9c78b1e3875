"""What a training job of each experiment costs: products through the first layer, and the fits of the second."""

from feature_learning.core.cost import Cost, cholesky, eigenvalues, gram, normals, passes, product, shifted
from feature_learning.core.setting import Setting


def one_step(setting: Setting) -> Cost:
    """A ridge fit for each variant and step size (and one untrained), on features of n and test_size inputs."""
    n, d, width, rows = setting["n"], setting["d"], setting["width"], setting["n"] + setting["test_size"]
    # Before the step: three batches. Of it: two gradients, and what they add to two batches each, one of them to the third as well
    begin = normals((rows + n) * d) + product(rows + n, d, width) + 3 * product(n, d, width) + 2 * product(rows, d, width)
    fit = passes(rows * width, 4) + gram(max(n, width), min(n, width)) + cholesky(min(n, width)) + passes(rows * width)
    flops = begin + normals(rows * width) + len(setting.grid["variant"]) * (len(setting.grid["alpha"]) + 1) * fit
    return Cost(flops, 8 * ((rows + n) * d + 5 * rows * width), gpu=True)


def spectra(setting: Setting) -> Cost:
    """Spectra of features and of weights, for each step size with and without the interaction."""
    n, d, width = setting["n"], setting["d"], setting["width"]
    step = passes(n * width, 4) + gram(n, width) + eigenvalues(width) + gram(width, d) + eigenvalues(d)
    each = 3 * product(n, d, width) + len(setting.grid["alpha"]) * step
    return Cost(normals(2 * n * d) + len(setting.grid["interaction"]) * each, 8 * (2 * n * d + 4 * n * width + 2 * width**2), gpu=True)


def gradient_rank(setting: Setting) -> Cost:
    """Two gradients and three spectral norms at each n."""
    flops = 0.0
    for n in map(int, setting.grid["n"]):
        d, width = setting["phi"] * n, setting["phi"] / setting["psi"] * n
        flops += normals(n * d) + 3 * product(n, d, width) + passes(n * width, 6) + 3 * (gram(width, d) + passes(50 * d * d))
    n = max(map(int, setting.grid["n"]))
    return Cost(flops, 8 * n * n * (setting["phi"] + 4 * setting["phi"] / setting["psi"]), gpu=True)


def beta_alignment(setting: Setting) -> Cost:
    """The inputs, and a product with the labels for each task and size."""
    entries = max(map(float, setting.grid["n_over_d"])) * setting["d"] ** 2
    return Cost(normals(entries) + len(setting.grid["task"]) * passes(entries, 2), 8 * entries)


def barrier(setting: Setting) -> Cost:
    """A ridge path on features of each step size and untrained, and one on the inputs."""
    n, d, width, rows = setting["n"], setting["d"], setting["width"], setting["n"] + setting["test_size"]
    fit = product(rows, d, width) + passes(rows * width, 4) + gram(n, width) + shifted(width, len(setting.grid["ridge"]))
    fit += product(rows, width, len(setting.grid["ridge"]))
    flops = normals((rows + n) * d) + 2 * product(n, d, width) + (len(setting.grid["alpha"]) + 1) * fit
    # The features of all step sizes are held at once.
    return Cost(flops, 8 * ((rows + n) * d + (len(setting.grid["alpha"]) + 1) * rows * width), gpu=True)
