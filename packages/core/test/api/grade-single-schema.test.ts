import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import {
  gradeSingleSchema,
  type ScoreAnswer,
  SingleSchemaPhases,
  validateGradingEntry,
} from '../../src/index.js';
import { questionsOf } from '../../src/questions/lookup.js';
import type { AreaId } from '../../src/spec/vocabulary.js';
import { schemaText, toolAt } from '../journeys/provider-sources.js';
import { AT, HUMAN } from './entries.js';

const TIDES = fileURLToPath(new URL('../../../../fixtures/providers/tidewatch/tides.mjs', import.meta.url));
const FACTS = { docs: null, outputMatches: null, records: [] };
const BY = { schemaPath: TIDES, schemaId: 'tidewatch.tides', grader: HUMAN };

/** One answer to every question for a grader. */
function answered(area: AreaId, score = 4): ScoreAnswer[] {
  return questionsOf(area)
    .filter(({ determinism }) => determinism === 'non-deterministic')
    .map(({ id, scoreType }) => ({
      questionId: id,
      score: scoreType === 'boolean' ? 'pass' : score,
      reasoning: `about ${id}`,
    }));
}

describe('gradeSingleSchema', () => {
  it('without answers: returns the answers of code, no grade, and why the entry cannot be stored', () => {
    const { grading, storable, reason, missing, errors } = gradeSingleSchema(BY);
    expect(errors).toEqual([]);
    expect(grading).toMatchObject({
      schemaId: 'tidewatch.tides',
      area: 'tools-aggregate-schema',
      version: 'flowmcp/4.0.0',
      aggregateGrade: null,
      maxAttainableGrade: 'B',
      harness: 'other',
    });
    expect(
      grading?.gradings.map(({ questionId, score, determinism }) => [questionId, score, determinism]),
    ).toEqual([['Q-tools-aggregate-schema-01', 'pass', 'deterministic']]);
    expect({ storable, reason }).toEqual({
      storable: false,
      reason: '5 of the 6 questions of tools-aggregate-schema are not answered',
    });
    expect(missing).toHaveLength(5);
    expect(validateGradingEntry({ entry: grading }).valid).toBe(false);
  });

  it('with answers: returns a valid entry, with the named grader and B at best', () => {
    const answers = answered('tools-aggregate-schema', 5);
    const { grading, storable, reason, missing } = gradeSingleSchema({
      ...BY,
      options: { answers, timestamp: AT },
    });
    expect({ storable, reason, missing }).toEqual({ storable: true, reason: null, missing: [] });
    expect(grading).toMatchObject({ aggregateGrade: 'B', maxAttainableGrade: 'B' });
    expect(grading?.gradings[1]).toMatchObject({
      graderIdentity: HUMAN,
      selectionContext: { groupId: 'tidewatch', personaIds: ['schema-maintainer'] },
      timestamp: '2026-03-01T10:00:00.000Z',
    });
    expect(validateGradingEntry({ entry: grading })).toEqual({ valid: true, errors: [] });
    const low = gradeSingleSchema({ ...BY, options: { answers: answered('tools-aggregate-schema', 1) } });
    expect(low.grading?.aggregateGrade).toBe('D');
  });

  it('has no grade if every answer is n/a, and none while an answer is missing', () => {
    const none = answered('tools-aggregate-schema').map((answer) => ({
      ...answer,
      score: 'n/a' as const,
      naReason: 'requires-private-data' as const,
    }));
    expect(gradeSingleSchema({ ...BY, options: { answers: none.slice(1) } })).toMatchObject({
      grading: { aggregateGrade: null },
      missing: ['Q-tools-aggregate-schema-02'],
    });
    // Code has passed its own question, but that is not a judgement.
    expect(gradeSingleSchema({ ...BY, options: { answers: none } })).toMatchObject({
      grading: { aggregateGrade: null },
      storable: false,
      reason: 'no judgement counted',
    });
  });

  it('records the model of an LLM and the given harness', () => {
    const answers = answered('tools-aggregate-schema');
    const llm = { kind: 'llm', name: 'judge', version: '2' } as const;
    expect(gradeSingleSchema({ ...BY, grader: llm, options: { answers } }).errors.join()).toContain(
      'GRD-007',
    );
    const { grading } = gradeSingleSchema({
      ...BY,
      grader: { ...llm, llmModel: 'model-1' },
      options: { answers, harness: 'llm-judge' },
    });
    expect(grading).toMatchObject({ harness: 'llm-judge' });
    expect(grading?.gradings[1]).toMatchObject({ llmModel: 'model-1' });
    expect(validateGradingEntry({ entry: grading }).errors).toEqual([]);
  });

  it.each([
    [{ schemaPath: '' }, 'GRD-001: /schemaPath'],
    [{ schemaPath: `${TIDES}.gone` }, 'SRC-005'],
    [{ schemaId: 'tides' }, 'GRD-002: /schemaId'],
    [{ schemaId: 'other.tides' }, 'GRD-002: /schemaId: expected an id of the namespace tidewatch'],
    [{ grader: undefined }, 'GRD-001: /grader'],
    [{ grader: { kind: 'cat', name: 'a', version: '1' } }, 'GRD-002: /grader/kind'],
    [{ options: { area: 'single-test' } }, 'GRD-001: /tool'],
    [{ options: { area: 'single-test', tool: 'toString' } }, 'GRD-002: /tool'],
    [{ options: { area: 'about-namespace' } }, 'GRD-002: /area'],
    [
      { options: { tool: 'listTides' } },
      'GRD-002: /tool: expected nothing with the area tools-aggregate-schema',
    ],
    [{ options: { area: 'single-test', tool: 'listTides', facts: 7 } }, 'GRD-002: /options/facts: '],
    [{ options: { facts: { ...FACTS, docs: 7 } } }, 'GRD-002: /options/facts/docs: '],
    [{ options: { facts: { ...FACTS, outputMatches: 'no' } } }, 'GRD-002: /options/facts/outputMatches: '],
    [{ options: { facts: { docs: null } } }, 'GRD-001: /options/facts/outputMatches: '],
    [{ options: { facts: { ...FACTS, bogus: 1 } } }, 'GRD-011: /options/facts/bogus: '],
    [{ options: { timestamp: 'now' } }, 'GRD-002: /timestamp'],
    [{ options: { answers: 'all' } }, 'GRD-002: /answers'],
    [{ options: { answers: [{ questionId: 'Q-x-01' }] } }, 'GRD-001: /answers/0/score'],
    [{ options: { answers: [{ questionId: 'Q-x-01', score: 3, reasoning: 'r' }] } }, 'SCR-008'],
    [{ options: { answers: [{ ...answered('tools-aggregate-schema')[0], score: 'pass' }] } }, 'SCR-012'],
    [{ options: { answers: [{ ...answered('tools-aggregate-schema')[0], score: 9 }] } }, 'SCO-001'],
    [{ options: { answers: [{ ...answered('tools-aggregate-schema')[0], score: 'stale' }] } }, 'SCR-011'],
  ])('throws nothing and reports what is wrong: %j', (more, expected) => {
    const { grading, storable, errors } = gradeSingleSchema({ ...BY, ...more } as typeof BY);
    expect({ grading, storable }).toEqual({ grading: null, storable: false });
    expect(errors.join('\n')).toContain(expected);
  });

  it('reports every problem of the gate, as data of a file that was not run', async () => {
    await using fixture = await createFixture({
      'bad.mjs': "globalThis.ran = true; export const main = { namespace: 'Bad', tools: 3 };",
    });
    const { grading, errors } = gradeSingleSchema({
      schemaPath: fixture.getPath('bad.mjs'),
      schemaId: 'bad.bad',
      grader: HUMAN,
    });
    expect(grading).toBeNull();
    expect(errors.length).toBeGreaterThan(3);
    for (const text of errors) expect(text).toMatch(/^[A-Z]{2,5}-?\d{3}: bad\.mjs:\d+ /);
    expect(globalThis).not.toHaveProperty('ran');
  });

  it('raises the veto that code finds, and computes no mean', async () => {
    const text = schemaText({
      root: 'https://api.coingecko.com',
      docs: ['https://api.coingecko.com'],
      requiredServerParams: ['ETHERSCAN_API_KEY'],
    });
    await using fixture = await createFixture({ 'alpha.mjs': text });
    const { grading, storable } = gradeSingleSchema({
      schemaPath: fixture.getPath('alpha.mjs'),
      schemaId: 'demo.alpha',
      grader: HUMAN,
    });
    expect(grading).toMatchObject({
      aggregateGrade: 'REJECTED',
      categoricalVeto: { triggeredBy: 'api-key-domain-mismatch' },
    });
    expect(storable).toBe(true);
    expect(validateGradingEntry({ entry: grading }).errors).toEqual([]);
  });
});

describe('SingleSchemaPhases', () => {
  it('knows tier and areas', () => {
    expect(SingleSchemaPhases.getTier()).toEqual({ tier: 'autonomous' });
    expect(SingleSchemaPhases.getAreas().areas).toEqual([
      'single-test',
      'tools-aggregate-schema',
      'tools-aggregate-namespace',
      'namespace-description',
      'namespace-skills',
      'about-namespace',
    ]);
  });

  it('answers those questions about a tool that need no request, and all of them with the facts of a pretest', () => {
    const [tool = ''] = toolsOf(TIDES);
    const input = { ...BY, area: 'single-test', tool, answers: answered('single-test') } as const;
    const without = SingleSchemaPhases.runArea(input);
    expect(without).toMatchObject({ subject: `tides.${tool}`, storable: false, status: 'pending' });
    expect(without).toMatchObject({ tier: 'autonomous', entry: without.grading });
    expect(without.missing).toEqual(['Q-single-test-01', 'Q-single-test-02']);
    const docs = { url: 'https://api.tidewatch.example/docs', status: 'reachable' } as const;
    const facts = { docs, outputMatches: true, records: ['tools/x/tests/test-1.json'] };
    const { grading, storable, status } = SingleSchemaPhases.runArea({ ...input, facts });
    expect({ storable, status }).toEqual({ storable: true, status: 'graded' });
    expect(grading).toMatchObject({ schemaId: `tidewatch.${tool}`, aggregateGrade: 'B' });
    expect(validateGradingEntry({ entry: grading }).errors).toEqual([]);
  });

  it.each([
    [{ facts: { ...FACTS, docs: 7 } }, 'GRD-002: /facts/docs: '],
    [
      { facts: { ...FACTS, docs: { url: 'https://a.example', status: 'fine' } } },
      'GRD-002: /facts/docs/status: ',
    ],
    [{ facts: { ...FACTS, outputMatches: 'no' } }, 'GRD-002: /facts/outputMatches: '],
    [{ facts: { ...FACTS, records: 'all' } }, 'GRD-002: /facts/records: '],
    [{ facts: { ...FACTS, bogus: 1 } }, 'GRD-011: /facts/bogus: '],
    [
      { area: 'tools-aggregate-schema' },
      'GRD-002: /tool: expected nothing with the area tools-aggregate-schema',
    ],
  ])('grades nothing with %j', (more, expected) => {
    const input = { ...BY, area: 'single-test', tool: 'listTides', ...more };
    const { grading, status, errors } = SingleSchemaPhases.runArea(input as never);
    expect({ grading, status }).toEqual({ grading: null, status: 'blocked' });
    expect(errors).toEqual([expect.stringContaining(expected)]);
  });

  it('takes the facts of a tool as the island stores them', () => {
    const stored = {
      ...FACTS,
      working: 3,
      total: 3,
      bar: 3,
      status: 'ok' as const,
      checkedAt: '2026-03-01T10:00:00Z',
    };
    const input = { ...BY, area: 'single-test', tool: 'listTides', facts: stored } as const;
    expect(SingleSchemaPhases.runArea(input)).toMatchObject({ status: 'pending', errors: [] });
  });

  it.each([
    [
      { answers: { tide: [] } },
      /^GRD-002: \/answers\/tide: expected one of tides\.listTides, .*, tides, found "tide"/,
    ],
    [
      { facts: { 'tides.no/such': FACTS } },
      /^GRD-002: \/facts\/tides\.no~1such: expected one of tides\.listTides/,
    ],
    [{ facts: { tides: FACTS } }, /^GRD-002: \/facts\/tides: expected one of tides\.listTides/],
    [{ facts: { 'tides.listTides': 7 } }, /^GRD-002: \/facts\/tides\.listTides: expected an object/],
    [{ facts: { 'tides.listTides': null } }, /^GRD-002: \/facts\/tides\.listTides: expected an object/],
    [{ facts: { 'tides.listTides': { ...FACTS, docs: 7 } } }, /^GRD-002: \/facts\/tides\.listTides\/docs: /],
  ])('runs nothing with %j', (more, expected) => {
    const { results, areas, errors } = SingleSchemaPhases.runAll({ ...BY, ...more } as never);
    expect({ results, areas }).toEqual({ results: [], areas: [] });
    expect(errors).toEqual([expect.stringMatching(expected)]);
  });

  it('runs every tool, then their aggregate', async () => {
    const { results, areas, tier, errors } = SingleSchemaPhases.runAll({
      ...BY,
      answers: { tides: answered('tools-aggregate-schema') },
    });
    expect(errors).toEqual([]);
    expect(results.map(({ subject }) => subject)).toEqual([
      ...toolsOf(TIDES).map((tool) => `tides.${tool}`),
      'tides',
    ]);
    expect(results.at(-1)).toMatchObject({ storable: true });
    expect(tier).toBe('autonomous');
    expect(areas.at(-1)).toEqual({ area: 'tools-aggregate-schema', status: 'graded' });
    await using fixture = await createFixture({
      'odd.mjs': schemaText({ tools: { '/items/:id': toolAt('/ok') } }),
    });
    const odd = SingleSchemaPhases.runAll({
      schemaPath: fixture.getPath('odd.mjs'),
      schemaId: 'demo.odd',
      grader: HUMAN,
    });
    expect(odd.results[0]?.grading?.schemaId).toMatch(/^demo\.items-id--[0-9a-f]{8}$/);
    const unread = { ...BY, schemaPath: 'nowhere.mjs', answers: { tides: [] } };
    expect(SingleSchemaPhases.runAll(unread).errors).toEqual([expect.stringMatching(/^SRC-005: /)]);
  });
});

function toolsOf(path: string): string[] {
  return [...readFileSync(path, 'utf8').matchAll(/^ {8}(\w+): \{$/gm)].flatMap(([, name]) => name ?? []);
}
