"""Every check of the project, one after the other; ends at the first that fails.

Usage: python tools/checks.py
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
TOOLS = Path(sys.executable).parent

CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("mypy",),
    ("lint-imports",),
    ("python", "tools/house.py", "check"),
    ("python", "-m", "tools.website"),
    ("pytest", "--numprocesses", "auto", "--cov", "--cov-report=term"),
)


def main() -> int:
    for check in CHECKS:
        print(f"$ {' '.join(check)}", flush=True)
        failed = subprocess.run([TOOLS / check[0], *check[1:]], cwd=ROOT, check=False).returncode
        if failed:
            print(f"failed: {' '.join(check)}", flush=True)
            return failed
    return 0


if __name__ == "__main__":
    sys.exit(main())
