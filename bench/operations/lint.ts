import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { exitsOf } from '../sizes.js';
import { type Operation, REGISTRY_TARGETS } from './operation.js';

export const lintSnapshots: Operation = {
  id: 'lint',
  title: 'lint, snapshots',
  targets: [{ what: 'clock', most: 2 }],
  prepare(workplace, size) {
    const servers = workplace.servers(size);
    const files = readdirSync(servers).map((file) => join(servers, file));
    return {
      args: ['lint', ...files.flatMap((file) => ['--snapshot', file]), '--fail-on', 'never'],
      changes: null,
      reads: [{ root: servers, names: '\\.json$' }],
      sync: false,
    };
  },
};

export const lintSchemas: Operation = {
  id: 'lint-schemas',
  title: 'lint, schemas',
  targets: [{ what: 'clock', most: 2 }, ...REGISTRY_TARGETS],
  needsNoGrades: true,
  prepare(workplace, size) {
    const providers = workplace.providers(size);
    return {
      args: ['lint', providers, '--fail-on', 'never'],
      changes: null,
      reads: [{ root: providers, names: '\\.mjs$' }],
      sync: false,
      exits: exitsOf(size),
    };
  },
};
