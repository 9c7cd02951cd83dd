import { describeValue } from '../../problems/describe-issue.js';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { AREAS, type AreaId, BASE_PERSONAS, type Persona } from '../../spec/vocabulary.js';
import { formatEntryName, parseEntryName, parseTimestamp } from '../../target/logic/names.js';
import type { Checked } from './check-entry.js';

export interface EntryNameInput {
  readonly area: AreaId;
  /** Requires a lens, and a lens requires it. */
  readonly basePersona?: Persona['basePersonaId'] | undefined;
  readonly lens?: string | undefined;
  /** `YYYY-MM-DDTHH-MM-SSZ`, UTC. */
  readonly timestamp: string;
}

/**
 * Builds `‹area›[--‹base›--‹lens›]--‹ts›.json`, and refuses every name that could not be read again (spec
 * 19).
 */
export function buildEntryName(input: EntryNameInput): Checked<string> {
  const { area, basePersona, lens, timestamp } = input;
  const wrong = (field: keyof EntryNameInput, expected: string): Problem =>
    problem('GRD-002', { path: `/${field}` }, { expected, found: describeValue(input[field]) });
  const problems = [
    ...(AREAS.includes(area) ? [] : [wrong('area', 'one of the eleven areas')]),
    ...(typeof timestamp === 'string' && parseTimestamp(timestamp)
      ? []
      : [wrong('timestamp', 'a UTC time such as 2026-03-01T10-00-00Z')]),
    ...(basePersona === undefined || BASE_PERSONAS.includes(basePersona)
      ? []
      : [wrong('basePersona', `one of ${BASE_PERSONAS.join(', ')}`)]),
    ...((basePersona === undefined) === (lens === undefined)
      ? []
      : [wrong(lens === undefined ? 'lens' : 'basePersona', 'a base persona and a lens, or neither')]),
  ];
  if (problems.length > 0) return { value: null, problems };
  const persona =
    basePersona !== undefined && lens !== undefined ? { basePersonaId: basePersona, lensId: lens } : null;
  const name = formatEntryName({ area, persona, timestamp });
  if (parseEntryName(name) !== null) return { value: name, problems: [] };
  return { value: null, problems: [wrong('lens', 'lower case letters, digits and "-", a letter first')] };
}
