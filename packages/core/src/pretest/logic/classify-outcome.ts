import { oneLine } from '../../documents/quoted-text.js';
import type { Redactor } from '../../keys/logic/redact.js';
import type { HttpFailure, HttpOutcome } from '../../net/logic/http.js';
import { describeProblem, problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import type { TestRecord, TestRemark } from '../../spec/facts.js';
import type { OutputDefinition } from '../../spec/schema-main.js';
import { scoringSystem } from '../../spec/scoring-system-1.0.0.js';
import { type BodyFailure, classifyBody, findFailure } from './classify-body.js';
import { matchOutput, type OutputMatch } from './output-match.js';
import { type Answer, readAnswer } from './read-answer.js';
import { type Stored, storeCutText, storeResponse } from './stored-response.js';

type HttpResponse = Extract<HttpOutcome, { kind: 'response' }>;

interface ResponseFinding {
  readonly status: TestRecord['status'];
  readonly error: Problem | null;
  readonly stored: Stored;
  /** null: no output declared, or no data to compare. */
  readonly output: OutputMatch | null;
  readonly remarks: readonly Omit<TestRemark, 'test'>[];
}

/** The base64 digits of the PNG signature that do not depend on later bytes. */
const PNG_SIGNATURE = 'iVBORw0KGg';

/** Classifies the HTTP response of a test: working means 200 with data (Grading rules §5). */
function classifyResponse(
  response: HttpResponse,
  output: OutputDefinition | undefined,
  redactor: Redactor,
): ResponseFinding {
  const { status, truncated } = response;
  const good = status === scoringSystem.workingHttpStatus;
  // An error is rarely sent in the type of the data.
  const answer = readAnswer(response, good ? output?.mimeType : undefined);
  const stored = storeAnswer(answer, truncated, redactor);
  return { ...(good ? judgeAnswer(answer, response, output) : judgeStatus(status)), stored };
}

type Verdict = Omit<ResponseFinding, 'stored'>;

function judgeStatus(status: number): Verdict {
  if (status === 429) return without('transient', problem('DPT-136'));
  const error = problem('DPT-131', undefined, { status, expected: scoringSystem.workingHttpStatus });
  // 204 and 205 state that they have no content.
  return without(status === 204 || status === 205 ? 'empty' : 'http-error', error);
}

function judgeAnswer(answer: Answer, response: HttpResponse, output: OutputDefinition | undefined): Verdict {
  if (answer.kind === 'unreadable') return without('not-parseable', answer.problem);
  if (answer.kind === 'too-large') return without('could-not-tell', answer.problem);
  const value = answer.kind === 'data' ? answer.value : undefined;
  const match = output ? (data: unknown) => matchDeclared(output, data) : null;
  const verdict = classifyBody(value, failureOf(value, response), match);
  if (verdict.kind === 'empty') {
    return without('empty', problem('DPT-132', undefined, { status: response.status }));
  }
  if (verdict.kind === 'failed') {
    return without('failed-answer', problem('PRE-006', undefined, { why: verdict.why }));
  }
  return { status: 'working', error: null, output: verdict.output, remarks: verdict.remarks };
}

/**
 * An API may report a failure as JSON, whatever type the tool declares, so a text or an image is also checked as JSON.
 */
function failureOf(value: unknown, response: HttpResponse): BodyFailure | null {
  const said = typeof value === 'string' ? readAnswer(response, undefined) : null;
  return findFailure(said?.kind === 'data' ? said.value : value, response.contentType);
}

function without(status: TestRecord['status'], error: Problem): Verdict {
  return { status, error, output: null, remarks: [] };
}

function storeAnswer(answer: Answer, truncated: boolean, redactor: Redactor): Stored {
  if (answer.kind === 'none') return { response: null, truncated };
  if (answer.kind === 'too-large') return storeCutText(answer.text, redactor);
  if (truncated) return storeCutText(answer.kind === 'data' ? String(answer.value) : answer.text, redactor);
  return storeResponse(answer.kind === 'data' ? answer.value : answer.text, redactor);
}

/** Compares the whole data, before anything is cut or redacted. An image is recognized by its first bytes. */
function matchDeclared({ mimeType, schema }: OutputDefinition, value: unknown): OutputMatch {
  if (mimeType === 'image/png' && !String(value).startsWith(PNG_SIGNATURE)) {
    return { matches: false, where: 'data: expected a PNG image, found other bytes' };
  }
  return matchOutput(schema, value);
}

/** The parts of a record that identify its test. */
export type TestIdentity = Pick<
  TestRecord,
  'tool' | 'test' | 'description' | 'schemaHash' | 'fileSha256' | 'checkedAt'
>;

export interface ClassifiedTest {
  readonly record: TestRecord;
  /** Whether the data fit the declared output; null: nothing declared, or no data. */
  readonly output: OutputMatch | null;
  /** Remarks on a working test that are worth a finding. */
  readonly remarks: readonly Omit<TestRemark, 'test'>[];
  /** Why the test reveals nothing about the tool; absent if it does. */
  readonly untold?: Problem;
}

export interface Subject {
  readonly identity: TestIdentity;
  readonly redactor: Redactor;
}

/** Failures in which no server answered; all others are refusals of ours or broken answers. */
const NO_ANSWER: readonly HttpFailure[] = ['timeout', 'dns', 'refused', 'tls', 'reset', 'network', 'closed'];

/**
 * Turns the outcome of one call into the record of its test, without any part of the request and without known secrets.
 */
export function classifyOutcome(
  outcome: HttpOutcome,
  output: OutputDefinition | undefined,
  subject: Subject,
): ClassifiedTest {
  const { redactor } = subject;
  if (outcome.kind === 'failed') return withoutData(failedRecord(outcome, subject));
  const found = classifyResponse(outcome, output, redactor);
  const record: TestRecord = {
    ...redactedIdentity(subject),
    status: found.status,
    httpStatus: outcome.status,
    working: found.status === 'working',
    durationMs: outcome.durationMs,
    responseBytes: outcome.bytes,
    large: outcome.bytes > scoringSystem.largeResponseBytes,
    truncated: found.stored.truncated,
    error: found.error && oneLine(redactor.text(describeProblem(found.error).message)),
    response: found.stored.response,
  };
  return {
    ...{ record, output: found.output, remarks: redactRemarks(found.remarks, redactor) },
    ...(found.status === 'could-not-tell' && found.error && { untold: found.error }),
  };
}

/** The record of a test that was not sent. */
export function refuseTest(found: Problem, subject: Subject): ClassifiedTest {
  const record: TestRecord = {
    ...recordWithoutAnswer(subject),
    status: 'refused',
    error: subject.redactor.text(describeProblem(found).message),
  };
  return withoutData(record);
}

/** Longest text of a remark, because an answer may be quoted at any length. */
const REMARK_SHOWN = 200;

/** Remarks quote names of an answer's members, which may contain secrets. */
export function redactRemarks(
  remarks: ClassifiedTest['remarks'],
  redactor: Redactor,
): ClassifiedTest['remarks'] {
  return remarks.map(({ kind, what }) => ({
    kind,
    what: oneLine(redactor.text(what)).slice(0, REMARK_SHOWN),
  }));
}

/** The result of a test without data. */
export function withoutData(record: TestRecord): ClassifiedTest {
  return { record, output: null, remarks: [] };
}

function failedRecord(outcome: Extract<HttpOutcome, { kind: 'failed' }>, subject: Subject): TestRecord {
  return {
    ...recordWithoutAnswer(subject),
    status: failureStatusOf(outcome.reason),
    httpStatus: outcome.status,
    durationMs: outcome.durationMs,
    error: subject.redactor.text(outcome.message),
  };
}

/** The status of a test after a failure of the network. */
export function failureStatusOf(reason: HttpFailure): TestRecord['status'] {
  if (NO_ANSWER.includes(reason)) return 'unreachable';
  if (reason === 'redirect') return 'http-error';
  return reason === 'bad-response' ? 'not-parseable' : 'refused';
}

/** The common part of every record without an answer. */
export function recordWithoutAnswer(subject: Subject) {
  return {
    ...redactedIdentity(subject),
    httpStatus: null,
    working: false,
    durationMs: 0,
    responseBytes: 0,
    large: false,
    truncated: false,
    response: null,
  };
}

/** Text of a schema may quote a key by mistake, which must not be repeated here. */
function redactedIdentity({ identity, redactor }: Subject): TestIdentity {
  const { description } = identity;
  return { ...identity, description: description === null ? null : redactor.text(description) };
}
