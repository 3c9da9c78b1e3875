"""Risk against the sample size at a fixed width (fig3)."""

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.named import activation
from feature_learning.papers.mei2019.shared.model import Batch, Population, directions, feature_matrix, inputs, target
from feature_learning.training.second_layer import least_norm, ridge


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw teachers and features."""
    return directions(setting["d"], round(setting["psi1"] * setting["d"]), setting["teachers"], rng)


def sample_wise(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per sample size and penalty; smaller samples are the first rows of the largest."""
    d, xp = setting["d"], device.xp
    sizes = {float(psi2): round(float(psi2) * d) for psi2 in setting.grid["psi2"]}
    aim, sigma = target(setting["link"]).with_noise(1 / setting["rho"]), activation(setting["activation"])
    batch = Batch.of(inputs(max(sizes.values()), d, rng), [aim], draws, rng, device)
    features = feature_matrix("features", sigma, batch.projections, rng("surrogate"), device)
    population, width = Population.of("features", sigma, batch.targets, draws, device), features.shape[1]
    for psi2, n in sizes.items():
        own, labels = features[:n], batch.labels[:n]
        for lam in map(float, setting.grid["lam"]):
            readouts = ridge(own, labels, n * width * lam / d, xp) if lam else least_norm(own, labels, xp)
            yield {"psi2": psi2, "lam": lam, "risk": float(population.risk(readouts).mean())}
