import type { GradingError } from '@flowmcp/grading-core/commands';

/** Creates the error that ends the command; its reason never contains the value of a header or variable. */
export type Refuse = (reason: string) => GradingError;

/** RFC 9110, 5.1 and 5.5. */
const HEADER = /^([!#$%&'*+.^_`|~\w-]+):(.*)$/s;
const NO_VALUE = /[\0\r\n]/;

/**
 * Reads headers from the command line: `Name: value`, or `Name: env:NAME` for the value of a variable.
 *
 * @param flag the flag's name, for messages
 * @param options.literal whether a value may appear on the command line, where others can read it
 * @returns values by name, in the given order
 */
export function readHeaderValues(
  texts: readonly string[],
  flag: string,
  { literal, refuse }: { readonly literal: boolean; readonly refuse: Refuse },
): Record<string, string> {
  const form = literal ? 'Name: value' : 'Name: env:NAME';
  const headers = new Map<string, readonly [string, string]>();
  for (const text of texts) {
    const [, name = '', rest = ''] = HEADER.exec(text) ?? [];
    if (name === '') throw refuse(`${flag} takes "${form}", but the value has no name`);
    const written = rest.trim();
    const value = readVariable(written, `${flag} ${name}`, refuse) ?? written;
    if (value === written && !literal) {
      throw refuse(
        `${flag} ${name}: env:NAME was expected, the name of a variable; others can read the values on a command line`,
      );
    }
    if (NO_VALUE.test(value)) throw refuse(`${flag} ${name}: its value contains a line break or a NUL`);
    if (headers.has(name.toLowerCase())) throw refuse(`${flag} ${name} is given twice`);
    headers.set(name.toLowerCase(), [name, value]);
  }
  return Object.fromEntries(headers.values());
}

/** Value of the variable named in `env:NAME`; undefined for a string of any other form. */
export function readVariable(value: string, which: string, refuse: Refuse): string | undefined {
  const [, variable] = /^env:(\w+)$/.exec(value) ?? [];
  if (variable === undefined) return undefined;
  const found = process.env[variable];
  if (!found) throw refuse(`${which}: the environment variable ${variable} is not set or is empty`);
  return found;
}
