// A client of MCP, a program with a scores file and a judge model give the same answers: the same grades come of them.
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTidewatchApi } from '../../../../fixtures/mock-apis/tidewatch.mjs';
import { ROOT } from '../../../../scripts/source-files.js';
import { answerAreaPrompt, startOpenAiServer } from '../../../core/test/evaluators/openai-server.js';
import { runCommand } from '../run-command.js';
import { callTool, openClient } from './open-client.js';

const TIDEWATCH = `${ROOT}fixtures/providers/tidewatch`;
const MODEL = 'local/tiny';
const REASONING = 'The material shows it.';

let fixture: FsFixture;
let api: Awaited<ReturnType<typeof startTidewatchApi>>;
beforeAll(async () => {
  fixture = await createFixture({ home: {} });
  api = await startTidewatchApi();
  // One import for all: snapshots are named after its time.
  await command(fixture.getPath('imported'), 'import', TIDEWATCH);
});
afterAll(() => Promise.all([fixture.rm(), api.close()]));

/** The answer table: good enough for every node to become stable, and different from question to question. */
function scoreOf(questionId: string): number {
  return 4.5 + (Number(questionId.slice(-2)) % 3) * 0.25;
}

function answersTo(questions: readonly { questionId: string; scoreType: string }[]) {
  return questions.map(({ questionId, scoreType }) => ({
    questionId,
    score: scoreType === 'boolean' ? 'pass' : scoreOf(questionId),
    reasoning: REASONING,
  }));
}

interface Prompts {
  readonly taskId: string;
  readonly prompts: readonly { readonly id: string; readonly questions: Parameters<typeof answersTo>[0] }[];
  readonly payloadSkeleton: { readonly areas: readonly object[] };
}

const promptsOf = (island: string) =>
  JSON.parse(readFileSync(`${island}/providers/tidewatch/prompts.json`, 'utf8')) as Prompts;

async function command(island: string, ...words: readonly string[]): Promise<void> {
  const all = ['grading', ...words, '--grading-data', island];
  const { code, stderr } = await runCommand(all, { cwd: fixture.path, home: fixture.getPath('home') });
  expect([words[0], code, code === 0 ? '' : stderr]).toEqual([words[0], 0, '']);
}

async function emit(island: string): Promise<void> {
  const origin = `https://api.tidewatch.example=${api.origin}`;
  await command(
    island,
    'run',
    'tidewatch',
    '--emit-prompts',
    '--origin-map',
    origin,
    '--allow-host',
    '127.0.0.1',
  );
}

/** The tools first, then the About. */
const RUNS = [1, 2];

async function gradeByMcp(island: string): Promise<void> {
  const client = await openClient({
    gradingData: island,
    root: [`${ROOT}fixtures/providers`],
    originMap: { 'https://api.tidewatch.example': api.origin },
    allowHost: ['127.0.0.1'],
  });
  for (const _ of RUNS) {
    await callTool(client, 'emit_prompts', { target: 'tidewatch' });
    const { taskId, prompts } = promptsOf(island);
    for (const { id, questions } of prompts) {
      const { text } = await callTool(client, 'next_prompt', { target: 'tidewatch' });
      expect(text).toContain(`promptId ${id} `);
      const args = { target: 'tidewatch', promptId: id, taskId, answers: answersTo(questions) };
      const { value } = await callTool(client, 'submit_answers', args);
      expect(value).toMatchObject({ accepted: true, problems: [] });
    }
    const { value } = await callTool(client, 'hand_in', { target: 'tidewatch', model: MODEL });
    expect(value.lines.at(-1)).toBe('[GRADING] DONE');
  }
  await client.close();
}

async function gradeByScript(island: string): Promise<void> {
  for (const _ of RUNS) {
    await emit(island);
    const { prompts, payloadSkeleton } = promptsOf(island);
    const scores = {
      ...payloadSkeleton,
      creator: { skill: 'table', skillVersion: '1', kind: 'llm' },
      harness: { name: 'table', version: '1', model: MODEL },
      timestamp: new Date().toISOString(),
      areas: payloadSkeleton.areas.map((area, at) => ({
        ...area,
        answers: answersTo(prompts[at]?.questions ?? []),
        improvementHints: [],
      })),
    };
    writeFileSync(fixture.getPath('scores.json'), JSON.stringify(scores));
    await command(island, 'run', 'tidewatch', '--consume-scores', fixture.getPath('scores.json'));
  }
}

async function gradeByJudge(island: string): Promise<void> {
  const server = await startOpenAiServer((request) => {
    if (!request.body.messages.some(({ content }) => content.includes('{"$schema"'))) {
      return { says: { score: 0.5, reasoning: 'tried out' } };
    }
    const { says } = answerAreaPrompt(request, 1) as {
      says: { answers: { questionId: string; score: unknown }[] };
    };
    const answers = says.answers.map((one) => ({
      ...one,
      score: one.score === 'pass' ? 'pass' : scoreOf(one.questionId),
    }));
    return { says: { ...says, answers } };
  });
  for (const _ of RUNS) {
    await emit(island);
    const out = fixture.getPath('judged.json');
    await command(
      island,
      'evaluate',
      'tidewatch',
      '--judge-model',
      MODEL,
      '--api-base',
      server.apiBase,
      '--out',
      out,
    );
    await command(island, 'run', 'tidewatch', '--consume-scores', out);
  }
  await server.close();
}

const TIMESTAMP = /\d{4}-\d{2}-\d{2}T\d{2}[-:]\d{2}[-:]\d{2}(?:\.\d+)?Z/g;
const withoutTimes = (text: string) => text.replace(TIMESTAMP, 'TIME');

/** What three graders may not share: who they are, how they run, and when. */
const OF_INDEX = ['updatedAt', 'gradedAt'];
const OF_ENTRY = ['gradingId', 'graderIdentity', 'harness', 'evidence', 'timestamp'];
const TIMED = ['ref', 'lockSnapshot'];

function readShared(path: string, leftOut: readonly string[]): unknown {
  return JSON.parse(readFileSync(path, 'utf8'), (key, value: unknown) => {
    if (leftOut.includes(key)) return undefined;
    return TIMED.includes(key) ? JSON.parse(withoutTimes(JSON.stringify(value))) : value;
  });
}

function readGraded(island: string) {
  const folder = `${island}/providers/tidewatch`;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const entries = files
    .filter((file) => /(?:^|\/)_gradings\/[^/]+\.json$/.test(file))
    .map((file) => [withoutTimes(file), readShared(`${folder}/${file}`, OF_ENTRY)]);
  return {
    index: readShared(`${folder}/index.json`, OF_INDEX),
    entries: Object.fromEntries(entries.sort()),
  };
}

it('are graded alike', async () => {
  const ways = { mcp: gradeByMcp, script: gradeByScript, judge: gradeByJudge };
  const graded: ReturnType<typeof readGraded>[] = [];
  for (const [name, grade] of Object.entries(ways)) {
    cpSync(fixture.getPath('imported'), fixture.getPath(name), { recursive: true });
    await grade(fixture.getPath(name));
    graded.push(readGraded(fixture.getPath(name)));
  }
  const [mcp, script, judge] = graded;
  expect(Object.keys(mcp?.entries ?? {})).toHaveLength(12);
  expect(mcp?.index).toMatchObject({ status: 'operational', grade: 'B' });
  expect(script).toEqual(mcp);
  expect(judge).toEqual(mcp);
});
