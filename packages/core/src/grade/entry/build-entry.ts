import { oneLine } from '../../documents/quoted-text.js';
import { parseTimestamp } from '../../island/logic/names.js';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { questionsOf } from '../../questions/lookup.js';
import { weightOf } from '../../questions/question.js';
import type { EntryRules, GradingRules } from '../../spec/books/book.js';
import type { GraderIdentity } from '../../spec/common.js';
import type { CategoricalVeto, EntryAnswer, GradingEntry } from '../../spec/entry.js';
import type { ScoreArea, ScoresFile } from '../../spec/scores.js';
import type { StateFile, StoredAnswer } from '../../spec/state.js';
import { EVALUATOR_HARNESSES, HARNESSES, type Harness, type Tier } from '../../spec/vocabulary.js';
import { isJudged, NO_JUDGEMENT } from '../coverage.js';
import { gradeAnswers, worseOf } from '../grade.js';
import { isGrade } from '../roll-up.js';
import type { AnsweredSubject } from './check-scores.js';

/**
 * The entry on which the node's grade rests: the newest full one, or a later one with a veto. A partial entry repeats
 * its grade.
 */
export type LastFull = Pick<GradingEntry, 'aggregateGrade' | 'categoricalVeto'>;

export interface EntryInput {
  readonly answered: AnsweredSubject;
  readonly scores: ScoresFile;
  readonly state: StateFile;
  /** Timestamp in the entry's file name. */
  readonly timestamp: string;
  readonly lastFull: LastFull | null;
  /** Namespace or selection for which the answers were given (decision D3). */
  readonly groupId: string;
  /** Name and version of this package, as the grader of the answers given by code. */
  readonly script: GraderIdentity;
  readonly rules: EntryRules;
}

export type BuiltEntry =
  | { readonly entry: GradingEntry; readonly warnings: readonly Problem[] }
  /** There is no entry, because the answers give no grade; `noGrade` is the reason. */
  | { readonly noGrade: string };

/**
 * Merges the answers given by code and by the grader into one entry (spec 08). An entry without a grade would
 * be invalid, so none is built: the node stays pending and never becomes F. A full entry needs a judgement
 * (decision 0063); a partial one only repeats a grade.
 */
export function buildEntry(input: EntryInput): BuiltEntry {
  const { rules } = input;
  const { asked, handed } = input.answered;
  const { tier, gradingMode } = input.state;
  const answers = mergeAnswers({ ...input, grading: rules.grading });
  const veto: CategoricalVeto | null = handed.veto
    ? {
        ...strip(handed.veto),
        graderIdentity: graderOf(input.scores),
        timestamp: handed.veto.timestamp ?? input.scores.timestamp,
      }
    : null;
  if (gradingMode === 'full' && !veto && !isJudged(answers)) return { noGrade: NO_JUDGEMENT };
  const result = gradeAnswers({ answers, tier, veto, rules });
  if (result.aggregateGrade === null) return { noGrade: 'every answer is n/a or stale' };
  const repeats = gradingMode === 'partial' && !veto ? input.lastFull : null;
  const own = isGrade(result.aggregateGrade)
    ? worseOf(result.aggregateGrade, asked.maxGrade ?? result.maxAttainableGrade)
    : 'REJECTED';
  const aggregateGrade = repeats?.aggregateGrade ?? own;
  const entry: GradingEntry = {
    gradingId: gradingIdOf(asked, input.timestamp),
    schemaId: asked.schemaId,
    area: asked.area,
    ...(asked.skillId !== undefined && { skillId: asked.skillId }),
    ...(input.state.selectionId !== undefined && { selectionId: input.state.selectionId }),
    version: asked.version,
    schemaHash: asked.schemaHash,
    ...(asked.aboutHash !== undefined && { aboutHash: asked.aboutHash }),
    gradingMode,
    gradingTier: tier,
    harness: harnessOf(input.scores),
    ...(asked.persona && { persona: asked.persona }),
    scoringSystem: rules.scoring.version,
    gradingSystem: rules.grading.version,
    gradings: answers,
    categoricalVeto: repeats ? repeats.categoricalVeto : veto,
    ...(asked.regradingTrigger && { regradingTrigger: asked.regradingTrigger }),
    aggregateGrade,
    // Follows from the tier alone (spec 08), even if a small selection caps the grade.
    maxAttainableGrade: result.maxAttainableGrade,
  };
  return { entry, warnings: warnWithoutJudgement(entry, asked.subject) };
}

/**
 * Builds a grading id: always a single line, even if the tool's name has a line break, because the
 * specification's pattern allows none (decision D11).
 */
export function gradingIdOf(
  { schemaHash, area, subject }: Pick<GradingEntry, 'schemaHash' | 'area'> & { subject: string },
  timestamp: string,
): string {
  return `${schemaHash}--${timestamp}--${area}--${oneLine(subject)}`;
}

/** Harness for the entry; an unknown one becomes `other`, never a false claude-code (decision D12). */
function harnessOf(scores: Pick<ScoresFile, 'creator' | 'harness'>): Harness {
  const { name } = scores.harness;
  return isTakenOver(scores) ? 'other' : (HARNESSES.find((known) => known === name) ?? 'other');
}

/**
 * Whether a human edited an evaluator's answers: then neither the evaluator's harness nor its model is the
 * author of the answers.
 */
function isTakenOver({ creator, harness }: Pick<ScoresFile, 'creator' | 'harness'>): boolean {
  return creator.kind === 'human' && EVALUATOR_HARNESSES.some((known) => known === harness.name);
}

/** Builds the entry for a veto that code raises before any request and any prompt (grading-rules §5). */
export function buildVetoEntry({
  asked,
  tier,
  timestamp,
  answer,
  veto,
  rules,
}: {
  asked: Pick<GradingEntry, 'schemaId' | 'area' | 'version' | 'schemaHash'> & { subject: string };
  tier: Tier;
  timestamp: string;
  answer: EntryAnswer;
  veto: Omit<CategoricalVeto, 'timestamp'>;
  rules: EntryRules;
}): GradingEntry {
  const { subject, ...bound } = asked;
  return {
    gradingId: gradingIdOf(asked, timestamp),
    ...bound,
    gradingMode: 'full',
    gradingTier: tier,
    harness: 'flowmcp-cli',
    scoringSystem: rules.scoring.version,
    gradingSystem: rules.grading.version,
    gradings: [answer],
    categoricalVeto: { ...veto, timestamp: toIso(timestamp) },
    aggregateGrade: 'REJECTED',
    maxAttainableGrade: rules.grading.maxGrade[tier],
  };
}

/** Converts a stored answer that code gave into an answer of an entry. */
export function deterministicAnswer(answer: StoredAnswer, script: GraderIdentity): EntryAnswer {
  return { ...answer, determinism: 'deterministic', graderIdentity: script };
}

/** Input for the answers of one entry. */
export interface AnswersInput {
  readonly answered: {
    readonly asked: Pick<AnsweredSubject['asked'], 'area' | 'deterministic'>;
    readonly handed: Pick<AnsweredSubject['handed'], 'answers'>;
  };
  readonly scores: Pick<ScoresFile, 'creator' | 'harness' | 'timestamp'>;
  readonly state: Pick<StateFile, 'personaIds' | 'domainDocId'>;
  readonly groupId: string;
  readonly script: GraderIdentity;
  /** Decides the weights. */
  readonly grading: GradingRules;
}

/**
 * The answers given by code and by the grader, in catalogue order; answers to questions of other areas are left out.
 */
export function mergeAnswers({
  answered,
  scores,
  state,
  groupId,
  script,
  grading,
}: AnswersInput): EntryAnswer[] {
  const { asked, handed } = answered;
  return questionsOf(asked.area).flatMap((question): EntryAnswer[] => {
    const stored = asked.deterministic.find((answer) => answer.questionId === question.id);
    if (stored) return [deterministicAnswer(stored, script)];
    const given = handed.answers.find((answer) => answer.questionId === question.id);
    if (!given) return [];
    const { model } = scores.harness;
    const { evidence, naReason, timestamp, ...rest } = given;
    return [
      {
        ...rest,
        ...(naReason && { naReason }),
        ...(evidence !== undefined && { evidence }),
        weight: weightOf(question, grading),
        determinism: 'non-deterministic',
        graderIdentity: graderOf(scores),
        ...(model && !isTakenOver(scores) && { llmModel: model }),
        selectionContext: {
          groupId,
          personaIds: state.personaIds,
          ...(state.domainDocId !== undefined && { domainDocId: state.domainDocId }),
        },
        timestamp: timestamp ?? scores.timestamp,
      },
    ];
  });
}

function graderOf({ creator }: Pick<ScoresFile, 'creator'>): GraderIdentity {
  return { kind: creator.kind ?? 'llm', name: creator.skill, version: creator.skillVersion };
}

/** Warns about an A or B without a judgement, as spec 06, rule 3, recommends (SHOULD). */
function warnWithoutJudgement(entry: GradingEntry, subject: string): Problem[] {
  if (isJudged(entry.gradings) || (entry.aggregateGrade !== 'A' && entry.aggregateGrade !== 'B')) return [];
  return [problem('GRD-010', undefined, { area: entry.area, subject, grade: entry.aggregateGrade })];
}

function strip({ reasoning, timestamp: _, ...rest }: NonNullable<ScoreArea['veto']>) {
  return reasoning === undefined ? rest : { ...rest, reasoning };
}

function toIso(timestamp: string): string {
  return parseTimestamp(timestamp)?.toISOString() ?? timestamp;
}
