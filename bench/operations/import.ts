import { join } from 'node:path';
import { anyOf, type Operation } from './operation.js';

export const importFirst: Operation = {
  id: 'import',
  title: 'import, first',
  targets: [{ what: 'ratio', most: 2 }],
  prepare(workplace, size) {
    const providers = workplace.providers(size);
    const island = join(workplace.root, 'import-target');
    return {
      args: ['grading', 'import', providers, '--grading-data', island],
      changes: island,
      reads: [{ root: providers, names: '\\.mjs$' }],
      sync: true,
    };
  },
};

export const importAgain: Operation = {
  id: 'import-again',
  title: 'import, second',
  targets: [],
  prepare(workplace, size) {
    const providers = workplace.providers(size);
    const island = workplace.imported(size);
    return {
      args: ['grading', 'import', providers, '--grading-data', island],
      changes: island,
      reads: [
        { root: providers, names: '\\.mjs$' },
        { root: island, names: anyOf('index', 'members', 'journal') },
      ],
      sync: true,
    };
  },
};
