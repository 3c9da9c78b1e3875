"""JSON schemas of the YAML files, for checks and completion in editors: ``feature-learning
schema``.
"""

import argparse
import json

from feature_learning.core.files import replacing
from feature_learning.pipeline.declare.schema import FILES


def schema(name: str) -> str:
    """Return the JSON schema of one of `FILES`."""
    found = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    found |= FILES[name].json_schema()
    return json.dumps(found | {"title": f"{name}.yaml"}, indent=1) + "\n"


def run(args: argparse.Namespace) -> None:
    """Write a schema for each file."""
    args.out.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        path = args.out / f"{name}.json"
        with replacing(path) as temporary:
            temporary.write_text(schema(name))
        print(path)
