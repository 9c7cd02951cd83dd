import { readDocument, readTrusted } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import { parseAsideName } from '../../island/logic/names.js';
import { FILE_NAMES } from '../../island/logic/paths.js';
import { fatal } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { type PromptView, viewPrompt } from '../../runs/logic/prompts/prompt-view.js';
import { type AreaPrompt, type PromptsFile, promptsFile } from '../../spec/prompts.js';
import { scoresFile } from '../../spec/scores.js';
import { type StateFile, stateFile } from '../../spec/state.js';
import type { Target } from '../../target/logic/target.js';
import { eachNamedTarget } from '../../target/targets.js';
import { parseDraft, signerOf } from './logic/draft-part.js';
import { checkSavedPart, findPrompt } from './logic/draft-scores.js';

export interface ListedPrompt {
  /** Position in the run, from 1 on. */
  readonly number: number;
  readonly id: string;
  /** Number of questions. */
  readonly questions: number;
  /** Names of the graders who answered it, in the hand-in or in a finished part of a draft; sorted. */
  readonly answeredBy: readonly string[];
}

export interface ListedRun {
  readonly target: string;
  readonly taskId: string;
  readonly status: StateFile['status'];
  readonly prompts: readonly ListedPrompt[];
}

/** One prompt as it was emitted, and split for readers. */
export interface ShownPrompt {
  readonly target: string;
  readonly taskId: string;
  readonly number: number;
  readonly id: string;
  /** The bytes of the prompt. */
  readonly prompt: string;
  /** null if only the bytes were wanted. */
  readonly view: PromptView | null;
}

interface PromptsResult<T> {
  readonly status: boolean;
  readonly results: readonly T[];
  readonly errors: readonly Problem[];
}

/**
 * Lists the prompts of the newest run of a target, and who has answered them. Writes nothing.
 *
 * @returns SCR-017 if there is no run
 */
export function listPrompts(island: Island, name: string): Promise<PromptsResult<ListedRun>> {
  return eachNamedTarget({ island, targets: [name] }, (target) => {
    const { state, prompts } = readRun(island, target);
    const answered = [...answersOfDrafts(island, target, state, prompts), ...handedIn(island, target, state)];
    return {
      target: target.folder,
      taskId: state.taskId,
      status: state.status,
      prompts: prompts.prompts.map(({ id, questions }, at) => {
        const names = answered.flatMap(({ prompt, by }) => (prompt === id ? [by] : []));
        return { number: at + 1, id, questions: questions.length, answeredBy: [...new Set(names)].sort() };
      }),
    };
  });
}

/**
 * Shows one prompt of the newest run of a target.
 *
 * @param wanted id, or number as text
 * @returns SCR-017 if there is no run, DRF-005 if it has no such prompt, DRF-004 if the prompt cannot be split
 */
export function showPrompt(
  island: Island,
  name: string,
  { wanted, raw }: { readonly wanted: string; readonly raw: boolean },
): Promise<PromptsResult<ShownPrompt>> {
  return eachNamedTarget({ island, targets: [name] }, (target) => {
    const { state, prompts } = readRun(island, target);
    const { prompt, number } = findPrompt(prompts, wanted);
    const view = raw ? null : viewPrompt(prompt);
    return {
      target: target.folder,
      taskId: state.taskId,
      number,
      id: prompt.id,
      prompt: prompt.prompt,
      view,
    };
  });
}

function readRun(island: Island, target: Target): { state: StateFile; prompts: PromptsFile } {
  const state = readTrusted(island, `${target.folder}/${FILE_NAMES.state}`, stateFile);
  const prompts = state && readPrompts(island, state, target);
  if (!prompts || state.status === 'superseded') throw fatal('SCR-017', undefined, { target: target.name });
  return { state, prompts };
}

/** The prompts of a run; null if another run's are there now. */
export function readPrompts(island: Island, { taskId }: StateFile, { folder }: Target): PromptsFile | null {
  const prompts = readTrusted(island, `${folder}/${FILE_NAMES.prompts}`, promptsFile);
  return prompts?.taskId === taskId ? prompts : null;
}

interface Answered {
  readonly prompt: string;
  readonly by: string;
}

/** The finished parts of all drafts of a run. */
function answersOfDrafts(
  island: Island,
  { folder }: Target,
  state: StateFile,
  { prompts }: PromptsFile,
): Answered[] {
  const path = `${folder}/${FILE_NAMES.evaluations}`;
  const drafts = island.listFiles(path).filter((file) => {
    const name = parseAsideName(file);
    return name?.kind === 'draft' && name.taskId === state.taskId;
  });
  return drafts.flatMap((file) => {
    const text = island.readText(`${path}/${file}`) ?? '';
    const signer = signerOf(text);
    if (!signer) return [];
    const grader = { ...signer, harness: { name: 'any', version: 'any' } };
    const saved = parseDraft(text);
    return prompts.flatMap((prompt: AreaPrompt) => {
      const part = saved.get(prompt.id);
      const how = { grader, state, now: island.now() };
      const isFinished = part && checkSavedPart({ prompt, saved: part }, how).length === 0;
      return isFinished ? [{ prompt: prompt.id, by: grader.name }] : [];
    });
  });
}

function handedIn(island: Island, { folder }: Target, { consume }: StateFile): Answered[] {
  if (!consume) return [];
  const read = readDocument(island, `${folder}/${consume.scoresPath}`, scoresFile);
  if (!read || 'problem' in read) return [];
  const { areas, creator } = read.value;
  return areas.map(({ area, subject }) => ({ prompt: `${area}/${subject}`, by: creator.skill }));
}
