"""Other methods, and the questions at the poster's end."""

from feature_learning.papers.bietti2022 import thresholds
from feature_learning.papers.bietti2022.model import RECOVERED
from feature_learning.papers.bietti2022.summaries import of_seeds
from feature_learning.statistics import Tables, at_best
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import of_runs, predictions, quantity

NETWORK_SPREAD = 10.0  # tau of the network's offsets
_UNLEARNED = 0.5  # of two directions, a singular value below this
_NEAR = 0.3  # without shared directions, an overlap below this is near the equator


def kernel_over_network(tables: Tables) -> Quantity:
    """Geometric mean of the kernel's excess risk over the network's, d = 20, by s and samples."""
    by = ("s", "total")
    runs = thresholds.best(tables.runs("learning_curves", d=thresholds.MIDDLE))
    runs = runs.assign(total=2 * runs["n"])
    network = of_runs(runs, "refit", by, "learning_curves").averaged("geometric mean")
    both = tables.runs("kernel_baseline").merge(network.points, on=list(by))
    kernel = of_runs(both, "excess", by, "kernel_baseline").averaged("geometric mean")
    return kernel.over(network)


def width_excess(tables: Tables, method: str) -> Quantity:
    """Excess risk of random features, or of neurons behind a trained direction, by s, tau and N."""
    by = ("s", "offsets", "width_after")
    return quantity(tables, "width", "excess", by, method=method)


def lazy(tables: Tables, value: str) -> Quantity:
    """Distance from kernel ridge regression, or relative movement of the first layer, by N."""
    return quantity(tables, "lazy", value, ("width",), output="lazy")


def mean_field(tables: Tables) -> Quantity:
    """The same movement in the mean-field parameterisation, by N."""
    return quantity(tables, "lazy", "movement", ("width",), output="mean-field")


def untied_mass(tables: Tables, experiment: str = "untied") -> Quantity:
    """Part of the second layer, or of a first layer of free norms, by squares, of neurons at the
    poles, by moment.
    """
    runs = tables.runs(experiment)
    mass = runs["share"].where(runs["overlap"] > RECOVERED, 0.0)
    return of_seeds(mass.groupby([runs["moment"], runs["seed"]]).sum(), experiment)


def untied_poles(tables: Tables, experiment: str) -> Quantity:
    """Fraction of neurons at the poles, by moment."""
    runs = tables.runs(experiment)
    found = runs["overlap"] > RECOVERED
    return of_seeds(found.groupby([runs["moment"], runs["seed"]]).mean(), experiment)


def untied_between(tables: Tables) -> Quantity:
    """Fraction of neurons between the equator and the poles, by moment."""
    runs = tables.runs("untied")
    found = (runs["overlap"] > _NEAR) & (runs["overlap"] < RECOVERED)
    return of_seeds(found.groupby([runs["moment"], runs["seed"]]).mean(), "untied")


def both_directions(tables: Tables) -> Quantity:
    """Fraction of runs with both singular values of the overlap matrix above 0.9 at the last step,
    by n.
    """
    runs = tables.runs("multi_index")
    last = runs[runs["steps"] == runs["steps"].max()].set_index(["n", "seed"])
    return of_seeds(last["second"] > RECOVERED, "multi_index").averaged("fraction")


def one_before_other(tables: Tables) -> Quantity:
    """Fraction of runs in which at some step the first singular value is above 0.9 and the second
    below 0.5, by n.
    """
    runs = tables.runs("multi_index").set_index(["n", "seed"])
    apart = (runs["first"] > RECOVERED) & (runs["second"] < _UNLEARNED)
    return of_seeds(apart.groupby(level=[0, 1]).max(), "multi_index").averaged("fraction")


def gain_of_passes(tables: Tables) -> Quantity:
    """Fraction that recovers with many passes minus that with one at its best step, by s and n."""
    by = ["s", "n"]
    once = thresholds.recovered(tables.runs("one_pass", passes="one"), *by, "factor")
    once = at_best(once.assign(missed=-once["recovered"]), "missed", "factor", by)
    many = thresholds.recovered(tables.runs("one_pass", passes="many"), *by)
    parts = [of_runs(runs, "recovered", by, "one_pass") for runs in (many, once)]
    return parts[0].minus(parts[1])


def sgd_samples(tables: Tables) -> Quantity:
    """Samples after which half of the runs of one pass are at the pole, by s and d."""
    return quantity(tables, "sgd_exponent", "samples", ("s", "d"), "geometric mean")


def sgd_predicted(tables: Tables, order: str) -> Quantity:
    """The order of the ``cited`` bound on these samples, of the ``poster``'s or of its
    ``theorem``'s, by s and d.
    """
    return predictions(tables, "sgd_exponent", order, ("s", "d"))
