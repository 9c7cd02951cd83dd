import { join } from 'node:path';
import { exitsOf } from '../sizes.js';
import { anyOf, type Operation, REGISTRY_TARGETS } from './operation.js';

export const importFirst: Operation = {
  id: 'import',
  title: 'import, first',
  targets: [{ what: 'clock', most: 1.5 }, ...REGISTRY_TARGETS],
  needsNoGrades: true,
  prepare(workplace, size) {
    const providers = workplace.providers(size);
    const island = join(workplace.root, 'import-target');
    return {
      args: ['grading', 'import', providers, '--grading-data', island],
      changes: island,
      exits: exitsOf(size),
      reads: [{ root: providers, names: '\\.mjs$' }],
      sync: true,
    };
  },
};

export const importAgain: Operation = {
  id: 'import-again',
  title: 'import, second',
  targets: [
    { what: 'clock', most: 1.2 },
    { what: 'seconds', most: 10, sizes: ['registry'] },
    { what: 'megabytes', most: 500, sizes: ['registry'] },
  ],
  needsNoGrades: true,
  prepare(workplace, size) {
    const providers = workplace.providers(size);
    const island = workplace.imported(size);
    return {
      args: ['grading', 'import', providers, '--grading-data', island],
      changes: island,
      exits: exitsOf(size),
      reads: [
        { root: providers, names: '\\.mjs$' },
        { root: island, names: anyOf('index', 'members', 'journal') },
      ],
      sync: true,
    };
  },
};
