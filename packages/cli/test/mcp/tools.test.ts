// The tools of the MCP server, called by a client in the same process: the loop, its limits, and what is refused.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Island } from '@flowmcp/grading-core/commands';
import { explainGrades } from '@flowmcp/grading-core/features/explain/run';
import { renderExplanations } from '@flowmcp/grading-core/features/report/logic/explanation-markdown';
import type { Client } from '@modelcontextprotocol/client';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTidewatchApi } from '../../../../fixtures/mock-apis/tidewatch.mjs';
import { ROOT } from '../../../../scripts/source-files.js';
import { MAX_CHARACTERS } from '../../src/mcp/answer.js';
import { mcpCommand } from '../../src/mcp/command.js';
import { TOOLS } from '../../src/mcp/tools.js';
import { runCommand } from '../run-command.js';
import { callTool, openClient, readParts } from './open-client.js';

interface PromptsFile {
  readonly prompts: readonly {
    readonly id: string;
    readonly area: string;
    readonly prompt: string;
    readonly questions: readonly { readonly questionId: string; readonly scoreType: string }[];
  }[];
}

const PROVIDERS = `${ROOT}fixtures/providers`;

let fixture: FsFixture;
let api: Awaited<ReturnType<typeof startTidewatchApi>>;
let client: Client;
beforeAll(async () => {
  fixture = await createFixture({ roots: {}, outside: {}, home: {} });
  symlinkSync(fixture.getPath('outside'), fixture.getPath('roots/way-out'));
  api = await startTidewatchApi();
  client = await open();
  await callTool(client, 'import_sources', { paths: ['tidewatch'] });
  await callTool(client, 'emit_prompts', { target: 'tidewatch' });
});
afterAll(() => Promise.all([client.close(), api.close(), fixture.rm()]));

function open(flags: Parameters<typeof openClient>[0] = {}) {
  return openClient({
    gradingData: fixture.getPath('island'),
    root: [PROVIDERS],
    originMap: { 'https://api.tidewatch.example': api.origin },
    allowHost: ['127.0.0.1'],
    ...flags,
  });
}

const call = (name: string, args: Record<string, unknown> = {}) => callTool(client, name, args);

const taskIdOf = ({ text }: { readonly text: string }) => /^promptId .*, taskId (\S+?),?\s/.exec(text)?.[1];

describe('the tools', () => {
  it('are those that --only knows', () => {
    const help = mcpCommand(() => undefined).helpInformation();
    const [, listed = ''] =
      /only these tools, without resources and skills:([\s\w,]+?)\n\s+--/.exec(help) ?? [];
    expect(listed.split(',').map((name) => name.trim())).toEqual(TOOLS.map(({ name }) => name));
  });

  it('are all a grader has with --only, which are those of the agent file, and nothing else is served', async () => {
    const agent = readFileSync(`${ROOT}skills/evaluate/grader.md`, 'utf8');
    const [, listed = ''] = /^tools: (.*)$/m.exec(agent) ?? [];
    const only = listed.split(', ').map((name) => name.replace('mcp__flowmcp-grading__', ''));
    const grader = await open({ only });
    expect(client.getServerVersion()?.name).toBe('flowmcp-grading');
    expect((await grader.listTools()).tools.map(({ name }) => name)).toEqual(only);
    expect(only).toEqual(['next_prompt', 'submit_answers']);
    expect(grader.getServerCapabilities()).toEqual({ tools: { listChanged: true } });
    expect(grader.getInstructions()).toBeUndefined();
    const { text } = await callTool(grader, 'next_prompt', { target: 'tidewatch' });
    expect(text).toMatch(/^promptId single-test\/stations\.listStations \(1 of 11\), taskId \S+\n/);
    await grader.close();
  });

  it('take no switch of the person who starts the server', async () => {
    for (const name of ['withKeys', 'allowWrites', 'allowHost', 'originMap', 'handlers', 'gradingData']) {
      const { isError, text } = await call('emit_prompts', { target: 'tidewatch', [name]: true });
      expect([isError, text]).toEqual([true, expect.stringContaining(name)]);
    }
    expect(await call('show_state', { target: 'tidewatch' })).toMatchObject({ isError: false });
  });
});

describe('a loop', () => {
  it('knows what comes next', async () => {
    expect((await call('list_targets')).value).toMatchObject({
      targets: [
        { target: 'providers/tidewatch', status: 'pending', grade: null, next: { tool: 'next_prompt' } },
      ],
    });
    expect((await call('plan_grading', { target: 'tidewatch' })).value).toMatchObject({ prompts: 11 });
    expect((await call('emit_prompts', { target: 'tidewatch' })).value).toMatchObject({ promptCount: 11 });
  });

  it('keeps its run open when another one is asked for', async () => {
    const before = taskIdOf(await call('next_prompt', { target: 'tidewatch' }));
    const others = [{ offline: true }, { scope: 'all' }, { target: 'tidewatch/stations' }];
    for (const other of others) {
      const { isError, text } = await call('emit_prompts', { target: 'tidewatch', ...other });
      expect([isError, text]).toEqual([true, expect.stringMatching(`^error SRV-005: run ${before} `)]);
    }
    expect(taskIdOf(await call('next_prompt', { target: 'tidewatch' }))).toBe(before);
  });

  it('shows a prompt with its questions and material, without what is for a driver', async () => {
    const { text } = await call('next_prompt', { target: 'tidewatch', promptId: '2' });
    const headings = text.split('\n').filter((line) => line.startsWith('## '));
    expect(headings).toEqual([
      '## Before you start',
      '## Policies',
      '## Material',
      '## Questions',
      '## Output',
    ]);
    expect(text).toContain('Q-single-test-04');
    expect(text).not.toContain('$schema');
  });

  it('says what is wrong with answers, and keeps the server', async () => {
    const taskId = taskIdOf(await call('next_prompt', { target: 'tidewatch' }));
    const submit = (answers: readonly object[]) =>
      call('submit_answers', { target: 'tidewatch', promptId: '1', taskId, answers });
    const tooBig = await submit([{ questionId: 'Q-single-test-04', score: 9, reasoning: 'x' }]);
    expect([tooBig.isError, tooBig.text]).toEqual([
      true,
      expect.stringContaining('answers.0.score: Too big'),
    ]);
    const incomplete = await submit([{ questionId: 'Q-single-test-04', score: 4, reasoning: 'x' }]);
    expect(incomplete.value).toMatchObject({ accepted: false, answered: 0, total: 11 });
    expect(incomplete.value.problems[0]).toMatchObject({ code: 'SCR-010', place: '/answers' });
    const early = await call('hand_in', { target: 'tidewatch', model: 'some-model' });
    expect([early.isError, early.text]).toEqual([true, expect.stringContaining('SCR-010')]);
  });

  it('takes no answers to a run that another one has replaced', async () => {
    const gradingData = fixture.getPath('replaced');
    const other = await open({ gradingData });
    const target = 'tidewatch';
    await callTool(other, 'import_sources', { paths: [target] });
    await callTool(other, 'emit_prompts', { target });
    const read = await callTool(other, 'next_prompt', { target });
    const surroundings = { cwd: fixture.path, home: fixture.getPath('home') };
    const words = ['--offline', '--on-conflict', 'overwrite', '--grading-data', gradingData];
    await runCommand(['grading', 'emit', target, ...words], surroundings);
    const taskId = taskIdOf(read);
    const answers = [{ questionId: 'Q-single-test-04', score: 4, reasoning: 'x' }];
    const { isError, text } = await callTool(other, 'submit_answers', {
      ...{ target, promptId: '1', taskId, answers },
    });
    expect([isError, text]).toEqual([true, expect.stringMatching(`^error DRF-002: .* run ${taskId};`)]);
    expect(taskIdOf(await callTool(other, 'next_prompt', { target }))).not.toBe(taskId);
    expect(existsSync(`${gradingData}/providers/tidewatch/_evaluations`)).toBe(false);
    await other.close();
  });

  it('reports each test and each file', async () => {
    const told: string[] = [];
    const options = { onprogress: ({ message = '' }) => void told.push(message) };
    const island = fixture.getPath('progress');
    const other = await open({ gradingData: island });
    await callTool(other, 'import_sources', { paths: ['tidewatch'] }, options);
    expect(told.filter((message) => / of 2$/.test(message))).toHaveLength(2);
    await callTool(other, 'emit_prompts', { target: 'tidewatch' }, options);
    expect(told.filter((message) => / of 18$/.test(message))).toHaveLength(18);
    await other.close();
  });

  it('explains and reports as Markdown, in parts that are counted', async () => {
    expect((await call('explain_grade', { target: 'tidewatch' })).text).toContain('**`schemas.stations`');
    expect((await call('report_grades', { target: 'tidewatch' })).text).toMatch(/^### Grades: /);
    const { isError, text } = await call('report_grades', { target: 'tidewatch', part: 2 });
    expect([isError, text]).toEqual([true, expect.stringContaining('SRV-004')]);
  });
});

describe('long texts', () => {
  it('come in parts that leave nothing out: a prompt and an explanation', async () => {
    const root = fixture.getPath('long');
    cpSync(PROVIDERS, root, { recursive: true });
    const lengthen = (file: string, at: string, long: string) => {
      const path = `${root}/tidewatch/${file}`;
      writeFileSync(path, readFileSync(path, 'utf8').replace(at, `${long}\n\n${at}`));
    };
    const inSkill = 'Ask the harbour master. 🌊 '.repeat(800);
    const inAbout = 'The coast is long.\n'.repeat(600);
    lengthen('skills/plan-a-berthing.mjs', '## Limitations', inSkill);
    lengthen('resources/tidewatch-about.md', '## ', inAbout);
    const other = await open({ gradingData: fixture.getPath('of-long'), root: [root] });
    const target = 'tidewatch';
    await callTool(other, 'import_sources', { paths: [target] });
    await callTool(other, 'emit_prompts', { target });
    const partsOf = async (name: string, args = {}) => {
      const read = async (part: number) => (await callTool(other, name, { target, part, ...args })).text;
      const { results, whole } = await readParts(read);
      expect(results.length, name).toBeGreaterThan(1);
      for (const { length } of results) expect(length).toBeLessThanOrEqual(MAX_CHARACTERS);
      return whole;
    };
    const file = fixture.getPath('of-long/providers/tidewatch/prompts.json');
    const { prompts } = JSON.parse(readFileSync(file, 'utf8')) as PromptsFile;
    const { id = '', prompt = '' } = prompts.find(({ area }) => area === 'namespace-skills') ?? {};
    const sections = prompt.split('\n## ').filter((text) => /^(?:Policies|Material|Questions)\n/.test(text));
    expect(sections.join('')).toContain(inSkill.trim());
    const shown = await partsOf('next_prompt', { promptId: id });
    for (const section of sections) expect(shown).toContain(section.trimEnd());

    const taskId = taskIdOf(await callTool(other, 'next_prompt', { target }));
    const reasoning = 'The material shows it. '.repeat(50).trim();
    for (const { id: promptId, questions } of prompts) {
      const answers = questions.map(({ questionId, scoreType }) => {
        return { questionId, score: scoreType === 'boolean' ? 'fail' : 2, reasoning };
      });
      const hints = [{ targetField: 'description', suggestion: reasoning, priority: 'high' }];
      await callTool(other, 'submit_answers', { target, promptId, taskId, answers, hints });
    }
    await callTool(other, 'hand_in', { target, model: 'some-model' });
    const island = new Island(fixture.getPath('of-long'));
    const { results } = await explainGrades({ island, targets: [target] });
    expect(await partsOf('explain_grade')).toBe(renderExplanations(results, { whole: true }));
    await other.close();
  });
});

describe('a path', () => {
  it.each([
    ['outside the roots', () => fixture.getPath('outside'), 'it lies outside'],
    ['up and out', () => '../..', 'it lies outside'],
    ['that does not exist outside', () => '/no/such/place', 'it lies outside'],
    ['that does not exist', () => 'no-such-folder', 'there is no such file or folder'],
    ['of a link that leads out', () => 'way-out', 'it lies outside'],
  ])('%s is refused', async (_, pathOf, reason) => {
    const other = await open({ root: [fixture.getPath('roots')] });
    for (const name of ['validate_sources', 'import_sources']) {
      const { isError, text } = await callTool(other, name, { paths: [pathOf()] });
      expect([isError, text]).toEqual([true, expect.stringMatching(/^error SRV-001: /)]);
      expect(text).toContain(reason);
    }
    await other.close();
  });

  it('is not a target: only what is imported is one, for every tool', async () => {
    const more: Record<string, object> = {
      submit_answers: {
        promptId: '1',
        taskId: 'x',
        answers: [{ questionId: 'Q-1', score: 4, reasoning: 'x' }],
      },
      hand_in: { model: 'some-model' },
    };
    for (const { name, input } of TOOLS) {
      if (!('target' in input.shape)) continue;
      for (const target of [`${PROVIDERS}/tidewatch`, './tidewatch', 'nowhere', '']) {
        const { isError, text } = await call(name, { target, ...more[name] });
        expect([name, isError, text]).toEqual([name, true, expect.stringContaining('TGT-001')]);
        expect(text).toMatch(/list_targets names all there are|Did you mean tidewatch/);
      }
    }
  });

  it('is not reached through the name of a target and a folder of the same name', async () => {
    const before = process.cwd();
    cpSync(`${PROVIDERS}/tidewatch`, fixture.getPath('outside/other'), { recursive: true });
    cpSync(`${PROVIDERS}/tidewatch`, fixture.getPath('tidewatch/inner'), { recursive: true });
    process.chdir(fixture.path);
    try {
      for (const target of ['tidewatch/../outside/other', 'tidewatch/inner']) {
        const { isError, text } = await call('show_state', { target });
        expect([isError, text]).toEqual([true, expect.stringMatching(/^error TGT-001: /)]);
      }
    } finally {
      process.chdir(before);
    }
  });

  it.each([
    ['beside the folder', '_lists'],
    ['in the folder', 'tidewatch/_lists'],
  ])('of shared lists %s is not followed out of the roots', async (_, at) => {
    const root = fixture.getPath(`lists-${at.replace('/', '-')}`);
    cpSync(PROVIDERS, root, { recursive: true, filter: (path) => !path.endsWith('/_lists') });
    rmSync(`${fixture.path}/outside/lists`, { recursive: true, force: true });
    mkdirSync(fixture.getPath('outside/lists'));
    writeFileSync(fixture.getPath('outside/lists/broken.json'), 'no JSON');
    symlinkSync(fixture.getPath('outside/lists'), `${root}/${at}`);
    // The lists beside a provider lie outside if it is a root itself.
    for (const [from, path] of [
      [root, 'tidewatch'],
      [`${root}/tidewatch`, '.'],
    ] as const) {
      const other = await open({ gradingData: `${root}-island`, root: [from] });
      for (const name of ['validate_sources', 'import_sources']) {
        expect((await callTool(other, name, { paths: [path] })).text).not.toContain('LST-101');
      }
      await other.close();
    }
  });

  it.each([
    ['a schema', 'tides.mjs', /SKL005.*lists .*getNextTide.*no tool of tidewatch/s],
    ['a skill', 'skills/plan-a-berthing.mjs', /SRC-008.*a link that leads outside/s],
    ['the About', 'resources/tidewatch-about.md', /ABT-003.*it is a symbolic link/s],
  ])('in a folder is not followed where %s is a link that leads out', async (_, linked, said) => {
    const root = fixture.getPath(`linked-${linked.replace('/', '-')}`);
    const outside = fixture.getPath(`outside/${linked}`);
    cpSync(PROVIDERS, root, { recursive: true });
    cpSync(`${root}/tidewatch/${linked}`, outside);
    rmSync(`${root}/tidewatch/${linked}`);
    symlinkSync(outside, `${root}/tidewatch/${linked}`);
    const other = await open({ gradingData: `${root}-island`, root: [root] });
    for (const name of ['validate_sources', 'import_sources']) {
      expect((await callTool(other, name, { paths: ['tidewatch'] })).text).toMatch(said);
    }
    await other.close();
  });
});

describe('a cancelled emit', () => {
  it('stops before its next test, leaves the island whole, and can be repeated', async () => {
    const talk = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const island = fixture.getPath('cancelled');
    const aborting = new AbortController();
    let answered = 0;
    const slow = createServer((_, response) => {
      answered += 1;
      aborting.abort('enough');
      response.setHeader('content-type', 'application/json').end('{"stations":[1]}');
    });
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    const { port } = slow.address() as AddressInfo;
    const other = await open({
      gradingData: island,
      originMap: { 'https://api.tidewatch.example': `http://127.0.0.1:${port}` },
    });
    await callTool(other, 'import_sources', { paths: ['tidewatch'] });
    const running = callTool(other, 'emit_prompts', { target: 'tidewatch' }, { signal: aborting.signal });
    await expect(running).rejects.toThrow();
    // The next call waits for the lock of the cancelled one.
    const again = await callTool(other, 'emit_prompts', { target: 'tidewatch', offline: true });
    expect(again.isError).toBe(false);
    expect(answered).toBeLessThan(18);
    expect(talk.mock.calls.join('')).toMatch(
      /^error SRV-003: the call was cancelled: emit_prompts stopped before it was done$/m,
    );
    const surroundings = { cwd: fixture.path, home: fixture.getPath('home') };
    vi.restoreAllMocks();
    const verify = await runCommand(
      ['grading', 'verify', 'tidewatch', '--grading-data', island],
      surroundings,
    );
    expect([verify.code, verify.stderr]).toEqual([0, '']);
    await other.close();
    slow.close();
  });
});
