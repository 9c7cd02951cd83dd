import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FsFixture } from 'fs-fixture';
import { GradingImport } from '../../../src/index.js';
import type { Place } from './row.js';

const FIXTURES = new URL('../../../../../fixtures/', import.meta.url);

/** An island with a provider, and a selection with its members. */
export async function preparePlace(fixture: FsFixture): Promise<Place> {
  const gradingDataRoot = fixture.getPath('island');
  const providerPath = fileURLToPath(new URL('providers/tidewatch', FIXTURES));
  for (const path of [providerPath, ...['providers-group', 'selections/lyre-port-calls'].map(pathOf)]) {
    const { errors } = await GradingImport.run({ providerPath: path, gradingDataRoot });
    if (errors.length > 0) throw new Error(errors.join('\n'));
  }
  const out = fixture.getPath('out');
  mkdirSync(out);
  return { gradingDataRoot, providerPath, out };
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(name, FIXTURES));
}
