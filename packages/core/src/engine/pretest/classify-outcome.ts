import type { TestRecord, TestRemark } from '../../model/facts.js';
import type { HttpFailure, HttpOutcome } from '../../model/http.js';
import type { Problem } from '../../model/problem.js';
import type { OutputDefinition } from '../../model/schema-main.js';
import { describeProblem } from '../../tables/error-codes.js';
import { scoringSystem } from '../../tables/scoring-system-1.0.0.js';
import { oneLine } from '../prompts/quoted-text.js';
import type { Redactor } from '../redact.js';
import { classifyResponse } from './classify-response.js';
import type { OutputMatch } from './output-match.js';

/** What a record says about its test besides the result. */
export type TestIdentity = Pick<
  TestRecord,
  'tool' | 'test' | 'description' | 'schemaHash' | 'fileSha256' | 'checkedAt'
>;

export interface ClassifiedTest {
  readonly record: TestRecord;
  /** Does the data fit the declared output? null: nothing declared, or no data. */
  readonly output: OutputMatch | null;
  /** Of a test that works: what is worth a finding. */
  readonly remarks: readonly Omit<TestRemark, 'test'>[];
  /** Why the test tells nothing of the tool; absent where it does. */
  readonly untold?: Problem;
}

export interface Subject {
  readonly identity: TestIdentity;
  readonly redactor: Redactor;
}

/** Failures in which no server answered; the others are refusals of ours or broken answers. */
const NO_ANSWER: readonly HttpFailure[] = ['timeout', 'dns', 'refused', 'tls', 'reset', 'network', 'closed'];

/** Turns what came of one call into the record of its test: nothing of the request, and no known secret. */
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
  return { record, output: found.output, remarks: redactRemarks(found.remarks, redactor) };
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

/** Longest text of a remark: what it quotes is as long as an answer likes. */
const REMARK_SHOWN = 200;

/** Remarks quote names of an answer's members. */
export function redactRemarks(
  remarks: ClassifiedTest['remarks'],
  redactor: Redactor,
): ClassifiedTest['remarks'] {
  return remarks.map(({ kind, what }) => ({
    kind,
    what: oneLine(redactor.text(what)).slice(0, REMARK_SHOWN),
  }));
}

/** What a test gives that brought no data. */
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

/** What a failure of the network says of the test. */
export function failureStatusOf(reason: HttpFailure): TestRecord['status'] {
  if (NO_ANSWER.includes(reason)) return 'unreachable';
  if (reason === 'redirect') return 'http-error';
  return reason === 'bad-response' ? 'not-parseable' : 'refused';
}

/** What every record of a test without an answer says. */
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

/** Schema text may quote a key by mistake; then it is not to be repeated here. */
function redactedIdentity({ identity, redactor }: Subject): TestIdentity {
  const { description } = identity;
  return { ...identity, description: description === null ? null : redactor.text(description) };
}
