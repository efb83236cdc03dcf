"""BLANC of the mentions that both sides have.

Each link of two shared mentions is right or wrong (r, w) and coreference or not (c, n) in the
response: rc = cc, wn = Σ_i C2(n_i.) - cc, wc = Σ_j C2(n_.j) - cc, rn = nn. Where the mention sets
are equal this is the original metric on gold mentions (Recasens & Hovy, 2011).
"""

from __future__ import annotations

from leaderboard.metrics.blanc import parts_differing, score_by_either, score_by_key
from leaderboard.metrics.links import key_links_found, links, links_of_key, response_links_found
from leaderboard.metrics.metric import Floats, Metric, stack
from leaderboard.overlap import Overlap


def shared_links(overlap: Overlap) -> Floats:
    """The six link counts of the shared mentions."""
    counts = links(overlap)
    key_c, response_c = (found(overlap, overlap.shared) for found in (key_links_found, response_links_found))
    key_n = counts.both_n + response_c - counts.both_c
    response_n = counts.both_n + key_c - counts.both_c
    return stack(counts.both_c, key_c, response_c, counts.both_n, key_n, response_n)


def sums_with_difference(overlap: Overlap) -> Floats:
    """The link counts, and the parts whose mention sets differ; without links, equal sets are right."""
    return stack(*shared_links(overlap), parts_differing(overlap))


def blanc_gold(rule: str = "conll", weight: float = 0.5) -> Metric:
    label = "BLANC-gold"
    if rule == "conll":
        return Metric(
            "blanc_gold", label, shared_links, lambda totals: score_by_key(totals, weight), links_of_key
        )
    return Metric(
        "blanc_gold",
        label,
        sums_with_difference,
        lambda totals: score_by_either(totals, weight),
        links_of_key,
    )
