"""The generalisation gap against the number of the target's directions (prop-c)."""

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.papers.mousavi2022.experiments.gap import gaps
from feature_learning.papers.mousavi2022.shared.model import draw_network, network, shared


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the network."""
    return draw_network(setting["width"], setting["d"], rng)


def gap_k(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per link, number of directions and number of samples; all share network, inputs and noise."""
    d, own = setting["d"], network(draws, setting["width"], setting["d"])
    times = list(map(float, setting.grid["t_over_d"]))
    for name in map(str, setting.grid["link"]):
        for k in map(int, setting.grid["k"]):
            for row in gaps(setting, own, shared(name, k), d, times, rng):
                yield {"link": name, "k": k, **row}
