// The parts that `migrate --only` takes are the transforms of the core.
import { MIGRATIONS as TRANSFORMS } from '@flowmcp/grading-core/features/edit/run';
import { expect, it } from 'vitest';
import { MIGRATIONS } from '../src/migrate/command.js';

it('migrate names every transform', () => {
  expect(MIGRATIONS).toEqual(TRANSFORMS);
});
