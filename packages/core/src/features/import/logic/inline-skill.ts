import type { ModuleReading, ValuePath } from '../../../sources/logic/module-reading.js';
import { canonicalJson } from '../../../spec/hash.js';
import { isRecord } from '../../../values/is-record.js';
import { formatValuePath } from '../../../values/value-path.js';

/**
 * The module for a skill written inside a selection. Keys are sorted, so that the same skill always has the same bytes,
 * whatever the order of its members.
 *
 * @param skill one that JSON can hold
 */
export function formatSkillModule(skill: object): string {
  const sorted: unknown = JSON.parse(canonicalJson(skill));
  return `export const skill = ${JSON.stringify(sorted, null, 2)};\n`;
}

/** A part of a selection in the form that the rules for skills expect; its places are in the selection's own file. */
export function readInlineSkill(reading: ModuleReading, path: ValuePath): ModuleReading {
  const value = path.reduce<unknown>(stepInto, reading.value);
  const isInside = (hole: ValuePath) => path.every((step, at) => at >= hole.length || hole[at] === step);
  return {
    value,
    exportName: formatValuePath(reading.exportName ?? 'selection', path),
    problems: [],
    refused: reading.refused.filter(isInside).map((hole) => hole.slice(path.length)),
    handlers: { kind: 'none' },
    // The gate for the selection has reported them.
    duplicateKeys: [],
    locate: (below) => reading.locate([...path, ...below]),
  };
}

function stepInto(owner: unknown, step: string | number): unknown {
  if (Array.isArray(owner)) return owner[Number(step)];
  return isRecord(owner) && Object.hasOwn(owner, step) ? owner[step] : undefined;
}
