import { formatEntryName, parseEntryName, parseTimestamp } from '../../island/logic/names.js';
import { describeValue } from '../../problems/describe-issue.js';
import { problem } from '../../problems/error-codes.js';
import { type Problem, placeBelow } from '../../problems/problem.js';
import { expectedQuestionsOf } from '../../questions/lookup.js';
import type { EntryRules } from '../../spec/books/book.js';
import type { GraderIdentity } from '../../spec/common.js';
import type { CategoricalVeto } from '../../spec/entry.js';
import { type ScoreAnswer, scoreAnswer } from '../../spec/scores.js';
import type { StoredAnswer } from '../../spec/state.js';
import { AREAS, type AreaId, BASE_PERSONAS, GRADER_NA_REASONS, type Persona } from '../../spec/vocabulary.js';
import { isJudged, NO_JUDGEMENT } from '../coverage.js';
import { gradeAnswers } from '../grade.js';
import { mergeAnswers } from './build-entry.js';
import { type Checked, checkShape, type EntryDraft } from './check-entry.js';
import { checkGivenAnswers } from './check-scores.js';
import { createDraft, type DraftInput } from './draft.js';

/** The grader of the questions that code does not answer. */
export interface Grader extends GraderIdentity {
  /** Required if the kind is llm. */
  readonly llmModel?: string | undefined;
}

export interface AssembleInput {
  readonly bound: Omit<DraftInput, 'gradingMode'>;
  readonly grader: Grader;
  /** Answers given by code. */
  readonly deterministic: readonly StoredAnswer[];
  /** Answers given by the grader. */
  readonly answers: readonly ScoreAnswer[];
  readonly veto: Omit<CategoricalVeto, 'timestamp'> | null;
  /** Namespace or selection for which the answers were given (decision D3). */
  readonly groupId: string;
  readonly personaIds: readonly string[];
  readonly domainDocId?: string | undefined;
  readonly script: GraderIdentity;
  readonly at: Date;
  readonly rules: EntryRules;
}

export interface AssembledEntry {
  /** null: the input contradicts itself or has the wrong shape. */
  readonly draft: EntryDraft | null;
  /** Whether an island would accept the draft; only a complete entry has a grade. */
  readonly storable: boolean;
  /** Why it is not storable; null if it is. */
  readonly reason: string | null;
  /** Questions of the area without an answer, in order. */
  readonly missing: readonly string[];
  readonly problems: readonly Problem[];
}

/** Builds a full entry from the answers given by code and by the grader, or as much of one as they allow (spec 08). */
export function assembleEntry(input: AssembleInput): AssembledEntry {
  const { bound, veto, at } = input;
  const drafted = createDraft({ ...bound, gradingMode: 'full' }, at, input.rules);
  const problems = [...drafted.problems, ...graderProblems(input.grader), ...answerProblems(input)];
  if (drafted.value === null || problems.length > 0) {
    return { draft: null, storable: false, reason: null, missing: [], problems };
  }
  const categoricalVeto = veto && { ...veto, timestamp: at.toISOString() };
  return gradeAnswered({ ...drafted.value, gradings: merge(input), categoricalVeto }, input.rules);
}

/** Gives an answered draft the grade that its answers allow: none until all of its area's questions are answered. */
export function gradeAnswered(answered: EntryDraft, rules: EntryRules): AssembledEntry {
  const { area, gradings, gradingTier: tier } = answered;
  const missing = listUnanswered(answered);
  if (answered.categoricalVeto && gradings.length > 0) {
    const draft: EntryDraft = { ...answered, aggregateGrade: 'REJECTED' };
    return { draft, storable: true, reason: null, missing, problems: [] };
  }
  const { aggregateGrade } = gradeAnswers({ answers: gradings, tier, rules });
  const reason =
    missing.length > 0
      ? `${missing.length} of the ${expectedQuestionsOf(area).length} questions of ${area} are not answered`
      : isJudged(gradings)
        ? null
        : NO_JUDGEMENT;
  const draft = { ...answered, aggregateGrade: reason === null ? aggregateGrade : null };
  return { draft, storable: reason === null, reason, missing, problems: [] };
}

/** Questions of the entry's area that it does not answer, in order. */
export function listUnanswered({ area, gradings }: Pick<EntryDraft, 'area' | 'gradings'>): string[] {
  const answered = new Set(gradings.map(({ questionId }) => questionId));
  return expectedQuestionsOf(area).flatMap(({ id }) => (answered.has(id) ? [] : [id]));
}

function graderProblems({ kind, llmModel }: Grader): Problem[] {
  return kind === 'llm' && !llmModel ? [problem('GRD-007', { path: '/grader/llmModel' })] : [];
}

function answerProblems({ bound, answers, deterministic }: AssembleInput): Problem[] {
  const shaped = answers.flatMap((answer, at) =>
    placeBelow(`/answers/${at}`, checkShape(answer, scoreAnswer).problems),
  );
  if (shaped.length > 0) return shaped;
  const questions = expectedQuestionsOf(bound.area)
    .filter(({ id, determinism }) => determinism === 'non-deterministic' && !isStored(deterministic, id))
    .map(({ id }) => id);
  const { area, subject } = bound;
  return checkGivenAnswers({ area, subject, questions, naReasons: GRADER_NA_REASONS }, answers, '');
}

function isStored(deterministic: readonly StoredAnswer[], id: string): boolean {
  return deterministic.some(({ questionId }) => questionId === id);
}

function merge(input: AssembleInput) {
  const { bound, grader, deterministic, answers, groupId, personaIds, domainDocId, script, at } = input;
  return mergeAnswers({
    answered: {
      asked: { area: bound.area, deterministic: [...deterministic] },
      handed: { answers: [...answers] },
    },
    scores: {
      creator: { kind: grader.kind, skill: grader.name, skillVersion: grader.version },
      harness: { name: bound.harness, version: grader.version, model: grader.llmModel },
      timestamp: at.toISOString(),
    },
    state: { personaIds: [...personaIds], ...(domainDocId !== undefined && { domainDocId }) },
    groupId,
    script,
    grading: input.rules.grading,
  });
}

export interface EntryNameInput {
  readonly area: AreaId;
  /** A base persona and a lens require each other. */
  readonly basePersona?: Persona['basePersonaId'] | null | undefined;
  readonly lens?: string | null | undefined;
  /** `YYYY-MM-DDTHH-MM-SSZ`, UTC. */
  readonly timestamp: string;
}

/** Builds `‹area›[--‹base›--‹lens›]--‹ts›.json`, and refuses every name that could not be read back (spec 19). */
export function buildEntryName(input: EntryNameInput): Checked<string> {
  const { area, timestamp } = input;
  const [basePersona, lens] = [input.basePersona ?? undefined, input.lens ?? undefined];
  const wrong = (field: keyof EntryNameInput, expected: string): Problem =>
    problem('GRD-002', { path: `/${field}` }, { expected, found: describeValue(input[field]) });
  const problems = [
    ...(AREAS.includes(area) ? [] : [wrong('area', 'one of the eleven areas')]),
    ...(typeof timestamp === 'string' && parseTimestamp(timestamp)
      ? []
      : [wrong('timestamp', 'a UTC time such as 2026-03-01T10-00-00Z')]),
    ...(basePersona === undefined || BASE_PERSONAS.includes(basePersona)
      ? []
      : [wrong('basePersona', `one of ${BASE_PERSONAS.join(', ')}`)]),
    ...((basePersona === undefined) === (lens === undefined)
      ? []
      : [wrong(lens === undefined ? 'lens' : 'basePersona', 'a base persona and a lens, or neither')]),
  ];
  if (problems.length > 0) return { value: null, problems };
  const persona =
    basePersona !== undefined && lens !== undefined ? { basePersonaId: basePersona, lensId: lens } : null;
  const name = formatEntryName({ area, persona, timestamp });
  if (parseEntryName(name) !== null) return { value: name, problems: [] };
  return { value: null, problems: [wrong('lens', 'lower case letters, digits and "-", a letter first')] };
}
