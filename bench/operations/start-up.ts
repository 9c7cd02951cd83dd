import { readFileSync } from 'node:fs';
import { sizeOf } from '../sizes.js';
import type { Workplace } from '../workload/workplace.js';
import { namesOf } from '../workload/workplace.js';

/** A command that does nothing but start. */
export interface StartUp {
  readonly id: string;
  readonly title: string;
  /** As a multiple of `node -e 0`, by the clock. */
  readonly most?: number;
  readonly prepare: (workplace: Workplace) => { readonly args: readonly string[]; readonly input?: string };
}

export const startUps: readonly StartUp[] = [
  { id: 'start-version', title: '--version', most: 1.2, prepare: () => ({ args: ['--version'] }) },
  { id: 'start-help', title: '--help', prepare: () => ({ args: ['--help'] }) },
  {
    id: 'start-state',
    title: 'grading state <namespace>',
    most: 1.8,
    prepare: (workplace) => {
      const [namespace = ''] = namesOf(1);
      return { args: ['grading', 'state', namespace, '--grading-data', workplace.wide(sizeOf(1))] };
    },
  },
  {
    id: 'start-validate',
    title: 'validate <file>',
    prepare: (workplace) => ({ args: ['validate', workplace.schemaFile()] }),
  },
  {
    id: 'start-serve',
    title: 'evaluator serve-schema',
    prepare: (workplace) => {
      const candidate = readFileSync(workplace.schemaFile(), 'utf8');
      return {
        args: ['evaluator', 'serve-schema'],
        input: JSON.stringify({ _protocol_version: 2, candidate }),
      };
    },
  },
];
