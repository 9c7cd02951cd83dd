import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describeProblem, problem } from '../problems/error-codes.js';
import { GradingError, type Problem } from '../problems/problem.js';
import { isComputed } from '../sandbox/evaluate-main.js';
import { evaluatedMain } from '../sandbox/logic/evaluated-main.js';
import type { ModuleReading } from '../sources/logic/module-reading.js';
import { parseModule } from '../sources/parse-module.js';
import { hashAbout, hashSchema, hashSelection, hashSkill, hashValue } from '../spec/hash.js';
import { evaluatedMainPath } from '../target/evaluated-main.js';
import { parseSnapshotName } from '../target/logic/names.js';
import { isRecord } from '../values/is-record.js';
import { codeOf } from '../values/system-error.js';

export interface SnapshotCheck {
  /** From the file's name; null if it is not the name of a snapshot. */
  readonly expectedHash: string | null;
  /** From the file's content; null if it cannot be read. */
  readonly actualHash: string | null;
  readonly problems: readonly Problem[];
}

/**
 * Checks the content of a snapshot against its name. Schemas and skills are read from their syntax tree,
 * never run; an About is hashed by its bytes, a JSON document by its value without its own selectionHash
 * (spec 15).
 *
 * @returns SNP-003 (name), SNP-005 (cannot be read), SNP-004 (another hash)
 */
export function verifySnapshot(path: string): SnapshotCheck {
  const name = parseSnapshotName(basename(path));
  if (!name) {
    const found = problem('SNP-003', undefined, { found: basename(path) });
    return { expectedHash: null, actualHash: null, problems: [found] };
  }
  const read = readHash(path, name.extension);
  if ('reason' in read) {
    const found = problem('SNP-005', { file: path }, read);
    return { expectedHash: name.hash, actualHash: null, problems: [found] };
  }
  const differs = problem(
    'SNP-004',
    { file: path },
    { what: 'the hash', expected: name.hash, found: read.hash },
  );
  return {
    expectedHash: name.hash,
    actualHash: read.hash,
    problems: read.hash === name.hash ? [] : [differs],
  };
}

function readHash(path: string, extension: string): { hash: string } | { reason: string } {
  try {
    const bytes = readFileSync(path);
    if (extension === 'mjs') return hashOfModule(path, bytes.toString('utf8'));
    if (extension !== 'json') return { hash: hashAbout(bytes) };
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return { hash: isRecord(value) ? hashSelection(value) : hashValue(value) };
  } catch (error) {
    if (error instanceof SyntaxError) return { reason: 'it is no JSON' };
    if (error instanceof GradingError) return { reason: describeProblem(error.problem).message };
    const reason = codeOf(error);
    if (reason === undefined) throw error;
    return { reason };
  }
}

/**
 * Adds the stored value of an export that the import had to compute; without such a file, returns the reading
 * unchanged.
 */
function readBeside(path: string, reading: ModuleReading): ModuleReading {
  const file = evaluatedMainPath(path);
  if (!existsSync(file)) return reading;
  const stored = evaluatedMain.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  return stored.success ? { ...reading, value: stored.data.main, problems: [] } : reading;
}

function hashOfModule(path: string, text: string): { hash: string } | { reason: string } {
  const reading = parseModule(text, { exports: ['main', 'schema', 'skill', 'list'] });
  const { value, exportName, problems } = isComputed(reading) ? readBeside(path, reading) : reading;
  const [first] = problems;
  if (first) return { reason: describeProblem(first).message };
  if (!isRecord(value)) return { reason: 'it exports none of main, schema, skill, list' };
  if (exportName === 'skill') return { hash: hashSkill(value) };
  return { hash: exportName === 'list' ? hashValue(value) : hashSchema(value) };
}
