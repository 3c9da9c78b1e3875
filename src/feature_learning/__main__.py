"""Entry point of ``python -m feature_learning``."""

import gc
import os
import sys

from feature_learning.pipeline.commands import main

# Jobs are short and many. Imports allocate much and free nothing, so collecting along the way is waste; and tearing down
# pandas and matplotlib object by object takes as long as drawing a panel.
gc.set_threshold(100_000)
code = main()
sys.stdout.flush()
sys.stderr.flush()
os._exit(code)
