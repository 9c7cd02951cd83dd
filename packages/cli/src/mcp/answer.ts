import { fatal, type Problem, visibleJson } from '@flowmcp/grading-core/commands';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { visible } from '../terminal/output.js';
import { formatProblems } from '../terminal/problems.js';
import type { TextAnswer } from './tool.js';

/** Longest result, in characters: clients put longer ones aside, where a model may not see them. */
export const MAX_CHARACTERS = 40_000;
/** What the numbers of the parts may take. */
const ROOM = 200;

/** Sends a text, or one part of a text that is too long for one result. */
export function sendText({ text, head = '', part = 1 }: TextAnswer): CallToolResult {
  const parts = splitText(text, MAX_CHARACTERS - ROOM - head.length);
  const shown = parts[part - 1];
  if (shown === undefined) {
    throw fatal('SRV-004', undefined, { part, parts: parts.length });
  }
  const note =
    part < parts.length ? `(part ${part} of ${parts.length}; call again with part ${part + 1})` : '';
  const of = parts.length > 1 ? `part ${part} of ${parts.length}` : '';
  const top = [head, of].filter(Boolean).join(', ');
  return asText([top, shown, note].filter(Boolean).join('\n\n'));
}

/** Splits a text between lines; a line that is too long by itself is cut. */
function splitText(text: string, most: number): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > most) {
    const lineEnd = rest.lastIndexOf('\n', most - 1) + 1;
    // Never between the two halves of a character.
    const isPair = /[\uD800-\uDBFF]/.test(rest[most - 1] ?? '');
    const at = lineEnd > 0 ? lineEnd : isPair ? most - 1 : most;
    parts.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return [...parts, rest];
}

/**
 * Sends an object, both as it is and as the same JSON in words. Its lists are cut until it is short enough; `omitted` says
 * how many items were left out.
 */
export function sendObject(answer: object): CallToolResult {
  const { value, text } = shorten(visible(answer) as Record<string, unknown>);
  return { ...asText(text), structuredContent: value };
}

/** Whether `sendObject` would cut the lists of an answer. */
export function isTooLong(answer: object): boolean {
  return visibleJson(JSON.stringify(visible(answer))).length > MAX_CHARACTERS;
}

function shorten(answer: Record<string, unknown>): { value: Record<string, unknown>; text: string } {
  let value = answer;
  for (;;) {
    const text = visibleJson(JSON.stringify(value));
    if (text.length <= MAX_CHARACTERS) return { value, text };
    const [longest] = Object.entries(value)
      .flatMap(([key, list]) => (Array.isArray(list) && list.length > 0 ? [{ key, list }] : []))
      .sort((a, b) => JSON.stringify(b.list).length - JSON.stringify(a.list).length);
    if (!longest) throw new Error('a result without lists is too long');
    const { key, list } = longest;
    const kept = list.slice(0, Math.floor(list.length / 2));
    const omitted = Number(value.omitted ?? 0) + list.length - kept.length;
    value = { ...value, [key]: kept, omitted };
  }
}

/** Problems that kept a tool from doing anything. */
export function sendFault(problems: readonly Problem[]): CallToolResult {
  const [text = ''] = splitText(formatProblems(visible(problems)), MAX_CHARACTERS);
  return { ...asText(text), isError: true };
}

function asText(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
}
