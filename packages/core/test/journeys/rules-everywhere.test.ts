// No version is a constant of the tool: an island of rules that only it follows names these and no others.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { planGrading } from '../../src/features/plan/run.js';
import { readState } from '../../src/features/state/run.js';
import { verifyTargets } from '../../src/features/verify/run.js';
import { DEFAULT_BOOK } from '../../src/spec/books/registered.js';
import { layers } from '../../src/spec/books/registry.generated.js';
import { gradingLayer, registerLayers, scoringLayer } from '../spec/books/registered-layers.js';
import { grade, oneTool } from './graded-place.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { openWorkplace } from './workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const SPEC = { ...DEFAULT_BOOK.spec, version: 'gradingSpec/7.0.0', takes: [] };
const specs = layers.spec as (typeof SPEC)[];
beforeAll(() => {
  specs.push(SPEC);
});
afterAll(() => {
  specs.splice(specs.indexOf(SPEC), 1);
});

/** Every version of rules that a text names. */
const namedIn = (text: string) =>
  text.match(/\b(?:gradingSpec|scoringSystem|gradingSystem)\/[\d.]*\d/g) ?? [];

it('every file and every result of an island names the rules of the island', async () => {
  using _ = registerLayers({
    scoring: scoringLayer('7.0.0', { specs: [SPEC.version] }),
    grading: gradingLayer('7.0.0', { specs: [SPEC.version] }),
  });
  await using place = await openWorkplace({ demo: { 'alpha.mjs': oneTool('alpha') } });
  place.origin = provider.origin;
  await place.import('demo', { rules: ['7.0.0'] });
  place.wait();
  await grade(place);
  await place.emit('demo', { scope: 'all' });
  const named = { island: place.island(), targets: ['demo'], now: () => place.now };
  const verified = await verifyTargets({ ...named, all: true });
  expect(verified.errors).toEqual([]);
  const results = JSON.stringify([verified, await readState(named), await planGrading(named)]);
  // A journal says once that the rules are not the default ones.
  const texts = [...place.tree()].map(
    ([path, { text }]) => [path, text.replace(/"from":"[^"]*","kind":"rules"/, '')] as const,
  );
  const strangers = [...texts, ['results', results] as const].flatMap(([path, text]) =>
    namedIn(text).flatMap((version) => (version.endsWith('/7.0.0') ? [] : [`${path}: ${version}`])),
  );
  expect(strangers).toEqual([]);
  expect(new Set(texts.flatMap(([, text]) => namedIn(text)))).toEqual(
    new Set(['gradingSpec/7.0.0', 'scoringSystem/7.0.0', 'gradingSystem/7.0.0']),
  );
});
