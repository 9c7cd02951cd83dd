// A provider's area graded into a started entry: the answers of code are added to a copy, a failed pretest blocks.
import { describe, expect, it } from 'vitest';
import { SingleSchemaPhases, validateGradingEntry } from '../../src/index.js';
import { questionsOf } from '../../src/questions/lookup.js';
import { AT, answersTo, HUMAN } from './entries.js';
import { startedEntry as started, TIDES } from './started-entry.js';

const WORKS = { ok: true, httpStatus: 200, workingTests: 3 };

describe('SingleSchemaPhases.runArea with an entry', () => {
  it('adds the answers of code to a copy, and no grade', () => {
    const entry = started('single-test');
    const before = JSON.stringify(entry);
    const result = SingleSchemaPhases.runArea({
      entry,
      schemaPath: TIDES,
      area: 'single-test',
      dataPretest: WORKS,
      timestamp: AT,
    });
    expect(result).toMatchObject({
      area: 'single-test',
      subject: 'tides.listTides',
      tier: 'autonomous',
      status: 'pending',
      storable: false,
      errors: [],
      entry: { gradingId: entry.gradingId, aggregateGrade: null },
    });
    expect(result.entry?.gradings.map(({ determinism }) => determinism)).toEqual(['deterministic']);
    expect(result.grading).toEqual(result.entry);
    expect(JSON.stringify(entry)).toBe(before);
  });

  it('grades an entry that holds the answers of its grader', () => {
    const area = 'tools-aggregate-schema';
    const asked = questionsOf(area).filter(({ determinism }) => determinism === 'non-deterministic');
    const gradings = answersTo(area, 4).filter(({ questionId }) => asked.some(({ id }) => id === questionId));
    const entry = { ...started(area), gradings };
    const result = SingleSchemaPhases.runArea({ entry, schemaPath: TIDES, area, timestamp: AT });
    expect(result).toMatchObject({ status: 'graded', storable: true, reason: null, missing: [], errors: [] });
    expect(result.entry?.aggregateGrade).toMatch(/^[AB]$/);
    expect(validateGradingEntry({ entry: result.entry }).errors).toEqual([]);
  });

  it.each([
    [{ ...WORKS, httpStatus: 403 }, 'the pretest was answered with HTTP 403'],
    [{ ...WORKS, workingTests: 0 }, 'the pretest found no working test'],
    [{ ok: false, httpStatus: 200 }, 'the pretest found no working test'],
  ])('is blocked by a pretest that failed: %j', (dataPretest, reason) => {
    const entry = started('single-test');
    expect(
      SingleSchemaPhases.runArea({ entry, schemaPath: TIDES, area: 'single-test', dataPretest }),
    ).toMatchObject({ status: 'blocked', storable: false, reason, errors: [], entry });
  });

  it('leaves an area pending that needs more than one file', () => {
    const entry = started('namespace-description', { subject: 'tidewatch' });
    expect(
      SingleSchemaPhases.runArea({ entry, schemaPath: TIDES, area: 'namespace-description' }),
    ).toMatchObject({ status: 'pending', errors: [], entry });
  });

  const entry = started('single-test');
  const group = { ...entry, gradingTier: 'group-bound' };
  it.each([
    [{}, 'GRD-050: /dataPretest/httpStatus'],
    [{ dataPretest: { ok: true, httpStatus: '200' } }, 'GRD-050: /dataPretest/httpStatus'],
    [{ dataPretest: null }, 'GRD-050'],
    [{ dataPretest: { ...WORKS, tests: 3 } }, 'GRD-011: /dataPretest/tests'],
    [{ entry: undefined, dataPretest: WORKS }, 'GRD-001: /entry'],
    [{ entry: {}, dataPretest: WORKS }, 'GRD-001: /entry/gradingTier'],
    [{ entry: { ...entry, grader: HUMAN }, dataPretest: WORKS }, 'GRD-011: /entry/grader'],
    [{ entry: group, dataPretest: WORKS }, 'GRD-003: /entry/gradingTier: the tier must be autonomous, found'],
    [
      { entry: started('single-test', { gradingMode: 'partial' }), dataPretest: WORKS },
      'GRD-002: /entry/gradingMode',
    ],
    [
      { entry: started('single-test', { schemaHash: '0123abcd' }), dataPretest: WORKS },
      'GRD-002: /entry/schemaHash',
    ],
    [
      { entry: started('single-test', { schemaId: 'tidewatch.lost' }), dataPretest: WORKS },
      'GRD-002: /entry/schemaId',
    ],
    [{ area: 'about-selection' }, 'GRD-002: /area: expected one of single-test'],
    [{ area: 'tools-aggregate-schema' }, 'GRD-002: /area: expected single-test, the area of the entry'],
    [{ schemaPath: `${TIDES}.gone`, dataPretest: WORKS }, 'SRC-005'],
    [{ dataPretest: WORKS, grader: HUMAN }, 'GRD-002: /grader: expected nothing beside entry'],
    [{ dataPretest: WORKS, timestamp: 'soon' }, 'GRD-002: /timestamp'],
  ])('is blocked by an error: %j', (more, expected) => {
    const input = { entry, schemaPath: TIDES, area: 'single-test', ...more };
    const result = SingleSchemaPhases.runArea(input as never);
    expect(result).toMatchObject({ status: 'blocked', storable: false });
    expect(result.errors.join('\n')).toContain(expected);
    expect(result.errors.filter((text, at, all) => all.indexOf(text) !== at)).toEqual([]);
  });
});

describe('SingleSchemaPhases.runAll with an entry', () => {
  const AREAS = SingleSchemaPhases.getAreas().areas;

  it('runs its area, and leaves the others pending', () => {
    const entry = started('single-test');
    const all = SingleSchemaPhases.runAll({ entry, schemaPath: TIDES, dataPretest: WORKS });
    expect(all).toMatchObject({ tier: 'autonomous', errors: [], entry: { gradingId: entry.gradingId } });
    expect(all.areas).toEqual(AREAS.map((area) => ({ area, status: 'pending' })));
    expect(all.results).toHaveLength(1);
  });

  it('ends at a blocked area', () => {
    const failed = { ok: false, httpStatus: 500, workingTests: 0 };
    const blocked = [{ area: 'single-test', status: 'blocked' }];
    for (const area of ['single-test', 'tools-aggregate-schema'] as const) {
      const entry = started(area);
      const all = SingleSchemaPhases.runAll({ entry, schemaPath: TIDES, dataPretest: failed });
      expect(all.areas).toEqual(blocked);
    }
    const without = SingleSchemaPhases.runAll({ entry: started('single-test'), schemaPath: TIDES });
    expect(without.errors.join()).toMatch(/^GRD-050/);
  });

  it('reports an entry that is none', () => {
    const all = SingleSchemaPhases.runAll({ entry: {}, schemaPath: TIDES, dataPretest: WORKS } as never);
    expect(all).toMatchObject({ entry: null, areas: [] });
    expect(all.errors.join()).toContain('GRD-001: /entry/gradingTier');
  });
});
