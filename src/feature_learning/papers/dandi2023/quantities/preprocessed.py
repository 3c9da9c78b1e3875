"""The error after one preprocessed step, as in the authors' notebook."""

import pandas as pd

from feature_learning.papers.dandi2023.published import PUBLISHED
from feature_learning.papers.dandi2023.targets import linear_floor
from feature_learning.statistics import Tables
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import exact, of_runs, quantity


def error_as_published(tables: Tables) -> Quantity:
    """Error as the notebook takes it, by weights and log n/log d; its prediction is what the
    notebook prints.
    """
    printed = [{"log_size": size, "error": one.mean} for size, one in PUBLISHED.items()]
    found = quantity(tables, "preprocessed", "as_published", ("weights", "log_size"))
    return found.predicted_by(exact(pd.DataFrame(printed), "error", ["log_size"]))


def error_at_square(tables: Tables) -> Quantity:
    """Exact error at n = d^2, by weights and d; the dimensions of both experiments stand side by
    side and nothing compares them.
    """
    names = ("preprocessed_sizes", "preprocessed")
    runs = pd.concat([tables.runs(name) for name in names])
    at_square = runs[runs["log_size"] == 2.0]
    return of_runs(at_square, "error", ("weights", "d"), " and ".join(names))


def best_linear_error(tables: Tables) -> Quantity:
    """Error of the best linear function of the notebook's target."""
    target = tables.value("preprocessed", "target")
    return exact(pd.DataFrame({"error": [linear_floor(target)]}), "error", [])
