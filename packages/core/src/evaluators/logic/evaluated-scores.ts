import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { canonicalJson } from '../../spec/hash.js';
import type { AreaPrompt } from '../../spec/prompts.js';
import type { ScoreArea, ScoresFile } from '../../spec/scores.js';
import type { AskedSubject } from '../../spec/state.js';
import { SCORING_PROTOCOL } from '../../spec/versions.js';
import { EVALUATOR_HARNESSES } from '../../spec/vocabulary.js';
import type { EvaluatorIdentity } from './evaluator.js';

/** Answers to some or all questions of a prompt. */
export type AreaPart = Pick<ScoreArea, 'answers' | 'improvementHints' | 'veto'>;

/** An answer with the time it was given. */
export interface DatedPart {
  readonly at: string;
  readonly part: AreaPart;
}

/**
 * Joins the answered parts into one element of a scores file, each answer with the time it was given; null while a
 * question is open. Times given inside the parts are ignored.
 */
export function buildArea(
  { area, subject, schemaHash, persona, questions }: AreaPrompt,
  parts: readonly DatedPart[],
): ScoreArea | null {
  const given = new Map(
    parts.flatMap(({ at, part }) =>
      part.answers.map((answer) => [answer.questionId, { ...answer, timestamp: at }]),
    ),
  );
  const answers = questions.flatMap(({ questionId }) => given.get(questionId) ?? []);
  if (answers.length < questions.length) return null;
  const [veto] = parts.flatMap(({ at, part }) => (part.veto ? [{ ...part.veto, timestamp: at }] : []));
  return {
    area,
    subject,
    schemaHash,
    persona,
    answers,
    improvementHints: distinctHints(parts.flatMap(({ part }) => part.improvementHints)),
    ...(veto && { veto }),
  };
}

/** Leaves out repeats: an evaluator that is asked several questions about one subject may give the same hint each time. */
export function distinctHints(hints: AreaPart['improvementHints']): AreaPart['improvementHints'] {
  return [...new Map(hints.map((hint) => [canonicalJson(hint), hint])).values()];
}

/**
 * Builds the hand-in of an evaluator or of a draft, naming the real grader and harness (decision D12).
 *
 * @param version of the harness
 * @param timestamp of the last answer, so that equal answers give equal bytes; answers with this time omit their own
 */
export function buildScores({
  taskId,
  identity,
  version,
  timestamp,
  areas,
}: {
  readonly taskId: string;
  readonly identity: Omit<EvaluatorIdentity, 'harness' | 'asked'> & { readonly harness: string };
  readonly version: string;
  readonly timestamp: string;
  readonly areas: readonly ScoreArea[];
}): ScoresFile {
  const { kind, name, version: skillVersion, harness, model } = identity;
  return {
    scoringProtocol: SCORING_PROTOCOL,
    taskId,
    creator: { skill: name, skillVersion, session: taskId.slice(-MAX_NAME), kind },
    harness: { name: harness, version, ...(model !== undefined && { model }) },
    timestamp,
    areas: areas.map((area) => withoutTime(area, timestamp)),
  };
}

function withoutTime({ answers, veto, ...area }: ScoreArea, time: string): ScoreArea {
  const without = <T extends { timestamp?: string | undefined }>({ timestamp, ...rest }: T) =>
    timestamp === undefined || timestamp === time ? rest : { ...rest, timestamp };
  return { ...area, answers: answers.map(without), ...(veto && { veto: without(veto) }) };
}

/** Maximum length of a name in a scores file. */
const MAX_NAME = 256;

/** One line of an evaluated run's journal. */
export interface EvaluatedLine extends DatedPart {
  /** Key of the evaluator that gave the answer, see `evaluatorKey`. */
  readonly evaluator: string;
  /** The grader; earlier versions did not record it. */
  readonly by?: Omit<EvaluatorIdentity, 'asked'> | undefined;
  readonly prompt: string;
  /** null: the whole prompt. */
  readonly question: string | null;
  /** Number of a sample, which is no answer yet; absent: the answer. */
  readonly sample?: number | undefined;
}

interface HandIn {
  readonly scores: ScoresFile;
  readonly answered: readonly { readonly asked: AskedSubject; readonly at: number }[];
  /** For messages. */
  readonly target: string;
  readonly journal: string;
}

/**
 * Finds the parts of an evaluator's hand-in that differ from the journal of its run: answers, hints, a veto, or
 * their times. A hand-in by a human, or under another name, is not compared.
 *
 * @param lines the lines of the journal beside the hand-in; without any, there is nothing to compare
 * @returns SCR-030, once for each part that differs
 */
export function findEdits(handIn: HandIn, lines: readonly EvaluatedLine[]): Problem[] {
  const { scores } = handIn;
  if (!namesEvaluator(scores, lines)) return [];
  const own = lines.filter(({ by, sample }) => sample === undefined && (!by || isNamed(by, scores)));
  // A hand-in holds the answers of a single evaluator, so compare it with each evaluator's lines in turn.
  const keys = [...new Set(own.map(({ evaluator }) => evaluator))];
  const [first, ...others] = keys.map((key) =>
    compareAll(
      handIn,
      own.filter(({ evaluator }) => evaluator === key),
    ),
  );
  return others.reduce(
    (fewest, found) => (found.length < fewest.length ? found : fewest),
    first ?? compareAll(handIn, []),
  );
}

/** Whether a hand-in names an evaluator that has answered in its run. */
export function namesEvaluator(
  { creator, harness }: Pick<ScoresFile, 'creator' | 'harness'>,
  lines: readonly EvaluatedLine[],
): boolean {
  if (creator.kind === 'human') return false;
  const isOurs = EVALUATOR_HARNESSES.some((known) => known === harness.name);
  return lines.some(({ by }) => (by ? by.name === creator.skill : isOurs));
}

function isNamed(by: NonNullable<EvaluatedLine['by']>, { creator, harness }: ScoresFile): boolean {
  const said: typeof by = {
    kind: creator.kind ?? 'llm',
    name: creator.skill,
    version: creator.skillVersion,
    harness: by.harness,
    ...(typeof harness.model === 'string' && { model: harness.model }),
  };
  return harness.name === by.harness && canonicalJson(said) === canonicalJson(by);
}

function compareAll(handIn: HandIn, lines: readonly EvaluatedLine[]): Problem[] {
  const { scores, answered } = handIn;
  const found = answered.flatMap(({ asked, at }) => {
    const own = lines.filter(({ prompt }) => prompt === `${asked.area}/${asked.subject}`);
    const handed = scores.areas[at];
    return handed
      ? compareArea(handIn, { asked, handed, place: `/areas/${at}` }, firstOfEach(own, asked))
      : [];
  });
  return [...new Map(found.map((one) => [one.where?.path, one])).values()];
}

/** The first answer to a question counts, as when the scores were written. */
function firstOfEach(lines: readonly EvaluatedLine[], { questions }: AskedSubject): DatedPart[] {
  return [null, ...questions].flatMap((asked) => lines.find(({ question }) => question === asked) ?? []);
}

function compareArea(
  { scores, target, journal }: HandIn,
  { asked, handed, place }: { asked: AskedSubject; handed: ScoreArea; place: string },
  parts: readonly DatedPart[],
): Problem[] {
  const { area, subject } = asked;
  const evaluator = scores.creator.skill;
  const told = (what: string, path: string) => [
    problem('SCR-030', { path }, { what, area, subject, evaluator, journal, target }),
  ];
  /** @param kept the same part in the journal */
  const compare = (given: Said, kept: (Said & { at: string }) | undefined, what: string, path: string) => {
    if (!kept || sayingOf(given) !== sayingOf(kept)) return told(what, path);
    if (given.timestamp !== undefined)
      return given.timestamp === kept.at ? [] : told(`the time of ${what}`, `${path}/timestamp`);
    return scores.timestamp === kept.at ? [] : told(`the time of ${what}`, '/timestamp');
  };
  const kept = new Map(
    parts.flatMap(({ at, part }) => part.answers.map((answer) => [answer.questionId, { ...answer, at }])),
  );
  const [veto] = parts.flatMap(({ at, part }) => (part.veto ? [{ ...part.veto, at }] : []));
  const hints = distinctHints(parts.flatMap(({ part }) => part.improvementHints));
  return [
    ...handed.answers.flatMap((answer, at) => {
      const { questionId } = answer;
      return compare(answer, kept.get(questionId), `the answer to ${questionId}`, `${place}/answers/${at}`);
    }),
    ...(sayingOf(hints) === sayingOf(distinctHints(handed.improvementHints))
      ? []
      : told('the list of hints', `${place}/improvementHints`)),
    ...(handed.veto
      ? compare(handed.veto, veto, 'the veto', `${place}/veto`)
      : veto
        ? told('the veto', `${place}/veto`)
        : []),
  ];
}

type Said = (AreaPart['answers'][number] | NonNullable<AreaPart['veto']>) & { readonly at?: string };

/** The content of an answer without its time. */
function sayingOf(said: Said | AreaPart['improvementHints']): string {
  return canonicalJson(Array.isArray(said) ? said : { ...said, at: undefined, timestamp: undefined });
}
