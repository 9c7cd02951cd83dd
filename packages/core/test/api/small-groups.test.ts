import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { ErrorCodes, errorCodes, getVersion, NaReason, PartialGrading } from '../../src/index.js';
import { gradingLayer, registerLayers } from '../spec/books/registered-layers.js';
import { answersTo, autonomousEntry } from './entries.js';

describe('getVersion', () => {
  it('returns the versions of both systems and of this package', () => {
    expect(getVersion()).toEqual({
      scoringSystem: '1.0.0',
      gradingSystem: '1.0.0',
      repoVersion: manifest.version,
    });
  });

  it('tells those of the rules that are named', () => {
    using _ = registerLayers({ grading: gradingLayer('1.1.0') });
    expect(getVersion()).toMatchObject({ gradingSystem: '1.0.0' });
    expect(getVersion({ rules: ['gradingSystem/1.1.0'] })).toMatchObject({ gradingSystem: '1.1.0' });
    expect(getVersion({ rules: ['3.0.3'] })).toMatchObject({ gradingSystem: '1.0.0' });
    expect(() => getVersion({ rules: ['9'] })).toThrow('RUL-002');
  });
});

describe('NaReason', () => {
  it('is a closed set', () => {
    const { allowed } = NaReason.getAllowed();
    expect(allowed).toHaveLength(6);
    for (const naReason of allowed) expect(NaReason.isAllowed({ naReason }).allowed).toBe(true);
  });

  it.each([
    ['n/a', 'requires-private-data', null],
    [4, undefined, null],
    ['n/a', undefined, 'NA-001'],
    ['n/a', 'no time', 'NA-001'],
    [4, 'requires-private-data', 'NA-002'],
    ['good', undefined, 'SCO-003'],
    [undefined, undefined, 'NA-001'],
  ])('is accepted with n/a only: %j, %j', (score, naReason, code) => {
    const { valid, errors } = NaReason.validate({ score, naReason });
    expect(valid).toBe(code === null);
    expect(errors.map((text) => text.split(':')[0])).toEqual(code === null ? [] : [code]);
  });
});

describe('two forms of one argument', () => {
  it('are not taken at once', () => {
    expect(NaReason.validate({ score: 3, grade: 'n/a' } as never).errors.join()).toContain('GRD-002: /grade');
    const bad = [{ gradingMode: 'partial', aggregateGrade: 'A' }] as const;
    const both = PartialGrading.validateSequence({ entries: [], gradingFiles: bad } as never);
    expect([both.valid, both.errors.join()]).toEqual([
      false,
      expect.stringContaining('GRD-002: /gradingFiles'),
    ]);
  });
});

describe('ErrorCodes', () => {
  it('explains every code, with its values filled in', () => {
    for (const code of Object.keys(errorCodes)) {
      expect(ErrorCodes.getCode({ code }).row).toMatchObject({ code });
      expect(ErrorCodes.validateCodeFormat({ code }).valid).toBe(true);
    }
    expect(ErrorCodes.formatMessage({ code: 'GRD-001' }).message).toBe('{field} is missing');
  });

  it('lists by prefix and severity', () => {
    const { codes, rows } = ErrorCodes.listByPrefix({ prefix: 'VET-' });
    expect(codes).toEqual(rows.map(({ code }) => code));
    const warnings = ErrorCodes.listBySeverity({ severity: 'warning' });
    expect(warnings.rows.length).toBeGreaterThan(0);
    expect(warnings.rows.every(({ severity }) => severity === 'warning')).toBe(true);
    expect(ErrorCodes.listBySeverity({ severity: 'WARNING' })).toEqual(warnings);
  });

  it('reports an unknown code as unknown', () => {
    expect(ErrorCodes.getCode({ code: 'toString' })).toMatchObject({ row: null });
    expect(ErrorCodes.formatMessage({ code: 'XXX-999' }).errors.join()).toContain('CLI-004');
    for (const code of ['grd-001', 'GRD001x']) {
      expect(ErrorCodes.validateCodeFormat({ code }).valid).toBe(false);
    }
  });
});

describe('PartialGrading', () => {
  const base = autonomousEntry({ aggregateGrade: 'C' });
  const [answer] = answersTo('tools-aggregate-schema', 5);
  const newGradings = answer ? [answer] : [];

  it('answers questions again and keeps the grade', () => {
    const createdAt = '2026-04-01T00:00:00Z';
    const { entry, errors } = PartialGrading.buildPartialEntry({ baseEntry: base, newGradings, createdAt });
    expect(errors).toEqual([]);
    expect(entry).toMatchObject({ gradingMode: 'partial', aggregateGrade: 'C', gradings: newGradings });
    expect(entry?.gradingId).toContain('--2026-04-01T00-00-00Z--tools-aggregate-schema--prices');
    expect(PartialGrading.listGradedQuestions({ entry: entry ?? base }).questionIds).toEqual([
      answer?.questionId,
    ]);
    expect(PartialGrading.validateSequence({ entries: [base, entry ?? base] })).toMatchObject({
      valid: true,
    });
  });

  it('repeats a veto', () => {
    const veto = {
      triggeredBy: 'illegal-content',
      graderIdentity: { kind: 'human', name: 'ada', version: '1' },
      evidence: 'what it sells',
      timestamp: '2026-03-01T10:00:00Z',
    } as const;
    const vetoed = autonomousEntry({ categoricalVeto: veto, aggregateGrade: 'REJECTED' });
    const { entry } = PartialGrading.buildPartialEntry({ baseEntry: vetoed, newGradings });
    expect(entry).toMatchObject({ aggregateGrade: 'REJECTED', categoricalVeto: veto });
  });

  it('requires an answer, and none of another area', () => {
    expect(PartialGrading.buildPartialEntry({ baseEntry: base, newGradings: [] }).errors.join()).toContain(
      'PRT-006',
    );
    const foreign = answersTo('single-test').slice(0, 1);
    expect(
      PartialGrading.buildPartialEntry({ baseEntry: base, newGradings: foreign }).errors.join(),
    ).toContain('SCO-002');
  });

  it('reports where a history breaks the rules', () => {
    const partial = { ...base, gradingMode: 'partial' as const };
    const { valid, violations } = PartialGrading.validateSequence({
      entries: [partial, base, { ...partial, aggregateGrade: 'A' }],
    });
    expect(valid).toBe(false);
    expect(violations.map(({ index, rule }) => [index, rule])).toEqual([
      [0, 'first-must-be-full'],
      [2, 'partial-must-not-change-aggregate'],
    ]);
    expect(PartialGrading.validateSequence({ entries: 'all' as never }).errors.join()).toContain('GRD-002');
    expect(PartialGrading.getValidModes()).toEqual({ modes: ['full', 'partial'] });
  });
});
