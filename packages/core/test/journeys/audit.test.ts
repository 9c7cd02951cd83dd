// Every command that writes facts records them in the journal of their target, once.
import { rmSync, truncateSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { walkFacts } from '../../src/island/journal/read-journal.js';
import type { AuditLine } from '../../src/island/logic/audit.js';
import { compareFacts } from '../../src/island/logic/facts.js';
import { parseJournal } from '../../src/island/logic/parse-journal.js';
import { sha256 } from '../../src/spec/hash.js';
import { fillScores } from './filled-scores.js';
import { grade, oneTool, openImported } from './graded-place.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { schemaText, toolAt } from './provider-sources.js';
import type { Workplace } from './workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const FILE = 'providers/demo/audit.jsonl';
const journalOf = (place: Workplace) => parseJournal(place.island().readBytes(FILE) ?? new Uint8Array());

/** Checks that every fact has its line, and every line its fact. */
function findGaps(place: Workplace) {
  const island = place.island();
  const facts = [...walkFacts(island, 'providers/demo')].map(
    ({ path }) => [path, sha256(island.readBytes(`providers/demo/${path}`) ?? '')] as const,
  );
  const { breaks, torn } = journalOf(place);
  return { breaks, torn, ...compareFacts(journalOf(place), new Map(facts)) };
}
const NO_GAPS = { breaks: [], torn: null, vanished: [], edited: [], unlisted: [], doubled: [] };

const kindsOf = (lines: readonly AuditLine[]) => {
  const counts: Record<string, number> = {};
  for (const { kind } of lines) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
};

describe('a journal', () => {
  it('has a line for each snapshot, test, hand-in, entry, veto, run and index', async () => {
    await using place = await openImported(provider.origin, { demo: { 'alpha.mjs': oneTool('alpha') } });
    expect(kindsOf(journalOf(place).lines)).toEqual({ snapshot: 2, index: 1 });
    await place.emit();
    expect(kindsOf(journalOf(place).lines)).toEqual({ snapshot: 2, test: 3, index: 2, run: 1 });
    const veto = { triggeredBy: 'illegal-content', evidence: 'seen', reasoning: 'because' } as const;
    const scores = fillScores(place.prompts(), {
      areas: (areas) => areas.map((area, at) => (at === 0 ? { ...area, veto } : area)),
    });
    const entries = scores.areas.length;
    await place.consume(scores);
    const { lines } = journalOf(place);
    const facts = { snapshot: 2, test: 3, scores: 1, entry: entries, veto: 1 };
    expect(kindsOf(lines)).toEqual({ ...facts, index: 3, run: 1 });
    expect(lines.find(({ kind }) => kind === 'veto')).toMatchObject({
      node: 'alpha/tools/getItems',
      triggeredBy: 'illegal-content',
      path: expect.stringMatching(/^alpha\/tools\/getItems\/_gradings\/single-test--/),
    });
    expect(findGaps(place)).toEqual(NO_GAPS);
  });

  it('has the vetoes that code raises, and gets no line if nothing is new', async () => {
    const root = 'https://api.coingecko.com';
    const foreign = { root, docs: [`${root}/docs`], requiredServerParams: ['ETHERSCAN_API_KEY'] };
    const text = schemaText({ ...foreign, tools: { getItems: toolAt('/ok') } });
    await using place = await openImported(provider.origin, { demo: { 'foreign.mjs': text } });
    await place.emit();
    const { lines } = journalOf(place);
    expect(kindsOf(lines)).toEqual({ snapshot: 2, entry: 1, veto: 1, index: 2 });
    const withoutIndexes = () => journalOf(place).lines.filter(({ kind }) => kind !== 'index');
    const before = withoutIndexes();
    await place.import();
    await place.emit();
    await place.rebuild();
    expect(withoutIndexes()).toEqual(before);
    const settled = place.island().readText(FILE);
    await place.rebuild();
    expect(place.island().readText(FILE)).toBe(settled);
  });

  it('of an island without one begins with the existing facts as adopted, including vetoes', async () => {
    await using place = await openImported(provider.origin, { demo: { 'alpha.mjs': oneTool('alpha') } });
    await grade(place);
    const facts = [...walkFacts(place.island(), 'providers/demo')].length;
    rmSync(place.island().absolute(FILE));
    expect(findGaps(place).unlisted).toHaveLength(facts);
    await place.write('demo/beta.mjs', oneTool('beta'));
    await place.import();
    expect(kindsOf(journalOf(place).lines)).toEqual({ adopted: facts, snapshot: 2, index: 1 });
    expect(findGaps(place)).toEqual(NO_GAPS);
  });

  it('that was torn is repaired by the next command, and records no fact twice', async () => {
    await using place = await openImported(provider.origin, { demo: { 'alpha.mjs': oneTool('alpha') } });
    const whole = place.island().readText(FILE) ?? '';
    const [first = '', second = ''] = whole.split('\n');
    truncateSync(place.island().absolute(FILE), first.length + second.length - 40);
    const left = place.island().readText(FILE) ?? '';
    expect(findGaps(place)).toMatchObject({ torn: expect.any(Number), breaks: [] });
    await place.import();
    expect(place.island().readText(FILE)?.startsWith(`${left}\n`)).toBe(true);
    expect(kindsOf(journalOf(place).lines)).toEqual({ snapshot: 1, mended: 1, adopted: 1, index: 1 });
    expect(findGaps(place)).toEqual(NO_GAPS);
  });
});
