import type { Members } from '../members.js';

const ASCII_PER_TOKEN = 4.4;
const OTHER_PER_TOKEN = 3;
/** Chinese, Japanese, Korean, emoji and the like. */
const WIDE_PER_TOKEN = 1.5;

/**
 * Tokens that a tool takes in every request: name, description and schema. Against a tokenizer of today's models, 46 of
 * 52 servers are within 10 percent.
 */
export function estimateToolTokens({ name, description, inputSchema }: Members): number {
  // The parts are joined by spaces.
  let ascii = 2;
  let other = 0;
  let wide = 0;
  const count = (text: string) => {
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit < 0x80) ascii += 1;
      else if (unit < 0x2e80) other += 1;
      // The second half of a pair belongs to the character that the first half counted.
      else if (unit < 0xdc00 || unit > 0xdfff) wide += 1;
    }
  };
  for (const text of [name, description]) if (typeof text === 'string') count(text);
  if (inputSchema !== null) {
    visitJson(inputSchema, count, (length) => {
      ascii += length;
    });
  }
  return Math.ceil(ascii / ASCII_PER_TOKEN + other / OTHER_PER_TOKEN + wide / WIDE_PER_TOKEN);
}

/** Length of a value's JSON text; undefined has none. */
export function jsonLength(json: unknown): number {
  try {
    return JSON.stringify(json)?.length ?? 0;
  } catch (error) {
    // Too long for one text, or nested too deeply.
    if (!(error instanceof RangeError)) throw error;
    return countJson(json);
  }
}

function countJson(json: unknown): number {
  let length = 0;
  const add = (more: number) => {
    length += more;
  };
  visitJson(json, (text) => add(text.length), add);
  return length;
}

/**
 * Visits the parts of a value's JSON text without building the text and without recursion, so that neither a long nor a
 * deeply nested value can do harm.
 *
 * @param json a tree of JSON values; undefined has no text
 * @param visitText called with each key and scalar, as it stands in the text
 * @param addPunctuation called with the number of brackets, commas and colons
 */
function visitJson(
  json: unknown,
  visitText: (text: string) => void,
  addPunctuation: (length: number) => void,
): void {
  const open: unknown[] = [json];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) {
      addPunctuation(2 + Math.max(0, value.length - 1));
      for (const item of value) open.push(item ?? null);
    } else if (typeof value === 'object' && value !== null) {
      const members = Object.entries(value).filter(([, member]) => member !== undefined);
      addPunctuation(2 + members.length + Math.max(0, members.length - 1));
      for (const [key, member] of members) {
        visitText(JSON.stringify(key));
        open.push(member);
      }
    } else visitText(JSON.stringify(value) ?? '');
  }
}
