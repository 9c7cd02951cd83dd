import type { Subject } from '../../engine/subjects.js';
import { formatJson } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import { factsFile } from '../../island/paths.js';
import type { SchemaFacts, ToolFacts } from '../../model/facts.js';
import { describeProblem, problem } from '../../tables/error-codes.js';
import { scoringSystem } from '../../tables/scoring-system-1.0.0.js';
import type { DerivedNamespace } from '../rebuild.js';

const NOT_TESTED = describeProblem(problem('DPT-106')).message;
const BAR = scoringSystem.workingTests;
const PASSED: ToolFacts = {
  working: BAR,
  total: BAR,
  bar: BAR,
  status: 'ok',
  docs: null,
  outputMatches: null,
  records: [],
};

/**
 * Writes, into an island that is only thought of, facts that let every untested tool pass: what a run costs is known
 * before its tests are.
 *
 * @returns how many tools that were
 */
export function assumeTested(
  scratch: Island,
  { index, facts, outline }: DerivedNamespace,
  wanted: readonly Subject[],
  now: Date,
): number {
  let assumed = 0;
  for (const { schema, snapshot } of outline.schemas) {
    const known = facts.get(schema);
    const untested = wanted.filter(
      ({ tool, ...subject }) => subject.schema === schema && tool !== null && isUntested(known, tool),
    );
    if (untested.length === 0) continue;
    assumed += untested.length;
    const passed = untested.flatMap(({ tool }) => (tool === null ? [] : [[tool, PASSED] as const]));
    const next: SchemaFacts = {
      namespace: index.namespace,
      schema,
      schemaHash: snapshot.hash,
      fileSha256: snapshot.fileSha256,
      checkedAt: known?.checkedAt ?? now.toISOString(),
      bar: BAR,
      ...known,
      tools: { ...known?.tools, ...Object.fromEntries(passed) },
    };
    scratch.replace(factsFile(index.namespace, schema), formatJson(next));
  }
  return assumed;
}

/** A run without requests leaves a fact that says no more than that. */
function isUntested(facts: SchemaFacts | undefined, tool: string): boolean {
  const known = facts && Object.hasOwn(facts.tools, tool) ? facts.tools[tool] : undefined;
  return known === undefined || (known.status === 'blocked' && known.reason === NOT_TESTED);
}
