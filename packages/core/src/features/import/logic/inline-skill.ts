import type { ModuleReading, ValuePath } from '../../../sources/logic/module-reading.js';
import { canonicalJson } from '../../../spec/hash.js';
import { isRecord } from '../../../values/is-record.js';
import { formatValuePath } from '../../../values/value-path.js';

/**
 * The module that a skill written inside a selection becomes. Keys are sorted, so that the same skill always has the same
 * bytes, wherever its members stood.
 *
 * @param skill one that JSON can hold
 */
export function formatSkillModule(skill: object): string {
  const sorted: unknown = JSON.parse(canonicalJson(skill));
  return `export const skill = ${JSON.stringify(sorted, null, 2)};\n`;
}

/** A part of a selection as the rules for skills want it read; places are those in the selection's own file. */
export function readInlineSkill(reading: ModuleReading, path: ValuePath): ModuleReading {
  const value = path.reduce<unknown>(stepInto, reading.value);
  const isInside = (hole: ValuePath) => path.every((step, at) => at >= hole.length || hole[at] === step);
  return {
    value,
    exportName: formatValuePath(reading.exportName ?? 'selection', path),
    problems: [],
    refused: reading.refused.filter(isInside).map((hole) => hole.slice(path.length)),
    handlers: { kind: 'none' },
    // The gate for the selection has told of them.
    duplicateKeys: [],
    locate: (below) => reading.locate([...path, ...below]),
  };
}

function stepInto(owner: unknown, step: string | number): unknown {
  if (Array.isArray(owner)) return owner[Number(step)];
  return isRecord(owner) && Object.hasOwn(owner, step) ? owner[step] : undefined;
}
