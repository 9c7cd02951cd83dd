import { buildScores } from '../../../evaluators/logic/evaluated-scores.js';
import { checkScores } from '../../../grade/entry/check-scores.js';
import { parseScores } from '../../../grade/entry/parse-scores.js';
import { fatal } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import type { AreaPrompt, PromptsFile } from '../../../spec/prompts.js';
import type { ScoreArea } from '../../../spec/scores.js';
import type { StateFile } from '../../../spec/state.js';
import { findKeyForms } from '../../../values/read-json.js';
import type { DraftGrader, DraftProblem } from './draft.js';
import type { SavedPart } from './draft-part.js';

/** A prompt with what was saved about it. */
export interface FilledPrompt {
  readonly prompt: AreaPrompt;
  readonly saved: SavedPart;
}

/**
 * Builds the hand-in of a draft, finished or not: one element for each prompt, in the order given. Its time is that of
 * the newest save, so the same draft always gives the same text.
 */
export function buildDraftScores(
  { kind, name, version, model, harness }: DraftGrader,
  taskId: string,
  filled: readonly FilledPrompt[],
): string {
  const timestamp = filled.map(({ saved }) => saved.at).reduce((a, b) => (a > b ? a : b), '');
  const scores = buildScores({
    taskId,
    identity: { kind, name, version, harness: harness.name, ...(model !== undefined && { model }) },
    version: harness.version,
    timestamp,
    // What is unfinished does not have the shape of an answer yet; the check of the hand-in says so.
    areas: filled.map((one) => areaOf(one) as ScoreArea),
  });
  return `${JSON.stringify(scores, null, 2)}\n`;
}

/** An element of a hand-in, each answer with its own time. What is optional and empty is left out. */
function areaOf({ prompt: { area, subject, schemaHash, persona }, saved: { at, part } }: FilledPrompt) {
  const { answers, improvementHints, veto } = part;
  return {
    area,
    subject,
    schemaHash,
    persona,
    answers: answers.map(({ questionId, score, reasoning, evidence, naReason }) => ({
      questionId,
      score,
      reasoning,
      ...(hasText(evidence) && { evidence }),
      ...(naReason && { naReason }),
      timestamp: at,
    })),
    improvementHints,
    ...(veto && {
      veto: {
        triggeredBy: veto.triggeredBy,
        evidence: veto.evidence,
        ...(hasText(veto.reasoning) && { reasoning: veto.reasoning }),
        timestamp: at,
      },
    }),
  };
}

function hasText(given: unknown): boolean {
  return typeof given === 'string' ? given.trim() !== '' : given !== undefined;
}

/**
 * Checks a hand-in as consume does, but for what depends on the content of the island now.
 *
 * @param allowMissing whether it may leave out prompts
 */
export function checkDraftScores(
  text: string,
  { state, now, allowMissing }: { state: StateFile; now: Date; allowMissing: boolean },
): Problem[] {
  const { scores, readable, problems } = parseScores(text);
  if (!readable) return [...problems];
  const { problems: found } = checkScores({
    scores: readable,
    state,
    currentHash: ({ schemaHash }) => schemaHash,
    vetoedAt: () => null,
    allowMissing,
    now,
  });
  return [...problems, ...found, ...(scores ? findKeyForms(scores) : [])];
}

/**
 * Finds a prompt of a run.
 *
 * @param wanted id, or number as text
 * @throws GradingError DRF-005 if the run has no such prompt
 */
export function findPrompt(
  { prompts, taskId, target }: Pick<PromptsFile, 'prompts' | 'taskId' | 'target'>,
  wanted: string,
): { readonly prompt: AreaPrompt; readonly number: number } {
  const isNumber = /^\d+$/.test(wanted);
  const number = isNumber ? Number(wanted) : prompts.findIndex(({ id }) => id === wanted) + 1;
  const prompt = prompts[number - 1];
  if (!prompt) throw fatal('DRF-005', undefined, { found: wanted, taskId, target });
  return { prompt, number };
}

/** What keeps one saved part from being finished, each at a JSON pointer inside the part. */
export function checkSavedPart(
  filled: FilledPrompt,
  { grader, state, now }: { grader: DraftGrader; state: StateFile; now: Date },
): Problem[] {
  const place = '/areas/0';
  const text = buildDraftScores(grader, state.taskId, [filled]);
  return checkDraftScores(text, { state, now, allowMissing: true }).flatMap((found) => {
    const path = found.where?.path ?? place;
    return path.startsWith(place) ? [{ ...found, where: { path: path.slice(place.length) } }] : [];
  });
}

/** Names the prompt of each problem, from its place in the hand-in or from what it says. */
export function namePrompts(problems: readonly Problem[], ids: readonly string[]): DraftProblem[] {
  return problems.map((found) => {
    const at = /^\/areas\/(\d+)/.exec(found.where?.path ?? '')?.[1];
    const { area, subject } = found.args ?? {};
    const own = at === undefined ? undefined : ids[Number(at)];
    const prompt = own ?? (area !== undefined && subject !== undefined ? `${area}/${subject}` : undefined);
    return prompt === undefined ? found : { ...found, prompt };
  });
}
