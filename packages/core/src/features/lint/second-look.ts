import { randomBytes } from 'node:crypto';
import { chooseFence } from '../../documents/quoted-text.js';
import { askEach, DEFAULT_RETRIES } from '../../evaluators/ask/ask-each.js';
import { createCallGate } from '../../evaluators/ask/call-gate.js';
import { type Budget, CallMeter } from '../../evaluators/ask/call-meter.js';
import { type EvaluationCache, openEvaluationCache } from '../../evaluators/evaluation-cache.js';
import { createJudge } from '../../evaluators/judge.js';
import type { EvaluatorFailure, Judge } from '../../evaluators/logic/evaluator.js';
import { describeProblem, problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import type { LintedServer, SecondLookSummary } from '../../rules/mcp/lint-report.js';
import { readServer } from '../../rules/mcp/reading/read-server.js';
import { trapRuleSet } from '../../rules/mcp/rule-sets.js';
import type { JudgedText } from '../../rules/mcp/share-rule.js';
import { formatPointer } from '../../values/value-path.js';
import {
  ANSWER_SCHEMA,
  buildQuestion,
  QUESTION_VERSION,
  readJudgedText,
  textsToJudge,
} from './logic/judge-question.js';
import { runShareRules } from './logic/run-share-rules.js';

/** The model that takes a second look at texts. */
export interface SecondLookOptions extends Budget {
  /** `provider/model`. */
  readonly model: string;
  /** An OpenAI-compatible server that replaces the provider. */
  readonly apiBase?: string | null;
  /** Folder of answers, which are not asked for again. */
  readonly cache?: string | undefined;
  readonly onWarning: (warning: Problem) => void;
}

export interface SecondLook {
  /** Puts the texts of a server to the model, each by itself: no text can speak for another. */
  look(server: LintedServer): Promise<Looked>;
  close(): Promise<void>;
}

export interface Looked {
  /** What the model found, by text. */
  readonly judged: ReadonlyMap<string, JudgedText>;
  readonly summary: SecondLookSummary;
  /** LNT-054 if a text got no usable answer. */
  readonly problem: Problem | null;
}

const TIMEOUT_MS = 30_000;
const CONCURRENCY = 4;

/**
 * Opens the model.
 *
 * @throws GradingError EVL-032, EVL-033, EVL-034 (an unusable model, a missing key), EVL-051 (an unusable cache folder)
 */
export async function openSecondLook(options: SecondLookOptions): Promise<SecondLook> {
  const { model, apiBase = null, cache: folder, onWarning } = options;
  const common = { range: 'unit', taskModel: null, objective: null, intake: null, samples: 1 } as const;
  const judge = await createJudge({ kind: 'judge', model, apiBase, timeoutMs: TIMEOUT_MS, ...common });
  const cache = folder === undefined ? null : await openEvaluationCache({ folder, onWarning });
  const meter = new CallMeter(options);
  const asking = { judge, cache, model, meter, gate: createCallGate({ concurrency: CONCURRENCY, meter }) };
  return { look: (server) => lookAt(server, asking), close: judge.close };
}

interface Asking {
  readonly judge: Judge;
  readonly cache: EvaluationCache | null;
  readonly model: string;
  readonly meter: CallMeter;
  readonly gate: ReturnType<typeof createCallGate>;
}

async function lookAt(server: LintedServer, asking: Asking): Promise<Looked> {
  const texts = chooseTexts(server);
  const judged = new Map<string, JudgedText>();
  const count = { calls: 0, cached: 0, failed: 0 };
  let reason = '';
  await askEach<string, Answered>({
    items: texts,
    gate: asking.gate,
    retries: DEFAULT_RETRIES,
    ask: (text, { signal }) => {
      count.calls += 1;
      return askAbout(text, asking, signal);
    },
    recall: async (text) => {
      const known = await asking.cache?.read(questionOf(text, asking), (stored) =>
        acceptStored(stored, text),
      );
      if (known) count.cached += 1;
      return known ?? null;
    },
    keep: async (text, answered) => asking.cache?.write(questionOf(text, asking), answered),
    onOutcome: (text, outcome) => {
      if ('problem' in outcome) {
        count.failed += 1;
        reason ||= describeProblem(outcome.problem).message;
      } else if (outcome.found) judged.set(text, outcome.found);
    },
  });
  const { model } = asking;
  const unanswered = { count: count.failed, texts: texts.length, model, reason };
  return {
    judged,
    summary: { model, texts: texts.length, ...count },
    problem: count.failed === 0 ? null : problem('LNT-054', undefined, unanswered),
  };
}

function chooseTexts(server: LintedServer): string[] {
  const read = readServer(server);
  const places = new Set(runShareRules(read, server, trapRuleSet, 'suspect').map(({ path }) => path));
  const suspects = read.longerTexts.filter(({ path }) => places.has(formatPointer(path)));
  return textsToJudge(read.longerTexts, new Set(suspects.map(({ text }) => text)));
}

interface Answered {
  readonly found: JudgedText | null;
}

async function askAbout(
  text: string,
  { judge, model, meter }: Asking,
  signal: AbortSignal,
): Promise<Answered | EvaluatorFailure> {
  const fence = chooseFence(() => randomBytes(16).toString('hex'), [{ title: '', text }]);
  const asked = await judge.answerPrompt(
    { prompt: buildQuestion(text, fence), outputSchema: ANSWER_SCHEMA },
    {
      signal,
      onTokens: meter.countTokens,

      refuse: (answer) => {
        const read = readJudgedText(answer, text);
        if (read === null || !('refused' in read)) return null;
        return {
          problem: problem('EVL-031', undefined, { evaluator: model, reason: read.refused }),
          retry: true,
        };
      },
    },
  );
  if ('problem' in asked) return asked;
  const read = readJudgedText(asked.answer, text);
  // A refused answer has become a failure above.
  return { found: read === null || 'refused' in read ? null : read };
}

function questionOf(text: string, { judge }: Asking) {
  return { evaluator: judge.cacheKey, question: { kind: 'lint-text', version: QUESTION_VERSION, text } };
}

function acceptStored(stored: unknown, text: string): Answered | null {
  const found = (stored as Partial<Answered> | null)?.found;
  if (found === null) return { found: null };
  const read = readJudgedText({ steers: true, ...found }, text);
  return read === null || 'refused' in read ? null : { found: read };
}
