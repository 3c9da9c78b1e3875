"""How the two layers are trained."""
