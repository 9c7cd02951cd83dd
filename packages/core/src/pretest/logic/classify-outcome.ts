import { oneLine } from '../../documents/quoted-text.js';
import type { Redactor } from '../../keys/logic/redact.js';
import type { HttpFailure, HttpOutcome } from '../../net/logic/http.js';
import { describeProblem, problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import type { RuleBook, ScoringRules, SpecRules } from '../../spec/books/book.js';
import { specOfFacts } from '../../spec/books/registered.js';
import type { DocsFact, TestRecord, TestRemark } from '../../spec/facts.js';
import type { OutputDefinition } from '../../spec/schema-main.js';
import { type Answer, type BodyFailure, classifyBody, findFailure, readAnswer } from './classify-body.js';
import { matchOutput, type OutputMatch } from './output-match.js';
import { type Stored, storeCutText, storeResponse } from './stored-response.js';

type HttpResponse = Extract<HttpOutcome, { kind: 'response' }>;

interface ResponseFinding {
  readonly status: TestRecord['status'];
  readonly error: Problem | null;
  readonly stored: Stored;
  /** null: no output declared, or no data to compare. */
  readonly output: OutputMatch | null;
  readonly remarks: readonly Omit<TestRemark, 'test'>[];
  /** The data of a working test. */
  readonly data?: unknown;
}

/** The base64 digits of the PNG signature that do not depend on later bytes. */
const PNG_SIGNATURE = 'iVBORw0KGg';

/** Classifies the HTTP response of a test: working means 200 with data (Grading rules §5). */
function classifyResponse(
  response: HttpResponse,
  output: OutputDefinition | undefined,
  { redactor, book: { scoring } }: Answered,
): ResponseFinding {
  const { status, truncated } = response;
  const good = status === scoring.workingHttpStatus;
  // An error is rarely sent in the type declared for the data.
  const answer = readAnswer(response, good ? output?.mimeType : undefined);
  const stored = storeAnswer(answer, truncated, redactor);
  return { ...(good ? judgeAnswer(answer, response, output) : judgeStatus(status, scoring)), stored };
}

type Verdict = Omit<ResponseFinding, 'stored'>;

function judgeStatus(status: number, { workingHttpStatus }: ScoringRules): Verdict {
  if (status === 429) return without('transient', problem('DPT-136'));
  const error = problem('DPT-131', undefined, { status, expected: workingHttpStatus });
  // 204 and 205 state that there is no content.
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
  return { status: 'working', error: null, output: verdict.output, remarks: verdict.remarks, data: value };
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

/** Compares all of the data, before anything is cut or redacted. An image is recognized by its first bytes. */
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
  /** Whether the data fits the declared output; null: nothing declared, or no data. */
  readonly output: OutputMatch | null;
  /** Remarks on a working test that are worth a finding. */
  readonly remarks: readonly Omit<TestRemark, 'test'>[];
  /** Why the test reveals nothing about the tool; absent if it reveals something. */
  readonly untold?: Problem;
}

export interface Subject {
  readonly identity: TestIdentity;
  readonly redactor: Redactor;
}

/** A test that was sent, and the book that decides what its answer is worth. */
export interface Answered extends Subject {
  readonly book: RuleBook;
}

/** Failures in which no server answered; all others are our own refusals or broken answers. */
const NO_ANSWER: readonly HttpFailure[] = ['timeout', 'dns', 'refused', 'tls', 'reset', 'network', 'closed'];

/**
 * Turns the outcome of one call into the record of its test, without any part of the request and without known secrets.
 */
export function classifyOutcome(
  outcome: HttpOutcome,
  output: OutputDefinition | undefined,
  subject: Answered,
): ClassifiedTest {
  const { redactor, book } = subject;
  if (outcome.kind === 'failed') return withoutData(failedRecord(outcome, subject));
  const found = classifyResponse(outcome, output, subject);
  const { remarks, ...size } = measure(found.data, outcome.bytes, book.spec);
  const record: TestRecord = {
    ...redactedIdentity(subject),
    status: found.status,
    httpStatus: outcome.status,
    working: found.status === 'working',
    durationMs: outcome.durationMs,
    ...size,
    truncated: found.stored.truncated,
    error: found.error && oneLine(redactor.text(describeProblem(found.error).message)),
    response: found.stored.response,
  };
  return {
    ...{ record, output: found.output, remarks: redactRemarks([...found.remarks, ...remarks], redactor) },
    ...(found.status === 'could-not-tell' && found.error && { untold: found.error }),
  };
}

/**
 * The size of a response (spec 06, response size). Of a text or an image, the body is what counts; of a failed test,
 * there is no data.
 */
function measure(data: unknown, bodyBytes: number, spec: SpecRules) {
  const { size, measuresData } = spec;
  const isMeasured = measuresData === true && data !== undefined;
  const isText = typeof data === 'string';
  const responseBytes = isMeasured && !isText ? Buffer.byteLength(JSON.stringify(data)) : bodyBytes;
  const large = responseBytes > size.large;
  return {
    responseBytes,
    ...(isMeasured && Array.isArray(data) && { recordCount: data.length }),
    ...(isMeasured && specOfFacts(spec)),
    large,
    remarks: isMeasured && large ? [{ kind: 'large' as const, what: String(responseBytes) }] : [],
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

/** Maximum length of a remark's text, because an answer may be quoted at any length. */
const REMARK_SHOWN = 200;

/** Remarks quote property names from an answer, which may contain secrets. */
function redactRemarks(remarks: ClassifiedTest['remarks'], redactor: Redactor): ClassifiedTest['remarks'] {
  return remarks.map(({ kind, what }) => ({
    kind,
    what: oneLine(redactor.text(what)).slice(0, REMARK_SHOWN),
  }));
}

/** The result of a test without data. */
function withoutData(record: TestRecord): ClassifiedTest {
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

/** The status of a test after a network failure. */
function failureStatusOf(reason: HttpFailure): TestRecord['status'] {
  if (NO_ANSWER.includes(reason)) return 'unreachable';
  if (reason === 'redirect') return 'http-error';
  return reason === 'bad-response' ? 'not-parseable' : 'refused';
}

/** The fields that all records without an answer have in common. */
function recordWithoutAnswer(subject: Subject) {
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

/** A schema's text may quote a key by mistake; that key must not be repeated here. */
function redactedIdentity({ identity, redactor }: Subject): TestIdentity {
  const { description } = identity;
  return { ...identity, description: description === null ? null : redactor.text(description) };
}

/**
 * Status codes of client errors that say nothing about the page, but report a login, a bot check, or a busy or slow
 * server.
 */
const NO_STATEMENT: ReadonlySet<number> = new Set([401, 403, 407, 408, 425, 429, 451]);

/**
 * The result of requesting a documentation link. `not-found` only if the server says so; every unclear answer is
 * `unreachable`, which is graded as stale and never as a fail.
 */
export function judgeDocs(url: string, outcome: HttpOutcome): DocsFact {
  return { url, ...statusOf(outcome), ...(outcome.gathered && { gathered: outcome.gathered }) };
}

function statusOf(outcome: HttpOutcome): Pick<DocsFact, 'status' | 'httpStatus'> {
  if (outcome.kind === 'failed') {
    return { status: outcome.reason === 'bad-url' ? 'not-found' : 'unreachable' };
  }
  const httpStatus = outcome.status;
  if (httpStatus === 200) return { status: 'reachable', httpStatus };
  const gone = httpStatus >= 400 && httpStatus < 500 && !NO_STATEMENT.has(httpStatus);
  return { status: gone ? 'not-found' : 'unreachable', httpStatus };
}

/** A result of handler code, and its source. */
interface Handled {
  readonly value: unknown;
  /** A failure that the API's answer reports; null if it reports none. */
  readonly failure: BodyFailure | null;
  /** Status of the last answer that the code got; null if it made no request. */
  readonly httpStatus: number | null;
  readonly durationMs: number;
}

/**
 * The record of a test whose data was made by handler code. A test with data counts as working, no matter what answer
 * the data was made from (Schemas-Spec 04, Output Schema and Handlers).
 */
export function classifyHandled(
  { value, failure, httpStatus, durationMs }: Handled,
  output: OutputDefinition | undefined,
  subject: Answered,
): ClassifiedTest {
  const base = { ...recordWithoutAnswer(subject), httpStatus, durationMs };
  const verdict = classifyBody(value, failure, output ? (data) => matchOutput(output.schema, data) : null);
  if (verdict.kind === 'empty') {
    return withoutData({ ...base, status: 'empty', error: describeProblem(problem('DPT-145')).message });
  }
  const isWorking = verdict.kind !== 'failed';
  const bytes = Buffer.byteLength(JSON.stringify(value));
  const { remarks, ...size } = measure(isWorking ? value : undefined, bytes, subject.book.spec);
  const given = {
    ...base,
    ...size,
    ...storeResponse(value, subject.redactor),
  };
  if (verdict.kind === 'failed') {
    const found = problem('PRE-006', undefined, { why: verdict.why });
    const error = oneLine(subject.redactor.text(describeProblem(found).message));
    return withoutData({ ...given, status: 'failed-answer', error });
  }
  const record: TestRecord = { ...given, status: 'working', working: true, error: null };
  const all = redactRemarks([...verdict.remarks, ...remarks], subject.redactor);
  return { record, output: verdict.output, remarks: all };
}

/**
 * The record of a test that handler code did not complete. If the last answer from the API was a failure, the record
 * reports that: the code is not to blame for a server that is down.
 */
export function handlerFailed(
  found: Problem,
  last: HttpOutcome | null,
  subject: Subject & { readonly durationMs: number },
): ClassifiedTest {
  return withoutData({ ...withoutEnd(found, subject), ...causeOf(last) });
}

/** The record of a test that reveals nothing about the tool, whatever the API and the code did. */
export function couldNotTell(
  found: Problem,
  subject: Subject & { readonly durationMs: number },
): ClassifiedTest {
  return { ...withoutData({ ...withoutEnd(found, subject), status: 'could-not-tell' }), untold: found };
}

function withoutEnd(found: Problem, subject: Subject & { readonly durationMs: number }) {
  // Handler code controls this text, and everything that prints it expects a single line. Redaction decodes escapes, so
  // `oneLine` must come last.
  const error = oneLine(subject.redactor.text(describeProblem(found).message));
  return { ...recordWithoutAnswer(subject), durationMs: subject.durationMs, error };
}

function causeOf(last: HttpOutcome | null): Pick<TestRecord, 'status' | 'httpStatus'> {
  if (last === null) return { status: 'handler-error', httpStatus: null };
  const httpStatus = last.status;
  if (last.kind === 'failed') return { status: failureStatusOf(last.reason), httpStatus };
  if (httpStatus === 429) return { status: 'transient', httpStatus };
  return { status: last.status >= 400 ? 'http-error' : 'handler-error', httpStatus };
}
