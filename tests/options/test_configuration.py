"""Where the value of an option comes from, and what is wrong with a file of options."""

from __future__ import annotations

from pathlib import Path

import pytest

from leaderboard.errors import InputError, LeaderboardError, UsageError, in_python
from leaderboard.options import Options, Presentation
from leaderboard.options.configuration import configure, unknown_variables
from leaderboard.options.settings_file import read_configuration

pytestmark = pytest.mark.usefixtures("here")


def put(text: str, folder: str = ".") -> None:
    Path(folder).mkdir(exist_ok=True)
    (Path(folder) / "leaderboard.toml").write_text(text, encoding="utf-8")


def problems(text: str | bytes) -> list[str]:
    Path("leaderboard.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(InputError) as caught:
        read_configuration(Path("leaderboard.toml"))
    return [str(problem).removeprefix("leaderboard.toml") for problem in caught.value.problems]


def test_without_anything_all_are_defaults() -> None:
    found = configure({}, Path())
    assert found.options == Options()
    assert set(found.origins.values()) == {"default"}
    assert found.content.title is None


def test_lists_have_commas_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    put("metric = 'LEA, B³'\nprimary = 'Muc'\nsettings = 'exact,partial'")
    monkeypatch.setenv("LEADERBOARD_DATASETS", "de, nl=Dutch")
    found = configure({}, Path()).options
    assert (found.metric, found.primary) == (("lea", "bcub"), "muc")
    assert (found.settings, found.datasets) == (("exact", "partial"), ("de", "nl=Dutch"))


def test_one_metric_alone_is_primary_unless_another_is_stated_anywhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    put("metric = ['muc', 'lea']")
    alone = configure({"metric": "LEA"}, Path())
    assert (alone.options.primary, alone.origins["primary"]) == ("lea", "option")
    monkeypatch.setenv("LEADERBOARD_METRIC", "bcub")
    assert configure({}, Path()).origins["primary"] == "LEADERBOARD_METRIC"
    put("primary = 'muc'")
    stated = configure({"metric": "LEA"}, Path())
    assert (stated.options.primary, stated.origins["primary"]) == ("muc", "leaderboard.toml:1")
    assert configure({"primary": "conll"}, Path()).options.primary == "conll"


def test_options_go_before_the_environment_before_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    put("title = 'A task'\nalpha = 0.1\nseed = 1\ntrials = 7\n")
    monkeypatch.setenv("LEADERBOARD_ALPHA", "0.2")
    monkeypatch.setenv("LEADERBOARD_SEED", "2")
    found = configure({"alpha": 0.3}, Path())
    assert (found.options.alpha, found.options.seed, found.options.trials) == (0.3, 2, 7)
    assert (found.origins["alpha"], found.origins["seed"]) == ("option", "LEADERBOARD_SEED")
    assert found.origins["trials"] == "leaderboard.toml:4"
    assert found.origins["draws"] == "default"
    assert found.content.title == "A task"


def test_the_nearest_file_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put("seed = 1")
    put("seed = 2", "runs")
    assert configure({}, Path("runs")).options.seed == 2
    assert configure({}, Path("elsewhere")).options.seed == 1
    monkeypatch.chdir(tmp_path / "runs")
    assert configure({}, Path("elsewhere")).options.seed == 2
    Path("leaderboard.toml").unlink()
    assert configure({}, Path("elsewhere")).options.seed == 1


@pytest.mark.parametrize("line", ["leave-one-out = true", "leave_one_out = true", '"leave-one-out" = true'])
def test_names_have_hyphens_or_not(line: str) -> None:
    put(line)
    found = configure({}, Path())
    assert found.options.leave_one_out
    assert found.origins["leave_one_out"] == "leaderboard.toml:1"


@pytest.mark.parametrize(
    ("name", "text", "option", "value"),
    [
        ("METRIC", "lea, muc", "metric", ("lea", "muc")),
        ("CHECK_WORDS", "false", "check_words", False),
        ("FOLLOW_SYMLINKS", "TRUE", "follow_symlinks", True),
        ("FOLLOW_SYMLINKS", "1", "follow_symlinks", True),
        ("WORD_COLUMN", "3", "word_column", 3),
        ("BLANC_WEIGHT", ".25", "blanc_weight", 0.25),
        ("MISSING", "empty", "missing", "empty"),
        ("AGAINST", "base", "against", "base"),
        ("SEED", "", "seed", 12345),
        ("TRACEBACK", "1", "seed", 12345),
    ],
)
def test_the_environment_is_text(
    monkeypatch: pytest.MonkeyPatch, name: str, text: str, option: str, value: object
) -> None:
    monkeypatch.setenv(f"LEADERBOARD_{name}", text)
    assert getattr(configure({}, Path()).options, option) == value


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("ALPHA", "often", "LEADERBOARD_ALPHA: alpha is 'often'; give a number"),
        ("TRIALS", "1.5", "LEADERBOARD_TRIALS: trials is '1.5'; give a whole number"),
        ("CHECK_WORDS", "no", "LEADERBOARD_CHECK_WORDS: check_words is 'no'; give true or false"),
        ("METRIC", "muc,leo", "LEADERBOARD_METRIC: there is no metric 'leo'; did you mean 'lea'?"),
    ],
)
def test_a_wrong_variable_is_named(
    monkeypatch: pytest.MonkeyPatch, name: str, text: str, message: str
) -> None:
    monkeypatch.setenv(f"LEADERBOARD_{name}", text)
    with pytest.raises(UsageError) as caught:
        configure({}, Path())
    assert caught.value.typed == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("alhpa = 0.1", ":1: there is no option 'alhpa'; did you mean 'alpha'?"),
        ("\n\nprimary-metric = 'lea'", ":3: there is no option 'primary-metric'; did you mean 'primary'?"),
        ("zzz = 1", ":1: there is no option 'zzz'; choose among title, submissions, secret, tracks, "),
        ("[metric]\nlea = 1", ":1: metric is {'lea': 1}; give one or several names"),
        ("alpha = 7", ":1: alpha is 7; give a number between 0 and 0.5, such as 0.05"),
        ("alpha = nan", ":1: alpha is nan; give a number between 0 and 0.5, such as 0.05"),
        ("seed = 1979-05-27", ":1: seed is datetime.date(1979, 5, 27); give a whole number"),
        ("primary = 'leo'", ":1: there is no metric 'leo'; did you mean 'lea'?"),
        ("key = ''", ":1: key is ''; give a text on one line"),
        ("key = 3", ":1: key is '3'; give a text on one line"),
        ("key = ['a']", ":1: key is \"['a']\"; give a text on one line"),
        ("title = ' '", ":1: title is ' '; give a text on one line"),
        ('title = "a\\u202eb"', ":1: title is 'a\\u202eb'; give a text on one line"),
        ("seed = 1\nseed = 2", ":2: not valid TOML (Cannot overwrite a value); correct it"),
        (
            "leave-one-out = true\nleave_one_out = true",
            ":2: leave_one_out is set twice; keep one of the two",
        ),
        (
            "no-check-words = true\ncheck-words = true",
            ":2: check_words is set twice; keep one of the two",
        ),
        ("\nno-check-words = 'yes'", ":2: check_words is 'yes'; give true or false"),
        ("no-alpha = true", ":1: there is no option 'no-alpha'; did you mean 'alpha'?"),
        ("format = 'pdf'", ":1: format is 'pdf'; choose 'table', 'markdown', 'csv', "),
        ("seed = " + "9" * 5000, ": not valid TOML (Exceeds the limit"),
        ("a = " + "[" * 30000, ": not valid TOML (maximum recursion depth exceeded"),
        ("seed = ", ":1: not valid TOML (Invalid value); correct it"),
        ("title = A task", ":1: not valid TOML (Invalid value); correct it: texts need quotes"),
        ("datasets = 3", ":1: datasets is 3; give one or several names"),
        ("datasets = ['de', 'de=D']", ":1: datasets has 'de' twice; keep one of the two"),
        ("\n[datasets]\nde = 1", ":2: datasets has 'de': '1'; write NAME = \"LABEL\""),
        ("[datasets]\n'a=b' = 'c'", ":1: datasets has 'a=b': 'c'; write NAME = \"LABEL\""),
        ("[datasets]\nde = ' '", ":1: datasets has 'de= '; write NAME or NAME=LABEL, on one line"),
        ("datasets = {}", ":1: datasets is []; give one or several names"),
        (b"title = '\xff'", ": not valid TOML (not UTF-8); correct it"),
        ("#" * 70_000, ": more than 65,536 bytes; submit smaller files"),
    ],
)
def test_a_wrong_file_is_explained(text: str | bytes, message: str) -> None:
    (found,) = problems(text)
    assert found.startswith(message)
    assert found.isprintable()


def test_datasets_are_listed_or_labelled_in_their_order() -> None:
    put("datasets = ['nl', 'de=German']")
    assert configure({}, Path()).options.datasets == ("nl", "de=German")
    put('title = "A task"\n[datasets]\nnl = "Dutch"\nde = "German"')
    assert configure({}, Path()).options.datasets == ("nl=Dutch", "de=German")
    assert configure({"datasets": ["de"]}, Path()).options.datasets == ("de",)


def test_all_problems_are_named() -> None:
    assert len(problems("alhpa = 1\nseed = 'x'\nkey = 1\n")) == 3


def test_a_wrong_option_is_told_before_a_wrong_file() -> None:
    put("alhpa = 1")
    with pytest.raises(UsageError, match="there is no option 'sead'"):
        configure({"sead": 1}, Path())


def test_the_key_is_left_to_those_who_look_for_it() -> None:
    put("key = 'x'")
    assert configure({}, Path()).options.key is None
    assert read_configuration(Path("leaderboard.toml")).key == "x"


@pytest.mark.parametrize("line", ["no-check-words = true", "no_check_words = true", "check-words = false"])
def test_a_switch_is_turned_off_by_either_name(line: str) -> None:
    put(f"\n{line}")
    found = configure({}, Path())
    assert not found.options.check_words
    assert found.origins["check_words"] == "leaderboard.toml:2"


def test_how_results_are_shown_is_configured_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    put("output = 'a'\nformat = 'csv'\ncolumns = 'rank'\nfigures = 'pdf'\nquiet = true\n")
    monkeypatch.setenv("LEADERBOARD_FORMAT", "html")
    monkeypatch.setenv("LEADERBOARD_QUIET", "false")
    found = configure({}, None, {"figures": "png"})
    assert found.presentation == Presentation(
        format="html", columns=("rank",), output="a", figures=("png",), quiet=False
    )
    assert found.origins["output"] == "leaderboard.toml:1"
    assert found.origins["quiet"] == "LEADERBOARD_QUIET"
    assert found.origins["figures"] == "option"


def test_a_function_refuses_what_only_commands_do() -> None:
    with pytest.raises(UsageError, match=r"^output is for the command; use rank"):
        configure({"output": "reports"}, Path())
    with pytest.raises(UsageError) as caught:
        configure({"quiet": True}, Path())
    assert str(caught.value) == "quiet is for commands only, because functions print nothing; leave quiet out"
    with pytest.raises(UsageError, match="there is no option 'fromat'; did you mean 'format'"):
        configure({}, Path(), {"fromat": "csv"})


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"alpha": 7}, "alpha is 7"),
        ({"unit": "topic"}, "unit is 'topic'"),
        ({"unit": "part"}, "--unit cannot be used with --across topic"),
    ],
)
def test_what_is_typed_is_told_of_first(typed: dict[str, object], told: str) -> None:
    put("across = 'topic'")
    with pytest.raises(UsageError, match=in_python(told)):
        configure(typed, Path())
    put("across = 'topics'")
    with pytest.raises(LeaderboardError, match="across is" if "part" in typed.values() else in_python(told)):
        configure(typed, Path())


def test_a_variable_of_no_option_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    assert unknown_variables() == ()
    for name in ("LEADERBOARD_ALPA", "LEADERBOARD_XYZZY", "LEADERBOARD_SEED", "LEADERBOARD_OTHER", "OTHER"):
        monkeypatch.setenv(name, "1")
    assert [str(problem) for problem in unknown_variables(["LEADERBOARD_OTHER"])] == [
        "LEADERBOARD_ALPA: unknown option; did you mean LEADERBOARD_ALPHA?",
        "LEADERBOARD_XYZZY: unknown option; `leaderboard rank --explain-config` shows all options",
    ]


@pytest.mark.parametrize(
    ("options", "needed"),
    [
        ({"keep": "entities"}, "add --by NAME, or leave --keep out"),
        ({"bands": "size=2,4"}, "add --by NAME, or leave --bands out"),
        (
            {"documents": "table.csv"},
            "add --by NAME, --cluster NAME, --across topic or --across subtopic, or leave --documents out",
        ),
        ({"documents": "table.csv", "across": "corpus"}, "--documents alone has no effect"),
        ({"keep": "entities", "across": "topic"}, "--keep alone has no effect"),
        ({"lower": "ms"}, "--lower is for a table of counts, and none is named; leave it out"),
    ],
)
def test_an_option_without_effect_is_refused_where_it_is_typed(
    options: dict[str, object], needed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(UsageError) as caught:
        configure(options, Path())
    assert needed in caught.value.typed
    for name in options.keys() - {"across"}:
        monkeypatch.setenv(f"LEADERBOARD_{name.upper()}", str(options[name]))
    configure({}, Path())  # the environment serves many commands


def test_an_option_with_effect_is_taken() -> None:
    put("by = ['size/genre=news']\ndocument-table = 'table.csv'")
    assert configure({"keep": "entities", "bands": "size=2,4"}, Path()).options.keep == ("entities",)
    put("")
    assert configure({"documents": "table.csv", "across": "subtopic"}, Path()).options.joins
    assert configure({"keep": None}, Path()).options.keep is None


def test_weights_of_classes_that_no_table_has_are_refused_where_they_stand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    put("\nda-weights = 'GPE=1'")
    with pytest.raises(UsageError, match=r"^leaderboard\.toml:2: da_weights is 'GPE=1'; name each of PN"):
        configure({}, Path())
    with pytest.raises(UsageError, match=r"^da_weights is 'LOC=1'"):
        configure({"da_weights": "LOC=1"}, Path())
    monkeypatch.setenv("LEADERBOARD_DA_WEIGHTS", "ORG=1")
    with pytest.raises(UsageError, match=r"^LEADERBOARD_DA_WEIGHTS: da_weights is 'ORG=1'"):
        configure({}, Path())
    assert configure({"mentions": "table.csv"}, Path()).options.da_weights == "ORG=1"
