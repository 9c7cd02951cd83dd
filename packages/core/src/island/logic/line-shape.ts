import { AGGREGATE_GRADES, VETO_TRIGGERS } from '../../spec/vocabulary.js';
import { isRecord } from '../../values/is-record.js';
import { type AuditLine, FACT_KINDS } from './audit.js';

const SHA256 = /^[0-9a-f]{64}$/;

type Fields = Readonly<Record<string, (value: unknown) => boolean>>;

const isText = (value: unknown) => typeof value === 'string' && value !== '';
const isSha256 = (value: unknown) => typeof value === 'string' && SHA256.test(value);
const isHash8 = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{8}$/.test(value);
const isDigest = (value: unknown) =>
  isRecord(value) &&
  Object.keys(value).length === 3 &&
  isSha256(value.sha256) &&
  isRecord(value.fields) &&
  Object.values(value.fields).every(isHash8) &&
  Array.isArray(value.items) &&
  value.items.every(isHash8);
const isOneOf = (words: readonly string[]) => (value: unknown) =>
  typeof value === 'string' && words.includes(value);

const HEAD: Fields = {
  seq: (value) => Number.isSafeInteger(value) && (value as number) > 0,
  previous: (value) => value === null || isSha256(value),
  at: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  kind: isText,
};
const FILE: Fields = { ...HEAD, path: isText, sha256: isSha256 };

const SHAPES: Readonly<Record<AuditLine['kind'], Fields>> = {
  snapshot: FILE,
  test: FILE,
  scores: FILE,
  entry: { ...FILE, gradingId: isText, grade: isOneOf(AGGREGATE_GRADES) },
  veto: { ...FILE, gradingId: isText, node: isText, triggeredBy: isOneOf(VETO_TRIGGERS) },
  adopted: { ...FILE, fact: isOneOf(FACT_KINDS) },
  index: { ...HEAD, sha256: isSha256 },
  run: { ...HEAD, taskId: isText, state: isDigest, prompts: isDigest },
  mended: HEAD,
};

/**
 * Checks that a value is a line of audit.jsonl, with exactly its own fields. Checked by hand, because each command
 * reads thousands of lines.
 */
function isAuditLine(value: unknown): value is AuditLine {
  if (!isRecord(value) || typeof value.kind !== 'string' || !Object.hasOwn(SHAPES, value.kind)) return false;
  const shape = SHAPES[value.kind as AuditLine['kind']];
  const names = Object.keys(shape);
  return Object.keys(value).length === names.length && names.every((name) => shape[name]?.(value[name]));
}

/** Parses a line; null if the text is not one. */
export function parseAuditLine(text: string): AuditLine | null {
  try {
    const value: unknown = JSON.parse(text);
    return isAuditLine(value) ? value : null;
  } catch {
    return null;
  }
}
