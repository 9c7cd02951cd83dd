// The skills that drive a grading accept a selection, and grade its areas in the order they state.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LYRE_ORIGINS, startLyrePortsApi } from '../../../fixtures/mock-apis/lyre-port-calls.mjs';
import { AREAS } from '../../core/src/spec/vocabulary.js';
import { runCommand } from './run-command.js';

const here = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const STEPS = ['start-grade', 'evaluate', 'apply-improvement'];
const AREAS_OF_SELECTION = AREAS.slice(6);
const TARGET = 'selections/lyre-port-calls';
const WHO = ['--harness', 'claude-code', '--harness-version', '2.1.0', '--model', 'some-model'];

/** Each prompt has its line before. */
const ALL_DONE = /\[GRADING\] area=.*\n\[GRADING\] PROGRESS (\d+)\/\1\n\[GRADING\] DONE\n/;

const skillOf = (step: string) => readFileSync(here(`skills/${step}/SKILL.md`), 'utf8');

describe('the skills', () => {
  it.each(STEPS)('%s names the five areas of a selection, in their order', (step) => {
    const named = [...skillOf(step).matchAll(/`((?:about-selection|selection-)[\w-]*)`/g)].map(
      ([, id]) => id,
    );
    expect([...new Set(named)]).toEqual(AREAS_OF_SELECTION);
  });

  it('start-grade accepts a selection as its target, members first', () => {
    const text = skillOf('start-grade');
    expect(/^description: (.*)$/m.exec(text)?.[1]).toMatch(/\ba selection\b/);
    expect(text).toContain('flowmcp grading emit selections/<selection> --chain <flags>');
  });

  it('apply-improvement leaves frozen content alone', () => {
    expect(skillOf('apply-improvement')).toMatch(
      /frozen members, their hashes and their statuses are nobody's to write/,
    );
  });
});

describe('the loop of a selection', () => {
  let fixture: FsFixture;
  let api: Awaited<ReturnType<typeof startLyrePortsApi>>;
  beforeAll(async () => {
    fixture = await createFixture({ home: {}, work: {} });
    api = await startLyrePortsApi();
  });
  afterAll(async () => {
    await api.close();
    await fixture.rm();
  });

  it('grades the members, then the areas in the runs that start-grade lists', async () => {
    await command(['grading', 'import', here('fixtures/providers-group'), here('fixtures/selections')]);
    const members = await emit();
    const waiting = members.filter(({ promptCount }) => promptCount > 0);
    expect(waiting.map(({ target }) => target).filter((target) => target === TARGET)).toEqual([]);
    expect(waiting).toHaveLength(7);
    for (const { target, promptsPath } of waiting)
      expect(await handIn(target, promptsPath)).toMatch(ALL_DONE);
    const runs: string[][] = [];
    for (;;) {
      const [selection] = await emit();
      if (!selection?.promptsPath) break;
      expect(selection.target).toBe(TARGET);
      runs.push([...new Set(promptsOf(selection.promptsPath).prompts.map(({ area }) => area))]);
      expect(await handIn(TARGET, selection.promptsPath)).toMatch(ALL_DONE);
    }
    expect(runs).toEqual(listedRuns());
    const { stdout } = await command(['grading', 'state', TARGET]);
    expect(stdout).toContain(`${TARGET}: operational A`);
  });

  /** The table of start-grade, one run per row. */
  function listedRuns(): string[][] {
    const rows = [...skillOf('start-grade').matchAll(/^\| (\d) \| (.*) \|$/gm)];
    expect(rows.map(([, number]) => number)).toEqual(['1', '2', '3', '4']);
    return rows.map(([, , areas = '']) => areas.match(/[a-z]+-[\w-]+/g) ?? []);
  }

  async function command(words: readonly string[]) {
    const result = await runCommand(words, { cwd: fixture.path, home: fixture.getPath('home') });
    expect([words.join(' '), result.code, result.stderr]).toEqual([words.join(' '), 0, expect.anything()]);
    return result;
  }

  async function emit(): Promise<{ target: string; promptCount: number; promptsPath: string | null }[]> {
    const origins = LYRE_ORIGINS.flatMap((origin) => ['--origin-map', `${origin}=${api.origin}`]);
    const words = [
      'grading',
      'run',
      TARGET,
      '--emit-prompts',
      '--chain',
      ...origins,
      '--allow-host',
      '127.0.0.1',
    ];
    return JSON.parse((await command([...words, '--json'])).stdout).results;
  }

  /** Does what the skill `evaluate` describes, with a grader that gives good scores for everything. */
  async function handIn(target: string, promptsPath: string | null): Promise<string> {
    const { taskId, prompts } = promptsOf(promptsPath);
    const folder = fixture.getPath('work', taskId);
    mkdirSync(folder, { recursive: true });
    for (const [at, { area, subject, schemaHash, persona, questions }] of prompts.entries()) {
      const answers = questions.map(({ questionId, scoreType }) => ({
        questionId,
        score: scoreType === 'boolean' ? 'pass' : 5,
        reasoning: `about ${questionId}`,
      }));
      const answer = { area, subject, schemaHash, persona, answers, improvementHints: [] };
      writeFileSync(join(folder, `${at}.answer.json`), JSON.stringify(answer));
    }
    const script = here('skills/evaluate/scripts/fill-scores.mjs');
    const words = [script, pathOf(promptsPath), fixture.getPath('work'), ...WHO];
    const filled = spawnSync(process.execPath, words, { encoding: 'utf8' });
    expect(filled.stderr).toBe('');
    const consume = ['grading', 'run', target, '--consume-scores', filled.stdout.trim()];
    return (await command(consume)).stderr;
  }

  function promptsOf(promptsPath: string | null) {
    return JSON.parse(readFileSync(pathOf(promptsPath), 'utf8')) as {
      readonly taskId: string;
      readonly prompts: readonly {
        readonly area: string;
        readonly subject: string;
        readonly schemaHash: string;
        readonly persona: unknown;
        readonly questions: readonly { readonly questionId: string; readonly scoreType: string }[];
      }[];
    };
  }

  function pathOf(promptsPath: string | null): string {
    return fixture.getPath('home', '.flowmcp/grading', promptsPath ?? '');
  }
});
