import { render } from 'preact';
import type { Saved, ShownProblem } from '../wire.js';
import { handIn, openRun, readPrompt, savePart } from './calls.js';
import { asCommand, type KeyCommand } from './keys.js';
import {
  change,
  firstOpen,
  type OpenPrompt,
  type Part,
  type Score,
  set,
  step,
  undo,
  withScore,
} from './part.js';
import { Saver } from './saver.js';
import type { Actions, State } from './state.js';
import { Page } from './view.js';

/** Typing is saved when it pauses this long. */
const PAUSE_MS = 400;

let state: State = {
  run: null,
  at: 0,
  open: null,
  saving: { state: 'idle' },
  alert: '',
  dialog: null,
  refusals: [],
  isIntroOpen: true,
  end: null,
  closed: null,
};
/** Prompts that were opened, with answers that may not be saved yet. */
const opened = new Map<number, OpenPrompt>();
const root = document.body.appendChild(document.createElement('div'));

/** Draws at once, so that the next key already finds what this one has changed. */
function update(changes: Partial<State>): void {
  state = { ...state, ...changes };
  if (state.open) opened.set(state.open.number, state.open);
  render(<Page state={state} actions={actions} />, root);
}

const saver = new Saver({ put: savePart, onSaved: noteSaved, onSaving: (saving) => update({ saving }) });

function edit(open: OpenPrompt, delayMs: number): void {
  update({ open, saving: state.saving.state === 'failed' ? state.saving : { state: 'waiting' }, alert: '' });
  saver.later(open.number, open.part, delayMs);
}

function editPart(field: string, part: Part, isTyped = false): void {
  const { open } = state;
  if (open && part !== open.part) edit(change(open, field, part, isTyped), isTyped ? PAUSE_MS : 0);
}

function noteSaved(number: number, { savedAt, problems, answered }: Saved): void {
  const { run, open } = state;
  if (!run) return;
  const prompts = run.prompts.map((one) =>
    one.number === number ? { ...one, answered, begun: one.begun || savedAt !== null } : one,
  );
  results.set(number, problems);
  const about = opened.get(number);
  // Once checked, a fault is shown until it is mended; what cannot be saved is shown at once.
  const isShown = about && (about.problems !== null || savedAt === null);
  if (isShown) opened.set(number, { ...about, problems });
  update({ run: { ...run, prompts }, open: opened.get(open?.number ?? 0) ?? null });
}

/** What the last save of each prompt found. */
const results = new Map<number, readonly ShownProblem[]>();

const actions: Actions = {
  score(at: number, score: Score) {
    if (state.open) editPart(`/answers/${at}/score`, withScore(state.open.part, at, score));
  },
  write(field: string, text: string | undefined) {
    if (state.open) editPart(field, set(state.open.part, field, text), true);
  },
  choose(field: string, value: unknown) {
    if (state.open) editPart(field, set(state.open.part, field, value));
  },
  addHint() {
    if (!state.open) return;
    const field = `/improvementHints/${state.open.part.improvementHints.length}`;
    actions.choose(field, { targetField: '', suggestion: '', priority: '' });
    document.getElementById(`${field}/targetField`)?.focus();
  },
  undo() {
    const found = state.open && undo(state.open);
    if (!found) return;
    edit(found.open, 0);
    focusField(found.field);
  },
  async goTo(number: number) {
    void saver.flush();
    update({ at: number, open: null, alert: '' });
    const known = opened.get(number);
    if (known) return show(known);
    const reply = await readPrompt(number);
    // Another one was asked for in the meantime.
    if (state.at !== number) return;
    if (reply.ok) show({ ...reply.body, past: [], problems: null });
    else update({ saving: { state: 'failed', text: reply.text } });
  },
  goBy(by: 1 | -1) {
    const next = state.at + by;
    if (state.run?.prompts.some(({ number }) => number === next)) void actions.goTo(next);
  },
  async check() {
    if (isChecking) return;
    isChecking = true;
    try {
      await checkAndGoOn();
    } finally {
      isChecking = false;
    }
  },
  async handIn(allowMissing: boolean) {
    if (isHandingIn) return;
    isHandingIn = true;
    try {
      await tryHandIn(allowMissing);
    } finally {
      isHandingIn = false;
    }
  },
  show(dialog: State['dialog']) {
    update({ dialog, refusals: [] });
  },
  closeDialog() {
    document.querySelector('dialog')?.close();
  },
  keepIntro(isIntroOpen: boolean) {
    if (isIntroOpen !== state.isIntroOpen) update({ isIntroOpen });
  },
};

/** Until the next prompt is shown, keys would still reach the one that was left: none is taken. */
let isChecking = false;

async function checkAndGoOn(): Promise<void> {
  const { open } = state;
  if (!open) return;
  saver.later(open.number, open.part, 0);
  if (!(await saver.flush()) || state.at !== open.number) return;
  const problems = results.get(open.number) ?? [];
  if (problems.length > 0) return showFaults(open.number, problems);
  const prompts = state.run?.prompts ?? [];
  const inOrder = [...prompts.slice(open.number), ...prompts.slice(0, open.number)];
  const next = inOrder.find(({ answered }) => !answered);
  if (next) await actions.goTo(next.number);
  else update({ dialog: 'hand-in' });
}

let isHandingIn = false;

async function tryHandIn(allowMissing: boolean): Promise<void> {
  if (!(await saver.flush())) return;
  // An earlier version of these answers may be saved; what is seen is what is handed in.
  const [refused] = saver.refused;
  if (refused !== undefined) return reopen(refused);
  const reply = await handIn(allowMissing);
  if (!reply.ok) return update({ saving: { state: 'failed', text: reply.text } });
  const { status, problems } = reply.body;
  if (status) return update({ end: reply.body, dialog: null });
  update({ refusals: problems.filter(({ prompt }) => prompt === null) });
  const faulty = problems.find(({ prompt }) => prompt !== null)?.prompt;
  if (faulty) await reopen(faulty);
}

/** Opens a prompt again, and shows its faults. */
async function reopen(number: number): Promise<void> {
  update({ dialog: null });
  await actions.goTo(number);
  await actions.check();
}

function show(open: OpenPrompt): void {
  update({ open });
  document.title = `${open.view.title} – review of ${state.run?.target}`;
  // Side by side, the questions come first; one above the other, the material does.
  if (matchMedia('(min-width: 60rem)').matches) focusQuestion(firstOpen(open.part));
  else document.getElementById('title')?.focus();
}

function showFaults(number: number, problems: readonly ShownProblem[]): void {
  const { open } = state;
  if (open?.number !== number) return;
  const count = problems.length === 1 ? 'One thing is' : `${problems.length} things are`;
  update({ open: { ...open, problems }, alert: `${count} missing or wrong; each is marked.` });
  focusField(problems[0]?.path ?? '');
}

function focusQuestion(at: number): void {
  document.querySelector<HTMLElement>(`[data-question="${at}"]`)?.focus();
}

/** Focuses a field; for a score, its question, where the keys for scores work. */
function focusField(field: string): void {
  const [, at] = /^\/answers\/(\d+)(?:\/score)?$/.exec(field) ?? [];
  const found = document.getElementById(field) ?? document.getElementById('check');
  if (at === undefined) found?.focus();
  else focusQuestion(Number(at));
}

function obey(command: KeyCommand, at: number | null): boolean {
  const { open } = state;
  if (command.what === 'help') actions.show('keys');
  if (command.what === 'undo') actions.undo();
  if (command.what === 'check') void actions.check();
  if (command.what === 'prompt') actions.goBy(command.by);
  if (command.what === 'question') focusQuestion(at === null ? 0 : at + command.by);
  if (['help', 'undo', 'check', 'prompt', 'question'].includes(command.what)) return true;
  if (!open || at === null) return false;
  if (command.what === 'leave') focusQuestion(at);
  if (command.what === 'reason') document.getElementById(`/answers/${at}/reasoning`)?.focus();
  if (command.what === 'step') editPart(`/answers/${at}/score`, step(open.part, at, command.by));
  if (command.what === 'score' && fits(command.score, open, at)) actions.score(at, command.score);
  return true;
}

function fits(score: number | string, { view }: OpenPrompt, at: number): boolean {
  const isScale = view.questions[at]?.scoreType === 'scale-1-5';
  return score === 'n/a' || isScale === (typeof score === 'number');
}

document.addEventListener('keydown', (event) => {
  // A dialog has its own keys, and so has a field that the browser undoes by itself.
  if (!state.run || state.dialog) return;
  if (isChecking) return event.preventDefault();
  const focused = document.activeElement;
  const at = focused?.closest<HTMLElement>('[data-question]')?.dataset.question;
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  const command = asCommand(
    {
      key,
      isCommand: ctrlKey || metaKey,
      isAlt: altKey,
      isShift: shiftKey,
      isAltGraph: event.getModifierState('AltGraph'),
    },
    { isText: focused?.matches('input, textarea, select') ?? false, isQuestion: at !== undefined },
  );
  if (!command || (command.what === 'undo' && focused?.matches('[data-own-undo]'))) return;
  if (obey(command, at === undefined ? null : Number(at))) event.preventDefault();
});

addEventListener('beforeunload', (event) => {
  if (saver.isBehind) event.preventDefault();
});
document.addEventListener('visibilitychange', () => {
  if (document.hidden && saver.isBehind) void saver.flush();
});

/** Opens the page with the key in its address: at the start, and when a new link is opened in this tab. */
async function start(): Promise<void> {
  const reply = await openRun(state.run);
  if (!reply.ok) return update(state.run ? { alert: reply.text } : { closed: reply.text });
  const { prompts } = reply.body;
  update({ run: reply.body, closed: null });
  // Another page may have saved others meanwhile.
  for (const number of opened.keys()) if (!saver.holds(number)) opened.delete(number);
  const first = prompts.find(({ answered }) => !answered) ?? prompts[0];
  await actions.goTo(state.at || (first?.number ?? 1));
}

addEventListener('hashchange', () => {
  if (location.hash.length > 1) void start();
});
update({});
void start();
