import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import {
  ErrorCodes,
  errorCodes,
  getVersion,
  HashGenerator,
  NaReason,
  PartialGrading,
} from '../../src/index.js';
import { readVectors } from '../conformance/shared-vectors.js';
import { answersTo, autonomousEntry } from './entries.js';

describe('getVersion', () => {
  it('returns the versions of both systems and of this package', () => {
    expect(getVersion()).toEqual({
      scoringSystem: '1.0.0',
      gradingSystem: '1.0.0',
      repoVersion: manifest.version,
    });
  });
});

describe('NaReason', () => {
  it('is a closed set', () => {
    const { allowed } = NaReason.getAllowed();
    expect(allowed).toHaveLength(6);
    for (const naReason of allowed) expect(NaReason.isAllowed({ naReason })).toEqual({ allowed: true });
    expect(NaReason.isAllowed({ naReason: 'no time' })).toEqual({ allowed: false });
  });

  it.each([
    ['n/a', 'requires-private-data', null],
    [4, undefined, null],
    ['n/a', undefined, 'NA-001'],
    ['n/a', 'no time', 'NA-001'],
    [4, 'requires-private-data', 'NA-002'],
  ])('is accepted with n/a only: %j, %j', (score, naReason, code) => {
    const { valid, errors } = NaReason.validate({ score, naReason });
    expect(valid).toBe(code === null);
    expect(errors.map((text) => text.split(':')[0])).toEqual(code === null ? [] : [code]);
  });
});

describe('ErrorCodes', () => {
  it('explains every code, with its values filled in', () => {
    for (const code of Object.keys(errorCodes)) {
      expect(ErrorCodes.getCode({ code }).row).toMatchObject({ code });
      expect(ErrorCodes.validateCodeFormat({ code })).toEqual({ valid: true });
    }
    expect(ErrorCodes.formatMessage({ code: 'GRD-001', context: { field: 'entry' } }).message).toBe(
      'GRD-001: entry is missing',
    );
    expect(ErrorCodes.formatMessage({ code: 'GRD-001' }).message).toBe('GRD-001: {field} is missing');
  });

  it('lists by prefix and severity', () => {
    const { codes } = ErrorCodes.listByPrefix({ prefix: 'VET-' });
    expect(codes.map(({ code }) => code)).toEqual(['VET-001', 'VET-002', 'VET-003']);
    const warnings = ErrorCodes.listBySeverity({ severity: 'warning' }).codes;
    expect(warnings.length).toBeGreaterThan(0);
    expect(warnings.every(({ severity }) => severity === 'warning')).toBe(true);
  });

  it('reports an unknown code as unknown', () => {
    expect(ErrorCodes.getCode({ code: 'toString' })).toMatchObject({ row: null });
    expect(ErrorCodes.formatMessage({ code: 'XXX-999' }).errors.join()).toContain('CLI-004');
    for (const code of ['grd-001', 'GRD001x', 7]) {
      expect(ErrorCodes.validateCodeFormat({ code })).toEqual({ valid: false });
    }
  });
});

interface HashVector {
  readonly value: unknown;
  readonly hash8?: string;
}

describe('HashGenerator', () => {
  it('returns the worked values of the specification', () => {
    expect(HashGenerator.computeHash({ value: {} })).toEqual({ hash: '44136fa3', errors: [] });
    expect(HashGenerator.canonicalize({ value: { b: 1, a: [2, { d: null, c: 'ü' }] } }).json).toBe(
      '{"a":[2,{"c":"ü","d":null}],"b":1}',
    );
    const main = {
      version: 'flowmcp/4.0.0',
      namespace: 'demo',
      name: 'Demo',
      tools: { ping: { method: 'GET', path: '/ping', description: 'd' } },
    };
    expect(HashGenerator.computeSchemaHash({ schema: main }).hash).toBe('f1d26be4');
    expect(HashGenerator.computeSchemaHash({ schema: { ...main, schemaHash: 'x' } }).hash).toBe('f1d26be4');
    expect(HashGenerator.computeNamespaceHash({ members: ['b', 'a'], aboutHash: '00000000' }).hash).toBe(
      '76f4291b',
    );
    const selection = { selectionId: 'a', selectionHash: 'x' };
    expect(HashGenerator.computeSelectionHash({ selection }).hash).toBe(
      HashGenerator.computeHash({ value: { selectionId: 'a' } }).hash,
    );
    expect(HashGenerator.computeAboutHash({ about: 'ü' })).toEqual(
      HashGenerator.computeAboutHash({ about: Buffer.from('ü') }),
    );
    const skill = { name: 'plan', skillHash: 'x' };
    expect(HashGenerator.computeSkillHash({ skill }).hash).toBe(
      HashGenerator.computeHash({ value: skill }).hash,
    );
    const { cases } = readVectors('hash.json') as { cases: HashVector[] };
    const hashed = cases.filter((one) => 'value' in one && one.hash8 !== undefined);
    expect(hashed.length).toBeGreaterThan(5);
    for (const { value, hash8 } of hashed) expect(HashGenerator.computeHash({ value }).hash).toBe(hash8);
  });

  it.each([undefined, Number.NaN, [undefined], () => 1, 1n, new Map()])('hashes no %s', (value) => {
    expect(HashGenerator.computeHash({ value })).toMatchObject({ hash: null });
    expect(HashGenerator.canonicalize({ value }).errors[0]).toMatch(/^HSH-001: /);
    expect(HashGenerator.computeSchemaHash({ schema: value as object }).hash).toBeNull();
  });

  it('checks the form of a hash', () => {
    expect(HashGenerator.isValidHash({ hash: '0123abcd' })).toEqual({ valid: true });
    for (const hash of ['0123ABCD', '0123abc', 7])
      expect(HashGenerator.isValidHash({ hash })).toEqual({ valid: false });
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
      'PRT-001',
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
