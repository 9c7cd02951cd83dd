import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { EntryDraft } from '../../src/grade/entry/check-entry.js';
import { Grading } from '../../src/index.js';
import { parseModule } from '../../src/sources/parse-module.js';
import { hashSchema } from '../../src/spec/hash.js';
import type { AreaId } from '../../src/spec/vocabulary.js';
import { AT } from './entries.js';

/** A schema file of the fixtures. */
export const TIDES = fileURLToPath(
  new URL('../../../../fixtures/providers/tidewatch/tides.mjs', import.meta.url),
);

/** A draft of the autonomous tier about that file, without answers. */
export function startedEntry(area: AreaId, more: object = {}): EntryDraft {
  const { value } = parseModule(readFileSync(TIDES, 'utf8'), { exports: ['main'] });
  const ofTool = area === 'single-test';
  const { entry, errors } = Grading.createEntry({
    subject: ofTool ? 'tides.listTides' : 'tides',
    schemaId: ofTool ? 'tidewatch.listTides' : 'tidewatch.tides',
    area,
    version: 'flowmcp/4.0.0',
    schemaHash: hashSchema(value as object),
    gradingMode: 'full',
    gradingTier: 'autonomous',
    harness: 'other',
    createdAt: AT,
    ...more,
  });
  if (!entry) throw new Error(errors.join());
  return entry;
}
