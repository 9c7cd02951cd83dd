// What an import says of files that it recorded, and of a folder that it renamed.
import type { ImportResult } from '@flowmcp/grading-core/features/import/run';
import { expect, it } from 'vitest';
import { describeImport } from '../../src/import/render.js';

const NAMESPACE = {
  flow: 'provider',
  namespace: 'demo',
  ...{ imported: [], skipped: [], retired: [], skills: [], lists: [], about: null, warnings: [] },
  indexPath: 'providers/demo/index.json',
} as const;

function said(more: object): string[] {
  const results = [{ ...NAMESPACE, rejected: [], ...more }];
  return describeImport({
    status: false,
    stage: 0,
    dryRun: false,
    results,
    errors: [],
  } as ImportResult).split('\n');
}

it('tells a recorded file from one that was only refused', () => {
  const rejected = [
    { file: 'demo/alpha.mjs', errors: [], recorded: true },
    { file: 'demo/skills/first.mjs', errors: [] },
  ];
  expect(said({ rejected })).toEqual([
    'demo: imported 0, unchanged 0, rejected 2',
    '  ! demo/alpha.mjs (recorded as blocked)',
    '  ! demo/skills/first.mjs',
  ]);
});

it('counts as refused the files with an error, and none that is only told of', () => {
  const results = [1, 2].map((at) => ({ ...NAMESPACE, namespace: `demo-${at}`, rejected: [] }));
  const errors = [
    { code: 'VAL014', severity: 'error', where: { file: 'a.mjs' } },
    { code: 'VAL015', severity: 'error', where: { file: 'a.mjs' } },
    { code: 'SRC-012', severity: 'info', where: { file: 'agent.mjs' } },
  ];
  const result = { status: false, stage: 0, dryRun: false, results, errors } as unknown as ImportResult;
  expect(describeImport(result)).toMatch(/, 1 refused$/);
});

it('names the namespace under which a folder was recorded until now', () => {
  expect(said({ renamedFrom: 'acme' })).toContain('  renamed: recorded as acme until now');
});
