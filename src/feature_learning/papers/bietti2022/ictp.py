"""Values that are read off the ICTP talk's slide "Preliminary Experiments"."""

import pandas as pd

_N = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000)
_OVERLAP = {
    1: (0.7902, 0.8905, 0.9458, 0.9522, 0.9917, 0.9969, 0.9980, 0.9995, 0.9994, 0.9998, 0.9999),
    3: (0.9861, 0.9883, 0.9847, 0.9850, 0.9917, 0.9969, 0.9980, 0.9995, 0.9994, 0.9998, 0.9999),
}
_RISK = {
    1: (0.2169, 0.1772, 0.1591, 0.1507, 0.1343, 0.1311, 0.1288, 0.1277, 0.1276, 0.1275, 0.1273),
    3: (0.1486, 0.1473, 0.1482, 0.1483, 0.1343, 0.1310, 0.1288, 0.1277, 0.1276, 0.1274, 0.1273),
}

PUBLISHED = pd.DataFrame(
    {"s": s, "n": n, "overlap": overlap, "risk": risk}
    for s in _OVERLAP
    for n, overlap, risk in zip(_N, _OVERLAP[s], _RISK[s], strict=True)
)
"""Overlap and excess risk by s and n, exact to 0.0005: the curves are vectors."""
