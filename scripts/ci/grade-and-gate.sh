#!/usr/bin/env bash
# Imports, grades where it is told how, writes reports, and gates: what action.yml and the examples of docs/ci.md run.
# Every setting comes through the environment, so that nothing of it is ever read as a part of a script. Lists are one
# item a line.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

flowmcp() {
  node "${FLOWMCP_CI_BIN:-$here/packages/cli/dist/bin.js}" "$@"
}

# Loops and not mapfile, and arrays that are never empty: macOS has a bash of 2007.
sources=()
while IFS= read -r line || [[ -n $line ]]; do
  [[ $line =~ [^[:space:]] ]] && sources+=("$line")
done <<<"${FLOWMCP_CI_SOURCES:-}"

run=(grading run --all)
while IFS= read -r line || [[ -n $line ]]; do
  [[ $line =~ [^[:space:]] ]] && run+=("$line")
done <<<"${FLOWMCP_CI_RUN_FLAGS:-}"

reports=${FLOWMCP_CI_REPORTS:-flowmcp-reports}

if ((${#sources[@]} == 0)); then
  echo 'FLOWMCP_CI_SOURCES names no provider folder or selection, one a line.' >&2
  exit 2
fi

gate=(grading gate --all)
[[ -z ${FLOWMCP_CI_MIN_GRADE:-} ]] || gate+=(--min-grade "$FLOWMCP_CI_MIN_GRADE")
[[ -z ${FLOWMCP_CI_BASELINE:-} ]] || gate+=(--baseline "$FLOWMCP_CI_BASELINE")
[[ -z ${FLOWMCP_CI_MAX_AGE_DAYS:-} ]] || gate+=(--max-age-days "$FLOWMCP_CI_MAX_AGE_DAYS")

# What is missing from the checkout was removed on purpose: the import names it, and lets it go.
flowmcp grading import "${sources[@]}" --retire

# Without flags nobody is asked: what lies in the island is gated as it is. What could not be graded is for the gate to
# say, so a finding here (1) does not end the job; a command that could not run (2) does.
if ((${#run[@]} > 3)); then
  code=0
  flowmcp "${run[@]}" || code=$?
  ((code <= 1)) || exit "$code"
fi

mkdir -p "$reports"
flowmcp grading report --all --format html --out "$reports/grading.html"
flowmcp grading report --all --format md --out "$reports/grading.md"
flowmcp grading report --all --format sarif --out "$reports/grading.sarif"
flowmcp grading report --all --format junit --out "$reports/grading.xml"
flowmcp grading report --all --format badge --out "$reports/grading.svg"
if [[ -n ${GITHUB_STEP_SUMMARY:-} ]]; then cat "$reports/grading.md" >>"$GITHUB_STEP_SUMMARY"; fi

flowmcp "${gate[@]}"
