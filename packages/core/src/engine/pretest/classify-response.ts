import type { TestRecord, TestRemark } from '../../model/facts.js';
import type { HttpOutcome } from '../../model/http.js';
import type { Problem } from '../../model/problem.js';
import type { OutputDefinition } from '../../model/schema-main.js';
import { problem } from '../../tables/error-codes.js';
import { scoringSystem } from '../../tables/scoring-system-1.0.0.js';
import type { Redactor } from '../redact.js';
import { type BodyFailure, classifyBody, findFailure } from './classify-body.js';
import { matchOutput, type OutputMatch } from './output-match.js';
import { type Answer, readAnswer } from './read-answer.js';
import { type Stored, storeCutText, storeResponse } from './stored-response.js';

export type HttpResponse = Extract<HttpOutcome, { kind: 'response' }>;

export interface ResponseFinding {
  readonly status: TestRecord['status'];
  readonly error: Problem | null;
  readonly stored: Stored;
  /** null: no output declared, or no data to compare. */
  readonly output: OutputMatch | null;
  readonly remarks: readonly Omit<TestRemark, 'test'>[];
}

/** The base64 digits of the PNG signature that no later byte can change. */
const PNG_SIGNATURE = 'iVBORw0KGg';

/** What an HTTP response says about its test: working is 200 with data (Grading rules §5). */
export function classifyResponse(
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
  // 204 and 205 say themselves that they bring nothing.
  return without(status === 204 || status === 205 ? 'empty' : 'http-error', error);
}

function judgeAnswer(answer: Answer, response: HttpResponse, output: OutputDefinition | undefined): Verdict {
  if (answer.kind === 'unreadable') return without('not-parseable', answer.problem);
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

/** A failure comes as JSON, whatever type the tool declares: a text or an image is looked at as such, too. */
function failureOf(value: unknown, response: HttpResponse): BodyFailure | null {
  const said = typeof value === 'string' ? readAnswer(response, undefined) : null;
  return findFailure(said?.kind === 'data' ? said.value : value, response.contentType);
}

function without(status: TestRecord['status'], error: Problem): Verdict {
  return { status, error, output: null, remarks: [] };
}

function storeAnswer(answer: Answer, truncated: boolean, redactor: Redactor): Stored {
  if (answer.kind === 'none') return { response: null, truncated };
  if (truncated) return storeCutText(answer.kind === 'data' ? String(answer.value) : answer.text, redactor);
  return storeResponse(answer.kind === 'data' ? answer.value : answer.text, redactor);
}

/** Of the whole data, before anything is cut or redacted. An image is one by its first bytes. */
function matchDeclared({ mimeType, schema }: OutputDefinition, value: unknown): OutputMatch {
  if (mimeType === 'image/png' && !String(value).startsWith(PNG_SIGNATURE)) {
    return { matches: false, where: 'data: expected a PNG image, found other bytes' };
  }
  return matchOutput(schema, value);
}
