import { createSecretSearch } from '../../../keys/logic/find-secrets.js';
import type { HttpRequest } from '../../../net/logic/http.js';
import { problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import { placeholdersIn } from '../../../sources/logic/placeholder.js';
import type { OpenSlot } from '../../../sources/logic/placeholders.js';
import type { SchemaMain, ToolTest } from '../../../spec/schema-main.js';

/** Searches the requests of one test for placeholders of the schema. */
export interface SlotSearch {
  /** The problem of the first placeholder in a request, in any form; null if there is none. */
  findIn(request: HttpRequest): Problem | null;
  /** Records braces of an answer, which may be sent. */
  learnFrom(answer: Buffer): void;
}

/**
 * Handler code gets the request with its values filled in, and may still send a placeholder: an unfilled one, or one
 * copied from `main`. Placeholders are found as written, percent-encoded, with JSON escapes, and in base64. Braces from
 * a test's value, a query language or an answer are not placeholders; if they look like a placeholder without a value,
 * they cannot be told apart, and nothing is sent.
 */
export function createSlotSearch({
  main,
  test,
  open,
}: {
  main: SchemaMain;
  test: ToolTest;
  open: readonly OpenSlot[];
}): SlotSearch {
  const search = (slot: string, found: Problem) => ({ slot, found, find: createSecretSearch(formsOf(slot)) });
  const given = JSON.stringify(test);
  const unfilled = open.map(({ slot, problem: found }) => search(slot, found));
  let written = slotsOf(main)
    .filter((slot) => !given.includes(slot) && !open.some((one) => one.slot === slot))
    .map((slot) => search(slot, problem('PRE-007', undefined, { slot })));
  const findAny = createSecretSearch([...unfilled, ...written].flatMap(({ slot }) => formsOf(slot)));
  return {
    findIn({ url, headers, body = '' }) {
      const texts = [url, body, ...Object.entries(headers).flat()].filter((text) => findAny(text).length > 0);
      const holds = ({ find }: (typeof unfilled)[number]) => texts.some((text) => find(text).length > 0);
      return [...unfilled, ...written].find(holds)?.found ?? null;
    },
    learnFrom(answer) {
      written = written.filter(({ slot }) => !answer.includes(slot));
    },
  };
}

/** Code that builds an address may leave out the blanks. */
function formsOf(slot: string): string[] {
  return [slot, slot.replace(/\s+/g, '')];
}

function slotsOf({ root = '', headers = {}, tools = {} }: SchemaMain): string[] {
  const texts = [
    root,
    ...Object.values(headers),
    ...Object.values(tools).flatMap(({ path, parameters }) => [
      path,
      ...parameters.map(({ position }) => position.value),
    ]),
  ];
  return [...new Set(texts.flatMap((text) => placeholdersIn(String(text)).map(({ slot }) => slot)))];
}
