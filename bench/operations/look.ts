import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { exitsOf } from '../sizes.js';
import { anyOf, type Operation, REGISTRY_TARGETS } from './operation.js';

/** Operations that only read an island. */

export const verify: Operation = {
  id: 'verify',
  title: 'verify',
  targets: [{ what: 'clock', most: 1.8 }],
  needsNoGrades: true,
  prepare(workplace, size) {
    const island = workplace.island(size);
    return {
      args: ['grading', 'verify', '--all', '--grading-data', island],
      changes: null,
      reads: [{ root: island, names: '\\.(?:json|jsonl|mjs)$' }],
      sync: false,
    };
  },
};

export const state: Operation = {
  id: 'state',
  title: 'state',
  targets: [{ what: 'clock', most: 1.8 }],
  needsNoGrades: true,
  prepare(workplace, size) {
    const island = workplace.island(size);
    return {
      args: ['grading', 'state', '--all', '--grading-data', island],
      changes: null,
      reads: [{ root: join(island, 'providers'), names: anyOf('index', 'state'), depth: 1 }],
      sync: false,
    };
  },
};

export const plan: Operation = {
  id: 'plan',
  title: 'plan',
  targets: REGISTRY_TARGETS,
  needsNoGrades: true,
  prepare(workplace, size) {
    const island = workplace.island(size);
    return {
      args: ['grading', 'plan', '--all', '--grading-data', island],
      changes: null,
      reads: [{ root: island, names: anyOf('entries', 'snapshots', 'members', 'facts', 'index', 'journal') }],
      sync: false,
      exits: exitsOf(size),
    };
  },
};

export const explain: Operation = {
  id: 'explain',
  title: 'explain',
  targets: [{ what: 'clock', most: 1.5 }],
  needsNoGrades: true,
  prepare(workplace, size) {
    const island = workplace.island(size);
    return {
      args: ['grading', 'explain', '--all', '--grading-data', island],
      changes: null,
      reads: [{ root: island, names: anyOf('entries', 'members', 'facts', 'index') }],
      sync: false,
    };
  },
};

export const reportHtml: Operation = {
  id: 'report',
  title: 'report, html',
  targets: [{ what: 'clock', most: 1.8 }, ...REGISTRY_TARGETS],
  needsNoGrades: true,
  prepare(workplace, size) {
    const island = workplace.island(size);
    const out = join(workplace.root, 'report');
    return {
      args: [
        ...['grading', 'report', '--all', '--format', 'html', '--out', join(out, 'report.html')],
        ...['--grading-data', island],
      ],
      changes: out,
      reads: [{ root: island, names: anyOf('entries', 'snapshots', 'members', 'facts', 'index') }],
      sync: false,
      before: () => mkdirSync(out, { recursive: true }),
    };
  },
};
