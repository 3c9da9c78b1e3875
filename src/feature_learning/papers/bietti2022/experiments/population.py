"""The descent at infinite n, from initialisations that several links or signs share."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.papers.bietti2022.shared.links import link
from feature_learning.papers.bietti2022.shared.model import (
    draw_inits,
    population_overlaps,
    population_paths,
    populations,
    starts,
    targets,
)

_EVERY = 50  # steps at the start that are all recorded


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the initialisations."""
    return draw_inits(setting, setting["inits"], rng)


def links(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """One row per link (the public code's and ours), exponent and initialisation, with forced signs
    (fig1-code).
    """
    inits = populations(draws)
    for name in setting.names("link"):
        links = {s: link(name, s) for s in setting.ints("s")}
        ends = population_overlaps(setting, inits, links, starts(draws, inits, links, force=True))
        for s, overlaps in zip(links, ends.tolist(), strict=True):
            for init, overlap in enumerate(overlaps):
                yield {"link": name, "s": s, "init": init, "overlap": overlap}


def signs(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """One row per exponent and initialisation with signs as drawn, and with forced ones for one
    exponent (figx-signs).
    """
    links, inits = targets(setting), populations(draws)
    forced = {s: link for s, link in links.items() if s == setting["forced"]}
    for force, shown in ((False, links), (True, forced)) if forced else ((False, links),):
        ends = population_overlaps(setting, inits, shown, starts(draws, inits, shown, force))
        for s, overlaps in zip(shown, ends.tolist(), strict=True):
            for init, overlap in enumerate(overlaps):
                yield {"force_signs": force, "s": s, "init": init, "overlap": overlap}


def population_flow(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """One row per recorded iteration, exponent and initialisation: the overlap (figx-landscape)."""
    links, inits = targets(setting), populations(draws)
    later = np.geomspace(_EVERY, setting["iterations"], setting["points"]).astype(int)
    shown = {*range(_EVERY), *later.tolist()}
    start = starts(draws, inits, links, setting["force_signs"])
    for number, m in enumerate(population_paths(setting, inits, links, start)):
        if number in shown:
            for s, overlaps in zip(links, m.tolist(), strict=True):
                for init, overlap in enumerate(overlaps):
                    yield {"s": s, "init": init, "iteration": number, "overlap": overlap}
