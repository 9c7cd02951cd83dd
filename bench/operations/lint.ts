import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from './operation.js';

export const lintSnapshots: Operation = {
  id: 'lint',
  title: 'lint, snapshots',
  targets: [],
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
