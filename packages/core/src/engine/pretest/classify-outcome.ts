import type { TestRecord } from '../../model/facts.js';
import type { HttpFailure, HttpOutcome } from '../../model/http.js';
import type { Problem } from '../../model/problem.js';
import type { OutputDefinition } from '../../model/schema-main.js';
import { describeProblem, problem } from '../../tables/error-codes.js';
import { scoringSystem } from '../../tables/scoring-system-1.0.0.js';
import type { Redactor } from '../redact.js';
import { matchOutput, type OutputMatch } from './output-match.js';
import { readAnswer } from './read-answer.js';
import { storeCutText, storeResponse } from './stored-response.js';

/** What a record says about its test besides the result. */
export type TestIdentity = Pick<
  TestRecord,
  'tool' | 'test' | 'description' | 'schemaHash' | 'fileSha256' | 'checkedAt'
>;

export interface ClassifiedTest {
  readonly record: TestRecord;
  /** Does the data fit the declared output? null: nothing declared, or no data. */
  readonly output: OutputMatch | null;
}

interface Found {
  readonly status: TestRecord['status'];
  readonly error: Problem | null;
  readonly stored?: { readonly response: unknown; readonly truncated: boolean };
  readonly output?: OutputMatch | null;
}

type Response = Extract<HttpOutcome, { kind: 'response' }>;

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  .toString('base64')
  .slice(0, 10);

/** Failures in which no server answered; the others are refusals of ours or broken answers. */
const NO_ANSWER: ReadonlySet<HttpFailure> = new Set([
  'timeout',
  'dns',
  'refused',
  'tls',
  'reset',
  'network',
  'closed',
]);

/**
 * Turns what came of one call into the record of its test: working is HTTP 200 with data, nothing else
 * (Grading rules §5). The record holds nothing of the request, and no known secret.
 */
export function classifyOutcome(
  outcome: HttpOutcome,
  identity: TestIdentity,
  output: OutputDefinition | undefined,
  redactor: Redactor,
): ClassifiedTest {
  if (outcome.kind === 'failed') return classifyFailure(outcome, identity, redactor);
  const found = classifyResponse(outcome, output, redactor);
  const record: TestRecord = {
    ...redactedIdentity(identity, redactor),
    status: found.status,
    httpStatus: outcome.status,
    working: found.status === 'working',
    durationMs: outcome.durationMs,
    responseBytes: outcome.bytes,
    large: outcome.bytes > scoringSystem.largeResponseBytes,
    truncated: outcome.truncated || (found.stored?.truncated ?? false),
    error: found.error && redactor.text(describeProblem(found.error).message),
    response: found.stored?.response ?? null,
  };
  return { record, output: found.output ?? null };
}

/** The record of a test that was not sent. */
export function refuseTest(found: Problem, identity: TestIdentity, redactor: Redactor): ClassifiedTest {
  const error = redactor.text(describeProblem(found).message);
  return {
    record: withoutAnswer(redactedIdentity(identity, redactor), 'refused', null, 0, error),
    output: null,
  };
}

function classifyResponse(
  outcome: Response,
  output: OutputDefinition | undefined,
  redactor: Redactor,
): Found {
  const { status, body, truncated } = outcome;
  // An error is rarely sent in the type of the data.
  const mimeType = status === scoringSystem.workingHttpStatus ? output?.mimeType : undefined;
  const answer = readAnswer({ body, truncated, limit: outcome.bytes }, mimeType);
  const stored =
    answer.kind === 'empty'
      ? { response: null, truncated: false }
      : answer.kind === 'data' && !truncated
        ? storeResponse(answer.value, redactor)
        : keepText(answer.kind === 'data' ? String(answer.value) : answer.text, truncated, redactor);
  if (status === 429) return { status: 'transient', error: problem('DPT-136'), stored };
  if (status !== scoringSystem.workingHttpStatus) {
    const empty = status === 204 || status === 205;
    const error = problem('DPT-131', undefined, { status, expected: scoringSystem.workingHttpStatus });
    return { status: empty ? 'empty' : 'http-error', error, stored };
  }
  if (answer.kind === 'empty')
    return { status: 'empty', error: problem('DPT-132', undefined, { status }), stored };
  if (answer.kind === 'unreadable') return { status: 'not-parseable', error: answer.problem, stored };
  return {
    status: 'working',
    error: null,
    stored,
    output: output ? matchDeclared(output, answer.value) : null,
  };
}

function keepText(text: string, truncated: boolean, redactor: Redactor) {
  return truncated ? storeCutText(text, redactor) : storeResponse(text, redactor);
}

/** Of the whole data, before anything is cut or redacted. An image is one by its first bytes. */
function matchDeclared({ mimeType, schema }: OutputDefinition, value: unknown): OutputMatch {
  if (mimeType === 'image/png' && !String(value).startsWith(PNG_SIGNATURE)) {
    return { matches: false, where: 'data: expected a PNG image, found other bytes' };
  }
  return matchOutput(schema, value);
}

function classifyFailure(
  outcome: Extract<HttpOutcome, { kind: 'failed' }>,
  identity: TestIdentity,
  redactor: Redactor,
): ClassifiedTest {
  const known = redactedIdentity(identity, redactor);
  const message = redactor.text(outcome.message);
  return {
    record: withoutAnswer(known, statusOf(outcome.reason), outcome.status, outcome.durationMs, message),
    output: null,
  };
}

function statusOf(reason: HttpFailure): TestRecord['status'] {
  if (NO_ANSWER.has(reason)) return 'unreachable';
  if (reason === 'redirect') return 'http-error';
  return reason === 'bad-response' ? 'not-parseable' : 'refused';
}

function withoutAnswer(
  identity: TestIdentity,
  status: TestRecord['status'],
  httpStatus: number | null,
  durationMs: number,
  error: string,
): TestRecord {
  const nothing = { working: false, responseBytes: 0, large: false, truncated: false, response: null };
  return { ...identity, ...nothing, status, httpStatus, durationMs, error };
}

/** Schema text may quote a key by mistake; then it is not to be repeated here. */
function redactedIdentity(identity: TestIdentity, redactor: Redactor): TestIdentity {
  const { description } = identity;
  return { ...identity, description: description === null ? null : redactor.text(description) };
}
