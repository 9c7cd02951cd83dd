import { explainNode, explainRollup, explainStanding } from '../../grade/explain/explain-node.js';
import { judgeTarget } from '../../grade/gate/judge.js';
import { sayTested } from '../../grade/gathered.js';
import type { Island } from '../../island/island.js';
import { formatPersona } from '../../island/logic/names.js';
import { namespaceFolder } from '../../island/logic/paths.js';
import type { EntriesSeen } from '../../island/read-namespace.js';
import { distinctProblems, type Problem } from '../../problems/problem.js';
import type { RuleBook } from '../../spec/books/book.js';
import type { IndexNode, IndexSchema } from '../../spec/index-file.js';
import type { AreaId } from '../../spec/vocabulary.js';
import { type AbsencesOf, readAbsences } from '../../target/absences.js';
import { refuseDamagedSnapshots } from '../../target/damaged-snapshots.js';
import { createHistoryReader, type HistoryReader } from '../../target/entry-reader.js';
import { gateNodesOf } from '../../target/gate.js';
import { readerOf } from '../../target/logic/selection/one-persona.js';
import { nodesInScope, type Subject } from '../../target/logic/subjects.js';
import type { NamespaceTarget, SelectionTarget, Target } from '../../target/logic/target.js';
import { waitsFor } from '../../target/logic/waits-for.js';
import { findPastRetention } from '../../target/past-retention.js';
import { readFindings, type ShownFinding } from '../../target/read-findings.js';
import { deriveNamespace } from '../../target/rebuild/derive-namespace.js';
import { deriveSelection } from '../../target/rebuild/derive-selection.js';
import { findingsOfSelection } from '../../target/selection-findings.js';
import { buildReportTarget, type ReportedNode } from './logic/build-report-target.js';
import {
  type EarlierNode,
  FAILED_FILE,
  FAILED_FILE_FIX,
  type ReportFinding,
  type ReportTarget,
} from './logic/grading-report.js';
import { type Places, placesOfNamespace, placesOfSelection, type SourceOptions } from './places.js';

export interface ReadReportTarget {
  readonly report: ReportTarget;
  readonly sought: Places['sought'];
}

/**
 * Reads the current state of a target from the island, with everything that a report shows about it. Writes nothing but
 * readings of snapshots.
 *
 * @throws GradingError GATE-007, as the gate does, if the target depends on damaged snapshots
 */
export function readReportTarget(
  island: Island,
  target: Target,
  options: SourceOptions & { readonly now: Date; readonly gate: Parameters<typeof judgeTarget>[1] },
): ReadReportTarget {
  refuseDamagedSnapshots(island, target, 'GATE-007');
  const reader = createHistoryReader(island, target.folder);
  const read = { ...options, seen: reader.seen };
  const { derived, details } =
    target.flow === 'provider' ? readNamespace(island, target, read) : readSelection(island, target, read);
  const { places, contradictions, unrecorded, findings, warnings, absencesOf, retired } = details;
  const readAs = 'readings' in derived ? readerOf(derived.readings) : null;
  const subjects = new Map(derived.subjects.map((subject) => [subject.node, subject]));
  const unread: Problem[] = [];
  const nodes = nodesInScope(target, derived).map(([node, status]): ReportedNode => {
    const subject = subjects.get(node) ?? null;
    const read = subject
      ? readGraded(reader, subject, { now: options.now, unread, book: island.book })
      : { explanation: explainStanding(node, status), history: [] };
    return {
      ...read,
      subject,
      gradedAt: status.gradedAt ?? null,
      waitsFor: waitsFor(status),
      place: places.ofNode(node, subject),
      findings: findingsOfFile(node, status, places),
      contradiction: contradictions.get(node) ?? null,
      tested: sayTested(status, { isRecorded: !unrecorded.has(node) }),
      ...(status.testDepth && { testDepth: status.testDepth }),
      away: subject?.schema ? absencesOf(subject.schema) : [],
    };
  });
  const shown = new Set(nodes.map(({ explanation }) => explanation.node));
  const gated = gateNodesOf(target, derived, {
    island,
    seen: reader.seen,
    policy: options.gate.policy,
    now: options.now,
  });
  const report = buildReportTarget({
    target: target.name,
    flow: target.flow,
    tier: target.tier,
    rollup: explainRollup(derived.index),
    persona: readAs && formatPersona(readAs),
    updatedAt: derived.index.updatedAt,
    nodes,
    earlier:
      'namespace' in derived.index
        ? readEarlierNodes(island, { namespace: derived.index.namespace, retired }, { reader, absencesOf })
        : [],
    gate: judgeTarget({ ...gated, nodes: gated.nodes.filter(({ node }) => shown.has(node)) }, options.gate),
    findings,
    ...findPastRetention(island, target, options.now),
    // An unreadable file is reported both when the index is derived and when the history is read.
    warnings: distinctProblems([...warnings, ...unread]),
    placeOf: places.ofWhere,
  });
  return { report, sought: places.sought };
}

/** What is wrong with the file of a schema that does not pass the gate. */
function findingsOfFile(
  node: string,
  { failed }: IndexNode & Pick<IndexSchema, 'failed'>,
  places: Places,
): readonly ReportFinding[] {
  const { file = '', problems = [] } = failed ?? {};
  return problems.map(({ code, message, line }) => ({
    ...{ rule: FAILED_FILE, code, severity: 'error', hint: FAILED_FILE_FIX, path: null },
    message: `${file}${line === undefined ? '' : `:${line}`}: ${message}`,
    place: places.ofFailed(node.slice('schemas.'.length), line),
  }));
}

interface Deriving {
  readonly now: Date;
  readonly seen: EntriesSeen;
}

interface Details {
  readonly places: Places;
  readonly findings: readonly ShownFinding[];
  /** By node. */
  readonly contradictions: ReadonlyMap<string, string>;
  readonly unrecorded: ReadonlySet<string>;
  readonly warnings: readonly Problem[];
  readonly absencesOf: AbsencesOf;
  /** Retired schemas whose earlier grades belong to the trend. */
  readonly retired: readonly string[];
}

function readNamespace(island: Island, target: NamespaceTarget, options: SourceOptions & Deriving) {
  const { now, seen } = options;
  const derived = deriveNamespace({ island, namespace: target.id, now, seen: { entries: seen } });
  const { index } = derived;
  const { findings, facts, unrecorded, problems } = readFindings(island, index, target.scope, derived.facts);
  const details: Details = {
    places: placesOfNamespace(island, derived, { ...options, schema: target.scope.schema ?? null }),
    findings,
    contradictions: new Map(facts.map(({ node, reason }) => [node, reason])),
    unrecorded: new Set(unrecorded),
    warnings: [...derived.problems, ...problems],
    absencesOf: readAbsences(island, target.id),
    // A report about one schema leaves out the others.
    retired: target.scope.schema === undefined ? derived.outline.retired : [],
  };
  return { derived, details };
}

function readSelection(island: Island, { id: selectionId }: SelectionTarget, { now, seen }: Deriving) {
  const derived = deriveSelection({ island, selectionId, now, seen });
  const details: Details = {
    places: placesOfSelection(derived.content),
    findings: findingsOfSelection(island, derived.content, now),
    contradictions: new Map(),
    unrecorded: new Set(),
    warnings: derived.problems,
    absencesOf: () => [],
    retired: [],
  };
  return { derived, details };
}

/** Reads the newest entry for the explanation, and every entry for the history. */
function readGraded(
  reader: HistoryReader,
  subject: Subject,
  { now, unread, book }: { now: Date; unread: Problem[]; book: RuleBook },
): Pick<ReportedNode, 'explanation' | 'history'> {
  const { entries, history, problems } = reader.read(subject);
  unread.push(...problems);
  return { explanation: explainNode(subject, entries, { now, book }), history };
}

/** Histories of the nodes in the folders of retired schemas. */
function readEarlierNodes(
  island: Island,
  { namespace, retired }: { namespace: string; retired: readonly string[] },
  { reader, absencesOf }: { reader: HistoryReader; absencesOf: AbsencesOf },
): EarlierNode[] {
  return retired.flatMap((schema) => {
    const below = (kind: string, area: AreaId) =>
      island
        .listFolders(`${namespaceFolder(namespace)}/${schema}/${kind}`)
        .map((name) => ({ folder: `${schema}/${kind}/${name}`, area }));
    const places = [
      { folder: schema, area: 'tools-aggregate-schema' as const },
      ...below('tools', 'single-test'),
      ...below('skills', 'namespace-skills'),
    ];
    return places
      .map(({ folder, area }) => reader.read({ folder, area, hash: '' }).history)
      .filter((history) => history.length > 0)
      .map((history) => ({
        schema,
        history: history.map(({ at, mode, score, scoringSystem }) => ({
          at,
          mode,
          score,
          ...(scoringSystem !== undefined && { scoringSystem }),
        })),
        away: absencesOf(schema),
      }));
  });
}
