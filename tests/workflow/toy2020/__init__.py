"""A throw-away paper, which the tests add to a copy of the project."""
