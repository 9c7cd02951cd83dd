import { oneLine } from '../../documents/quoted-text.js';
import type { HttpOutcome } from '../../net/logic/http.js';
import { describeProblem, problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import type { TestRecord } from '../../spec/facts.js';
import type { OutputDefinition } from '../../spec/schema-main.js';
import { scoringSystem } from '../../spec/scoring-system-1.0.0.js';
import { type BodyFailure, classifyBody } from './classify-body.js';
import {
  type ClassifiedTest,
  failureStatusOf,
  recordWithoutAnswer,
  redactRemarks,
  type Subject,
  withoutData,
} from './classify-outcome.js';
import { matchOutput } from './output-match.js';
import { storeResponse } from './stored-response.js';

/** A result of handler code, and its source. */
export interface Handled {
  readonly value: unknown;
  /** What the body behind it says about the call; null: nothing. */
  readonly failure: BodyFailure | null;
  /** Status of the last answer it got; null if it made no request. */
  readonly httpStatus: number | null;
  readonly durationMs: number;
}

/**
 * The record of a test with data made by handler code: data counts as working, whatever it was made from (Schemas-Spec
 * 04, Output Schema and Handlers).
 */
export function classifyHandled(
  { value, failure, httpStatus, durationMs }: Handled,
  output: OutputDefinition | undefined,
  subject: Subject,
): ClassifiedTest {
  const base = { ...recordWithoutAnswer(subject), httpStatus, durationMs };
  const verdict = classifyBody(value, failure, output ? (data) => matchOutput(output.schema, data) : null);
  if (verdict.kind === 'empty') {
    return withoutData({ ...base, status: 'empty', error: describeProblem(problem('DPT-145')).message });
  }
  const bytes = Buffer.byteLength(JSON.stringify(value));
  const given = {
    ...base,
    responseBytes: bytes,
    large: bytes > scoringSystem.largeResponseBytes,
    ...storeResponse(value, subject.redactor),
  };
  if (verdict.kind === 'failed') {
    const found = problem('PRE-006', undefined, { why: verdict.why });
    const error = oneLine(subject.redactor.text(describeProblem(found).message));
    return withoutData({ ...given, status: 'failed-answer', error });
  }
  const record: TestRecord = { ...given, status: 'working', working: true, error: null };
  return { record, output: verdict.output, remarks: redactRemarks(verdict.remarks, subject.redactor) };
}

/**
 * The record of a test that handler code did not complete. If the API failed last, the record reports that: a server
 * that is down is not a fault of the code.
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
  // The code controls this text, and every output of it expects a single line: do this last, because redaction decodes
  // escapes.
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
