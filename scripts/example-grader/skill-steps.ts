import type { CalledTool } from './companion-views.js';
import { partsOf } from './markdown-parts.js';

/** How the content of a skill is read: its steps, its calls, and what each of them takes from others. */

export const LIMITS_TITLE = /\b(?:limit(?:ation)?s?|restrictions|can ?not|does not|not covered)\b/i;
export const RESULT_FORM =
  /\b(?:table|list|report|sentence|summary|paragraph|row|column|map|chart|number|answer|timeline)s?\b/i;
/** Keys of inputs that a system knows, and no person. */
export const INTERNAL_KEY = /(?:^|[a-z])(?:Id|ID|Uuid|Code|Hash|Index)$|^(?:id|uuid|code|hash|index)$/;

export interface Step {
  /** As the step calls itself; null where it has no number. */
  readonly number: number | null;
  readonly text: string;
}

/** Headed parts that call a tool or call themselves a step, else the items of a numbered list, else paragraphs. */
export function stepsOf(content: string): Step[] {
  const parts = partsOf(content).filter(
    ({ title, text }) => !LIMITS_TITLE.test(title) && (/^step\b/i.test(title) || callsIn(text).length > 0),
  );
  if (parts.length > 0) {
    return parts.map(({ title, text }) => ({ number: numbersOf(title)[0] ?? null, text }));
  }
  const items = content.split(/^(?=\s*\d+[.)]\s)/m).slice(1);
  const blocks =
    items.length > 0 ? items : content.split(/\n\s*\n/).filter((block) => callsIn(block).length > 0);
  return blocks.map((text) => ({
    number: Number(/^\s*(\d+)[.)]/.exec(text)?.[1] ?? Number.NaN) || null,
    text,
  }));
}

/** Names of the tools in the order of their calls. */
export function callsIn(content: string): string[] {
  return [...content.matchAll(/\{\{\s*tool:([^{}]+?)\s*\}\}/g)].map(([, name = '']) => name);
}

/** Numbers of the steps whose result is used: "the id of step 2", but not "go on with step 4". */
export function resultsTaken(text: string): number[] {
  return [...text.matchAll(/\b(?:of|from|in|by) step (\d+)/gi)].map(([, number]) => Number(number));
}

function numbersOf(text: string): number[] {
  return [...text.matchAll(/\bstep (\d+)/gi)].map(([, number]) => Number(number));
}

/** Does the step say what the tool is called with? */
export function isPrepared(
  call: string,
  step: string,
  named: readonly Pick<CalledTool, 'tool' | 'parameters'>[],
): boolean {
  const keys = named.find(({ tool }) => tool === lastWord(call))?.parameters ?? [];
  if (keys.length === 0 || /\{\{\s*input:/.test(step)) return true;
  const words = step.replace(/\{\{[^{}]*\}\}/g, ' ');
  return keys.some((key) => words.includes(key)) || numbersOf(words).length > 0;
}

/** `getStation`, `stations.getStation`, `tidewatch/tool/getStation` → getStation. */
export function lastWord(name: string): string {
  return name.split(/[./]/).at(-1) ?? '';
}
