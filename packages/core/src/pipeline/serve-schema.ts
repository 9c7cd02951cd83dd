import { parsePayload } from '../engine/evaluator/parse-payload.js';
import { scoreSchema } from '../engine/schema-score/score-schema.js';
import { type Problem, SEVERITIES, type Severity } from '../model/problem.js';
import type { SchemaScore } from '../model/schema-score.js';
import { describeProblem, fatal } from '../tables/error-codes.js';
import { MAX_PAYLOAD_BYTES } from '../tables/served-payload-limit.js';
import { judgeSource } from './serve-schema/judge-source.js';

/** So many remarks are listed: an answer has to stay below what evaluators may say. */
const MAX_REMARKS = 100;
const MAX_TEXT = 500;

/** Something to mend, in words. */
interface Remark {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly hint: string;
  readonly path?: string;
  readonly line?: number;
  readonly column?: number;
}

/** What `evaluator serve-schema` answers: a score as every evaluator, and why. */
export interface ServedScore extends SchemaScore {
  /** What to mend first, in a few lines. */
  readonly reasoning: string;
  readonly veto: { readonly triggeredBy: string; readonly evidence: string } | null;
  readonly questions: readonly {
    readonly questionId: string;
    readonly score: string;
    /** null: it counts nothing. */
    readonly value: 0 | 1 | null;
    readonly reasoning: string;
  }[];
  /** Questions that code answers in a grading only, where requests are made. */
  readonly unanswered: readonly string[];
  /** Of the gate and of findings, errors first; a hundred of them. */
  readonly remarks: readonly Remark[];
  /** How many there are altogether. */
  readonly remarkCount: number;
}

/**
 * The deterministic half of a grading as an evaluator (protocol v2, seed 004): scores the candidate of one payload, the
 * source of a schema. Nothing is run, no request is made.
 *
 * @param payload UTF-8; null: there was more than may be read
 * @throws GradingError PLD-001 … PLD-003 for a payload that can not be scored; a candidate that is no schema scores 0
 */
export async function serveSchema(payload: Uint8Array | null, now: Date): Promise<ServedScore> {
  if (payload === null) throw fatal('PLD-003', undefined, { limit: MAX_PAYLOAD_BYTES });
  const facts = await judgeSource(parsePayload(payload), now);
  const { score, stage, parts } = scoreSchema(facts);
  const all = [...facts.problems, ...facts.findings].sort(bySeverity);
  const failed = facts.answers
    .filter((answer) => answer.score === 'fail')
    .map(({ reasoning }) => shorten(reasoning));
  const remarks = all.slice(0, MAX_REMARKS).map(toRemark);
  return {
    score: round(score),
    reasoning: explain(stage, { remarks, count: all.length, failed, veto: facts.veto?.evidence }),
    stage,
    parts: {
      soundness: round(parts.soundness),
      questions: round(parts.questions),
      cleanness: round(parts.cleanness),
    },
    veto: facts.veto && { ...facts.veto, evidence: shorten(facts.veto.evidence) },
    questions: facts.answers.map(({ questionId, score: answer, reasoning }) => ({
      questionId,
      score: String(answer),
      value: answer === 'pass' ? 1 : answer === 'fail' ? 0 : null,
      reasoning: shorten(reasoning),
    })),
    unanswered: facts.needRequest,
    remarks,
    remarkCount: all.length,
  };
}

/** Remarks that are named in the reasoning. */
const MAX_NAMED = 5;

const OUTCOMES: Readonly<Record<SchemaScore['stage'], string>> = {
  vetoed: 'The schema is vetoed, which no other merit makes up for.',
  unread: 'There is no schema to be read.',
  'partly-read': 'Parts of the schema can not be read without running it.',
  refused: 'The gate refuses the schema.',
  empty: 'The schema holds neither tools nor resources that can be called.',
  valid: 'The gate lets the schema pass.',
};

function explain(
  stage: SchemaScore['stage'],
  found: {
    readonly remarks: readonly Remark[];
    readonly count: number;
    readonly failed: readonly string[];
    readonly veto: string | undefined;
  },
): string {
  const named = found.remarks.slice(0, MAX_NAMED).map(({ code, message, hint, path, line }) => {
    const place = [path, line === undefined ? undefined : `line ${line}`].filter(Boolean).join(', ');
    return `${code}${place ? ` (${place})` : ''}: ${message}. ${hint}`;
  });
  const left = found.count - named.length;
  return [
    OUTCOMES[stage],
    ...(found.veto === undefined ? [] : [shorten(found.veto)]),
    ...found.failed,
    ...named,
    ...(left > 0 ? [`${left} more remarks.`] : []),
  ].join('\n');
}

function toRemark({ code, severity, where, args }: Problem): Remark {
  const { message, hint } = describeProblem({ code, severity, ...(args && { args }) });
  return {
    code,
    severity,
    message: shorten(message),
    hint: shorten(hint),
    ...(where?.path !== undefined && { path: shorten(where.path) }),
    ...(where?.line !== undefined && { line: where.line }),
    ...(where?.column !== undefined && { column: where.column }),
  };
}

function bySeverity(a: Problem, b: Problem): number {
  return SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
}

function shorten(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
}

/** Nine places: enough to see the smallest step, without the noise of binary fractions. */
function round<T extends number | null>(value: T): T {
  return (value === null ? null : Math.round((value as number) * 1e9) / 1e9) as T;
}
