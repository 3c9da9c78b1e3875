"""What training jobs cost, and up to which sample size the kernel is fitted."""

from __future__ import annotations

from feature_learning.core.cost import Cost, cholesky, functions, normals, passes, product
from feature_learning.core.setting import Setting


def kernel_sizes(setting: Setting, d: int, k: int) -> list[int]:
    """Return the kernel's sample sizes: to 128, and on to ``2^(1-k) D^k``, where ``D = d^(1-alpha)``.

    There its accuracy is well above the level of the thresholds.
    """
    enough = max(2 * (d ** (1 - float(setting["alpha"])) / 2) ** k, 128)
    return [n for n in sorted(map(int, setting.grid["n"])) if n <= enough]


def kernel_baseline(setting: Setting) -> Cost:
    """Return the cost of a kernel and a Cholesky factor for each steepness and ridge, at all sizes."""
    steepness, ridges, flops, most = len(setting.grid["steepness"]), len(setting.grid["ridge"]), 0.0, 0
    tests = setting["test_size"] + setting["choice_size"]
    for k in map(int, setting.grid["k"]):
        for d in (d for d in map(int, setting.grid["d"]) if k <= 2 or d <= setting["largest_cubic_d"]):
            sizes = kernel_sizes(setting, d, k)
            flops += setting["replicas"] * normals((max(sizes) + tests) * d)
            for n in sizes:
                kernels = product(n + tests, d, n) + steepness * functions((n + tests) * n)
                fits = steepness * ridges * (cholesky(n) + passes(n * n, 2)) + product(tests, n, steepness * ridges)
                flops, most = flops + setting["replicas"] * (kernels + fits), max(most, n)
    return Cost(flops, 8 * most * (5 * most + 3 * tests))


def heatmap(setting: Setting) -> Cost:
    """Return the cost of a run at each dimension and sample size, to the last horizon."""
    return _training(
        setting, [(int(d), int(n)) for d in setting.grid["d"] for n in setting.grid["n"]], max(map(float, setting.grid["horizon"]))
    )


def growth_k3(setting: Setting) -> Cost:
    """Return the cost of a run at each dimension and number of samples per dimension, to the last horizon."""
    cells = [(int(d), round(float(ratio) * int(d))) for d in setting.grid["d"] for ratio in setting.grid["n_over_d"]]
    return _training(setting, cells, max(map(float, setting.grid["horizon"])))


growth_k2 = growth_k3


def anisotropic(setting: Setting) -> Cost:
    """Return the cost of a run at each degree, dimension and sample size."""
    cells = [(int(d), int(n)) for d in setting.grid["d"] for n in setting.grid["n"]] * len(setting.grid["k"])
    return _training(setting, cells, setting["horizon"])


def learning_time(setting: Setting) -> Cost:
    """Return the cost of runs that stop once they have learned; the times are rough fits to measured ones."""
    flops, most = 0.0, 0.0
    alpha = float(setting["alpha"])
    for k in map(int, setting.grid["k"]):
        for d in map(int, setting.grid["d"]):
            if k > 2 and alpha == 0 and d > setting["largest_cubic_d"]:
                continue
            n = round(float(setting["samples"]) * 16**alpha * d ** (1 - alpha))
            time = (10 * d if k == 2 else 4 * d**2.6) if alpha == 0 else 200
            cost = _training(setting, [(d, n)], min(time, setting["horizon"]))
            flops, most = flops + cost.flops, max(most, cost.bytes)
    return Cost(flops, most)


def _training(setting: Setting, cells: list[tuple[int, int]], horizon: float) -> Cost:
    """Return the cost of Langevin dynamics of all replicas at each dimension and sample size."""
    width, flops = setting["width"], 0.0
    for d, n in cells:
        inner = min(n, d) + 2
        step = 2 * product(n + 1, inner, width) + functions(n * width) + passes(n * width, 2) + normals(inner * width)
        flops += horizon / setting["eta"] * setting["replicas"] * step
    d, n = (max(sizes) for sizes in zip(*cells, strict=True))
    tested = setting["test_size"] * (width + d)
    return Cost(flops, 4 * setting["replicas"] * (n * (width + 2 * d) + 3 * width * d + tested))
