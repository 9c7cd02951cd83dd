// Trials in an island: a file for each target, what state, explain, report, gate and verify make of them, and that no grade changes.
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { explainGrades } from '../../../src/features/explain/run.js';
import { gateGrades } from '../../../src/features/gate/run.js';
import { reportGrades } from '../../../src/features/report/run.js';
import { readState } from '../../../src/features/state/run.js';
import { replayTrial } from '../../../src/features/trial/result.js';
import { runTrial, type TrialOptions } from '../../../src/features/trial/run.js';
import { verifyTargets } from '../../../src/features/verify/run.js';
import type { Problem } from '../../../src/problems/problem.js';
import { footerOf } from '../../../src/trials/logic/trial-lines.js';
import { type ModelReply, type OpenAiServer, startOpenAiServer } from '../../evaluators/openai-server.js';
import { schemaText, toolAt } from '../../journeys/provider-sources.js';
import { importAll, openQuarry } from '../../journeys/selection-sources.js';
import { openWorkplace, type Workplace } from '../../journeys/workplace.js';

let place: Workplace & AsyncDisposable;
let model: OpenAiServer;
let answer: (task: string) => ModelReply;

const TOOLS = ['getApples', 'getPears', 'getPlums', 'getNuts', 'getFigs', 'getDates'];
const PLACES = ['Rome', 'Oslo', 'Kyiv'];

/** Six tools with three tests each. */
function source(namespace: string, description = 'Prices'): string {
  const tools = TOOLS.map((name) => {
    const tests = PLACES.map((q) => ({ _description: `${name} of ${namespace} in ${q}`, q }));
    return [name, toolAt('/ok', { description: `${description} of ${name}, by city.`, tests })] as const;
  });
  return schemaText({ namespace, name: 'Shop', tools: Object.fromEntries(tools) });
}

beforeEach(async () => {
  process.env.FLOWMCP_JUDGE_API_KEY = 'key-of-a-server-0123456789';
  model = await startOpenAiServer(({ body }) => answer(body.messages.at(-1)?.content ?? ''));
  place = await openWorkplace({ fruit: { 'shop.mjs': source('fruit') }, veg: { 'shop.mjs': source('veg') } });
  await place.import('fruit');
  await place.import('veg');
  place.wait();
  answer = right;
});
afterEach(async () => {
  delete process.env.FLOWMCP_JUDGE_API_KEY;
  await model.close();
  await place[Symbol.asyncDispose]();
});

const call = (name: string, q: string): ModelReply => ({ calls: [{ name, arguments: { q } }] });
const right = (task: string) => call(task.split(' ')[0] ?? '', task.split(' ').at(-1) ?? '');
/** Takes one tool for another, in every city. */
const confused = (task: string) =>
  task.startsWith('getPears') ? call('getApples', task.split(' ').at(-1) ?? '') : right(task);

const ask = (targets: readonly string[], more: Partial<TrialOptions> = {}) =>
  runTrial({
    openIsland: () => place.island(),
    ...{ targets, model: 'local/small', apiBase: model.apiBase, samples: 1, now: () => place.now },
    ...more,
  });
const trialsOf = (target: string) => {
  const folder = join(place.root, 'trials', target);
  return readdirSync(folder).map((name) => join(folder, name));
};
const named = (target: string) => ({ island: place.island(), targets: [target], now: () => place.now });
const gate = async (more: Partial<Parameters<typeof gateGrades>[0]> = {}) => {
  const { results, errors } = await gateGrades({ ...named('fruit'), minCoverage: 0, ...more });
  const about = (found: readonly Problem[]) =>
    found.map(({ code }) => code).filter((code) => /^(?:TRI|GATE)/.test(code));
  return { errors: about(errors), warnings: about(results.flatMap(({ warnings }) => warnings)) };
};

it('keeps one file for each target, under one budget, and asks only for what is missing', async () => {
  const before = [...place.tree()];
  const stopped = await ask(['fruit', 'providers/veg'], { maxCalls: 25 });
  expect(stopped.results.map(({ target, calls }) => [target, calls])).toEqual([
    ['providers/fruit', 18],
    ['providers/veg', 7],
  ]);
  expect(stopped.errors).toMatchObject([{ code: 'TRI-007', where: { file: 'providers/veg' } }]);
  const all = await ask([], { all: true, maxCalls: 36 });
  expect([all.status, model.requests.length]).toEqual([true, 36]);
  for (const target of ['providers/fruit', 'providers/veg']) {
    const [file = '', ...others] = trialsOf(target);
    expect(others).toEqual([]);
    expect(file).toMatch(/\/2026-03-01T10-01-00Z--[0-9a-f]{8}\.jsonl$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(18 + 3);
  }
  // Neither a grade nor a status nor an index knows of it.
  expect([...place.tree()].filter(([path]) => !path.startsWith('trials/'))).toEqual(before);
});

it.each<[string, readonly string[], string]>([
  ['an unknown name', ['friut'], 'TGT-001'],
  ['a part of a namespace', ['fruit/shop'], 'TRI-017'],
  ['a path', ['./none'], 'IMP-001'],
])('%s is refused before anybody is asked', async (_, targets, code) => {
  expect(await ask(targets)).toMatchObject({ status: false, results: [], errors: [{ code }] });
  expect(model.requests).toEqual([]);
});

it('a refused key ends the asking of all targets', async () => {
  answer = () => ({ status: 401, body: '{}' });
  const { errors } = await ask(['fruit', 'veg']);
  expect(errors.map(({ code, args }) => [code, args?.targets])).toContainEqual(['TRI-018', 'providers/veg']);
});

it('stands beside the grade: current until a word of a tool changes, by model, with what failed', async () => {
  answer = confused;
  await ask(['fruit'], { model: 'local/one' });
  answer = right;
  await ask(['fruit'], { model: 'local/two' });
  const shown = async () =>
    (await readState(named('fruit'))).results.flatMap(({ trials = [] }) =>
      trials.map(({ model: who, current, success }) => [who, current, success.rate]),
    );
  expect((await shown()).sort()).toEqual([
    ['local/one', true, 0.833333],
    ['local/two', true, 1],
  ]);
  expect((await readState(named('veg'))).results[0]).not.toHaveProperty('trials');
  const explained = async (target: string) =>
    (await explainGrades(named(target))).results[0]?.trials?.find(({ model: who }) => who === 'local/one');
  expect((await explained('fruit'))?.failed.map(({ id, takers }) => [id, takers])).toEqual(
    [1, 2, 3].map((n) => [`fruit.shop.getPears#${n}`, [{ tool: 'getApples', count: 1 }]]),
  );
  expect((await explained('fruit/tool/getApples'))?.failed).toEqual([]);
  const parts: string[] = [];
  await reportGrades({
    ...named('fruit'),
    ...{ format: 'json', folders: { root: place.root, home: '' } },
    write: (part) => void parts.push(part),
  });
  const [target] = JSON.parse(parts.join('')).targets;
  expect(target.trials).toHaveLength(2);
  const node = target.nodes.find((one: { node: string }) => one.node === 'schemas.shop.tools.getApples');
  expect(node.trials).toContainEqual(expect.objectContaining({ model: 'local/one', success: 1, takes: 3 }));
  await place.write('fruit/shop.mjs', source('fruit', 'Costs'));
  await place.import('fruit');
  expect((await shown()).map(([, current]) => current)).toEqual([false, false]);
});

it('of a selection offers the tools of its members under the names of FlowMCP', async () => {
  await using quarry = await openQuarry();
  await importAll(quarry);
  const tools = ['get_items_amber', 'get_items_basalt'];
  const lines = tools.map((tool, at) =>
    JSON.stringify({ id: tool, task: `Items ${at}`, tool, arguments: {} }),
  );
  await quarry.write('tasks.jsonl', lines.join('\n'));
  answer = () => call('get_items_amber', 'x');
  const found = await ask(['stones'], {
    openIsland: () => quarry.island(),
    tasks: quarry.path('tasks.jsonl'),
  });
  const [report] = found.results;
  expect(report).toMatchObject({ target: 'selections/stones', success: { rate: 0.5, n: 2 } });
  expect(report?.confusion).toEqual([{ wanted: tools[1], chosen: tools[0], count: 1 }]);
  expect(quarry.island().listFiles('trials/selections/stones')).toHaveLength(1);
  const { results } = await readState({ island: quarry.island(), targets: ['stones'] });
  expect(results[0]?.trials).toMatchObject([{ current: true, success: report?.success }]);
});

it('is held against a bar and a baseline by the gate', async () => {
  const minSuccess = 0.8;
  expect(await gate({ minSuccess })).toEqual({ errors: ['GATE-031'], warnings: [] });
  await ask(['fruit'], { maxCalls: 3 });
  expect(await gate({ minSuccess })).toEqual({ errors: ['TRI-011'], warnings: [] });
  await ask(['fruit']);
  expect(await gate({ minSuccess })).toEqual({ errors: [], warnings: [] });
  expect(await gate({ minSuccess: 0.9 })).toEqual({ errors: [], warnings: ['TRI-021'] });
  expect(await gate({ minSuccess: 0.9, strict: true })).toEqual({ errors: ['TRI-021'], warnings: [] });
  const baseline = place.path('baseline.json');
  expect(await gate({ baseline, updateBaseline: true })).toEqual({ errors: [], warnings: [] });
  expect(Object.values(JSON.parse(readFileSync(baseline, 'utf8')).trials[0].successes)).toEqual(
    Array(18).fill(1),
  );
  // Two of six tools fail, and then the tools have changed.
  answer = (task) => (/Pears|Plums/.test(task) ? call('getApples', 'Rome') : right(task));
  place.wait();
  await ask(['fruit']);
  expect(await gate({ baseline })).toEqual({ errors: ['TRI-022'], warnings: [] });
  expect(await gate({ minSuccess: 0.95 })).toEqual({ errors: ['TRI-020'], warnings: [] });
  place.wait();
  await ask(['fruit'], { samples: 2 });
  expect(await gate({ baseline })).toEqual({ errors: ['GATE-032'], warnings: [] });
  await place.write('fruit/shop.mjs', source('fruit', 'Costs'));
  await place.import('fruit');
  expect(await gate({ baseline })).toEqual({ errors: ['GATE-031'], warnings: [] });
});

it('fails at the gate where a damaged or renamed trial may be the newest', async () => {
  const minSuccess = 0.5;
  await ask(['fruit']);
  place.wait();
  await ask(['fruit'], { samples: 2 });
  const [older = '', newer = ''] = trialsOf('providers/fruit').sort();
  const [before, after] = [older, newer].map((file) => readFileSync(file, 'utf8'));
  writeFileSync(newer, `${after}{`);
  expect(await gate({ minSuccess })).toEqual({ errors: ['TRI-009'], warnings: [] });
  writeFileSync(newer, before ?? '');
  expect(await gate({ minSuccess })).toEqual({ errors: ['TRI-009'], warnings: [] });
  writeFileSync(newer, after ?? '');
  writeFileSync(older, '');
  expect(await gate({ minSuccess })).toEqual({ errors: [], warnings: ['TRI-009'] });
  writeFileSync(older, before ?? '');
});

const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n').slice(0, -1);
/** Writes lines with a last line that fits them. */
function seal(file: string, lines: readonly string[]): void {
  const above = lines.map((line) => `${line}\n`).join('');
  writeFileSync(file, above + footerOf(above, lines.length - 1));
}

it.each([
  ['of another target', '"target":"providers/fruit"', '"target":"providers/veg"'],
  ['whose plan is not that of its own first line', 'in Rome', 'in Roma'],
])('a trial %s does not count', async (_, was, is) => {
  await ask(['fruit']);
  const [file = ''] = trialsOf('providers/fruit');
  seal(
    file,
    linesOf(file)
      .slice(0, -1)
      .map((line) => line.replace(was, is)),
  );
  expect(await gate({ minSuccess: 0.5 })).toEqual({ errors: ['GATE-031'], warnings: ['TRI-009'] });
  const { errors } = await verifyTargets({ ...named(''), targets: [], all: true });
  expect(errors.map(({ code }) => code)).toEqual(['VFY-134']);
  rmSync(file);
});

it.each<[string, string, readonly string[], readonly string[], (file: string) => string]>([
  [
    'is named ahead of the clock',
    'VFY-014',
    ['GATE-031'],
    [],
    (file) => {
      const later = file.replace(/2026-[^/]*Z/, '2036-03-01T10-00-00Z');
      renameSync(file, later);
      return later;
    },
  ],
  [
    'began after the time in its name',
    'VFY-134',
    ['GATE-031'],
    ['TRI-009'],
    (file) => {
      const edit = (line: string) => line.replace('"startedAt":"2026-', '"startedAt":"2036-');
      seal(file, linesOf(file).slice(0, -1).map(edit));
      return file;
    },
  ],
])('a trial that %s does not count, and verify names it', async (_, code, errors, warnings, edit) => {
  await ask(['fruit']);
  const file = edit(trialsOf('providers/fruit')[0] ?? '');
  expect(await gate({ minSuccess: 0.5 })).toEqual({ errors, warnings });
  const found = await verifyTargets({ ...named(''), targets: [], all: true });
  expect(found.errors.map((one) => [one.code, one.where?.file])).toEqual([
    [code, relative(place.root, file)],
  ]);
});

it('a damaged file does not stop the trials of other targets', async () => {
  await ask(['fruit', 'veg']);
  const [file = ''] = trialsOf('providers/veg');
  const bytes = readFileSync(file, 'utf8');
  writeFileSync(file, `${bytes}{`);
  place.wait();
  const { results, errors } = await ask(['veg', 'fruit']);
  expect(errors.map(({ code }) => code)).toEqual(['TRI-009']);
  expect(results.map(({ target }) => target)).toEqual(['providers/fruit']);
  writeFileSync(file, bytes);
});

it('names the trials that a new baseline drops', async () => {
  await ask(['fruit']);
  const baseline = place.path('baseline.json');
  await gate({ baseline, updateBaseline: true });
  await place.write('fruit/shop.mjs', source('fruit', 'Costs'));
  await place.import('fruit');
  expect(await gate({ baseline, updateBaseline: true })).toEqual({ errors: [], warnings: ['GATE-033'] });
  expect(JSON.parse(readFileSync(baseline, 'utf8'))).not.toHaveProperty('trials');
});

it('fails at the gate where attempts are missing above the last line', async () => {
  await ask(['fruit']);
  const [file = ''] = trialsOf('providers/fruit');
  const baseline = place.path('baseline.json');
  await gate({ baseline, updateBaseline: true });
  seal(file, linesOf(file).slice(0, -2));
  for (const bar of [{ minSuccess: 0.5 }, { baseline }]) {
    expect(await gate(bar)).toEqual({ errors: ['TRI-023'], warnings: [] });
  }
  expect(replayTrial(file, { minSuccess: 0.5 }).errors.map(({ code }) => code)).toEqual(['TRI-023']);
});

it.each<[string, string, (lines: readonly string[]) => readonly string[]]>([
  ['has gaps', 'TRI-023', (lines) => lines.slice(0, -2)],
  ['is damaged, beside an older one', 'TRI-009', (lines) => [...lines, '{']],
])('a baseline takes no trial that %s, and stays as it was', async (_, code, edit) => {
  await ask(['fruit']);
  place.wait();
  await ask(['fruit'], { samples: 2 });
  const newest = trialsOf('providers/fruit').sort().at(-1) ?? '';
  seal(newest, edit(linesOf(newest)));
  const baseline = place.path('baseline.json');
  const update = () => gate({ baseline, updateBaseline: true });
  expect(await update()).toEqual({ errors: [code, 'GATE-035'], warnings: [] });
  expect(existsSync(baseline)).toBe(false);
  rmSync(newest);
  expect(await update()).toEqual({ errors: [], warnings: [] });
  expect(existsSync(baseline)).toBe(true);
});

it('a new baseline names the damaged trial of a target that has no other, and drops no entry for it', async () => {
  await ask(['fruit']);
  const [file = ''] = trialsOf('providers/fruit');
  const whole = readFileSync(file, 'utf8');
  writeFileSync(file, '');
  const baseline = place.path('baseline.json');
  const update = () => gate({ baseline, updateBaseline: true });
  expect(await update()).toEqual({ errors: [], warnings: ['TRI-009'] });
  writeFileSync(file, whole);
  await update();
  const known = readFileSync(baseline, 'utf8');
  writeFileSync(file, '');
  expect(await update()).toEqual({ errors: ['GATE-035'], warnings: ['TRI-009', 'GATE-033'] });
  expect(readFileSync(baseline, 'utf8')).toBe(known);
  rmSync(file);
});

it('is verified by its own lines, and never moved away', async () => {
  await ask(['fruit', 'veg'], { maxCalls: 20 });
  const [whole = ''] = trialsOf('providers/fruit');
  const [open = ''] = trialsOf('providers/veg');
  const found = async (repair = false) => {
    const { results, errors } = await verifyTargets({ ...named(''), targets: [], all: true, repair });
    const warnings = results.flatMap((one) => one.warnings);
    return [...errors, ...warnings].map(({ code }) => code).filter((code) => code >= 'VFY-134');
  };
  appendFileSync(open, '{"task":"to');
  expect(await found()).toEqual(['VFY-135']);
  const bytes = readFileSync(whole, 'utf8');
  writeFileSync(whole, bytes.replace('Rome', 'Roma'));
  await place.write('island/trials/servers/mine.jsonl', bytes);
  for (const repair of [false, true, false]) {
    expect((await found(repair)).sort()).toEqual(['VFY-134', 'VFY-135', 'VFY-136']);
  }
  expect(place.tree().get('trials/servers/mine.jsonl')?.text).toBe(bytes);
  expect([...trialsOf('providers/fruit'), ...trialsOf('providers/veg')]).toEqual([whole, open]);
});
