import { copyFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  formatEntryName,
  formatTimestamp,
  parseEntryName,
} from '../../packages/core/src/island/logic/names.js';
import { schemaName, toolName } from '../workload/schemas.js';
import { DEEP, namesOf } from '../workload/workplace.js';
import { anyOf, type Operation, REGISTRY_TARGETS } from './operation.js';

const FULL_READS = anyOf('entries', 'snapshots', 'facts', 'members');

/** Every index is removed before each run, so that all are written. */
export const rebuildAll: Operation = {
  id: 'rebuild',
  title: 'rebuild, full',
  targets: [
    { what: 'clock', most: 1.2 },
    { what: 'megabytes', most: 300, sizes: ['100×'] },
    ...REGISTRY_TARGETS,
  ],
  needsNoGrades: true,
  prepare(workplace, size) {
    const island = workplace.island(size);
    const providers = join(island, 'providers');
    const indexes = readdirSync(providers).map((name) => join(providers, name, 'index.json'));
    return {
      args: ['grading', 'rebuild', '--all', '--grading-data', island],
      changes: island,
      reads: [{ root: island, names: FULL_READS }],
      sync: true,
      before: () => {
        for (const index of indexes) rmSync(index);
      },
    };
  },
};

/** Adds an entry to a namespace in the middle; the floor covers the whole island. */
export const rebuildOne: Operation = {
  id: 'rebuild-one',
  title: 'rebuild after one entry',
  targets: [{ what: 'clock', most: 0.35 }],
  prepare(workplace, size) {
    const island = workplace.wide(size);
    const names = namesOf(size.namespaces);
    const namespace = names[Math.floor(names.length / 2)] ?? DEEP;
    return {
      args: ['grading', 'rebuild', namespace, '--grading-data', island],
      changes: island,
      reads: [{ root: island, names: FULL_READS }],
      sync: true,
      writes: names.map((name) => indexSize(island, name)),
      before: () => addEntry(island, namespace),
    };
  },
};

/** Adds an entry to the only namespace of an island. */
export const rebuildOneDeep: Operation = {
  id: 'rebuild-deep',
  title: 'the same, one big namespace',
  targets: [],
  prepare(workplace, size) {
    const island = workplace.deep(size);
    return {
      args: ['grading', 'rebuild', DEEP, '--grading-data', island],
      changes: island,
      reads: [{ root: island, names: FULL_READS }],
      sync: true,
      writes: [indexSize(island, DEEP)],
      before: () => addEntry(island, DEEP),
    };
  },
};

function indexSize(island: string, namespace: string): [string, number] {
  const path = `providers/${namespace}/index.json`;
  return [path, statSync(join(island, path)).size];
}

/** Repeats the newest entry of a tool as if it were from today. */
function addEntry(island: string, namespace: string): void {
  const schema = schemaName(1);
  const folder = join(island, 'providers', namespace, schema, 'tools', toolName(1, 0), '_gradings');
  const newest = readdirSync(folder).sort().at(-1) ?? '';
  const name = parseEntryName(newest);
  if (!name) throw new Error(`${folder} holds no entry`);
  const { area, persona } = name;
  const file = formatEntryName({ area, persona, timestamp: formatTimestamp(new Date()) });
  copyFileSync(join(folder, newest), join(folder, file));
}
