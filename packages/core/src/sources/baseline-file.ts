import { join } from 'node:path';
import { problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import type { EndpointBaseline } from '../rules/finding.js';
import { baselineFile } from '../spec/baselines.js';
import { readPlainFile } from './read-plain-file.js';

const MAX_BYTES = 2 * 1024 * 1024;

/**
 * Reads `baseline.json` of a provider folder: the endpoints listed in the provider's documentation (spec 01).
 *
 * @returns null if the file is missing; problem IMP-010 if it cannot be used
 */
export function readBaseline(folder: string): { baseline: EndpointBaseline | null; problems: Problem[] } {
  const file = join(folder, 'baseline.json');
  const read = readPlainFile(file, MAX_BYTES);
  if (read.kind === 'missing') return { baseline: null, problems: [] };
  if (read.kind !== 'read')
    return refuse(file, read.kind === 'refused' ? read.reason : `it has more than ${MAX_BYTES} bytes`);
  let json: unknown;
  try {
    json = JSON.parse(read.bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    return refuse(file, `it is not JSON (${error.message})`);
  }
  const result = baselineFile.safeParse(json);
  if (result.success) return { baseline: result.data, problems: [] };
  const [issue] = result.error.issues;
  return refuse(file, `/${(issue?.path ?? []).join('/')}: ${issue?.message ?? 'its shape is wrong'}`);
}

function refuse(file: string, reason: string): { baseline: null; problems: Problem[] } {
  return { baseline: null, problems: [problem('IMP-010', { file }, { reason })] };
}
