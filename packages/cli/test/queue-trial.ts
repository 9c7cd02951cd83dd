import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { createFixture } from 'fs-fixture';
import { openBuiltCommand } from '../../../scripts/faults/built-command.js';
import { startRedis } from '../../core/test/features/evaluate/queue/redis-server.js';
import { startMockProvider } from '../../core/test/journeys/mock-provider.js';
import { API, schemaText, toolAt } from '../../core/test/journeys/provider-sources.js';
import { startCountingService } from './counting-service.js';
import type { CommandResult } from './run-command.js';
import { runProcess, startProcess } from './run-process.js';

export interface TrialOptions {
  readonly schemas: number;
  readonly tools: number;
  readonly workers: number;
  /** Simultaneous calls of each worker. */
  readonly concurrency: number;
  /** Time the evaluator takes for an answer. */
  readonly delayMs: number;
  readonly lostAfterSeconds: number;
}

export interface TrialResult {
  readonly code: number;
  readonly stderr: string;
  /** Questions of the run. */
  readonly total: number;
  /** Distinct questions that were asked, and calls of the evaluator. */
  readonly questions: number;
  readonly calls: number;
  /** Answers in the scores file, and how many of them are to different questions. */
  readonly answers: number;
  readonly differentAnswers: number;
  readonly journalLines: number;
  readonly jobsLeft: Readonly<Record<string, number>>;
  /** Occurrences in the queue of the secrets in headers and addresses. */
  readonly secretsInRedis: number;
  readonly seconds: number;
  /** Time of the calls alone, without overhead: with all workers, and with one killed after a third of them. */
  readonly idealSeconds: number;
  readonly idealWithoutKilledSeconds: number;
}

const SECRET = 'trial-header-secret';

/** Runs several worker processes and kills one with SIGKILL after a third of the questions. */
export async function runQueueTrial(options: TrialOptions): Promise<TrialResult> {
  const { schemas, tools, workers, concurrency, delayMs, lostAfterSeconds } = options;
  await using built = await openBuiltCommand();
  const [provider, service, redis] = await Promise.all([
    startMockProvider(),
    startCountingService({ delayMs }),
    startRedis(),
  ]);
  const sources = Object.fromEntries(
    Array.from({ length: schemas }, (_, at) => [
      `part${at}.mjs`,
      schemaText({ name: `part${at}`, description: `Items of part ${at}.`, tools: toolsOf(tools) }),
    ]),
  );
  const fixture = await createFixture({ home: {}, demo: sources });
  const surroundings = {
    ...{ cwd: fixture.path, home: fixture.getPath('home'), built: built.path },
    env: { QUEUE: redis.address },
  };
  const asked = ['--queue', 'env:QUEUE', '--evaluator-url', service.url];
  const running: ChildProcess[] = [];
  const idealSeconds = (calls: number, hands: number) => (calls * delayMs) / (hands * concurrency) / 1000;
  try {
    const work = [
      ...['evaluator', 'work', '--concurrency', String(concurrency), ...asked],
      ...['--lost-after', String(lostAfterSeconds), '--evaluator-header', `authorization: Bearer ${SECRET}`],
    ];
    const starts = Array.from({ length: workers }, () => startWorker(work, surroundings, running));
    const mapped = ['--origin-map', `${API}=${provider.origin}`, '--allow-host', '127.0.0.1'];
    const emit = ['grading', 'run', 'demo', '--emit-prompts', '--area', 'single-test', ...mapped];
    for (const words of [['grading', 'import', 'demo'], emit])
      expectGood(await runProcess(words, surroundings));
    await Promise.all(starts);
    const begun = performance.now();
    const command = runProcess(['grading', 'evaluate', 'demo', '--json', ...asked], surroundings);
    const total = schemas * tools * QUESTIONS_OF_A_TOOL;
    let isOver = false;
    command.finally(() => {
      isOver = true;
    });
    while (service.questions.length < total / 3 && !isOver) await delay(5);
    running[0]?.kill('SIGKILL');
    const dump = await redis.dump();
    const { code, stdout, stderr } = await command;
    const seconds = (performance.now() - begun) / 1000;
    expectGood({ code, stdout, stderr });
    const [result] = (
      JSON.parse(stdout) as { results: { total: number; scoresPath: string; taskId: string }[] }
    ).results;
    const island = fixture.getPath('home/.flowmcp/grading');
    const scores: Scores = JSON.parse(readFileSync(`${island}/${result?.scoresPath}`, 'utf8'));
    const journal = readFileSync(`${island}/providers/demo/evaluations/${result?.taskId}.jsonl`, 'utf8');
    const answers = scores.areas.flatMap(({ area, subject, answers: given }) =>
      given.map(({ questionId }) => `${area} ${subject} ${questionId}`),
    );
    return {
      ...{ code, stderr, seconds, total: result?.total ?? 0 },
      questions: new Set(service.questions).size,
      calls: service.questions.length,
      answers: answers.length,
      differentAnswers: new Set(answers).size,
      journalLines: journal.split('\n').filter(Boolean).length,
      jobsLeft: await redis.countJobs(),
      secretsInRedis: dump.split(SECRET).length - 1,
      idealSeconds: idealSeconds(total, workers),
      idealWithoutKilledSeconds:
        idealSeconds(total / 3, workers) + idealSeconds((total * 2) / 3, workers - 1),
    };
  } finally {
    for (const child of running) child.kill('SIGKILL');
    await Promise.all([provider.close(), service.close(), redis.close()]);
    await fixture.rm();
  }
}

function expectGood({ code, stdout, stderr }: CommandResult): void {
  if (code !== 0) throw new Error(`a command ended with ${code}: ${stdout}${stderr}`);
}

interface Scores {
  readonly areas: readonly {
    readonly area: string;
    readonly subject: string;
    readonly answers: readonly { readonly questionId: string }[];
  }[];
}

/** Grader questions about a tool; code answers the others. */
export const QUESTIONS_OF_A_TOOL = 7;

function toolsOf(count: number) {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`getItems${at}`, toolAt('/ok')]));
}

/** Starts a worker; resolves when it accepts calls. */
async function startWorker(
  words: readonly string[],
  surroundings: Parameters<typeof startProcess>[1],
  running: ChildProcess[],
): Promise<void> {
  const child = startProcess(words, surroundings);
  running.push(child);
  child.stdin.end();
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
      if (said.includes('ready:')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`the worker ended with ${code}: ${said}`)));
  });
}
