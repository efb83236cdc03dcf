"""Build the wheel and the source package twice, check them, and use the wheel in fresh environments.

    python -m tools.packages [PYTHON ...]

Both builds must give the same bytes. Each interpreter named (default: this one) gets an environment with the
wheel alone, where the quick start runs on a synthetic task in an empty folder. So does the oldest Python that
is allowed, with the oldest versions of all dependencies, if it is among them.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
QUICK_START = (("simulate", "task"), ("rank", "task", "--figures", "pdf,png"), ("verify", "reports"))


def run(*command: object, folder: Path | None = None) -> None:
    """Run a command quietly; print what it says and end if it fails."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("LEADERBOARD_")}
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=folder, env=environment, text=True, capture_output=True, check=False)
    if done.returncode:
        raise SystemExit(f"failed: {' '.join(words)}\n{done.stdout}{done.stderr}")


def built(folder: Path) -> dict[str, str]:
    """Build both packages in a folder, and return the hash of each."""
    run(sys.executable, "-m", "build", "--outdir", folder, ROOT)
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}


def oldest() -> list[str]:
    """The requirements with the oldest versions that they allow."""
    wanted = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["plots"]]
    return [requirement.replace(">=", "==") for requirement in wanted]


def is_oldest(python: str) -> bool:
    """Return True for the oldest Python that is allowed."""
    version = "import sys; print('>=%d.%d' % sys.version_info[:2])"
    found = subprocess.run([python, "-c", version], text=True, capture_output=True, check=True)
    return bool(found.stdout.strip() == PROJECT["requires-python"])


def check_installation(python: str, wheel: Path, folder: Path, versions: Sequence[str] = ()) -> None:
    """Install the wheel into a fresh environment, and run the quick start from it."""
    folder.mkdir()
    run(python, "-m", "venv", folder / "venv")
    run(folder / "venv/bin/pip", "install", "--quiet", f"{wheel}[plots]", *versions)
    (folder / "empty").mkdir()
    for command in QUICK_START:
        run(folder / "venv/bin/leaderboard", *command, folder=folder / "empty")


def main(pythons: list[str]) -> None:
    with tempfile.TemporaryDirectory() as name:
        first, second = Path(name, "first"), Path(name, "second")
        packages = built(first)
        if packages != built(second):
            raise SystemExit("two builds of the same files differ")
        for package, digest in packages.items():
            print(f"{digest}  {package}")
        run(sys.executable, "-m", "twine", "check", "--strict", *first.iterdir())
        [wheel] = first.glob("*.whl")
        run(Path(sys.executable).with_name("check-wheel-contents"), wheel)
        for place, python in enumerate(pythons or [sys.executable]):
            check_installation(python, wheel, Path(name, str(place)))
            print(f"the quick start runs under {python}")
            if is_oldest(python):
                check_installation(python, wheel, Path(name, f"{place}-oldest"), oldest())
                print(f"the quick start runs under {python} with {', '.join(oldest())}")


if __name__ == "__main__":
    main(sys.argv[1:])
