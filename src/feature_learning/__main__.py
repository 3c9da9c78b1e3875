"""Entry point of ``python -m feature_learning``."""

import sys

from feature_learning.pipeline.commands import main

sys.exit(main())
