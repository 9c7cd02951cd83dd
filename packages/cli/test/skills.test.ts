// The skills that drive a grading, and the scripts they include.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTidewatchApi } from '../../../fixtures/mock-apis/tidewatch.mjs';
import { runCommand } from './run-command.js';

const SKILLS = fileURLToPath(new URL('../../../skills', import.meta.url));
const TIDEWATCH = fileURLToPath(new URL('../../../fixtures/providers/tidewatch', import.meta.url));
const WHO = ['--harness', 'claude-code', '--harness-version', '2.1.0', '--model', 'some-model'];

const TASK = 'tidewatch--2026-01-01T00-00-00Z--0123abcd';
const ask = (subject: string) => ({
  id: `single-test/${subject}`,
  area: 'single-test',
  subject,
  schemaHash: '0123abcd',
  prompt: `# Grading: ${subject}\n`,
  questions: [
    { questionId: 'Q-1', scoreType: 'scale-1-5' },
    { questionId: 'Q-2', scoreType: 'boolean' },
  ],
});
const A = ask('a');
const B = ask('b');
type Prompt = typeof A;

const fileOf = (taskId = TASK) => ({
  taskId,
  prompts: [A, B],
  payloadSkeleton: {
    scoringProtocol: 'v1',
    taskId,
    areas: [A, B].map(({ area, subject, schemaHash }) => ({ area, subject, schemaHash, persona: null })),
  },
});

const answerTo = ({ area, subject, schemaHash }: Prompt, score = 1) => ({
  area,
  subject,
  schemaHash,
  answers: [
    { questionId: 'Q-1', score, reasoning: 'as written' },
    { questionId: 'Q-2', score: 'pass', reasoning: 'as written' },
  ],
  improvementHints: [],
});

let fixture: FsFixture;
let prompts: string;
let work: string;
beforeEach(async () => {
  fixture = await createFixture({ home: {}, 'prompts.json': JSON.stringify(fileOf()) });
  prompts = fixture.getPath('prompts.json');
  work = fixture.getPath('work');
});
afterEach(() => fixture.rm());

describe('a skill', () => {
  it.each(readdirSync(SKILLS))('%s states its name and when to use it', (name) => {
    const [, matter = ''] = /^---\n([\s\S]*?)\n---\n/.exec(read(join(SKILLS, name, 'SKILL.md'))) ?? [];
    expect(/^name: (.*)$/m.exec(matter)?.[1]).toBe(name);
    const description = /^description: (.*)$/m.exec(matter)?.[1] ?? '';
    expect(description).toMatch(/\bUse \w+/);
    expect(description.length).toBeLessThanOrEqual(1024);
  });
});

describe('next-prompt.mjs', () => {
  it('gives out the same prompt until it is answered, then the next, then none', () => {
    const first = nextPrompt();
    expect(first).toMatchObject({ answered: 0, of: 2, refused: [], next: { id: 'single-test/a' } });
    expect(nextPrompt()).toEqual(first);
    expect(read(first.next?.promptFile ?? '')).toBe('# Grading: a\n');
    answer(first, JSON.stringify(answerTo(A)));
    const second = nextPrompt();
    expect(second).toMatchObject({ answered: 1, next: { id: 'single-test/b' } });
    answer(second, JSON.stringify(answerTo(B, 5)));
    expect(nextPrompt()).toMatchObject({ answered: 2, refused: [], givenUp: [], next: null });
  });

  const good = answerTo(A);
  const [one, two] = good.answers;
  it.each([
    ['no JSON', 'Sure! Here it is', 'it is not one JSON object'],
    ['null', null, 'it is not one JSON object'],
    ['a list', [good], 'it is not one JSON object'],
    ['another subject', { ...good, subject: 'b' }, 'subject is not a'],
    ['another hash', { ...good, schemaHash: 'ffffffff' }, 'schemaHash is not 0123abcd'],
    ['no answers', { ...good, answers: 'many' }, '2 answers were expected, found 0'],
    ['too few', { ...good, answers: [one] }, '2 answers were expected, found 1'],
    ['another order', { ...good, answers: [two, one] }, 'answer 1 is not about Q-1'],
    ['null for an answer', { ...good, answers: [null, two] }, 'answer 1 is not about Q-1'],
    ['no reasoning', changed({ reasoning: ' ' }), 'Q-1: the reasoning is missing'],
    ['a score too low', changed({ score: 0.99 }), 'Q-1: a number from 1 to 5 was expected'],
    ['a score too high', changed({ score: 5.01 }), 'Q-1: a number from 1 to 5 was expected'],
    ['a score as text', changed({ score: '4' }), 'Q-1: a number from 1 to 5 was expected'],
    ['stale', changed({ score: 'stale' }), 'Q-1: a number from 1 to 5 was expected'],
    ['n/a without reason', changed({ score: 'n/a' }), 'Q-1: n/a has no naReason'],
    ['a reason without n/a', changed({ naReason: 'x' }), 'Q-1: only n/a has a naReason'],
    [
      'a number for pass',
      { ...good, answers: [one, { ...two, score: 5 }] },
      'Q-2: pass or fail was expected',
    ],
  ])('sets an unusable answer aside: %s', async (_, given, fault) => {
    const text = typeof given === 'string' ? given : JSON.stringify(given);
    await fixture.mkdir(`work/${TASK}`);
    await fixture.writeFile(`work/${TASK}/0.answer.json`, text);
    expect(nextPrompt()).toMatchObject({
      answered: 0,
      refused: [{ id: 'single-test/a', fault }],
      next: { id: 'single-test/a' },
    });
  });

  function changed(change: object) {
    return { ...good, answers: [{ ...one, ...change }, two] };
  }

  it('gives up on a prompt after three answers, and continues with the others', () => {
    for (const last of [false, false, true]) {
      answer(nextPrompt(), 'no');
      const found = nextPrompt();
      expect(found.next?.id).toBe(last ? 'single-test/b' : 'single-test/a');
      expect(found.givenUp).toEqual(last ? ['single-test/a'] : []);
    }
  });

  it('accepts no task id that leads to another folder', async () => {
    await fixture.writeFile('prompts.json', JSON.stringify(fileOf('../../elsewhere')));
    expect(run('next-prompt.mjs', [prompts, work]).status).toBe(1);
    expect(existsSync(work)).toBe(false);
  });
});

describe('fill-scores.mjs', () => {
  it('writes nothing while an answer is missing, unless that is allowed', () => {
    answer(nextPrompt(), JSON.stringify(answerTo(A)));
    const refused = run('fill-scores.mjs', [prompts, work, ...WHO]);
    expect(refused).toMatchObject({ status: 1, stdout: '', stderr: 'missing  single-test/b\n' });
    const part = run('fill-scores.mjs', [prompts, work, ...WHO, '--allow-missing']);
    expect(JSON.parse(read(part.stdout.trim())).areas).toHaveLength(1);
  });

  it('requires the name of the grader', () => {
    expect(run('fill-scores.mjs', [prompts, work]).status).toBe(2);
    expect(run('fill-scores.mjs', [prompts, work, ...WHO.slice(0, 4)]).status).toBe(2);
  });

  it('makes a hand-in that the command accepts, the same one each time', async () => {
    const surroundings = { cwd: fixture.path, home: fixture.getPath('home') };
    const api = await startTidewatchApi();
    await runCommand(['grading', 'import', TIDEWATCH], surroundings);
    const origin = `https://api.tidewatch.example=${api.origin}`;
    const emit = ['--emit-prompts', '--origin-map', origin, '--allow-host', '127.0.0.1'];
    await runCommand(['grading', 'run', 'tidewatch', ...emit], surroundings);
    await api.close();
    prompts = fixture.getPath('home', '.flowmcp/grading/providers/tidewatch/prompts.json');
    const asked = JSON.parse(read(prompts)) as {
      prompts: Prompt[];
      payloadSkeleton: { areas: { persona: unknown }[] };
    };
    for (const [at, prompt] of asked.prompts.entries()) {
      const { area, subject, schemaHash, questions } = prompt;
      const answers = questions.map(({ questionId, scoreType }) => ({
        questionId,
        score: scoreType === 'boolean' ? 'pass' : 4,
        reasoning: `about ${questionId}`,
      }));
      const { persona } = asked.payloadSkeleton.areas[at] ?? {};
      const whole = { area, subject, schemaHash, persona, answers, improvementHints: [] };
      const found = nextPrompt();
      expect(found.next?.id).toBe(prompt.id);
      answer(found, JSON.stringify(whole));
    }
    const filled = run('fill-scores.mjs', [prompts, work, ...WHO]);
    const scores = filled.stdout.trim();
    const bytes = read(scores);
    const consume = ['grading', 'run', 'tidewatch', '--consume-scores', scores];
    const first = await runCommand(consume, surroundings);
    expect(first.code).toBe(0);
    expect(first.stderr).toContain(`[GRADING] PROGRESS ${asked.prompts.length}/${asked.prompts.length}\n`);
    expect(first.stderr).toContain('[GRADING] DONE\n');
    run('fill-scores.mjs', [prompts, work, ...WHO]);
    expect(read(scores)).toBe(bytes);
    const again = await runCommand(consume, surroundings);
    expect(again).toMatchObject({ code: 0, stderr: '' });
  });
});

interface Next {
  readonly answered: number;
  readonly refused: readonly unknown[];
  readonly givenUp: readonly string[];
  readonly next: { readonly id: string; readonly promptFile: string; readonly answerFile: string } | null;
}

function nextPrompt(): Next {
  return JSON.parse(run('next-prompt.mjs', [prompts, work]).stdout) as Next;
}

function answer({ next }: Next, text: string): void {
  writeFileSync(next?.answerFile ?? '', text);
}

function run(script: string, args: readonly string[]) {
  return spawnSync(process.execPath, [join(SKILLS, 'evaluate/scripts', script), ...args], {
    encoding: 'utf8',
  });
}

function read(file: string): string {
  return readFileSync(file, 'utf8');
}
