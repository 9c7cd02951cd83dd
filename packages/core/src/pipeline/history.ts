import { gradeAnswers } from '../engine/grade.js';
import { parseEntryName, sortByTime } from '../engine/names.js';
import { newestPerQuestion } from '../engine/score.js';
import { areasOfNode } from '../engine/selection/subjects.js';
import { type Subject, selectSubjects } from '../engine/subjects.js';
import { readDocument } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { FILE_NAMES } from '../island/paths.js';
import { type GradingEntry, gradingEntry } from '../model/entry.js';
import type { Problem } from '../model/problem.js';
import type { AggregateGrade, AreaId, GradingMode, Score } from '../model/vocabulary.js';
import { deriveTarget } from './derive-target.js';
import { eachNamedTarget, type NamedTargets } from './each-target.js';
import { folderOf, type Target } from './targets.js';

/** An answer that is not what the entry before said. */
export interface ChangedAnswer {
  readonly questionId: string;
  /** null: it was not asked before. */
  readonly from: Score | null;
  readonly to: Score;
}

/** One entry of a node. Entries are never deleted, so the history is what lies there. */
export interface HistoryEntry {
  readonly ref: string;
  readonly gradingId: string;
  /** Timestamp of the file's name. */
  readonly at: string;
  readonly mode: GradingMode;
  readonly grade: AggregateGrade;
  /** Mean of this entry's own answers; null under a veto. */
  readonly score: number | null;
  readonly schemaHash: string;
  /** Is it about the content as it is now? */
  readonly current: boolean;
  readonly harness: string;
  /** Who graded, without what code answered. */
  readonly graders: readonly string[];
  readonly persona: string | null;
  /** Why it was graded again; null for a first grading. */
  readonly regradedFor: string | null;
  readonly veto: string | null;
  readonly changed: readonly ChangedAnswer[];
}

export interface NodeHistory {
  readonly node: string;
  readonly area: AreaId;
  readonly subject: string;
  /** Oldest first. */
  readonly entries: readonly HistoryEntry[];
}

export interface HistoryResult {
  readonly status: boolean;
  readonly results: readonly {
    readonly target: string;
    readonly nodes: readonly NodeHistory[];
    readonly warnings: readonly Problem[];
  }[];
  readonly errors: readonly Problem[];
}

/** Every entry of every node of the targets in time, each with what it changed. Writes nothing. */
export function readHistory({
  now = () => new Date(),
  ...named
}: NamedTargets & { now?: () => Date }): Promise<HistoryResult> {
  return eachNamedTarget(named, (target) => historyOf(named.island, target, now()));
}

function historyOf(island: Island, target: Target, now: Date) {
  const derived = deriveTarget({ island, target, now });
  const scope = target.flow === 'provider' ? target.scope : {};
  const subjects = selectSubjects(derived.subjects, { scope, areas: null });
  const warnings: Problem[] = [];
  const nodes = subjects.map(({ node, area, subject, ...rest }) => ({
    node,
    area,
    subject,
    entries: readEntries(island, folderOf(target), { area, ...rest }, warnings),
  }));
  return { target: target.name, nodes: nodes.filter(({ entries }) => entries.length > 0), warnings };
}

function readEntries(
  island: Island,
  base: string,
  { folder, area, hash }: Pick<Subject, 'folder' | 'area' | 'hash'>,
  warnings: Problem[],
): HistoryEntry[] {
  const place = [folder, FILE_NAMES.gradings].filter(Boolean).join('/');
  const names = island.listFiles(`${base}/${place}`).map(parseEntryName);
  const areas = areasOfNode(area);
  const ordered = sortByTime(names.filter((name) => name !== null)).filter((name) =>
    areas.includes(name.area),
  );
  const known = new Map<string, Score>();
  return ordered.flatMap((name): HistoryEntry[] => {
    const ref = `${place}/${name.file}`;
    const parsed = readDocument(island, `${base}/${ref}`, gradingEntry);
    if (parsed && 'problem' in parsed) warnings.push(parsed.problem);
    if (!parsed || 'problem' in parsed) return [];
    return [describeEntry(parsed.value, { ref, at: name.timestamp, hash, known })];
  });
}

function describeEntry(
  entry: GradingEntry,
  { ref, at, hash, known }: { ref: string; at: string; hash: string; known: Map<string, Score> },
): HistoryEntry {
  const answers = newestPerQuestion(entry.gradings);
  const changed = answers
    .map(({ questionId, score }) => ({ questionId, from: known.get(questionId) ?? null, to: score }))
    .filter(({ from, to }) => from !== to);
  for (const { questionId, score } of answers) known.set(questionId, score);
  const judged = answers.filter(({ determinism }) => determinism === 'non-deterministic');
  const graders = judged.map(({ graderIdentity: { name, version }, llmModel }) =>
    [`${name} ${version}`, llmModel && `(${llmModel})`].filter(Boolean).join(' '),
  );
  const { score } = gradeAnswers({ answers, tier: entry.gradingTier, veto: entry.categoricalVeto });
  return {
    ref,
    gradingId: entry.gradingId,
    at,
    mode: entry.gradingMode,
    grade: entry.aggregateGrade,
    score,
    schemaHash: entry.schemaHash,
    current: entry.schemaHash === hash,
    harness: entry.harness,
    graders: [...new Set(graders)],
    persona: entry.persona ? `${entry.persona.basePersonaId}--${entry.persona.lensId}` : null,
    regradedFor: entry.regradingTrigger?.triggeredBy ?? null,
    veto: entry.categoricalVeto?.triggeredBy ?? null,
    changed,
  };
}
