import { stripVTControlCharacters } from 'node:util';
import { isLarge } from '../../../net/foreign-json.js';
import { showText } from '../../../net/logic/show-text.js';
import type { LintObservation } from '../../../rules/mcp/lint.js';
import { isRecord } from '../../../values/is-record.js';
import type { Asking } from './link.js';

/** Maximum number of lines that are kept, and of characters that are shown of each. */
const MOST_LINES = 3;
const MOST_SHOWN = 120;
/** Number of characters of a line in which those to be shown are sought: colours and our secrets are left out. */
const LOOKED_AT = 10_000;

const ADVICE = 'logs belong on standard error';

/** Lines on a program's standard output that are no messages: usually its log, which no client can read. */
export interface StrayOutput {
  take(line: string): void;
  /** Continues a sentence that says which answer is missing; empty without such lines. */
  describe(): string;
  observations(): readonly LintObservation[];
}

export function createStrayOutput({ redactor }: Pick<Asking, 'redactor'>): StrayOutput {
  const lines: { readonly shown: string; readonly isPrefixed: boolean }[] = [];
  const quote = (isPrefixed: boolean) =>
    lines
      .filter((line) => line.isPrefixed === isPrefixed)
      .map(({ shown }) => `"${shown}"`)
      .join(', ');
  const found = () =>
    [
      { code: 'prefixed-message', what: 'a JSON-RPC message behind other text', quoted: quote(true) },
      { code: 'stray-output', what: 'text that is no JSON-RPC message', quoted: quote(false) },
    ].filter(({ quoted }) => quoted !== '');
  return {
    take(line) {
      if (lines.length === MOST_LINES) return;
      const plain = stripVTControlCharacters(line.slice(0, LOOKED_AT));
      const shown = showText(plain, redactor, line.length > LOOKED_AT, MOST_SHOWN);
      lines.push({ shown, isPrefixed: holdsMessage(line) });
    },
    describe() {
      const what = found().map(({ what, quoted }) => `${what} (${quoted})`);
      return what.length === 0 ? '' : `, but wrote ${what.join(' and ')} to standard output; ${ADVICE}`;
    },
    observations: () =>
      found().map(({ code, what, quoted }) => ({
        code,
        detail: `standard output has ${what}: ${quoted}; ${ADVICE}`,
      })),
  };
}

/** Whether a JSON-RPC message follows other text on the line. */
function holdsMessage(line: string): boolean {
  const at = line.search(/\{\s*"/);
  if (at < 0 || isLarge(line)) return false;
  try {
    const value: unknown = JSON.parse(line.slice(at));
    return isRecord(value) && Object.hasOwn(value, 'jsonrpc');
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return false;
  }
}
