import { Ajv2020 } from 'ajv/dist/2020.js';
import { formatPointer } from '../../../model/json-pointer.js';

/** Of what is wrong with an answer, a message names this many. */
const SHOWN = 3;

/**
 * Checks an answer by the JSON Schema (2020-12) it was asked for.
 *
 * @returns what is wrong, or null; says where and what is expected, never what was found there
 */
export function describeMismatch(answer: unknown, schema: Readonly<Record<string, unknown>>): string | null {
  const ajv = new Ajv2020({ allErrors: true, strict: false, logger: false });
  const validate = ajv.compile(schema);
  if (validate(answer)) return null;
  // What an if or an anyOf sums up stands beside it in more exact words.
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if');
  const told = [...new Set(errors.map((error) => `${placeOf(error.instancePath)} ${error.message}`))];
  const more = told.length > SHOWN ? `, and ${told.length - SHOWN} more` : '';
  return told.slice(0, SHOWN).join('; ') + more;
}

function placeOf(pointer: string): string {
  return pointer === '' ? 'it' : formatPointer(pointer.split('/').slice(1));
}
