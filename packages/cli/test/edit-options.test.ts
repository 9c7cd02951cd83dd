// The parts that `--only` takes are those of the core, which help does not load.
import * as core from '@flowmcp/grading-core/features/edit/run';
import { expect, it } from 'vitest';
import { CORRECTIONS, MIGRATIONS } from '../src/edit/command.js';

it.each([
  ['migrate names every transform', MIGRATIONS, core.MIGRATIONS],
  ['fix names every finding that it corrects', CORRECTIONS, core.CORRECTIONS],
])('%s', (_, listed, known) => {
  expect(listed).toEqual(known);
});
