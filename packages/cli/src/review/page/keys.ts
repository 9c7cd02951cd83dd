/** What a key asks for. */
export type KeyCommand =
  | { readonly what: 'score'; readonly score: number | 'pass' | 'fail' | 'n/a' }
  | { readonly what: 'step'; readonly by: 0.5 | -0.5 }
  | { readonly what: 'question' | 'prompt'; readonly by: 1 | -1 }
  | { readonly what: 'reason' | 'leave' | 'undo' | 'check' | 'help' };

export interface PressedKey {
  readonly key: string;
  /** Ctrl, or Command on a Mac. */
  readonly isCommand: boolean;
  readonly isAlt: boolean;
  readonly isShift: boolean;
  /** AltGr, with which some keyboards write `[` and `]`. It also counts as Ctrl and Alt. */
  readonly isAltGraph: boolean;
}

/** All keys, for the page's help; `asCommand` follows it. */
export const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ['1 – 5', 'score'],
  ['+ −', 'half a point up, down'],
  ['p f', 'pass, fail'],
  ['n', 'n/a: cannot be judged'],
  ['r', 'write the reason'],
  ['Esc', 'leave a field, back to its question'],
  ['j k or ↓ ↑', 'next question, question before'],
  ['] [', 'next prompt, prompt before'],
  ['Ctrl Z', 'undo'],
  ['Ctrl Enter', 'check, and go on to the next open prompt'],
  ['?', 'this list'],
];

const PLAIN: Readonly<Record<string, KeyCommand>> = {
  '+': { what: 'step', by: 0.5 },
  '-': { what: 'step', by: -0.5 },
  p: { what: 'score', score: 'pass' },
  f: { what: 'score', score: 'fail' },
  n: { what: 'score', score: 'n/a' },
  r: { what: 'reason' },
  j: { what: 'question', by: 1 },
  k: { what: 'question', by: -1 },
  ']': { what: 'prompt', by: 1 },
  '[': { what: 'prompt', by: -1 },
  '?': { what: 'help' },
};

/** Arrows scroll everywhere but in a question. */
const IN_QUESTION: Readonly<Record<string, KeyCommand>> = {
  ArrowDown: { what: 'question', by: 1 },
  ArrowUp: { what: 'question', by: -1 },
};

/** @returns null for a key that is left to the browser */
export function asCommand(
  { key, isCommand, isAlt, isShift, isAltGraph }: PressedKey,
  focus: { readonly isText: boolean; readonly isQuestion: boolean },
): KeyCommand | null {
  if (isCommand && !isAltGraph) {
    if (isAlt || isShift) return null;
    if (key === 'Enter') return { what: 'check' };
    return key.toLowerCase() === 'z' ? { what: 'undo' } : null;
  }
  if (key === 'Escape') return { what: 'leave' };
  if (focus.isText || (isAlt && !isAltGraph)) return null;
  if (/^[1-5]$/.test(key)) return { what: 'score', score: Number(key) };
  return (
    (Object.hasOwn(PLAIN, key) && PLAIN[key]) ||
    (focus.isQuestion && Object.hasOwn(IN_QUESTION, key) && IN_QUESTION[key]) ||
    null
  );
}
