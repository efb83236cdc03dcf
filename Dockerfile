# The command `leaderboard` in a container. The image runs as a user without rights; with
# `--target codabench` it is the one for Codabench (docs/codabench.md says why there are two).

FROM python:3.13-slim AS build
WORKDIR /source
COPY pyproject.toml PACKAGE.md LICENSE constraints.txt ./
COPY leaderboard leaderboard
RUN python -m venv /opt/leaderboard \
    && PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt \
       /opt/leaderboard/bin/pip install --no-cache-dir .

FROM python:3.13-slim AS codabench
COPY --from=build /opt/leaderboard /opt/leaderboard
ENV PATH="/opt/leaderboard/bin:$PATH" \
    PYTHONUTF8=1
WORKDIR /task
# No entry point: a platform gives the whole command, which would become the arguments of one.
CMD ["leaderboard", "--help"]

FROM codabench
USER 10001:10001
