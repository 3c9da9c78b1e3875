"""The lines that compute a figure's experiments in a notebook."""

from collections.abc import Mapping, Sequence

from feature_learning.pipeline.declare.config import Config
from feature_learning.pipeline.declare.experiment import Experiment


def snippet(
    paper: str, reads: Sequence[str], experiments: Mapping[str, Experiment], config: Config
) -> str:
    """Return Python code that runs one seed of a figure's experiments, and their theory.

    Parameters
    ----------
    paper
        The paper's key.
    reads
        The experiments of the figure.
    experiments
        Those of the paper.
    config
        The configuration, whose scale and master seed the code takes.
    """
    scale = "" if config.scale == "laptop" else f', scale="{config.scale}"'
    master = f", master_seed={config.seed}" if config.seed else ""
    lines = ["from feature_learning import predict, run", ""]
    for name in reads:
        design, of = experiments[name], f'"{paper}", "{name}"'
        if design.seeds:
            lines.append(f"{name} = run({of}, seed=0{scale}{master})  # of {design.seeds} seeds")
        if design.theory is not None:
            lines.append(f"{name}_theory = predict({of}{scale})")
    return "\n".join(lines)
