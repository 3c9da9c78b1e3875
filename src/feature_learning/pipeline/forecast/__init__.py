"""What jobs will take: the cost model, its calibration, and plans."""
