#!/usr/bin/env bash
# Imports its sources, grades them where it is told how, reports and gates them: what action.yml and the examples of
# docs/ci.md run.
# Every setting comes through the environment, so that nothing of it is ever read as a part of a script. Lists are one
# item a line.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

flowmcp() {
  node "${FLOWMCP_CI_BIN:-$here/packages/cli/dist/bin.js}" "$@"
}

# Loops and not mapfile: macOS has a bash of 2007.
sources=()
while IFS= read -r line || [[ -n $line ]]; do
  [[ $line =~ [^[:space:]] ]] && sources+=("$line")
done <<<"${FLOWMCP_CI_SOURCES:-}"

run=()
while IFS= read -r line || [[ -n $line ]]; do
  [[ $line =~ [^[:space:]] ]] && run+=("$line")
done <<<"${FLOWMCP_CI_RUN_FLAGS:-}"

reports=${FLOWMCP_CI_REPORTS:-flowmcp-reports}

if ((${#sources[@]} == 0)); then
  echo 'FLOWMCP_CI_SOURCES names no provider folder or selection, one a line.' >&2
  exit 2
fi

bar=()
[[ -z ${FLOWMCP_CI_MIN_GRADE:-} ]] || bar+=(--min-grade "$FLOWMCP_CI_MIN_GRADE")
[[ -z ${FLOWMCP_CI_MIN_COVERAGE:-} ]] || bar+=(--min-coverage "$FLOWMCP_CI_MIN_COVERAGE")
[[ -z ${FLOWMCP_CI_BASELINE:-} ]] || bar+=(--baseline "$FLOWMCP_CI_BASELINE")
[[ -z ${FLOWMCP_CI_MAX_AGE_DAYS:-} ]] || bar+=(--max-age-days "$FLOWMCP_CI_MAX_AGE_DAYS")
[[ ${FLOWMCP_CI_ALLOW_MAPPED:-} != true ]] || bar+=(--allow-mapped)

# What is missing from the checkout was removed on purpose: the import names it, and lets it go.
flowmcp grading import "${sources[@]}" --retire

# What these sources are in the island, and nothing else of it: an import that has nothing left to do names them.
names='
const { results } = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
for (const { flow, namespace, selectionId } of results) {
  console.log(flow === "selection" ? `selections/${selectionId}` : `providers/${namespace}`);
}'
listed=$(flowmcp grading import --dry-run --json "${sources[@]}" | node -e "$names")
targets=()
while IFS= read -r line || [[ -n $line ]]; do targets+=("$line"); done <<<"$listed"
if [[ -z $listed ]]; then
  echo 'FLOWMCP_CI_SOURCES names nothing that could be imported.' >&2
  exit 2
fi

# Without flags nobody is asked: what lies in the island is gated as it is. What could not be graded is for the gate to
# say, so a finding here (1) does not end the job; a command that could not run (2) does.
if ((${#run[@]} > 0)); then
  code=0
  flowmcp grading run "${targets[@]}" "${run[@]}" || code=$?
  ((code <= 1)) || exit "$code"
fi

mkdir -p "$reports"
# With the bar of the gate, so that the reports fail what it fails. Written so that an empty list is none for bash 3.
report() {
  flowmcp grading report "${targets[@]}" ${bar[@]+"${bar[@]}"} --format "$1" --out "$reports/$2"
}
report html grading.html
report md grading.md
report sarif grading.sarif
report junit grading.xml
report badge grading.svg
if [[ -n ${GITHUB_STEP_SUMMARY:-} ]]; then cat "$reports/grading.md" >>"$GITHUB_STEP_SUMMARY"; fi

flowmcp grading gate "${targets[@]}" ${bar[@]+"${bar[@]}"}
