"""The simulation follows its theory, at sizes that take a moment."""

from pathlib import Path

from feature_learning import predict, run

FOLDER = Path(__file__).resolve().parents[1]


def test_both_ends_are_near_their_limits():
    """Two seeds at d = 200, within a tenth."""
    values = {"d": 200, "ratio": [4.0, 8.0], "paper_folders": [FOLDER]}
    found = (
        run("baiyin1993", "extremes", seed=range(2), **values)
        .groupby("ratio")
        .mean(numeric_only=True)
    )
    limits = predict("baiyin1993", "extremes", **values).set_index("ratio")
    for end in ("largest", "smallest"):
        assert ((found[end] - limits[end]).abs() < 0.1).all()
