"""Lines and games against the optimum."""
