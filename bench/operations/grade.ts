import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Size } from '../sizes.js';
import { answerProtocol } from '../workload/scores.js';
import type { Workplace } from '../workload/workplace.js';
import type { Operation } from './operation.js';

/** Scoring protocol v1, which needs no island. */

export const gradeEmit: Operation = {
  id: 'grade-emit',
  title: 'dev grade, emit',
  targets: [{ what: 'seconds', most: 3, sizes: ['10×'] }],
  prepare(workplace, size) {
    const { schemas, folders, args } = gradeArgs(workplace, size, 'grade-emit');
    return {
      args: [...args, '--emit-prompts'],
      changes: folders,
      reads: [{ root: schemas, names: '\\.mjs$' }],
      sync: false,
    };
  },
};

export const gradeConsume: Operation = {
  id: 'grade-consume',
  title: 'dev grade, consume',
  targets: [{ what: 'seconds', most: 3, sizes: ['10×'] }],
  prepare(workplace, size) {
    const { schemas, folders, args } = gradeArgs(workplace, size, `grade-consume-${size.name}`);
    workplace.run([...args, '--emit-prompts']);
    const scores = join(workplace.root, `grade-scores-${size.name}.jsonl`);
    writeFileSync(scores, answerProtocol(join(folders, 'work')));
    return {
      args: [...args, '--consume-scores', scores],
      changes: folders,
      reads: [
        { root: schemas, names: '\\.mjs$' },
        { root: folders, names: 'state\\.json$' },
        { root: scores, names: '' },
      ],
      sync: true,
    };
  },
};

function gradeArgs(workplace: Workplace, size: Size, name: string) {
  const schemas = workplace.protocolSchemas(size);
  const folders = join(workplace.root, name);
  const places = ['--workdir', join(folders, 'work'), '--reports-dir', join(folders, 'reports')];
  return { schemas, folders, args: ['grade', schemas, ...places] };
}
