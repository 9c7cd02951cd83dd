import { formatPersona } from '../../island/logic/names.js';
import { naReasonProblem } from '../../problems/describe-issue.js';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { questionById } from '../../questions/lookup.js';
import type { ReadableAnswer, ReadableArea, ReadableScores, ScoreArea } from '../../spec/scores.js';
import { scoresLimits } from '../../spec/scores-limits.js';
import type { AskedSubject, StateFile } from '../../spec/state.js';
import { SCORING_PROTOCOL } from '../../spec/versions.js';
import { NA_REASONS, type NaReason, type Persona } from '../../spec/vocabulary.js';
import { findSubject } from '../../target/logic/subjects.js';
import { checkVeto } from '../veto.js';

/** One answered prompt, matched with the subject that was asked about. */
export interface AnsweredSubject {
  readonly asked: AskedSubject;
  readonly handed: ScoreArea;
}

export interface ScoresCheck {
  /** Every answered subject with its position in `areas`, in the order in which the run asked about the subjects. */
  readonly answered: readonly { readonly asked: AskedSubject; readonly at: number }[];
  /** Subjects that were asked about but are not in the file. */
  readonly missing: readonly AskedSubject[];
  /** All problems found; empty if there are none. */
  readonly problems: readonly Problem[];
}

/**
 * Checks that a scores file answers exactly what the open run asked. Everything is checked before anything is
 * written. Parts with the wrong shape are skipped: `parseScores` reports them.
 *
 * @param currentHash hash of a node's present content; undefined if the node is gone
 * @param vetoedAt time of the veto that a full entry about this subject would lift; null if there is none
 * @param now null for a file that was accepted earlier: its times were checked then
 * @see design/file-formats, consume
 */
export function checkScores({
  scores,
  state,
  currentHash,
  vetoedAt,
  allowMissing,
  now,
}: {
  scores: ReadableScores;
  state: StateFile;
  currentHash: (asked: AskedSubject) => string | undefined;
  vetoedAt: (asked: AskedSubject) => Date | null;
  allowMissing: boolean;
  now: Date | null;
}): ScoresCheck {
  const problems: Problem[] = checkHead(scores, now);
  const answered = new Map<AskedSubject, number>();
  for (const [at, handed] of (scores.areas ?? []).entries()) {
    const { area, subject } = handed;
    if (area === undefined || subject === undefined) continue;
    const place = `/areas/${at}`;
    const asked = findSubject(state.subjects, handed);
    if (!asked) problems.push(problem('SCR-006', { path: place }, { area, subject }));
    else if (answered.has(asked)) problems.push(problem('SCR-007', { path: place }, { area, subject }));
    else {
      answered.set(asked, at);
      problems.push(
        ...checkArea({ asked, handed, place, current: currentHash(asked), state }),
        ...checkTimes(handed, place, now),
        ...checkLifting(asked, handed, { place, vetoedAt: vetoedAt(asked), handedAt: scores.timestamp }),
      );
    }
  }
  const missing = state.subjects.filter((asked) => !answered.has(asked));
  if (!allowMissing && scores.areas && scores.areas.length > 0) {
    problems.push(
      ...missing.map(({ area, subject }) => problem('SCR-016', { path: '/areas' }, { area, subject })),
    );
  }
  return {
    answered: state.subjects.flatMap((asked) => {
      const at = answered.get(asked);
      return at === undefined ? [] : [{ asked, at }];
    }),
    missing,
    problems,
  };
}

function checkHead(
  { scoringProtocol, creator, harness, timestamp }: ReadableScores,
  now: Date | null,
): Problem[] {
  const problems: Problem[] = [];
  if (scoringProtocol !== undefined && scoringProtocol !== SCORING_PROTOCOL) {
    problems.push(problem('SCR-003', { path: '/scoringProtocol' }, { found: scoringProtocol }));
  }
  const { kind = 'llm' } = creator ?? {};
  if (harness && kind === 'llm' && (harness.model ?? null) === null) {
    problems.push(problem('GRD-007', { path: '/harness/model' }));
  }
  return [...problems, ...checkTime(timestamp, '/timestamp', now)];
}

/** Checks the times given in the answers and in the veto. */
function checkTimes({ answers = [], veto }: ReadableArea, place: string, now: Date | null): Problem[] {
  return [
    ...answers.flatMap(({ timestamp }, at) => checkTime(timestamp, `${place}/answers/${at}/timestamp`, now)),
    ...checkTime(veto?.timestamp, `${place}/veto/timestamp`, now),
  ];
}

function checkTime(found: string | undefined, path: string, now: Date | null): Problem[] {
  if (!now || found === undefined || !(Date.parse(found) > now.getTime() + scoresLimits.maxAheadMs))
    return [];
  return [problem('SCR-026', { path }, { found, now: now.toISOString() })];
}

/** Only answers given after a veto can lift it (decision D24); an answer that repeats the veto cannot. */
function checkLifting(
  { area, subject }: AskedSubject,
  { answers = [], veto }: ReadableArea,
  { place, vetoedAt, handedAt }: { place: string; vetoedAt: Date | null; handedAt: string | undefined },
): Problem[] {
  if (!vetoedAt || veto) return [];
  const told = (given: string | undefined, path: string): Problem[] => {
    if (given === undefined || Date.parse(given) > vetoedAt.getTime()) return [];
    return [problem('SCR-029', { path }, { area, subject, given, vetoed: vetoedAt.toISOString() })];
  };
  const isUndated = answers.some(({ timestamp }) => timestamp === undefined);
  return [
    ...(isUndated ? told(handedAt, '/timestamp') : []),
    ...answers.flatMap(({ timestamp }, at) => told(timestamp, `${place}/answers/${at}/timestamp`)),
  ];
}

function checkArea({
  asked,
  handed,
  place,
  current,
  state,
}: {
  asked: AskedSubject;
  handed: ReadableArea;
  place: string;
  current: string | undefined;
  state: Pick<StateFile, 'target' | 'naReasons'>;
}): Problem[] {
  const name = { area: asked.area, subject: asked.subject };
  const { schemaHash, persona, veto } = handed;
  const problems: Problem[] = [];
  if (schemaHash !== undefined && schemaHash !== asked.schemaHash) {
    const args = { ...name, found: schemaHash, expected: asked.schemaHash };
    problems.push(problem('SCR-013', { path: `${place}/schemaHash` }, args));
  }
  if (current !== asked.schemaHash)
    problems.push(problem('SCR-014', { path: place }, { ...name, target: state.target }));
  if (persona !== 'unreadable' && !samePersona(asked.persona, persona ?? null)) {
    const args = { ...name, expected: personaName(asked.persona), found: personaName(persona ?? null) };
    problems.push(problem('SCR-015', { path: `${place}/persona` }, args));
  }
  if (veto?.triggeredBy) {
    // The check of the shape covers trigger and evidence.
    const claim = { triggeredBy: veto.triggeredBy, evidence: 'checked', reasoning: veto.reasoning };
    const found = checkVeto(claim, { path: `${place}/veto` });
    problems.push(...found.filter(({ code }) => code === 'VET-003'));
  }
  return [
    ...problems,
    ...checkAnswers({ ...asked, naReasons: state.naReasons ?? NA_REASONS }, handed, place),
  ];
}

/** A subject with the questions that may be answered about it. */
type AskedQuestions = Pick<AskedSubject, 'area' | 'subject' | 'questions'> & {
  readonly naReasons: readonly NaReason[];
};

function checkAnswers(asked: AskedQuestions, { answers }: ReadableArea, place: string): Problem[] {
  if (!answers) return [];
  const seen = new Set(answers.map(({ questionId }) => questionId));
  const name = { area: asked.area, subject: asked.subject };
  return [
    ...checkGivenAnswers(asked, answers, place),
    ...asked.questions
      .filter((question) => !seen.has(question))
      .map((question) => problem('SCR-010', { path: `${place}/answers` }, { ...name, question })),
  ];
}

/**
 * Checks that each answer belongs to a question that was asked, occurs once, and fits the kind of that
 * question.
 *
 * @param place JSON pointer to the answers' parent
 */
export function checkGivenAnswers(
  asked: AskedQuestions,
  answers: readonly ReadableAnswer[],
  place: string,
): Problem[] {
  const name = { area: asked.area, subject: asked.subject };
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (const [at, answer] of answers.entries()) {
    const question = answer.questionId;
    if (question === undefined) continue;
    const path = `${place}/answers/${at}`;
    const args = { ...name, question };
    if (!asked.questions.includes(question)) problems.push(problem('SCR-008', { path }, args));
    else if (seen.has(question)) problems.push(problem('SCR-009', { path }, args));
    else problems.push(...checkAnswer(question, answer, { path, naReasons: asked.naReasons }));
    seen.add(question);
  }
  return problems;
}

function checkAnswer(
  question: string,
  { score, naReason }: ReadableAnswer,
  { path, naReasons }: { path: string; naReasons: readonly NaReason[] },
): Problem[] {
  if (score === undefined) return [];
  if (score === 'stale') return [problem('SCR-011', { path: `${path}/score` })];
  if (score === 'n/a') return checkNaReason(question, naReason, { path: `${path}/naReason`, naReasons });
  if (naReason !== undefined) return [problem('NA-002', { path: `${path}/naReason` })];
  const boolean = questionById(question)?.scoreType === 'boolean';
  if (boolean === (typeof score === 'string')) return [];
  const expected = boolean ? 'pass or fail' : 'a number from 1 to 5';
  return [problem('SCR-012', { path: `${path}/score` }, { question, expected, found: String(score) })];
}

/** Checks that the run allows the reason; the check of the shape has made sure that it belongs to the closed set. */
function checkNaReason(
  question: string,
  naReason: unknown,
  { path, naReasons }: { path: string; naReasons: readonly NaReason[] },
): Problem[] {
  if (naReason === undefined) return [naReasonProblem({ path }, 'nothing')];
  const known = NA_REASONS.find((one) => one === naReason);
  if (known === undefined || naReasons.includes(known)) return [];
  return [problem('SCR-027', { path }, { question, found: known, allowed: naReasons.join(', ') })];
}

function samePersona(a: Persona | null, b: Persona | null): boolean {
  return a?.basePersonaId === b?.basePersonaId && a?.lensId === b?.lensId;
}

function personaName(persona: Persona | null): string {
  return persona ? formatPersona(persona) : 'none';
}
