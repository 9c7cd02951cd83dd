import { z } from 'zod';
import type { AskedItem } from '../../evaluators/journal.js';
import { boundText, readSideInfo, scaleScore } from '../../evaluators/logic/check-evaluation.js';
import { type AreaPart, buildScores } from '../../evaluators/logic/evaluated-scores.js';
import {
  buildPayload,
  type Evaluation,
  type Evaluator,
  type EvaluatorFailure,
  type EvaluatorIdentity,
  type EvaluatorPayload,
  type ScoreRange,
} from '../../evaluators/logic/evaluator.js';
import { mergeAnswers } from '../../grade/entry/build-entry.js';
import { type LetterCertainty, letterCertainty } from '../../grade/letter-certainty.js';
import { describeIssues } from '../../problems/describe-issue.js';
import { describeProblem, fatal, problem } from '../../problems/error-codes.js';
import type { OpenRun } from '../../runs/open-run.js';
import { bookOf, versionsOfRun } from '../../spec/books/registered.js';
import { sha256 } from '../../spec/hash.js';
import type { AreaPrompt, PromptQuestion } from '../../spec/prompts.js';
import { improvementHint } from '../../spec/scores.js';
import { findSubject } from '../../target/logic/subjects.js';
import { cutPrompt } from './logic/cut-prompt.js';
import type { CallOrder } from './logic/queued-call.js';
import { type CallOutcome, type RawAnswer, takeJudgement } from './perform-order.js';

const LENGTH = 32;

/**
 * Replaces a prompt's fence with one derived from the rest of the prompt, so that equal content results in an equal
 * call, whose answer can be cached. No content can predict its fence: content that quoted the fence would have to
 * contain its own hash.
 *
 * @param prompt built by `buildAreaPrompt`
 */
export function withStableFence(prompt: string): string {
  const [, fence] = /^What stands between BEGIN ([A-Za-z0-9]{16,}) and END \1 /m.exec(prompt) ?? [];
  if (fence === undefined) return prompt;
  const stable = sha256(prompt.replaceAll(fence, '')).slice(0, LENGTH);
  return prompt.replaceAll(fence, stable);
}

/** One call of an evaluator and its content. */
export interface Call extends AskedItem {
  /** The run that the call belongs to. */
  readonly target: string;
  readonly taskId: string;
  /** The complete text that is sent, for an estimate. */
  readonly text: string;
  /** The payload; null if a judge answers a whole prompt. */
  readonly payload: EvaluatorPayload | null;
  /** Everything an answer depends on besides the evaluator. */
  readonly sent: unknown;
  /** Whether the call needs a new answer instead of a cached one. */
  readonly again: boolean;
  /** The call as data, for the process that makes it. */
  readonly order: CallOrder;
  /** How certain the letter is that a judge's samples give; null where it is not asked for a chance. */
  certaintyOf(merged: AreaPart): LetterCertainty | null;
  /** Reads an answer; returns a failure if it is unusable for the run. */
  take(answer: RawAnswer): CallOutcome;
}

export interface Asked {
  readonly evaluator: Pick<Evaluator, 'identity'>;
  /** What one call covers. */
  readonly unit: 'question' | 'prompt';
  readonly range: ScoreRange;
  readonly taskModel: string | null;
}

/** Every call for a run, in the order of its prompts: one per prompt for a judge, one per question for others. */
export function planCalls(run: OpenRun, asked: Asked): Call[] {
  const { evaluator, unit } = asked;
  return run.prompts.prompts.flatMap((prompt) =>
    unit === 'prompt' ? [promptCall(run, prompt, evaluator)] : questionCalls(run, prompt, asked),
  );
}

function isAgain({ again, state }: OpenRun, { area, subject }: AreaPrompt): boolean {
  return state.subjects.some((one) => one.area === area && one.subject === subject && again.has(one.node));
}

function promptCall(run: OpenRun, areaPrompt: AreaPrompt, judge: Asked['evaluator']): Call {
  const { target, state } = run;
  const { id, area, subject, schemaHash, persona, prompt: text, outputSchema } = areaPrompt;
  const asked = { prompt: withStableFence(text), outputSchema };
  const subjects = state.subjects.filter((one) => one.area === area && one.subject === subject);
  const judged = { area, subject, schemaHash, persona, state: { ...state, subjects } };
  return {
    target: target.name,
    taskId: state.taskId,
    prompt: id,
    question: null,
    text: asked.prompt + JSON.stringify(outputSchema),
    payload: null,
    sent: asked,
    again: isAgain(run, areaPrompt),
    order: { kind: 'judge', ...asked, judged },
    certaintyOf: (merged) => certaintyOf(run, areaPrompt, merged, judge.identity),
    take: (raw) => {
      if (!('answer' in raw)) throw new Error('a prompt was answered by a score');
      return takeJudgement(judged, raw.answer, judge.identity);
    },
  };
}

/** The certainty that the entry of a hand-in will show. A veto leaves no letter. */
function certaintyOf(
  { state }: OpenRun,
  prompt: AreaPrompt,
  merged: AreaPart,
  identity: EvaluatorIdentity,
): LetterCertainty | null {
  const asked = findSubject(state.subjects, prompt);
  const rules = bookOf(versionsOfRun(state));
  if (!asked || !rules || merged.veto) return null;
  const { taskId, createdAt: timestamp, tier } = state;
  const answers = mergeAnswers({
    answered: { asked, handed: merged },
    scores: buildScores({ taskId, identity, version: '1', timestamp, areas: [] }),
    ...{ state, groupId: state.target, script: identity, grading: rules.grading },
  });
  return letterCertainty({ answers, tier, rules });
}

/** One call per question; the candidate holds the question as a grader reads it, and the example holds it as data. */
function questionCalls(run: OpenRun, prompt: AreaPrompt, { evaluator, range, taskModel }: Asked): Call[] {
  const parts = cutPrompt(
    withStableFence(prompt.prompt),
    prompt.questions.map(({ questionId }) => questionId),
  );
  if ('missing' in parts) {
    const args = { prompt: prompt.id, part: parts.missing, target: run.target.name };
    throw fatal('EVR-005', undefined, args);
  }
  const { area, subject, schemaHash, persona } = prompt;
  const again = isAgain(run, prompt);
  return prompt.questions.map((question) => {
    const { questionId, dimension, scoreType } = question;
    const payload = buildPayload({
      candidate: parts.candidates.get(questionId) ?? '',
      taskModel,
      example: {
        questionId,
        area,
        subject,
        dimension,
        scoreType,
        persona,
        schemaHash,
        artefact: parts.artefact,
      },
    });
    return {
      target: run.target.name,
      taskId: run.state.taskId,
      prompt: prompt.id,
      question: questionId,
      text: JSON.stringify(payload),
      payload,
      sent: payload,
      again,
      order: { kind: 'score', payload },
      certaintyOf: () => null,
      take: (raw) => {
        if (!('evaluation' in raw)) throw new Error('a question was answered by a judgement');
        return takeScore(raw.evaluation, question, evaluator, range);
      },
    };
  });
}

function takeScore(
  { score: raw, sideInfo }: Evaluation,
  { questionId, scoreType }: PromptQuestion,
  { identity: { name } }: Asked['evaluator'],
  range: ScoreRange,
): CallOutcome {
  const score = scaleScore(raw, scoreType, range);
  if (score === null) {
    const args = { evaluator: name, found: String(raw) };
    return { problem: problem('EVR-003', undefined, args), retry: true };
  }
  const { improvementHints: given, ...others } = sideInfo;
  const read = readHints(given, name);
  if ('problem' in read) return read;
  const { reasoning, evidence } = readSideInfo(others);
  const answer = {
    questionId,
    score,
    reasoning: reasoning ?? `${name} scored this ${raw} and gave no reasoning.`,
    ...(evidence !== undefined && { evidence }),
  };
  return { part: { answers: [answer], improvementHints: read.hints } };
}

/** More than a question needs; without a limit, the hand-in could become too large. */
const MAX_HINTS = 20;
const hintsShape = z.object({ improvementHints: z.array(improvementHint).max(MAX_HINTS) });

/**
 * Reads the improvement hints that an evaluator gives beside its score, in the shape of a hand-in.
 *
 * @returns EVL-063 for another shape; a retry may help
 */
function readHints(
  given: unknown,
  evaluator: string,
): { readonly hints: AreaPart['improvementHints'] } | EvaluatorFailure {
  const document = { improvementHints: given ?? [] };
  const { data, error } = hintsShape.safeParse(document);
  if (data) {
    const hints = data.improvementHints.map(({ targetField, suggestion, priority }) => ({
      targetField: boundText(targetField),
      suggestion: boundText(suggestion),
      priority,
    }));
    return { hints };
  }
  const [first] = describeIssues(document, error.issues);
  const reason = first ? `${describeProblem(first).message} [${first.where?.path}]` : '';
  return { problem: problem('EVL-063', undefined, { evaluator, reason }), retry: true };
}
