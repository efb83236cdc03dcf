from __future__ import annotations

from dataclasses import astuple, replace

import numpy as np
import pytest

from leaderboard.simulation.synthetic_key import SHAPES, Part, key_parts
from leaderboard.simulation.synthetic_responses import PROFILES, Entrant, Profile, entrants, response, runs_of

SEED = 3
KEY = list(key_parts(SHAPES["conll2012"].resized(30), SEED))

Entities = list[set[tuple[int, int, int]]]  # of spans (part, start, end)


def entities(labels: list[np.ndarray]) -> Entities:
    """All entities of at least one mention, as sets of spans."""
    found: dict[tuple[int, int], set[tuple[int, int, int]]] = {}
    for part, numbers in zip(KEY, labels, strict=True):
        for span in np.flatnonzero(numbers >= 0).tolist():
            place = (part.index, int(part.start[span]), int(part.end[span]))
            found.setdefault((part.index, int(numbers[span])), set()).add(place)
    return list(found.values())


def answer(profile: Profile, stream: int = 0) -> Entities:
    return entities([response(part, Entrant("system", profile, stream), SEED) for part in KEY])


TRUTH = entities([part.entities for part in KEY])


def mentions(side: Entities) -> set[tuple[int, int, int]]:
    return set().union(*side)


def muc_recall(key: Entities, found: Entities) -> float:
    """Of the links that hold the key's entities together, those that are found (Vilain et al. 1995)."""
    place = {span: number for number, entity in enumerate(found) for span in entity}
    pieces = sum(len({place.get(span, span) for span in entity}) for entity in key)
    size = sum(map(len, key))
    return (size - pieces) / (size - len(key))


def recall_precision(name: str) -> tuple[float, float]:
    found = answer(PROFILES[name])
    return muc_recall(TRUTH, found), muc_recall(found, TRUTH)


def f1(name: str) -> float:
    recall, precision = recall_precision(name)
    return 2 * recall * precision / (recall + precision)


def test_the_perfect_system_gives_the_key() -> None:
    assert sorted(map(sorted, answer(PROFILES["perfect"]))) == sorted(map(sorted, TRUTH))


def test_the_shuffled_system_has_mentions_but_hardly_a_link() -> None:
    found = answer(PROFILES["shuffled"])
    assert mentions(found) <= mentions(TRUTH)
    assert len(mentions(found)) > 0.85 * len(mentions(TRUTH))
    assert muc_recall(TRUTH, found) < 0.5


@pytest.mark.parametrize("name", [name for name in PROFILES if name not in ("perfect", "shuffled")])
def test_scores_are_those_of_real_systems(name: str) -> None:
    assert 0.58 < f1(name) < 0.85


def test_precise_misses_much_and_errs_little() -> None:
    recall, precision = recall_precision("precise")
    assert precision > recall + 0.2
    assert precision > recall_precision("balanced")[1]


def test_eager_invents_mentions_and_links() -> None:
    recall, precision = recall_precision("eager")
    assert recall > precision + 0.15
    assert recall > recall_precision("balanced")[0]


def test_merger_makes_entities_larger_and_splitter_smaller() -> None:
    def mean_size(name: str) -> float:
        found = answer(PROFILES[name])
        return sum(map(len, found)) / len(found)

    assert mean_size("merger") > 1.2 * mean_size("balanced")
    assert mean_size("splitter") < 0.9 * mean_size("balanced")


def test_pronoun_blind_misses_pronouns_above_all() -> None:
    found = mentions(answer(PROFILES["pronoun-blind"]))
    kinds: dict[int, list[bool]] = {}
    for part in KEY:
        for span in np.flatnonzero(part.entities >= 0).tolist():
            place = (part.index, int(part.start[span]), int(part.end[span]))
            kinds.setdefault(int(part.kind[span]), []).append(place in found)
    name, noun, pronoun = (sum(kinds[kind]) / len(kinds[kind]) for kind in sorted(kinds))
    assert pronoun < 0.5 < min(name, noun)


def test_careless_is_worse_than_balanced_and_close_is_close() -> None:
    assert f1("careless") < f1("balanced") - 0.05
    assert 0 < abs(f1("close") - f1("balanced")) < 0.02


@pytest.mark.parametrize("rate", Profile.__dataclass_fields__)
def test_a_higher_rate_changes_only_what_it_adds(rate: str) -> None:
    some, more = (answer(replace(PROFILES["balanced"], **{rate: value})) for value in (0.20, 0.21))
    changed = {frozenset(entity) for entity in some} ^ {frozenset(entity) for entity in more}
    assert 0 < len(changed) < 0.15 * len(some)


def test_a_misread_mention_is_one_token_too_short() -> None:
    found, true = mentions(answer(Profile(misread=1.0))), mentions(TRUTH)
    wrong = found - true
    assert len(wrong) > 0.1 * len(true)
    assert all({(part, start - 1, end), (part, start, end + 1)} & true for part, start, end in wrong)


def test_responses_keep_singletons_only_if_the_key_does() -> None:
    def smallest(part: Part) -> int:
        found = response(part, Entrant("system", PROFILES["balanced"], 0), SEED)
        sizes = np.bincount(found[found >= 0])
        return int(sizes[sizes > 0].min())

    with_singletons = next(key_parts(SHAPES["litbank"], SEED))
    assert min(map(smallest, KEY)) == 2
    assert smallest(with_singletons) == 1


def test_a_part_without_mentions_or_without_phrases_has_no_response() -> None:
    for part in key_parts(replace(SHAPES["example"], tokens=100, mentions=0, entities=0), SEED):
        assert (response(part, Entrant("system", PROFILES["eager"], 0), SEED) == -1).all()


def test_harder_keeps_never_and_always() -> None:
    harder = Profile(missing_names=0.5, missing_nouns=1.0).harder(3)
    assert astuple(harder)[:3] == (0.75, 1.0, 0.0)


def test_the_field_begins_with_the_named_profiles_and_goes_on_with_worse_ones() -> None:
    names = [entrant.name for entrant in entrants(20, 0)]
    assert names[:4] == ["balanced", "close", "copy", "precise"]
    assert names[8:11] == ["careless", "balanced-2", "close-2"]
    assert names[-2:] == ["balanced-3", "close-3"]
    assert len(set(names)) == 20


def test_no_two_entrants_err_alike_but_those_that_follow_balanced() -> None:
    field = entrants(30, null_pairs=5)
    followers = [entrant for entrant in field if entrant.name.startswith(("close", "copy"))]
    assert len(followers) == 8
    assert len({entrant.stream for entrant in field}) == len(field) - len(followers)


def test_a_null_pair_has_one_profile_and_different_errors() -> None:
    first, second = entrants(0, null_pairs=1)
    assert (first.name, second.name) == ("null-1a", "null-1b")
    assert first.profile == second.profile
    one, other = (muc_recall(TRUTH, answer(entrant.profile, entrant.stream)) for entrant in (first, second))
    assert 0 < abs(one - other) < 0.05


def test_runs_of_two_systems_of_one_profile_have_the_same_kind_of_luck() -> None:
    first, second = entrants(0, null_pairs=1)
    misplaced = [[run.profile.misplaced for run in runs_of(one, 400, SEED)] for one in (first, second)]
    mean, spread = np.mean(misplaced, axis=1), np.std(misplaced, axis=1)
    assert mean == pytest.approx(PROFILES["balanced"].misplaced, rel=0.01)
    assert 0.02 < spread[0] / mean[0] < 0.05
    assert spread[0] == pytest.approx(spread[1], rel=0.15)
    assert misplaced[0] != misplaced[1]


def test_a_run_errs_mostly_where_its_system_does() -> None:
    system = Entrant("system", PROFILES["balanced"], 0)
    first, second = (Entrant("system", PROFILES["balanced"], 0, run) for run in (1, 2))
    differing = [
        [not np.array_equal(response(part, one, SEED), response(part, system, SEED)) for part in KEY]
        for one in (first, second)
    ]
    assert all(0 < sum(of_run) <= len(KEY) / 8 + 1 for of_run in differing)
    assert not any(one and other for one, other in zip(*differing, strict=True))
