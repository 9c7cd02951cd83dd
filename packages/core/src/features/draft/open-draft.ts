import { readTrusted } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import type { HeldLock } from '../../island/lock.js';
import { FILE_NAMES } from '../../island/logic/paths.js';
import { errorOf, fatal } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { viewPrompt } from '../../runs/logic/prompts/prompt-view.js';
import type { AreaPrompt, PromptsFile } from '../../spec/prompts.js';
import { type StateFile, stateFile } from '../../spec/state.js';
import { NA_REASONS } from '../../spec/vocabulary.js';
import type { Target } from '../../target/logic/target.js';
import { parseJsonDocument } from '../../values/read-json.js';
import type { Draft, DraftGrader, DraftPart, DraftProblem, DraftRun, HandInOptions } from './logic/draft.js';
import { parseDraft, readPart, type SavedPart } from './logic/draft-part.js';
import {
  buildDraftScores,
  checkDraftScores,
  checkSavedPart,
  type FilledPrompt,
  findPrompt,
  namePrompts,
} from './logic/draft-scores.js';

/** A hand-in that was built from a draft. */
export interface GivenHandIn {
  readonly text: string;
  /** Ids of its prompts, in order. */
  readonly ids: readonly string[];
  /** Of the draft. */
  readonly file: string;
  readonly allowMissing: boolean;
  /** What its check without the content of the island found. */
  readonly problems: readonly DraftProblem[];
}

interface OpenDraftInput<Result> {
  readonly island: Island;
  readonly target: Target;
  readonly grader: DraftGrader;
  readonly state: StateFile;
  readonly prompts: PromptsFile;
  /** Relative to the island. */
  readonly file: string;
  readonly lock: HeldLock;
  /** Status of the run in which answers are saved. */
  readonly mayWrite: StateFile['status'];
  readonly handIn: (given: GivenHandIn) => Promise<Result>;
}

/** A draft whose lock is held, with everything that was saved in memory. */
export class OpenDraft<Result> implements Draft<Result> {
  readonly #input: OpenDraftInput<Result>;
  readonly #saved: Map<string, SavedPart>;
  /** Ids of the prompts whose saved part is finished. */
  readonly #finished = new Set<string>();
  readonly #statePath: string;
  /** Whether the file ends with a whole line. */
  #endsWhole: boolean;
  /** The last state.json that was accepted. */
  #stateText: string | null = null;

  constructor(input: OpenDraftInput<Result>) {
    this.#input = input;
    const { island, file, target, prompts, grader } = input;
    this.#statePath = `${target.folder}/${FILE_NAMES.state}`;
    const text = island.readText(file) ?? '';
    this.#endsWhole = text === '' || text.endsWith('\n');
    this.#saved = parseDraft(text);
    for (const prompt of prompts.prompts) this.#note(prompt, this.#saved.get(prompt.id));
    const [unusable] = this.#checkText(this.#build([], grader), true).filter(
      ({ code, where }) => code !== 'GRD-007' && /^\/(?:creator|harness)/.test(where?.path ?? ''),
    );
    if (unusable) throw errorOf(unusable);
  }

  get run(): DraftRun {
    const { state, prompts, file } = this.#input;
    return {
      target: state.target,
      taskId: state.taskId,
      maxGrade: prompts.maxGrade,
      isGraded: state.status === 'graded',
      file,
      naReasons: state.naReasons ?? NA_REASONS,
      prompts: prompts.prompts.map(({ id, area, subject, persona, questions }, at) => ({
        number: at + 1,
        id,
        area,
        subject,
        persona,
        questions: questions.length,
        begun: this.#saved.has(id),
        answered: this.#finished.has(id),
      })),
    };
  }

  read(wanted: string) {
    const { prompt, number } = findPrompt(this.#input.prompts, wanted);
    const part = this.#saved.get(prompt.id)?.part ?? emptyPart(prompt);
    return { number, prompt, view: viewPrompt(prompt), part };
  }

  write(wanted: string, given: unknown) {
    const { prompt } = findPrompt(this.#input.prompts, wanted);
    this.#input.lock.refuseIfLost();
    this.#refuseClosedRun();
    const read = readPart(given);
    if ('problems' in read) return { savedAt: null, problems: namedAs(read.problems, prompt) };
    const tooLarge = this.#checkExtent(prompt, read.part);
    if (tooLarge) return { savedAt: null, problems: namedAs([tooLarge], prompt) };
    const saved = this.#save(prompt.id, read.part);
    return { savedAt: saved.at, problems: namedAs(this.#note(prompt, saved), prompt) };
  }

  check(options: HandInOptions = {}): DraftProblem[] {
    return [...this.#given(options).problems];
  }

  async handIn(options: HandInOptions = {}): Promise<Result> {
    this.#input.lock.refuseIfLost();
    this.#refuseOtherRun(this.#readState());
    return this.#input.handIn(this.#given(options));
  }

  close(): void {
    this.#input.lock.release();
  }

  #given({ allowMissing = false, model }: HandInOptions): GivenHandIn {
    const { grader, file } = this.#input;
    const chosen = this.#filled((id) => !allowMissing || this.#finished.has(id));
    const text = this.#build(chosen, { ...grader, ...(model !== undefined && { model }) });
    const ids = chosen.map(({ prompt }) => prompt.id);
    return { text, ids, file, allowMissing, problems: namePrompts(this.#checkText(text, allowMissing), ids) };
  }

  #filled(isChosen: (id: string) => boolean): FilledPrompt[] {
    return this.#input.prompts.prompts.flatMap((prompt) => {
      const saved = this.#saved.get(prompt.id);
      return saved && isChosen(prompt.id) ? [{ prompt, saved }] : [];
    });
  }

  #build(filled: readonly FilledPrompt[], grader = this.#input.grader): string {
    return buildDraftScores(grader, this.#input.state.taskId, filled);
  }

  #checkText(text: string, allowMissing: boolean): Problem[] {
    const { state, island } = this.#input;
    return checkDraftScores(text, { state, now: island.now(), allowMissing });
  }

  /** Notes whether what was saved about a prompt is finished, and returns what is missing in it. */
  #note(prompt: AreaPrompt, saved: SavedPart | undefined): Problem[] {
    this.#finished.delete(prompt.id);
    if (!saved) return [];
    const { grader, state, island } = this.#input;
    const found = checkSavedPart({ prompt, saved }, { grader, state, now: island.now() });
    if (found.length === 0) this.#finished.add(prompt.id);
    return found;
  }

  /** Everything that is saved has to fit into one hand-in. */
  #checkExtent({ id }: AreaPrompt, part: DraftPart): Problem | null {
    const all = this.#input.prompts.prompts.flatMap((prompt) => {
      const saved = prompt.id === id ? { at: '', part } : this.#saved.get(prompt.id);
      return saved ? [{ prompt, saved }] : [];
    });
    const document = parseJsonDocument(this.#build(all), 'SCR-001');
    return 'code' in document ? document : null;
  }

  /** Appends a line, unless the last one of the prompt says the same. */
  #save(id: string, part: DraftPart): SavedPart {
    const { island, file, grader } = this.#input;
    const before = this.#saved.get(id);
    if (before && JSON.stringify(before.part) === JSON.stringify(part)) return before;
    // A clock that was set back does not make an answer older than those before it.
    const newest = [...this.#saved.values()].map(({ at }) => at);
    const at = [island.now().toISOString(), ...newest].reduce((a, b) => (a > b ? a : b));
    const { harness: _, ...by } = grader;
    const line = JSON.stringify({ at, grader: by, prompt: id, part });
    const start = this.#endsWhole ? '' : '\n';
    // If the disk refuses in the middle of the line, the next one must not be glued to it.
    this.#endsWhole = false;
    island.append(file, `${start}${line}\n`, 'lasting');
    this.#endsWhole = true;
    const saved = { at, part };
    this.#saved.set(id, saved);
    return saved;
  }

  #refuseClosedRun(): void {
    const text = this.#input.island.readText(this.#statePath);
    if (text !== null && text === this.#stateText) return;
    const state = this.#readState();
    this.#refuseOtherRun(state);
    const { file, mayWrite } = this.#input;
    if (state?.status !== mayWrite)
      throw fatal(
        'DRF-003',
        { file: this.#statePath },
        {
          taskId: this.#input.state.taskId,
          status: state?.status ?? 'gone',
          target: this.#input.state.target,
          file,
        },
      );
    this.#stateText = text;
  }

  #readState(): StateFile | null {
    return readTrusted(this.#input.island, this.#statePath, stateFile);
  }

  #refuseOtherRun(now: StateFile | null): void {
    const { file, state } = this.#input;
    if (now?.taskId !== state.taskId)
      throw fatal('DRF-002', { file: this.#statePath }, { taskId: state.taskId, file });
  }
}

function namedAs(problems: readonly Problem[], { id }: AreaPrompt): DraftProblem[] {
  return problems.map((found) => ({ ...found, prompt: id }));
}

function emptyPart({ questions }: AreaPrompt): DraftPart {
  return {
    answers: questions.map(({ questionId }) => ({ questionId, score: null, reasoning: '' })),
    improvementHints: [],
  };
}
