import { questionById } from '../../catalogue/lookup.js';
import type { Problem } from '../../model/problem.js';
import type { ScoreAnswer, ScoreArea, ScoresFile } from '../../model/scores.js';
import type { AskedSubject, StateFile } from '../../model/state.js';
import type { Persona } from '../../model/vocabulary.js';
import { problem } from '../../tables/error-codes.js';
import { SCORING_PROTOCOL } from '../../tables/versions.js';
import { checkVeto } from '../veto.js';

/** One answered prompt, matched with what was asked. */
export interface AnsweredSubject {
  readonly asked: AskedSubject;
  readonly handed: ScoreArea;
}

export interface ScoresCheck {
  readonly answered: readonly AnsweredSubject[];
  /** Asked, but not in the file. */
  readonly missing: readonly AskedSubject[];
  /** Empty, or the complete list of what is wrong. */
  readonly problems: readonly Problem[];
}

/**
 * Does a scores file answer exactly what the open run asked? Everything is checked before anything is written.
 *
 * @param currentHash hash of a node's content now; undefined when the node is gone
 * @see design/file-formats, consume
 */
export function checkScores({
  scores,
  state,
  currentHash,
  allowMissing,
}: {
  scores: ScoresFile;
  state: StateFile;
  currentHash: (asked: AskedSubject) => string | undefined;
  allowMissing: boolean;
}): ScoresCheck {
  const problems: Problem[] = checkHead(scores);
  const answered = new Map<AskedSubject, ScoreArea>();
  for (const [at, handed] of scores.areas.entries()) {
    const place = `/areas/${at}`;
    const asked = findAsked(state.subjects, handed);
    const name = { area: handed.area, subject: handed.subject };
    if (!asked) problems.push(problem('SCR-006', { path: place }, name));
    else if (answered.has(asked)) problems.push(problem('SCR-007', { path: place }, name));
    else {
      answered.set(asked, handed);
      problems.push(
        ...checkArea({ asked, handed, place, current: currentHash(asked), target: state.target }),
      );
    }
  }
  const missing = state.subjects.filter((asked) => !answered.has(asked));
  if (!allowMissing) {
    problems.push(
      ...missing.map(({ area, subject }) => problem('SCR-016', { path: '/areas' }, { area, subject })),
    );
  }
  return {
    answered: state.subjects.flatMap((asked) => {
      const handed = answered.get(asked);
      return handed ? [{ asked, handed }] : [];
    }),
    missing,
    problems,
  };
}

function checkHead(scores: ScoresFile): Problem[] {
  const problems: Problem[] = [];
  if (scores.scoringProtocol !== SCORING_PROTOCOL) {
    problems.push(problem('SCR-003', { path: '/scoringProtocol' }, { found: scores.scoringProtocol }));
  }
  if ((scores.creator.kind ?? 'llm') === 'llm' && !scores.harness.model) {
    problems.push(problem('GRD-007', { path: '/harness/model' }));
  }
  return problems;
}

/** A bare tool name is accepted where it is unique (grading-rules §1). */
function findAsked(subjects: readonly AskedSubject[], handed: ScoreArea): AskedSubject | undefined {
  const inArea = subjects.filter((asked) => asked.area === handed.area);
  const exact = inArea.find((asked) => asked.subject === handed.subject);
  if (exact) return exact;
  const bare = inArea.filter((asked) => asked.subject.endsWith(`.${handed.subject}`));
  return bare.length === 1 ? bare[0] : undefined;
}

function checkArea({
  asked,
  handed,
  place,
  current,
  target,
}: {
  asked: AskedSubject;
  handed: ScoreArea;
  place: string;
  current: string | undefined;
  target: string;
}): Problem[] {
  const name = { area: asked.area, subject: asked.subject };
  const problems: Problem[] = [];
  if (handed.schemaHash !== asked.schemaHash) {
    const args = { ...name, found: handed.schemaHash, expected: asked.schemaHash };
    problems.push(problem('SCR-013', { path: `${place}/schemaHash` }, args));
  }
  if (current !== asked.schemaHash) problems.push(problem('SCR-014', { path: place }, { ...name, target }));
  if (!samePersona(asked.persona, handed.persona ?? null)) {
    const args = {
      ...name,
      expected: personaName(asked.persona),
      found: personaName(handed.persona ?? null),
    };
    problems.push(problem('SCR-015', { path: `${place}/persona` }, args));
  }
  if (handed.veto) problems.push(...checkVeto(handed.veto, { path: `${place}/veto` }));
  return [...problems, ...checkAnswers(asked, handed, place)];
}

function checkAnswers(asked: AskedSubject, handed: ScoreArea, place: string): Problem[] {
  const name = { area: asked.area, subject: asked.subject };
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (const [at, answer] of handed.answers.entries()) {
    const path = `${place}/answers/${at}`;
    const args = { ...name, question: answer.questionId };
    if (!asked.questions.includes(answer.questionId)) problems.push(problem('SCR-008', { path }, args));
    else if (seen.has(answer.questionId)) problems.push(problem('SCR-009', { path }, args));
    else problems.push(...checkAnswer(answer, path));
    seen.add(answer.questionId);
  }
  for (const question of asked.questions) {
    if (!seen.has(question))
      problems.push(problem('SCR-010', { path: `${place}/answers` }, { ...name, question }));
  }
  return problems;
}

function checkAnswer(answer: ScoreAnswer, path: string): Problem[] {
  const { score, naReason } = answer;
  if (score === 'stale') return [problem('SCR-011', { path: `${path}/score` })];
  if (score === 'n/a')
    return naReason ? [] : [problem('NA-001', { path: `${path}/naReason` }, { found: 'none' })];
  if (naReason) return [problem('NA-002', { path: `${path}/naReason` })];
  const boolean = questionById(answer.questionId)?.scoreType === 'boolean';
  if (boolean === (typeof score === 'string')) return [];
  const expected = boolean ? 'pass or fail' : 'a number from 1 to 5';
  const args = { question: answer.questionId, expected, found: String(score) };
  return [problem('SCR-012', { path: `${path}/score` }, args)];
}

function samePersona(a: Persona | null, b: Persona | null): boolean {
  return a?.basePersonaId === b?.basePersonaId && a?.lensId === b?.lensId;
}

function personaName(persona: Persona | null): string {
  return persona ? `${persona.basePersonaId}--${persona.lensId}` : 'none';
}
