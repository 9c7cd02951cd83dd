import { vetoReasonOf } from '../../grade/veto.js';
import { describeProblem, fatal } from '../../problems/error-codes.js';
import { type Problem, SEVERITIES, type Severity } from '../../problems/problem.js';
import { answerFromFacts } from '../../questions/deterministic-answers.js';
import type { KeyDomainVerdict } from '../../questions/question.js';
import { findAll } from '../../rules/find.js';
import { validateSchema } from '../../rules/schema/validate-schema.js';
import { parseModuleWithCode } from '../../sources/code-facts.js';
import { refuseWrites } from '../../sources/parse-module.js';
import { DEFAULT_BOOK } from '../../spec/books/registered.js';
import { MAX_PAYLOAD_BYTES } from '../../spec/scores-limits.js';
import type { StoredAnswer } from '../../spec/state.js';
import { isRecord } from '../../values/is-record.js';
import { parsePayload, type SchemaFacts, type SchemaScore, scoreSchema } from './logic/schema-score.js';

/** Used instead of a file name in the locations of problems, because the source is not a file. */
const FILE = 'candidate';

type Main = Readonly<Record<string, unknown>>;

interface JudgedSource extends SchemaFacts {
  /** Questions that code could answer only with a request. */
  readonly needRequest: readonly string[];
}

/**
 * Judges the source of a schema by code alone. None of the schema's code runs, no request is made and no file is read,
 * so shared lists and files beside the schema are unknown.
 */
async function judgeSource(text: string, now: Date): Promise<JudgedSource> {
  const { reading: read, code } = parseModuleWithCode(text, { exports: ['main', 'schema'] });
  const reading = refuseWrites(read);
  const main: Main = isRecord(reading.value) ? reading.value : {};
  const namespace = textOf(main.namespace) ?? '';
  const findings = code ? findAll({ namespace, file: FILE, reading, code }) : [];
  const keyDomain = await judgeKeys(main, namespace, text);
  const twice = reading.duplicateKeys.filter(({ path }) => path.length === 1 && path[0] === 'tools');
  return {
    value: reading.value,
    exportName: reading.exportName,
    unread: reading.problems,
    problems: validateSchema({ reading, file: FILE, schemasSpec: DEFAULT_BOOK.spec.schemasSpec }),
    findings,
    veto: vetoReasonOf(keyDomain, findings),
    ...answerByCode(main, { keyDomain, duplicateKeys: twice.map(({ key }) => key), now }),
  };
}

function answerByCode(
  main: Main,
  known: { keyDomain: KeyDomainVerdict | null; duplicateKeys: readonly string[]; now: Date },
): { readonly answers: readonly StoredAnswer[]; readonly needRequest: readonly string[] } {
  const { keyDomain, duplicateKeys, now } = known;
  const tools = isRecord(main.tools) ? main.tools : {};
  const outputDeclared = Object.values(tools).some((tool) => isRecord(tool) && tool.output !== undefined);
  const untested = { docs: null, outputMatches: null, records: [] };
  const needRequest = [
    ...(textsOf(main.docs).length > 0 ? ['Q-single-test-01'] : []),
    ...(outputDeclared ? ['Q-single-test-02'] : []),
  ];
  const at = now.toISOString();
  const { grading } = DEFAULT_BOOK;
  const answers = [
    ...answerFromFacts('single-test', { ...untested, outputDeclared, keyDomain }, at, grading),
    ...answerFromFacts(
      'tools-aggregate-schema',
      { toolNames: Object.keys(tools), duplicateKeys },
      at,
      grading,
    ),
  ];
  return { answers: answers.filter(({ questionId }) => !needRequest.includes(questionId)), needRequest };
}

/** Judges the keys even of a schema that the gate refuses: it, too, may ask for a key that belongs to somebody else. */
async function judgeKeys(main: Main, namespace: string, text: string): Promise<KeyDomainVerdict | null> {
  const keys = textsOf(main.requiredServerParams);
  if (keys.length === 0) return null;
  // Load this only when it is needed: most schemas need no key, and the table of known providers is large.
  const { hostsInText, judgeKeyDomains } = await import('../../keys/logic/judge-key-domains.js');
  return judgeKeyDomains({
    keys,
    root: textOf(main.root),
    namespace,
    name: textOf(main.name),
    docs: textsOf(main.docs),
    hosts: hostsInText(text),
    libraries: textsOf(main.requiredLibraries),
  });
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Maximum number of remarks listed: an answer must stay within the limit for evaluators. */
const MAX_REMARKS = 100;
const MAX_TEXT = 500;

/** An error to fix, as text. */
interface Remark {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly hint: string;
  readonly path?: string;
  readonly line?: number;
  readonly column?: number;
}

/** The answer of `evaluator serve-schema`: a score like any evaluator's, with the reasons for it. */
export interface ServedScore extends SchemaScore {
  /** What to fix first, in a few lines. */
  readonly reasoning: string;
  readonly veto: { readonly triggeredBy: string; readonly evidence: string } | null;
  readonly questions: readonly {
    readonly questionId: string;
    readonly score: string;
    /** null: the answer does not count. */
    readonly value: 0 | 1 | null;
    readonly reasoning: string;
  }[];
  /** Questions that code answers only in a grading, which makes requests. */
  readonly unanswered: readonly string[];
  /** Remarks from the gate and the findings, errors first; at most a hundred. */
  readonly remarks: readonly Remark[];
  /** Total number of remarks. */
  readonly remarkCount: number;
}

/**
 * The deterministic half of a grading, offered as an evaluator (protocol v2, seed 004): scores the candidate of one
 * payload, which must be the source of a schema. None of its code runs, and no request is made.
 *
 * @param payload in UTF-8; null if it exceeded the limit
 * @throws GradingError PLD-001 … PLD-003 for a payload that cannot be scored; a candidate that is not a schema scores 0
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

/** Maximum number of remarks that the reasoning names. */
const MAX_NAMED = 5;

const OUTCOMES: Readonly<Record<SchemaScore['stage'], string>> = {
  vetoed: 'The schema is vetoed, and no other merit makes up for that.',
  unread: 'There is no schema to read.',
  'partly-read': 'Parts of the schema cannot be read without running it.',
  refused: 'The gate refuses the schema.',
  empty: 'The schema has neither tools nor resources that can be called.',
  valid: 'The schema passes the gate.',
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

/** Rounds to nine decimal places: enough for the smallest step, without the noise of binary fractions. */
function round<T extends number | null>(value: T): T {
  return (value === null ? null : Math.round((value as number) * 1e9) / 1e9) as T;
}
