import { isGraded } from '../../grade/roll-up.js';
import { readJson } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import { parseTimestamp, splitId } from '../../island/logic/names.js';
import { FILE_NAMES } from '../../island/logic/paths.js';
import type { Problem } from '../../problems/problem.js';
import { gradedQuestionsOf } from '../../questions/lookup.js';
import type { RunStatus } from '../../runs/run-status.js';
import type { NamespaceIndex } from '../../spec/index-file.js';
import { TIMESTAMP_PATTERN } from '../../spec/name-patterns.js';
import { type AreaId, HINT_PRIORITIES } from '../../spec/vocabulary.js';
import { CONFORMANCE } from '../../target/logic/selection/aggregate-answers.js';
import { findSubject, type Subject, subjectsOf } from '../../target/logic/subjects.js';
import { byCodeUnit } from '../../values/code-unit-order.js';
import { isRecord } from '../../values/is-record.js';

/** An improvement that a grader proposed for a node. */
export interface ShownHint {
  readonly node: string;
  readonly area: AreaId;
  readonly subject: string;
  readonly targetField: string;
  readonly suggestion: string;
  readonly priority: (typeof HINT_PRIORITIES)[number];
  /** Time of the hand-in. */
  readonly gradedAt: string;
}

/** Maximum number of hand-ins to read. They are read from the newest backwards, until every graded node is covered. */
const MOST_HAND_INS = 20;
const HAND_IN = new RegExp(`--(${TIMESTAMP_PATTERN})\\.json$`);

interface HandIn {
  readonly path: string;
  readonly timestamp: string;
}

/**
 * Reads the improvement hints for all nodes with a current grade, node by node, the most urgent hint of each node
 * first. They come from the hand-ins kept as evidence. Shapes are checked by hand, because this command must start
 * fast. A hand-in about only some of the questions adds its hints to the earlier ones, and replaces earlier hints for
 * the same field.
 *
 * @param isAccepted tells whether a hand-in that was kept was also accepted
 */
export function readHints({
  island,
  folder,
  subjects,
  isShown,
  isAccepted,
}: {
  island: Island;
  /** Folder of the index, relative to the island. */
  folder: string;
  subjects: readonly Subject[];
  isShown: (node: string) => boolean;
  isAccepted: (file: string) => boolean;
}): { hints: ShownHint[]; problems: Problem[] } {
  const waiting = new Set(
    subjects.filter((subject) => isShown(subject.node) && isCurrent(subject)).map(({ node }) => node),
  );
  const found = new Map<string, ShownHint[]>();
  const covered = new Map<string, ReadonlySet<unknown>>();
  const problems: Problem[] = [];
  const handIns = waiting.size > 0 ? newestHandIns(island, folder, isAccepted) : [];
  for (const { path, timestamp } of handIns) {
    if (waiting.size === 0) break;
    const parsed = readJson(island, path);
    if (parsed && 'problem' in parsed) problems.push(parsed.problem);
    if (!parsed || 'problem' in parsed) continue;
    for (const handed of areasOf(parsed.value)) {
      const subject = findSubject(subjects, handed);
      if (!subject || !waiting.has(subject.node) || handed.schemaHash !== subject.status.boundTo) continue;
      const answered = answeredBy(handed, covered.get(subject.node));
      covered.set(subject.node, answered);
      if (isWhole(subject.area, answered)) waiting.delete(subject.node);
      const newer = found.get(subject.node) ?? [];
      const hints = hintsOf(handed.improvementHints, subject, timestamp).filter(
        ({ targetField }) => !newer.some((hint) => hint.targetField === targetField),
      );
      found.set(subject.node, byPriority([...newer, ...hints]));
    }
  }
  return { hints: subjects.flatMap(({ node }) => found.get(node) ?? []), problems };
}

/** Gradable nodes, derived from an index alone. */
export function subjectsOfIndex(index: NamespaceIndex): Subject[] {
  return subjectsOf(index, {
    namespaceHash: '',
    about: { schema: '', hash: '' },
    skills: Object.keys(index.skills).map((id) => {
      const [schema, skill] = splitId(id);
      return { schema, skill, hash: '' };
    }),
  });
}

/**
 * Checks whether a hand-in was accepted. Hand-ins are kept before they are accepted, so only one hand-in of the newest
 * run counts as accepted: the one that the run's state names.
 */
export function isAcceptedHandIn(run: RunStatus | null, file: string): boolean {
  if (!run?.taskId || !file.startsWith(`${run.taskId}--`)) return true;
  return run.status === 'graded' && run.scores === `${FILE_NAMES.scores}/${file}`;
}

/**
 * Checks whether a grade is about the current content; for a veto, that is known only if the index records the hash of
 * that content.
 */
function isCurrent({ status, hash }: Subject): boolean {
  if (status.status === 'rejected') return status.boundTo === hash;
  return isGraded(status.status);
}

function newestHandIns(
  island: Island,
  target: string,
  isAccepted: (file: string) => boolean,
): readonly HandIn[] {
  const folder = `${target}/${FILE_NAMES.scores}`;
  const handIns = island.listFiles(folder).flatMap((file): HandIn[] => {
    const timestamp = HAND_IN.exec(file)?.[1];
    const isOne = timestamp !== undefined && parseTimestamp(timestamp) !== null && isAccepted(file);
    return isOne ? [{ path: `${folder}/${file}`, timestamp }] : [];
  });
  const newestFirst = (a: HandIn, b: HandIn) =>
    byCodeUnit(b.timestamp, a.timestamp) || byCodeUnit(b.path, a.path);
  return handIns.sort(newestFirst).slice(0, MOST_HAND_INS);
}

interface HandedArea {
  readonly area: string;
  readonly subject: string;
  readonly schemaHash: unknown;
  readonly improvementHints: unknown;
  readonly answers: unknown;
}

function areasOf(scores: unknown): HandedArea[] {
  const areas = isRecord(scores) && Array.isArray(scores.areas) ? scores.areas : [];
  return areas.filter(isRecord).flatMap(({ area, subject, schemaHash, improvementHints, answers }) => {
    const isNamed = typeof area === 'string' && typeof subject === 'string';
    return isNamed ? [{ area, subject, schemaHash, improvementHints, answers }] : [];
  });
}

/** The questions that a hand-in answers, added to those answered by newer hand-ins. */
function answeredBy({ answers }: HandedArea, newer: ReadonlySet<unknown> = new Set()): ReadonlySet<unknown> {
  const ids = (Array.isArray(answers) ? answers : []).filter(isRecord).map(({ questionId }) => questionId);
  return new Set([...newer, ...ids]);
}

/**
 * Checks whether a grader answered every question of the area. In a selection, code may have answered the conformance
 * question instead.
 */
function isWhole(area: AreaId, answered: ReadonlySet<unknown>): boolean {
  return gradedQuestionsOf(area).every(({ id }) => id === CONFORMANCE || answered.has(id));
}

function hintsOf(handed: unknown, { node, area, subject }: Subject, gradedAt: string): ShownHint[] {
  const hints = (Array.isArray(handed) ? handed : []).filter(isRecord).flatMap((hint): ShownHint[] => {
    const { targetField, suggestion } = hint;
    const priority = HINT_PRIORITIES.find((known) => known === hint.priority);
    if (typeof targetField !== 'string' || typeof suggestion !== 'string' || !priority) return [];
    return [{ node, area, subject, targetField, suggestion, priority, gradedAt }];
  });
  return byPriority(hints);
}

/** Sorts hints by urgency, the most urgent first; equally urgent hints keep the given order. */
function byPriority(hints: readonly ShownHint[]): ShownHint[] {
  const rank = ({ priority }: ShownHint) => HINT_PRIORITIES.indexOf(priority);
  return [...hints].sort((a, b) => rank(b) - rank(a));
}
