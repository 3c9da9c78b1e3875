"""Evidence for figx-lazy."""

from feature_learning.statistics import Evidence, Tables, by_seed, slope_of_mean


def krr_distance(tables: Tables) -> Evidence:
    return slope_of_mean(by_seed(tables.runs("lazy"), "distance", "width"), "slope")


def movement(tables: Tables) -> Evidence:
    return slope_of_mean(by_seed(tables.runs("lazy"), "movement", "width"), "slope")
