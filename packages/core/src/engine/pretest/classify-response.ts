import type { TestRecord } from '../../model/facts.js';
import type { HttpOutcome } from '../../model/http.js';
import type { Problem } from '../../model/problem.js';
import type { OutputDefinition } from '../../model/schema-main.js';
import { problem } from '../../tables/error-codes.js';
import { scoringSystem } from '../../tables/scoring-system-1.0.0.js';
import type { Redactor } from '../redact.js';
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
}

/** The base64 digits of the PNG signature that no later byte can change. */
const PNG_SIGNATURE = 'iVBORw0KGg';

/** What an HTTP response says about its test: working is 200 with data (Grading rules §5). */
export function classifyResponse(
  response: HttpResponse,
  output: OutputDefinition | undefined,
  redactor: Redactor,
): ResponseFinding {
  const { status, body, truncated } = response;
  const good = status === scoringSystem.workingHttpStatus;
  // An error is rarely sent in the type of the data.
  const mimeType = good ? output?.mimeType : undefined;
  const answer = readAnswer({ body, truncated, limit: response.bytes }, mimeType);
  const stored = storeAnswer(answer, truncated, redactor);
  const verdict = good ? judgeData(answer, status) : judgeStatus(status);
  const compared = good && answer.kind === 'data' && output ? matchDeclared(output, answer.value) : null;
  return { ...verdict, stored, output: compared };
}

type Verdict = Pick<ResponseFinding, 'status' | 'error'>;

function judgeStatus(status: number): Verdict {
  if (status === 429) return { status: 'transient', error: problem('DPT-136') };
  const error = problem('DPT-131', undefined, { status, expected: scoringSystem.workingHttpStatus });
  // 204 and 205 say themselves that they bring nothing.
  return { status: status === 204 || status === 205 ? 'empty' : 'http-error', error };
}

function judgeData(answer: Answer, status: number): Verdict {
  if (answer.kind === 'empty') return { status: 'empty', error: problem('DPT-132', undefined, { status }) };
  if (answer.kind === 'unreadable') return { status: 'not-parseable', error: answer.problem };
  return { status: 'working', error: null };
}

function storeAnswer(answer: Answer, truncated: boolean, redactor: Redactor): Stored {
  if (answer.kind === 'empty') return { response: null, truncated };
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
