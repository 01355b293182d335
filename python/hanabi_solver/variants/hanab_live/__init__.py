"""The variants of the site hanab.live, from a small description of their suits and rules."""

from hanabi_solver.variants.hanab_live.variants import SiteVariant, by_id, by_name, find_variant

__all__ = ["SiteVariant", "by_id", "by_name", "find_variant"]
