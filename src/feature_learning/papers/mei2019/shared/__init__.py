"""Code that experiments, theory, claims and figures of this paper share."""
