"""How many inits recover with the public code's link and with ours, at infinite n."""

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.relu_links import link
from feature_learning.papers.bietti2022.shared.model import draw_inits, population_overlaps, populations, starts


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the inits."""
    return draw_inits(setting, int(setting["inits"]), rng)


def links(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per link, exponent and init; both links start from the same inits, with forced signs."""
    inits = populations(draws)
    for name in map(str, setting.grid["link"]):
        own = {s: link(name, s) for s in map(int, setting.grid["s"])}
        found = population_overlaps(setting, inits, own, starts(draws, inits, own, force=True))
        for s, overlaps in zip(own, found, strict=True):
            for init, overlap in enumerate(overlaps.tolist()):
                yield {"link": name, "s": s, "init": init, "overlap": overlap}
