"""JSON schemas of the YAML files, for checks and completion in editors: ``feature-learning
schema``.
"""

import argparse

from pydantic import TypeAdapter

from feature_learning.core.files import dumps, write_text
from feature_learning.pipeline.declare.documents import Document
from feature_learning.pipeline.declare.schema import FILES

SCHEMAS = {**FILES, "document": TypeAdapter(Document)}
"""The YAML files by name, documents included, and the model that checks each."""


def schema(name: str) -> str:
    """Return the JSON schema of one of a paper's files, of ``config`` or of ``document``."""
    found = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    found |= SCHEMAS[name].json_schema()
    return dumps(found | {"title": f"{name}.yaml"}, indent=1) + "\n"


def run(args: argparse.Namespace) -> None:
    """Write a schema for each file."""
    for name in SCHEMAS:
        path = args.out / f"{name}.json"
        write_text(path, schema(name))
        print(path)
