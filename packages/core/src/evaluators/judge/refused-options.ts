import { APICallError } from 'ai';
import { isRecord } from '../../values/is-record.js';

const FORMAT =
  /response[ _]?(format|schema|mime_?type)|json[ _](schema|object|mode)|output_(format|config)|structured[ _]output|grammar/i;

/** Options of a request that a server may refuse, each with the words by which refusals name it. */
const NAMED = {
  stream: /\bstream(ing|_options)?\b|\binclude_usage\b/i,
  temperature: /\btemperature\b/i,
  seed: /\bseed\b/i,
  json_schema: FORMAT,
  json_object: FORMAT,
  tool: /\btools?\b|\btool_choice\b|\bfunction[ _]?call/i,
} as const satisfies Record<string, RegExp>;

export type RequestOption = keyof typeof NAMED;

/** Statuses by which servers refuse an option. */
const REFUSALS = [400, 422];

/**
 * Finds the option of a request that the server refused: the one in the `param` of its error, else the first one that
 * its message names, else the first in the body (a router may quote the provider's message there). The first, because a
 * message may go on to list the options that are supported.
 *
 * @param sent the options of the request
 * @returns null if the error is not about one of them
 */
export function findRefused<T extends RequestOption>(error: unknown, sent: readonly T[]): T | null {
  if (!APICallError.isInstance(error) || !REFUSALS.includes(error.statusCode ?? 0)) return null;
  const param = paramOf(error.data);
  if (param !== null) return firstNamed(param, sent);
  return firstNamed(wordsOf(error.message), sent) ?? firstNamed(wordsOf(error.responseBody ?? ''), sent);
}

/** What a server says of its own. A request that it repeats, or the part that is wrong, names what nobody refused. */
function wordsOf(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Plain text, perhaps with the request behind it.
    return isRepeated(text) ? text.slice(0, text.indexOf('{')) : text;
  }
  const drop = (key: string, item: unknown) => (key === 'input' || isRepeated(item) ? undefined : item);
  return JSON.stringify(value, drop) ?? '';
}

function isRepeated(value: unknown): boolean {
  return typeof value === 'string'
    ? value.includes('{"') && value.includes('"messages"')
    : isRecord(value) && Array.isArray(value.messages);
}

function firstNamed<T extends RequestOption>(text: string, sent: readonly T[]): T | null {
  const places = sent.flatMap((option) => {
    const at = text.search(NAMED[option]);
    return at < 0 ? [] : [{ option, at }];
  });
  return places.sort((a, b) => a.at - b.at)[0]?.option ?? null;
}

/** `param` of an error in OpenAI's form; null if it has none. */
function paramOf(data: unknown): string | null {
  const error = isRecord(data) ? data.error : undefined;
  const param = isRecord(error) ? error.param : undefined;
  return typeof param === 'string' && param !== '' ? param : null;
}
