"""How long jobs will take and how much memory: the cost model, its calibration, and plans."""
