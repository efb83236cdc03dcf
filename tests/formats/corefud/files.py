"""Random CorefUD files, mostly well-formed: made texts, and noise put over them."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from tests.formats.conll.files import added, inserted, noise_of_bytes, removed
from tests.support.made_corefud import corefud, random_document

NOISE = {
    "brackets": inserted(
        *(
            "(",
            ")",
            "[",
            "]",
            "-",
            "(e1",
            "e1)",
            "(e1)",
            "e1[1/2])",
            "(e1[2/2]-t-1",
            "Entity=",
            "|Entity=(e1)",
        ),
        *("[1/1]", "[0/2]", "[3/2]", "-0", "-x", "=", "0", "9", "(z" + "z" * 70 + ")"),
    ),
    "blanks": inserted(" ", "\t", "\r", "\x0b", "\u00a0", "\u2028", "\0", "\ufeff"),
    "comments": added(
        *("# newdoc id = d0", "# newdoc id = g", "# newdoc", "#newdoc id = h", "# newdoc  id  =", "#"),
        *(
            "# global.Entity = eid-etype-head-other",
            "# global.Entity = eid-head",
            "# global.Entity",
            "# text",
        ),
    ),
    "rows": added(
        "",
        " ",
        "1\ta",
        "\t".join(["1", "a", *["_"] * 8]),
        "\t".join(["1-2", "a", *["_"] * 8]),
        "\t".join(["2-3", "a", *["_"] * 7, "Entity=(e1)"]),
        "\t".join(["0.1", "a", *["_"] * 7, "Entity=(e1)"]),
        "\t".join(["1.1", "a", *["_"] * 6, "7:nsubj", "Entity=(e1)"]),
    ),
    "missing": removed,
}


@st.composite
def files(draw: st.DrawFn) -> bytes:
    """A file, with at most two kinds of noise."""
    rng = random.Random(draw(st.integers(0, 10**6)))
    header = rng.choice(["# global.Entity = eid-etype-head-other", "# global.Entity=GRP-x-head"])
    lines = corefud([random_document(rng) for _ in range(rng.randint(1, 3))], header).split("\n")
    kinds = draw(st.lists(st.sampled_from(sorted(NOISE)), max_size=2)) if draw(st.booleans()) else []
    for kind in kinds:
        lines = draw(NOISE[kind](lines))
    data = draw(st.sampled_from(["\n", "\n", "\r\n"])).join(lines).encode()
    data = draw(st.sampled_from([b"", b"", b"\xef\xbb\xbf"])) + data
    return draw(noise_of_bytes(data)) if draw(st.integers(0, 5)) == 0 else data
