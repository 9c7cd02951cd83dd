import { type Gathered, gatheredField } from '../../../spec/gathered.js';
import type { IndexNode, IndexSchema, NamespaceIndex } from '../../../spec/index-file.js';
import type { ProviderProof } from '../../../spec/proof.js';
import { type Difference, firstDifference } from '../../../values/first-difference.js';

/** What a proof shows besides the index. */
export interface ProofOf {
  readonly proofVersion: 1;
  readonly index: NamespaceIndex;
  /** sha256 of the files that no snapshot was made of, by schema; null for one that could not be read. */
  readonly failed: ReadonlyMap<string, string | null>;
  readonly generatedAt: string;
  /** Name and version of this tool. */
  readonly tool: string;
}

/** Maximum length of a message. A proof lies in a repository, where a stranger's text must not bury the rest. */
const LONGEST_MESSAGE = 300;

/**
 * Projects the index of a namespace onto its proof; computes no grade. Keys that have no value are left out, apart from
 * those of the board, which are null until the namespace is on one.
 *
 * @see spec 19 and 26
 */
export function buildProof({ proofVersion, index, failed, generatedAt, tool }: ProofOf): ProviderProof {
  const { namespace, status, reason, grade, summary, namespaceAggregate } = index;
  return dropAbsent({
    proofVersion,
    namespace,
    generatedAt,
    status,
    reason,
    grade,
    summary: dropAbsent({
      gradingSpec: summary.gradingSpec,
      scoringSystem: summary.scoringSystem,
      gradingSystem: summary.gradingSystem,
      mixed: summary.mixed,
      schemas: summary.schemas,
      tools: summary.tools,
      toolsStable: summary.toolsStable,
      readiness: summary.readiness,
      gathered: gatheredIn(index),
      tool,
    }),
    namespaceAggregate: { ...shownNode(namespaceAggregate), ...scoreOf(namespaceAggregate) },
    schemas: Object.fromEntries(
      Object.entries(index.schemas).map(([schema, node]) => [schema, shownSchema(node, failed.get(schema))]),
    ),
    blockers: index.blockers.map(({ node, reason: why, message }) =>
      dropAbsent({ node, reason: why, message: message === undefined ? undefined : cut(message) }),
    ),
    monitoring: { githubIssue: null, boardColumn: null },
  }) as ProviderProof;
}

/** How tests differed from plain calls; undefined if they did not. Who reads the proof has no other trace of it. */
function gatheredIn({ schemas }: NamespaceIndex): Gathered | undefined {
  const tools = Object.values(schemas).flatMap((schema) => Object.values(schema.tools));
  return gatheredField(tools.map(({ gathered }) => gathered)).gathered;
}

/** Only a blocked node needs its reason: that of any other one is a note for people and bound to no list. */
function shownNode({ status, grade, reason }: IndexNode) {
  return dropAbsent({ status, grade, reason: status === 'blocked' ? reason : undefined });
}

/** The specification's name for the score. */
function scoreOf({ score }: IndexNode) {
  return dropAbsent({ normalizedScore: score });
}

function shownSchema(node: IndexSchema, failedSha256: string | null | undefined) {
  const { snapshot } = node as Partial<IndexSchema>;
  const source =
    failedSha256 === undefined
      ? { hash: snapshot?.hash, fileSha256: snapshot?.fileSha256 }
      : { fileSha256: failedSha256 ?? undefined };
  return { ...shownNode(node), ...dropAbsent(source) };
}

function dropAbsent<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T;
}

function cut(message: string): string {
  if (message.length <= LONGEST_MESSAGE) return message;
  // Leave out a surrogate pair of which only the first half would remain.
  return `${message.slice(0, LONGEST_MESSAGE - 1).replace(/[\u{D800}-\u{DBFF}]$/u, '')}…`;
}

/** Keeps what a board has written into the previous proof, which the index does not have. */
export function keepMonitoring(proof: ProviderProof, previous: ProviderProof | null): ProviderProof {
  const { githubIssue = null, boardColumn = null } = previous?.monitoring ?? {};
  return { ...proof, monitoring: { githubIssue, boardColumn } };
}

/** The first difference between two proofs that is more than the time they were made; null if there is none. */
export function changeOfProof(previous: ProviderProof | null, next: ProviderProof): Difference | null {
  const untimed = (proof: ProviderProof | null) => proof && { ...proof, generatedAt: '' };
  return firstDifference(untimed(previous), untimed(next));
}

/**
 * The source files by schema that a proof is about: their sha256, as the island knows it; null for a file that could
 * not be read when it was imported.
 */
export function sourcesOf({ schemas }: ProviderProof): ReadonlyMap<string, string | null> {
  return new Map(
    Object.entries(schemas).map(([schema, { fileSha256 }]) => [
      schema,
      typeof fileSha256 === 'string' ? fileSha256 : null,
    ]),
  );
}

const UNREAD = 'the content of the file could not be read when it was imported';

/** How a provider folder differs from what the island knows. */
export interface SourceDifference {
  readonly schema: string;
  readonly reason: string;
}

/**
 * The first schema, by name, whose file is not what the island knows; null if all of them are.
 *
 * @param found sha256 by schema; null for a file that cannot be compared
 */
export function findSourceDifference(
  found: ReadonlyMap<string, string | null>,
  known: ReadonlyMap<string, string | null>,
): SourceDifference | null {
  for (const schema of [...new Set([...found.keys(), ...known.keys()])].sort()) {
    const [own, expected] = [found.get(schema), known.get(schema)];
    if (own === undefined) return { schema, reason: 'the file is missing' };
    if (expected === null) return { schema, reason: UNREAD };
    if (own === expected) continue;
    if (expected === undefined) return { schema, reason: 'the island does not know the file' };
    return { schema, reason: `its sha256 is ${own}, but the island knows ${expected}` };
  }
  return null;
}
