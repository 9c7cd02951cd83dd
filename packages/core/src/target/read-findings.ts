import { isGraded } from '../grade/roll-up.js';
import { readJson } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { factsFile } from '../island/logic/paths.js';
import { type Problem, SEVERITIES } from '../problems/problem.js';
import { isJudgedBy } from '../spec/books/registered.js';
import type { SchemaFacts } from '../spec/facts.js';
import type { IndexSchema, NamespaceIndex, SelectionIndex } from '../spec/index-file.js';
import { isRecord } from '../values/is-record.js';
import { isInsideTool } from '../values/value-path.js';
import type { Scope } from './logic/target.js';

/** A deterministic finding, for display. */
export interface ShownFinding extends Problem {
  /** Present only in the findings of a namespace. */
  readonly schema?: string;
  /** Slug of the rule. */
  readonly id: string;
}

/** A tool is graded and keeps its grade, but its newest tests do not support it (decision D18). */
export interface ContradictingFact {
  readonly node: string;
  readonly reason: string;
  /** Set if the tests are about earlier code with the same main; the next run will test the tool again. */
  readonly isVoid?: true;
}

const VOID = 'the code was edited after its tests, so they no longer count; the next run tests it again';

export interface SchemaFindings {
  readonly findings: readonly ShownFinding[];
  readonly facts: readonly ContradictingFact[];
  /** Tools whose tests were run by an earlier version, which did not record how it ran them. */
  readonly unrecorded: readonly string[];
  /** Whether another specification than the island's judged some of the facts, so that contradictions were not looked for. */
  readonly isOfOtherSpec: boolean;
  /** Files that could not be read. */
  readonly problems: readonly Problem[];
}

/**
 * Findings and contradicting facts of the schemas in a part of a namespace, from the facts about their current content.
 * Shapes are checked by hand, because commands that must start fast call this.
 *
 * @param judged facts by schema, judged by the island's specification; without them, those files count that it judged
 */
export function readFindings(
  island: Island,
  index: NamespaceIndex,
  scope: Scope,
  judged?: ReadonlyMap<string, SchemaFacts>,
): SchemaFindings {
  const findings: ShownFinding[] = [];
  const facts: ContradictingFact[] = [];
  const unrecorded: string[] = [];
  const problems: Problem[] = [];
  let isOfOtherSpec = false;
  for (const [schema, node] of Object.entries(index.schemas)) {
    if (scope.schema !== undefined && scope.schema !== schema) continue;
    const { snapshot, failed } = node;
    // Findings about an earlier version of a file that does not pass the gate now would mislead.
    if (!snapshot || failed) continue;
    const parsed = readJson(island, factsFile(index.namespace, schema));
    if (parsed && 'problem' in parsed) problems.push(parsed.problem);
    if (!parsed || 'problem' in parsed || !isRecord(parsed.value)) continue;
    const { value } = parsed;
    if (value.schemaHash !== snapshot.hash) continue;
    if (value.fileSha256 !== snapshot.fileSha256) {
      facts.push(
        ...gradedTools(schema, node, scope).map((id) => ({ node: id, reason: VOID, isVoid: true as const })),
      );
      continue;
    }
    const found = (Array.isArray(value.findings) ? value.findings : []).filter(isFinding);
    findings.push(...found.filter((finding) => isAbout(finding, scope)).map((one) => shown(schema, one)));
    const isKnown = isJudgedBy(value, island.book.spec);
    if (!isKnown && !judged) isOfOtherSpec = true;
    const tools = isKnown ? value.tools : judged?.get(schema)?.tools;
    facts.push(...contradictions(schema, node, tools, scope));
    unrecorded.push(...withoutRecord(schema, value.tools, scope));
  }
  return { findings, facts, unrecorded, isOfOtherSpec, problems };
}

/**
 * A target's tools whose tests were run by an earlier version, so that the destination of their requests is unknown. A
 * selection has no tools of its own.
 */
export function unrecordedTools(
  island: Island,
  { index }: { readonly index: NamespaceIndex | SelectionIndex },
): ReadonlySet<string> {
  return new Set('members' in index ? [] : readFindings(island, index, {}).unrecorded);
}

function contradictions(
  schema: string,
  node: IndexSchema,
  known: unknown,
  scope: Scope,
): ContradictingFact[] {
  return gradedTools(schema, node, scope).flatMap((id) => {
    const tool = id.slice(`schemas.${schema}.tools.`.length);
    const fact = isRecord(known) && Object.hasOwn(known, tool) ? known[tool] : undefined;
    if (!isRecord(fact) || fact.status !== 'blocked') return [];
    return [{ node: id, reason: typeof fact.reason === 'string' ? fact.reason : 'blocked' }];
  });
}

/**
 * The tools whose tests ran, but whose facts do not say how. Facts that name no test records do not come from tests.
 */
function withoutRecord(schema: string, known: unknown, scope: Scope): string[] {
  return Object.entries(isRecord(known) ? known : {})
    .filter(([tool, fact]) => {
      if (scope.tool !== undefined && scope.tool !== tool) return false;
      if (!isRecord(fact) || fact.gathered !== undefined) return false;
      return Array.isArray(fact.records) && fact.records.length > 0;
    })
    .map(([tool]) => `schemas.${schema}.tools.${tool}`);
}

/** Ids of the tools that have a grade. */
function gradedTools(schema: string, { tools }: IndexSchema, scope: Scope): string[] {
  return Object.entries(tools)
    .filter(([tool, { status }]) => isGraded(status) && (scope.tool === undefined || scope.tool === tool))
    .map(([tool]) => `schemas.${schema}.tools.${tool}`);
}

type StoredFinding = Problem & { readonly id: string };

function isFinding(value: unknown): value is StoredFinding {
  return (
    isRecord(value) &&
    typeof value.id === 'string' &&
    typeof value.code === 'string' &&
    SEVERITIES.some((severity) => severity === value.severity) &&
    (value.where === undefined || isRecord(value.where)) &&
    (value.args === undefined || isRecord(value.args))
  );
}

function shown(schema: string, { id, code, severity, where, args }: StoredFinding): ShownFinding {
  return { schema, id, code, severity, ...(where && { where }), ...(args && { args }) };
}

/** Checks whether a finding is in scope: if the scope is a tool, only findings inside its declaration are. */
function isAbout({ where = {} }: StoredFinding, { tool }: Scope): boolean {
  return tool === undefined || isInsideTool(where, tool);
}
