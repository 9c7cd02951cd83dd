/** How a heuristic's counts become an answer. Every answer says what was counted. */

export interface Hint {
  readonly targetField: string;
  readonly suggestion: string;
  readonly priority: 'low' | 'medium' | 'high';
}

export type Judgement =
  | {
      readonly score: number | 'pass' | 'fail';
      readonly reasoning: string;
      readonly hints: readonly Hint[];
    }
  | { readonly score: 'n/a'; readonly naReason: NaReason; readonly reasoning: string };

export type NaReason = 'not-applicable-to-tool-type' | 'blocked-by-precondition';

export type Heuristic<Material> = (material: Material) => Judgement;

/** Something that costs points. */
export interface Fault {
  readonly points: number;
  readonly text: string;
  readonly hint?: Hint;
}

/** Something that earns points where it is there. */
export interface Sign {
  readonly points: number;
  readonly isThere: boolean;
  readonly text: string;
  /** What to do where it is missing. */
  readonly hint?: Hint;
}

/** From 5 down: each fault takes its points away. */
export function deduct(what: string, faults: readonly (Fault | null)[]): Judgement {
  const found = faults.filter((fault) => fault !== null && fault.points > 0) as Fault[];
  const lost = found.reduce((sum, { points }) => sum + points, 0);
  const because = found.map(({ text, points }) => `${text} (-${shown(points)})`).join('; ');
  return {
    score: inRange(5 - lost),
    reasoning: `Counted ${what}. ${because === '' ? 'Nothing to object to' : because}.`,
    hints: found.flatMap(({ hint }) => hint ?? []),
  };
}

/** From 1 up: each sign that is there adds its points. Together they are worth 4. */
export function addUp(what: string, signs: readonly Sign[]): Judgement {
  const there = signs.filter(({ isThere }) => isThere);
  const missing = signs.filter(({ isThere }) => !isThere);
  const texts = [
    ...there.map(({ text, points }) => `${text}: yes (+${shown(points)})`),
    ...missing.map(({ text }) => `${text}: no`),
  ];
  return {
    score: inRange(1 + there.reduce((sum, { points }) => sum + points, 0)),
    reasoning: `Counted ${what}. ${texts.join('; ')}.`,
    hints: missing.flatMap(({ hint }) => hint ?? []),
  };
}

/** A part of a whole as a score: none is 1, all is 5. */
export function share(what: string, part: number, hints: readonly Hint[]): Judgement {
  return { score: inRange(1 + 4 * part), reasoning: `Counted ${what}.`, hints };
}

export function passIf(holds: boolean, what: string, hint: Hint): Judgement {
  return {
    score: holds ? 'pass' : 'fail',
    reasoning: `Counted ${what}.`,
    hints: holds ? [] : [hint],
  };
}

export function notApplicable(reasoning: string): Judgement {
  return { score: 'n/a', naReason: 'not-applicable-to-tool-type', reasoning };
}

/** For what these heuristics can not see. */
export function notJudged(reasoning: string): Judgement {
  return { score: 'n/a', naReason: 'blocked-by-precondition', reasoning };
}

/** `1 word`, `2 words`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** `2 words (fast, easy)`, `1 word (fast)`, `no word`. */
export function listed(found: readonly string[], noun: string): string {
  if (found.length === 0) return `no ${noun}`;
  const named = [...new Set(found)].slice(0, 5).join(', ');
  return `${counted(found.length, noun)} (${named})`;
}

function inRange(value: number): number {
  return Math.min(5, Math.max(1, Math.round(value * 100) / 100));
}

function shown(points: number): string {
  return String(Math.round(points * 100) / 100);
}
