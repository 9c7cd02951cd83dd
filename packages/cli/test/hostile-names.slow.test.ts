// Whatever names strangers choose, no line of any command can pass for one of ours, or for an order to a
// terminal or a CI service.
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GRADING_FORMATS } from '../../core/src/features/report/logic/render.js';
import { schemaText, toolAt } from '../../core/test/journeys/provider-sources.js';
import { fillScores } from './fill-scores.js';
import { hostileTexts, treacherousLines } from './hostile-text.js';
import { type CommandResult, runCommand } from './run-command.js';

const NAMES = hostileTexts(2_000);
/**
 * Most tools of a schema; each has a hostile name of its own and one for its tests. The first schema is
 * graded.
 */
const TOOLS = 8;

let api: Server;
let fixture: FsFixture;
const results: [line: string, result: CommandResult][] = [];

const toolsOf = (names: readonly string[]) =>
  Object.fromEntries(
    names.slice(0, TOOLS).map((name, at) => {
      const other = names[TOOLS + at];
      const tests = ['one', 'two', 'three'].map((q) => ({ _description: `${other} ${q}`, q }));
      return [name, toolAt('/ok', { description: `Lists items. ${other}`, tests })];
    }),
  );
const moduleOf = (name: string, names: readonly string[]) =>
  schemaText({ namespace: 'demo', name, tags: names.slice(0, 3), tools: toolsOf(names) });

async function run(...words: string[]): Promise<CommandResult> {
  const result = await runCommand(words, { cwd: fixture.path, home: fixture.getPath('home') });
  results.push([words.join(' '), result]);
  return result;
}

beforeAll(async () => {
  api = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"name":"an item"}');
  });
  await new Promise<void>((done) => api.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  const schemas = Array.from({ length: NAMES.length / (2 * TOOLS) }, (_, at) =>
    at === 0 ? 'graded' : `more-${at}`,
  );
  const files = schemas.map((name, at) => [
    `${name}.mjs`,
    moduleOf(name, NAMES.slice(at * 2 * TOOLS, (at + 1) * 2 * TOOLS)),
  ]);
  fixture = await createFixture({ home: { '.flowmcp': {} }, demo: Object.fromEntries(files) });
  const island = (path: string) => fixture.getPath(`home/.flowmcp/grading/providers/demo/${path}`);
  const mapped = ['--origin-map', `https://api.example.org=${origin}`, '--allow-host', '127.0.0.1'];
  await run('validate', 'demo');
  await run('grading', 'import', 'demo');
  await run('grading', 'import', 'demo', '--dry-run');
  await run('grading', 'plan', 'demo/graded');
  await run('grading', 'run', 'demo/graded', '--emit-prompts', ...mapped);
  await run('grading', 'state', 'demo');
  fillScores(island('prompts.json'), fixture.getPath('scores.json'), 4, { withHints: true });
  const scores = JSON.parse(readFileSync(fixture.getPath('scores.json'), 'utf8'));
  for (const [at, area] of scores.areas.entries()) {
    for (const answer of area.answers) answer.reasoning = `read: ${NAMES[at % NAMES.length]}`;
    for (const hint of area.improvementHints) hint.suggestion = NAMES[at % NAMES.length];
    if (at % 9 === 1)
      area.veto = { triggeredBy: 'illegal-content', evidence: NAMES[at], reasoning: NAMES[at] };
  }
  scores.harness.name = NAMES[7];
  writeFileSync(fixture.getPath('scores.json'), JSON.stringify(scores));
  await run('grading', 'run', 'demo', '--consume-scores', 'scores.json');
  await run('grading', 'rebuild', 'demo');
  for (const more of [[], ['--json']]) {
    await run('validate', 'demo', ...more);
    await run('grading', 'state', 'demo', ...more);
    await run('grading', 'state', '--all', ...more);
    // A plan covers every prompt: its text counts them, its JSON names each.
    await run('grading', 'plan', more.length > 0 ? 'demo' : 'demo/graded', ...more);
    await run('grading', 'explain', 'demo', ...more);
    await run('grading', 'history', 'demo', ...more);
    await run('grading', 'gate', 'demo', '--min-grade', 'B', ...more);
    await run('grading', 'verify', 'demo', ...more);
    await run('grading', 'export', 'demo', '--allow-rejected', '--export-dir', 'out', ...more);
    await run('lint', 'demo/graded.mjs', ...more);
    await run('grade', 'demo/graded.mjs', '--emit-prompts', '--workdir', 'work', ...more);
  }
  await run('grading', 'explain', 'demo', '--format', 'md');
  for (const format of GRADING_FORMATS) {
    await run('grading', 'report', 'demo', '--format', format, '--sources', 'demo');
  }
  for (const format of ['md', 'html', 'junit', 'sarif', 'json']) {
    await run('lint', 'demo/graded.mjs', '--format', format);
  }
}, 300_000);
afterAll(async () => {
  api.close();
  await fixture.rm();
});

describe('2,000 hostile names', () => {
  it('pass the gates', () => {
    expect(NAMES).toHaveLength(2_000);
    expect(results.filter(([, { code }]) => code === 2).map(([line, { stderr }]) => [line, stderr])).toEqual(
      [],
    );
    const [, state] = results.find(([line]) => line === 'grading state demo --json') ?? [];
    const known = Object.keys(JSON.parse(state?.stdout ?? '{}').results[0].nodes ?? {});
    expect(known.length).toBeGreaterThan(1_000);
  });

  it('leave no line that could pass for another', () => {
    const found = results.flatMap(([line, { stdout, stderr }]) =>
      treacherousLines(`${stdout}\n${stderr}`, { consumes: line.includes('--consume-scores') }).map(
        (found) => `${line}: ${found}`,
      ),
    );
    expect(found.slice(0, 20)).toEqual([]);
  });

  it("appear in a grading loop's lines as often as there are prompts", () => {
    const [, consumed] = results.find(([line]) => line.includes('--consume-scores')) ?? [];
    const lines = (consumed?.stderr ?? '').split('\n').filter((line) => line.startsWith('[GRADING] '));
    expect(lines.filter((line) => line === '[GRADING] DONE')).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith('[GRADING] PROGRESS '))).toHaveLength(1);
  });
});
