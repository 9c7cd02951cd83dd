import { describe, expect, it } from 'vitest';
import { Veto, validateGradingEntry } from '../../src/index.js';
import { AT, autonomousEntry, HUMAN } from './entries.js';

const CLAIM = { triggeredBy: 'malicious-module', grader: HUMAN, evidence: 'line 3', recordedAt: AT } as const;

describe('Veto', () => {
  it('has four triggers', () => {
    expect(Veto.getTriggers().triggers).toEqual([
      'malicious-module',
      'api-key-domain-mismatch',
      'illegal-content',
      'ai-security-veto',
    ]);
  });

  it('rejects a copy of the entry, which stays valid', () => {
    const before = autonomousEntry();
    const { entry, errors } = Veto.applyVeto({ entry: before, ...CLAIM });
    expect(errors).toEqual([]);
    expect(entry).toMatchObject({
      aggregateGrade: 'REJECTED',
      categoricalVeto: {
        triggeredBy: 'malicious-module',
        graderIdentity: HUMAN,
        timestamp: '2026-03-01T10:00:00.000Z',
      },
    });
    expect(before.categoricalVeto).toBeNull();
    expect(validateGradingEntry({ entry })).toEqual({ valid: true, errors: [] });
    expect(Veto.isVetoed({ entry: before })).toMatchObject({ vetoed: false, triggeredBy: null });
    expect(Veto.isVetoed({ entry: entry ?? before })).toMatchObject({
      vetoed: true,
      triggeredBy: 'malicious-module',
    });
  });

  it.each([
    [{ triggeredBy: 'dislike' }, 'VET-001'],
    [{ evidence: '' }, 'VET-002'],
    [{ triggeredBy: 'ai-security-veto', reasoning: 'r', evidence: '' }, 'VET-003'],
    [{ evidence: '  ' }, 'VET-002'],
    [{ triggeredBy: 'ai-security-veto' }, 'VET-003'],
    [{ grader: undefined }, 'GRD-001: /grader'],
    [{ recordedAt: 'then' }, 'GRD-002: /recordedAt'],
  ])('is raised for nothing else: %j', (more, expected) => {
    const { entry, errors } = Veto.applyVeto({ entry: autonomousEntry(), ...CLAIM, ...more } as never);
    expect(entry).toBeNull();
    expect(errors.join()).toContain(expected);
  });

  it.each([
    [{}, 'GRD-001: /categoricalVeto'],
    [Promise.resolve(autonomousEntry()), 'GRD-001: /categoricalVeto'],
    [{ entry: autonomousEntry(), errors: [] }, 'GRD-001: /categoricalVeto'],
    [{ categoricalVeto: false }, 'GRD-002: /categoricalVeto'],
    [{ categoricalVeto: null, aggregateGrade: 'rejected' }, 'GRD-002: /aggregateGrade'],
  ])('says nothing of what is no entry: %j', (entry, expected) => {
    const { vetoed, errors } = Veto.isVetoed({ entry: entry as never });
    expect(vetoed).toBeNull();
    expect(errors.join()).toContain(expected);
  });

  it('can be checked without an entry', () => {
    const veto = {
      triggeredBy: 'ai-security-veto',
      graderIdentity: HUMAN,
      evidence: 'e',
      timestamp: AT,
    } as const;
    expect(Veto.validateVeto({ veto }).errors.join()).toContain('VET-003');
    expect(Veto.validateVeto({ veto: { ...veto, reasoning: 'r' } })).toEqual({ valid: true, errors: [] });
    expect(Veto.validateVeto({ veto: undefined as never }).valid).toBe(false);
  });
});
