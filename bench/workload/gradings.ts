import { buildEntry, type LastFull } from '../../packages/core/src/grade/entry/build-entry.js';
import { formatJson } from '../../packages/core/src/island/documents.js';
import { formatEntryName, formatTimestamp } from '../../packages/core/src/island/logic/names.js';
import type { StoredEntry } from '../../packages/core/src/island/read-namespace.js';
import { gradedQuestionsOf } from '../../packages/core/src/questions/lookup.js';
import { DEFAULT_BOOK } from '../../packages/core/src/spec/books/registered.js';
import type { ScoreArea, ScoresFile } from '../../packages/core/src/spec/scores.js';
import type { StateFile } from '../../packages/core/src/spec/state.js';
import type { GradingMode } from '../../packages/core/src/spec/vocabulary.js';
import type { Subject } from '../../packages/core/src/target/logic/subjects.js';
import type { IslandFile } from './provider-facts.js';

/**
 * Gradings of a namespace over time: each subject once in full, then twice in part. Subjects about the whole
 * namespace are graded more often.
 */

const DAY = 24 * 60 * 60 * 1000;
const ROUNDS = 3;
const WIDE_ROUNDS = 5;
const GRADER = { skill: 'bench-grader', skillVersion: '1.0.0', kind: 'llm' } as const;
/** About as long as a grader's reasoning. */
const REASON = 'The description says what is returned and for which place, but not in which unit. '.repeat(3);

/** An entry with its file and its subject. */
export interface PlacedEntry extends IslandFile {
  readonly subject: Subject;
  readonly stored: StoredEntry;
}

/** Hand-ins about a namespace, and the entries that resulted. */
export function gradeSubjects({
  namespace,
  subjects,
  now,
}: {
  namespace: string;
  subjects: readonly Subject[];
  now: Date;
}): { handIns: IslandFile[]; entries: PlacedEntry[] } {
  const handIns: IslandFile[] = [];
  const entries: PlacedEntry[] = [];
  const before = new Map<string, LastFull>();
  for (let round = 0; round < WIDE_ROUNDS; round += 1) {
    for (const isOld of [true, false]) {
      const at = new Date(now.getTime() - (isOld ? 60 : 3) * DAY + round * 60_000);
      const graded = subjects.filter(
        (subject, number) => isOldSubject(subject, number) === isOld && round < roundsOf(subject),
      );
      if (graded.length === 0) continue;
      const made = handIn({ namespace, graded, round, at, before });
      handIns.push(made.scores);
      entries.push(...made.entries);
    }
  }
  return { handIns, entries };
}

function handIn({
  namespace,
  graded,
  round,
  at,
  before,
}: {
  namespace: string;
  graded: readonly Subject[];
  round: number;
  at: Date;
  before: Map<string, LastFull>;
}): { scores: IslandFile; entries: PlacedEntry[] } {
  const timestamp = formatTimestamp(at);
  const mode: GradingMode = round === 0 ? 'full' : 'partial';
  const taskId = `${namespace}--${timestamp}--0123abcd`;
  const scores: ScoresFile = {
    scoringProtocol: 'v1',
    taskId,
    creator: GRADER,
    harness: { name: 'other', version: '1.0.0', model: 'bench-model' },
    timestamp: at.toISOString(),
    areas: graded.map((subject, number) => answerSubject(subject, { namespace, round, number, mode })),
  };
  const state = { tier: 'autonomous', gradingMode: mode, personaIds: ['decision-maker'] } as const;
  const entries = graded.map((subject, number): PlacedEntry => {
    const handed = scores.areas[number] as ScoreArea;
    const lastFull = before.get(subject.node) ?? null;
    const built = buildEntry({
      answered: { asked: askedOf(subject), handed },
      scores,
      state: state as unknown as StateFile,
      timestamp,
      lastFull,
      rules: DEFAULT_BOOK,
      groupId: namespace,
      script: { kind: 'script', name: 'bench', version: '1.0.0' },
    });
    if (!('entry' in built)) throw new Error(`${subject.node}: ${built.noGrade}`);
    const { entry } = built;
    if (mode === 'full' || entry.categoricalVeto) before.set(subject.node, entry);
    const place = [subject.folder, '_gradings'].filter(Boolean).join('/');
    const ref = `${place}/${formatEntryName({ area: subject.area, persona: null, timestamp })}`;
    return {
      path: `providers/${namespace}/${ref}`,
      text: formatJson(entry),
      subject,
      stored: { ref, timestamp, entry },
    };
  });
  return {
    scores: { path: `providers/${namespace}/scores/${taskId}--${timestamp}.json`, text: formatJson(scores) },
    entries,
  };
}

/** In two out of ten namespaces, one tool in twenty is vetoed in its last round. */
function answerSubject(
  subject: Subject,
  { namespace, round, number, mode }: { namespace: string; round: number; number: number; mode: GradingMode },
): ScoreArea {
  const questions = gradedQuestionsOf(subject.area);
  const asked = mode === 'full' ? questions : questions.slice(0, 2);
  const isVetoed =
    /[37]$/.test(namespace) && round === ROUNDS - 1 && subject.tool !== null && number % 20 === 1;
  return {
    area: subject.area,
    subject: subject.subject,
    schemaHash: subject.hash,
    persona: null,
    answers: asked.map(({ id, scoreType }, at) => ({
      questionId: id,
      score: scoreType === 'boolean' ? 'pass' : 3 + ((number + at + round) % 3),
      reasoning: REASON,
    })),
    improvementHints: [{ targetField: 'description', suggestion: 'Say in which unit.', priority: 'low' }],
    ...(isVetoed && { veto: { triggeredBy: 'illegal-content', evidence: 'it may not be traded' } as const }),
  };
}

function askedOf({ area, subject, node, folder, hash, schemaId }: Subject) {
  return {
    ...{ area, subject, node, folder, schemaId },
    schemaHash: hash,
    version: 'flowmcp/4.0.0',
    persona: null,
    questions: [],
    deterministic: [],
  };
}

/** One tool in ten was graded so long ago that its answers are stale. */
function isOldSubject({ tool }: Subject, number: number): boolean {
  return tool !== null && number % 10 === 3;
}

function roundsOf({ schema }: Subject): number {
  return schema === null ? WIDE_ROUNDS : ROUNDS;
}
