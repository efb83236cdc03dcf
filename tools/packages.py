"""Build the wheel and the source package twice, check them, and use the wheel in fresh environments.

    python -m tools.packages [PYTHON ...]

Both builds must give the same bytes. Each interpreter named (default: this one) gets an environment with the
wheel alone, where the quick start runs on a synthetic task in an empty folder.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
QUICK_START = (("simulate", "task"), ("rank", "task"), ("verify", "reports"))


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


def check_installation(python: str, wheel: Path, folder: Path) -> None:
    """Install the wheel into a fresh environment, and run the quick start from it."""
    run(python, "-m", "venv", folder / "venv")
    run(folder / "venv/bin/pip", "install", "--quiet", f"{wheel}[plots]")
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
            folder = Path(name, str(place))
            folder.mkdir()
            check_installation(python, wheel, folder)
            print(f"the quick start runs under {python}")


if __name__ == "__main__":
    main(sys.argv[1:])
