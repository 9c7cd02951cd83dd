import { readDocument } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { formatTestName } from '../island/logic/names.js';
import { testsFolder } from '../island/logic/paths.js';
import { errorOf, fatal } from '../problems/error-codes.js';
import { type TestRecord, testRecord } from '../spec/facts.js';
import type { Target } from './logic/target.js';

/**
 * The record that a target names, with its path relative to the island.
 *
 * @throws GradingError TGT-001 if it is gone, IDX-004 if it cannot be used
 */
export function readTestRecord(
  island: Island,
  { id, name, scope: { schema = '', tool = '', test = 0 } }: Target,
): { readonly file: string; readonly record: TestRecord } {
  const file = `${testsFolder(id, schema, tool)}/${formatTestName(test)}`;
  const read = readDocument(island, file, testRecord);
  if (!read) throw fatal('TGT-001', { file }, { target: name, suggestion: 'Its record has been removed.' });
  if ('problem' in read) throw errorOf(read.problem);
  return { file, record: read.value };
}
