"""JSON schemas of the YAML files, for checks and completion in editors: ``feature-learning
schema``.
"""

import argparse
import json

from pydantic import TypeAdapter

from feature_learning.core.files import replacing
from feature_learning.pipeline.declare.documents import Document
from feature_learning.pipeline.declare.schema import FILES

SCHEMAS = {**FILES, "document": TypeAdapter(Document)}
"""The YAML files by name, documents included, and the model that checks each."""


def schema(name: str) -> str:
    """Return the JSON schema of one of a paper's files, of ``config`` or of ``document``."""
    found = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    found |= SCHEMAS[name].json_schema()
    return json.dumps(found | {"title": f"{name}.yaml"}, indent=1) + "\n"


def run(args: argparse.Namespace) -> None:
    """Write a schema for each file."""
    args.out.mkdir(parents=True, exist_ok=True)
    for name in SCHEMAS:
        path = args.out / f"{name}.json"
        with replacing(path) as temporary:
            temporary.write_text(schema(name))
        print(path)
