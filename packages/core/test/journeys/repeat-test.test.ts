// One recorded test of a tool is a target of its own: it is repeated alone, and explained.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainGrades } from '../../src/features/explain/run.js';
import { renderExplanations } from '../../src/features/report/logic/explanation-markdown.js';
import { readState } from '../../src/features/state/run.js';
import { verifyTargets } from '../../src/features/verify/run.js';
import { exitCodeOf } from '../../src/problems/error-codes.js';
import type { TestRecord } from '../../src/spec/facts.js';
import { resolveTargets } from '../../src/target/targets.js';
import { openImported } from './graded-place.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { schemaText, toolAt } from './provider-sources.js';
import { codesOf, type Workplace } from './workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const TESTS = 'providers/demo/alpha/tools/getItems/tests';
const text = (more: Record<string, ReturnType<typeof toolAt>> = {}, description = 'Items.') =>
  schemaText({ name: 'alpha', description, tools: { getItems: toolAt('/ok'), ...more } });

async function open(sources: Record<string, string> = { 'alpha.mjs': text() }) {
  const place = await openImported(provider.origin, { demo: sources });
  await place.emit();
  place.wait();
  return place;
}

const recordOf = (place: Workplace, number: number) => place.json<TestRecord>(`${TESTS}/test-${number}.json`);
const filesOf = (place: Workplace) =>
  [...place.tree().keys()].filter((path) => path.startsWith(TESTS)).sort();

describe('a run of one test', () => {
  it('repeats the declared test that the record names, alone, into the next free record', async () => {
    await using place = await open();
    const before = place.tree();
    const { length } = provider.seen;
    const { status, results } = await place.emit('demo/tool/getItems/tests/2');
    expect(provider.seen.slice(length).map(({ url }) => url)).toEqual(['/ok?q=two']);
    expect(status).toBe(true);
    expect(results).toMatchObject([
      {
        target: 'providers/demo/tool/alpha.getItems/tests/2',
        ...{ promptCount: 0, pretests: [], nothingDue: true },
        repeated: { record: `${TESTS}/test-4.json`, test: 2, status: 'working', httpStatus: 200 },
      },
    ]);
    expect(filesOf(place)).toHaveLength(4);
    expect(recordOf(place, 4)).toMatchObject({ test: 2, description: 'Items for two', working: true });
    const changed = [...place.tree()]
      .filter(([path, { text }]) => before.get(path)?.text !== text)
      .map(([path]) => path);
    expect(changed.sort()).toEqual([`${TESTS}/test-4.json`, 'providers/demo/audit.jsonl'].sort());
  });

  it('goes on from a repeated record to the same declared test', async () => {
    await using place = await open();
    await place.emit('demo/tool/getItems/tests/3');
    await place.emit('demo/tool/alpha.getItems/tests/4');
    expect(recordOf(place, 5).test).toBe(3);
  });

  it('reads no other record, so that a damaged one does not matter', async () => {
    await using place = await open();
    await place.write(`island/${TESTS}/test-1.json`, 'not JSON');
    expect((await place.emit('demo/tool/getItems/tests/2')).status).toBe(true);
    expect(codesOf((await place.emit('demo/tool/getItems/tests/1')).errors)).toEqual(['IDX-004']);
  });

  it('leaves an open run, the facts, the index and the journal whole', async () => {
    await using place = await open();
    const [prompts, state, index] = [place.prompts(), place.state(), place.index()];
    await place.emit('demo/tool/getItems/tests/1', { onConflict: 'abort' });
    expect([place.prompts(), place.state(), place.index()]).toEqual([prompts, state, index]);
    const { results, errors } = await verifyTargets({
      ...{ island: place.island(), targets: ['demo'], now: () => place.now, strict: true },
    });
    expect([errors, results.flatMap(({ warnings }) => warnings)]).toEqual([[], []]);
  });

  it.each<[string, Parameters<Workplace['emit']>[1]]>([
    ['--area', { areas: ['single-test'] }],
    ['--mode', { mode: 'partial', questions: ['Q-single-test-04'] }],
    ['--scope', { scope: 'all' }],
    ['--as-skill', { asSkill: true }],
    ['--persona', { persona: { base: 'schema-maintainer' } as never }],
    ['--regrade-reason', { scope: 'pending', regrade: { triggeredBy: 'scheduled' } }],
  ])('refuses %s, which has no effect on it', async (option, options) => {
    await using place = await open();
    const { length } = provider.seen;
    await expect(place.emit('demo/tool/getItems/tests/1', options)).rejects.toMatchObject({
      problem: {
        code: 'TGT-009',
        args: { option, tool: 'providers/demo/tool/alpha.getItems' },
      },
    });
    expect([provider.seen.length, filesOf(place).length]).toEqual([length, 3]);
  });

  it.each([
    [
      'content has changed since',
      (place: Workplace) => place.write('demo/alpha.mjs', text({}, 'Others.')),
      {},
    ],
    ['the run is offline', () => undefined, { offline: true }],
  ])('is refused if %s, and nothing is requested', async (_, prepare, options) => {
    await using place = await open();
    await prepare(place);
    await place.import();
    const { length } = provider.seen;
    const { errors } = await place.emit('demo/tool/getItems/tests/1', options);
    expect([codesOf(errors), exitCodeOf(errors)]).toEqual([['RUN-019'], 1]);
    expect([provider.seen.length, filesOf(place).length]).toEqual([length, 3]);
  });
});

it('a test of a tool that may write needs --allow-writes each time', async () => {
  const sources = { demo: { 'alpha.mjs': text({ getItems: toolAt('/ok', { method: 'DELETE' }) }) } };
  await using place = await openImported(provider.origin, sources);
  await place.emit('demo', { allowWrites: true });
  place.wait();
  const { length } = provider.seen;
  const { errors } = await place.emit('demo/tool/getItems/tests/1');
  expect(codesOf(errors)).toEqual(['RUN-019']);
  expect(provider.seen.length).toBe(length);
  await place.emit('demo/tool/getItems/tests/1', { allowWrites: true });
  expect(provider.seen.slice(length).map(({ method }) => method)).toEqual(['DELETE']);
});

describe('explain', () => {
  it('shows the record alone', async () => {
    await using place = await open();
    const { results } = await explainGrades({
      ...{ island: place.island(), targets: ['demo/tool/getItems/tests/2'], now: () => place.now },
    });
    expect(results[0]).toMatchObject({
      target: 'providers/demo/tool/alpha.getItems/tests/2',
      nodes: [],
      test: { record: `${TESTS}/test-2.json`, ...recordOf(place, 2) },
    });
    const { responseBytes, durationMs, checkedAt, schemaHash } = recordOf(place, 2);
    expect(renderExplanations(results, { whole: true }).split('\n')).toEqual(
      expect.arrayContaining([
        '- Declared test 2: **working**, HTTP 200',
        '- Description: Items for two',
        `- Response: ${responseBytes} bytes in ${durationMs} ms`,
        `- Tested: ${checkedAt}, content \`${schemaHash}\``,
        `- Record: \`${TESTS}/test-2.json\``,
      ]),
    );
  });

  it('refuses --node, because a test has no nodes', async () => {
    await using place = await open();
    const { errors } = await explainGrades({
      ...{ island: place.island(), targets: ['demo/tool/getItems/tests/2'], node: 'about' },
    });
    expect(errors).toMatchObject([{ code: 'TGT-009', args: { option: '--node' } }]);
    expect(exitCodeOf(errors)).toBe(2);
  });
});

describe('the name of a test', () => {
  it('belongs to a tool that really has it', async () => {
    await using place = await open({ 'alpha.mjs': text({ 'getItems/tests/2': toolAt('/ok') }) });
    const { targets } = await resolveTargets(place.island(), ['demo/tool/getItems/tests/2'], { tests: true });
    expect(targets).toMatchObject([{ scope: { schema: 'alpha', tool: 'getItems/tests/2' } }]);
    expect(targets[0]?.scope).not.toHaveProperty('test');
  });

  it.each([
    ['getItems/tests/9', 'The newest record of the tool is 3.'],
    ['getItems/tests/0', expect.any(String)],
    ['getItems/tests/x', expect.any(String)],
    ['getNothing/tests/1', expect.any(String)],
  ])('is unknown if there is no such record: %s', async (tool, suggestion) => {
    await using place = await open();
    const { problems } = await resolveTargets(place.island(), [`demo/tool/${tool}`], { tests: true });
    expect(problems).toMatchObject([{ code: 'TGT-001', args: { target: `demo/tool/${tool}`, suggestion } }]);
  });

  it('is ambiguous with the name of its tool', async () => {
    await using place = await open({ 'alpha.mjs': text(), 'beta.mjs': text() });
    const { problems } = await resolveTargets(place.island(), ['demo/tool/getItems/tests/1'], {
      tests: true,
    });
    expect(codesOf(problems)).toEqual(['TGT-002']);
  });

  it('is refused by commands about whole tools', async () => {
    await using place = await open();
    const { errors } = await readState({ island: place.island(), targets: ['demo/tool/getItems/tests/1'] });
    expect(errors).toMatchObject([{ code: 'TGT-008', args: { tool: 'providers/demo/tool/alpha.getItems' } }]);
    expect(exitCodeOf(errors)).toBe(2);
  });
});
