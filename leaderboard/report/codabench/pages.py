"""The pages of a competition, to be filled in by those who organise it."""

from __future__ import annotations

from collections.abc import Iterator

from leaderboard.platforms.competition import Competition, CompetitionPhase
from leaderboard.report.forms.markdown import escape
from leaderboard.version import VERSION

FILL_IN = "FILL IN"


def overview(competition: Competition) -> str:
    return f"""# {escape(competition.title)}

{FILL_IN}: what is asked, where the texts come from, who organises this, and what happens when.
"""


def terms(competition: Competition) -> str:
    """What takes part in a competition agrees to; the law of the place decides what has to be there."""
    return f"""# Terms of {escape(competition.title)}

- Organisers: {FILL_IN}, with an address at which they can be reached.
- Who may take part, and in how many teams one person may be: {FILL_IN}.
- What may be used (training data, models, services): {FILL_IN}.
- What the texts may be used for, under which licence: {FILL_IN}.
- What becomes of submissions, and which names are published: {FILL_IN}.
- By taking part you agree that the scores of your submissions are published.
"""


def evaluation(competition: Competition) -> str:
    """What to hand in, what it is scored by, and what the order on the platform is not."""
    metrics = escape(", ".join(metric.label for metric in competition.metrics))
    primary = escape(competition.primary.label)
    return f"""# Evaluation

## What to hand in

{_files(competition)}

`leaderboard validate FILE`, in version {VERSION} of the program, tells whether the form of a file is right.
A submission that cannot be scored gets no scores; the log of its run has a line for each problem.

## How it is scored

Submissions are scored by {metrics}. The table shows F1 as fractions from 0 to 1; **{primary}** orders it.
Of each participant the last submission stands in the table.

The order of the table is not the final ranking: differences may be luck. After the phase the submissions
are ranked with tests of significance, by which systems can share a rank.
{_tracks(competition)}
{_signatures(competition)}"""


def _tracks(competition: Competition) -> str:
    if not competition.tracks:
        return ""
    names = ", ".join(map(escape, competition.tracks))
    return f"Systems are ranked in tracks too: {names}. {FILL_IN}: how a team says which of them it enters.\n"


def _files(competition: Competition) -> str:
    """What each phase asks for, said once where they ask for the same."""
    asked = {phase.label: _files_of(phase) for phase in competition.phases}
    if len(set(asked.values())) == 1:
        return next(iter(asked.values()))
    return "\n".join(f"- {escape(str(label))}: {what}" for label, what in asked.items())


def _files_of(phase: CompetitionPhase) -> str:
    if len(phase.datasets) == 1:
        return f"One file in the format {escape(phase.format)}, packed into a `.zip`."
    names = ", ".join(map(escape, phase.datasets.values()))
    return (
        f"One file for each dataset, in the format {escape(phase.format)}, side by side in a `.zip`: {names}."
    )


def _signatures(competition: Competition) -> str:
    """Everything that can change a score, phase by phase."""
    return "".join(f"{line}\n" for line in _signature_lines(competition))


def _signature_lines(competition: Competition) -> Iterator[str]:
    for phase in competition.phases:
        of = f" of {escape(phase.label)}" if phase.label else ""
        yield f"- Signature{of}: {escape(phase.signature)}"
