"""How many inits recover with signs as drawn, and with forced ones, at infinite n."""

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.papers.bietti2022.shared.model import draw_inits, population_overlaps, populations, starts, targets


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the inits."""
    return draw_inits(setting, int(setting["inits"]), rng)


def signs(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per exponent and init with signs as drawn, and with forced ones for one exponent."""
    links, inits = targets(setting), populations(draws)
    forced = {s: link for s, link in links.items() if s == setting["forced"]}
    for force, chosen in ((False, links), (True, forced)):
        found = population_overlaps(setting, inits, chosen, starts(draws, inits, chosen, force))
        for s, overlaps in zip(chosen, found, strict=True):
            for init, overlap in enumerate(overlaps.tolist()):
                yield {"force_signs": force, "s": s, "init": init, "overlap": overlap}
