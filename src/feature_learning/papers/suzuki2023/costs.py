"""What a training job of ``kernel_baseline`` costs: a curve ends where it should become flat, which depends on alpha."""

from feature_learning.core.cost import Cost, cholesky, functions, normals, passes, product
from feature_learning.core.setting import Setting


def _until(setting: Setting, d: int, k: int) -> list[int]:
    """Return the sample sizes up to where a curve should become flat, at the k-th power of the effective dimension."""
    sizes = sorted(map(int, setting.grid["n"]))
    enough = 8 * (d ** (1 - float(setting["alpha"]))) ** k
    return [n for place, n in enumerate(sizes) if place == 0 or sizes[place - 1] < max(enough, 128)]


def kernel_baseline(setting: Setting) -> Cost:
    """Return the cost of a kernel and a Cholesky factor for each steepness and ridge, up to the size that is enough."""
    tests, steepness, ridges, flops, most = setting["test_size"], len(setting.grid["steepness"]), len(setting.grid["ridge"]), 0.0, 0
    for k in map(int, setting.grid["k"]):
        for d in (d for d in map(int, setting.grid["d"]) if k <= 2 or d <= setting["largest_cubic_d"]):
            flops += setting["replicas"] * normals((max(map(int, setting.grid["n"])) + tests) * d)
            for n in _until(setting, d, k):
                kernels = product(n + tests, d, n) + steepness * functions((n + tests) * n)
                fits = steepness * ridges * (cholesky(n) + passes(n * n, 2)) + product(tests, n, steepness * ridges)
                flops, most = flops + setting["replicas"] * (kernels + fits), max(most, n)
    return Cost(flops, 8 * most * (5 * most + 3 * tests))
