import { createSecretSearch } from '../../../keys/logic/find-secrets.js';
import type { HttpRequest } from '../../../net/logic/http.js';
import { problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import { placeholdersIn } from '../../../sources/logic/placeholder.js';
import type { OpenSlot } from '../../../sources/logic/placeholders.js';
import type { SchemaMain, ToolTest } from '../../../spec/schema-main.js';

/** Looks through the requests of one test for placeholders of the schema. */
export interface SlotSearch {
  /** What is wrong with the first placeholder that a request holds, in whatever form; null where it holds none. */
  findIn(request: HttpRequest): Problem | null;
  /** Braces that an answer brought may be sent. */
  learnFrom(answer: Buffer): void;
}

/**
 * Code gets the request with the values in it, and may still send a placeholder: one that nothing has filled, or one that it
 * copied from `main`. It is found as it stands there, percent-encoded, with escapes of JSON, and in base64. Braces that a
 * test's value, a query language or an answer brought are none; where they read like a placeholder without a value, nobody
 * can tell them apart, and nothing is sent.
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

/** Code that puts an address together may leave out the blanks. */
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
