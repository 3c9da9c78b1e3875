"""Overlap and risk against the sample size, from several initialisations: the poster's figure, and
all that uses its runs.
"""

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.papers.bietti2022.shared.model import (
    draw_inits,
    population_overlaps,
    populations,
    samples,
    starts,
    targets,
    trained,
    warn_if_unstable,
)
from feature_learning.papers.bietti2022.shared.refit import RIDGES, outcome


def _windows(setting: Setting) -> dict[int, list[int]]:
    """Return the sample sizes of each exponent: its window of the grid, with n d at most
    ``most_entries``.
    """
    most = setting["most_entries"] / setting["d"]
    return {
        window["s"]: [
            n for n in setting.ints("n") if window["least"] <= n <= min(window["most"], most)
        ]
        for window in setting.mappings("windows")
    }


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the initialisations, which all exponents and sample sizes share."""
    return draw_inits(setting, setting["inits"], rng)


def learning_curves(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """One row per sample size, exponent and initialisation; all of a size are trained at once, on
    the same inputs. The floor is R(1), the least excess risk of the neurons at the target's
    direction.
    """
    links, inits = targets(setting), populations(draws)
    warn_if_unstable(setting, inits, [setting["eta"]])
    start = starts(draws, inits, links, setting["force_signs"])
    ends = population_overlaps(setting, inits, links, start).tolist()
    limits = dict(zip(links, ends, strict=True))
    floors = {
        s: [
            float(each.least_loss(each.correlations(f, [1.0]), RIDGES[0], f.square_norm)[0])
            for each in inits
        ]
        for s, f in links.items()
    }
    windows = _windows(setting)
    drawn = samples(setting, max(max(windows[s]) for s in links), rng)
    for n in setting.ints("n"):
        shown = {s: link for s, link in links.items() if n in windows[s]}
        if not shown:
            continue
        thetas, layers = trained(setting, draws, inits, shown, drawn, n)
        for (s, link), theta, c in zip(shown.items(), thetas, layers, strict=True):
            for init, population in enumerate(inits):
                yield {
                    "n": n,
                    "s": s,
                    "init": init,
                    **outcome(theta[init], c[init], drawn, n, population, link, setting["noise"]),
                    "floor": floors[s][init],
                    "limit": limits[s][init],
                }
