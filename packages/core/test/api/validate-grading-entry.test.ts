import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { validateGradingEntry } from '../../src/index.js';
import { readUpstream } from '../conformance/shared-vectors.js';
import { AT, autonomousEntry, groupBoundEntry, HUMAN } from './entries.js';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const VETO = {
  triggeredBy: 'ai-security-veto',
  graderIdentity: HUMAN,
  evidence: 'line 3',
  reasoning: 'it sends the key away',
  timestamp: AT,
} as const;
const TRIGGER = {
  triggeredBy: 'user-report',
  reportedIssue: 'prices are gone',
  requestedBy: 'ada',
  previousGradingId: '0123abcd--2026-02-01T10-00-00Z',
  timestamp: AT,
} as const;

const GOOD: Record<string, Json> = {
  autonomous: toJson(autonomousEntry()),
  'group-bound': toJson(groupBoundEntry()),
  vetoed: toJson(autonomousEntry({ categoricalVeto: VETO, aggregateGrade: 'REJECTED' })),
  're-graded': toJson(groupBoundEntry({ regradingTrigger: TRIGGER })),
  'an answer out of reach': toJson(
    autonomousEntry({
      gradings: autonomousEntry().gradings.map((answer) => ({
        ...answer,
        score: 'n/a',
        naReason: 'requires-private-data',
      })),
    }),
  ),
};

/** Variants of each value, with every place removed, emptied, or replaced by a value of another type. */
function* mutate(value: Json, path: string[] = []): Generator<{ path: string; entry: Json }> {
  const children = Array.isArray(value)
    ? value.slice(0, 2).map((item, at) => [String(at), item] as const)
    : value !== null && typeof value === 'object'
      ? Object.entries(value)
      : [];
  for (const [key, child] of children) {
    const place = [...path, key].join('/');
    yield { path: `${place} left out`, entry: without(value, key) };
    for (const other of [null, '', 'something', 7, 3.5, 0, true, [], {}]) {
      if (JSON.stringify(other) !== JSON.stringify(child)) {
        yield { path: `${place} = ${JSON.stringify(other)}`, entry: put(value, key, other) };
      }
    }
    for (const { path: below, entry } of mutate(child, [...path, key])) {
      yield { path: below, entry: put(value, key, entry) };
    }
  }
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
    yield { path: `${path.join('/')} with another field`, entry: { ...value, grade: 'B' } };
  }
}

function put(value: Json, key: string, child: Json): Json {
  if (Array.isArray(value)) return value.map((item, at) => (String(at) === key ? child : item));
  return { ...(value as { [key: string]: Json }), [key]: child };
}

function without(value: Json, key: string): Json {
  if (Array.isArray(value)) return value.filter((_, at) => String(at) !== key);
  const { [key]: _, ...rest } = value as { [key: string]: Json };
  return rest;
}

function toJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

function compileUpstream(): ValidateFunction | null {
  const text = readUpstream('upstream/08-grading-model.schema.json');
  if (text === null) return null;
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  return ajv.compile(JSON.parse(text) as object);
}

/** Entries that we refuse and the JSON Schema accepts: a missing weight, and a veto without a reason. */
const STRICTER = [/weight = 0$/, /categoricalVeto\/(?:evidence|reasoning) = ""$/];

describe('validateGradingEntry', () => {
  it.each(Object.entries(GOOD))('accepts an entry: %s', (_, entry) => {
    expect(validateGradingEntry({ entry })).toEqual({ valid: true, errors: [] });
  });

  it('judges every spoiled entry as the JSON Schema of the specification does', () => {
    const upstream = compileUpstream();
    if (upstream === null) return;
    const seen = { valid: 0, invalid: 0 };
    for (const entry of Object.values(GOOD)) {
      expect(upstream(entry)).toBe(true);
      for (const mutant of mutate(entry)) {
        const expected = upstream(mutant.entry);
        const { valid, errors } = validateGradingEntry({ entry: mutant.entry });
        if (STRICTER.some((place) => place.test(mutant.path))) continue;
        expect([mutant.path, valid, errors]).toEqual([mutant.path, expected, valid ? [] : errors]);
        expect(errors.length > 0).toBe(!valid);
        seen[valid ? 'valid' : 'invalid'] += 1;
      }
    }
    expect(seen.invalid).toBeGreaterThan(1000);
    expect(seen.valid).toBeGreaterThan(20);
  });

  it.each([
    [{ gradingTier: 'both' }, 'GRD-003: /gradingTier'],
    [{ schemaId: undefined }, 'GRD-001: /schemaId: schemaId is missing'],
    [{ grade: 'B' }, 'GRD-011: /grade: unknown field "grade"'],
    [{ maxAttainableGrade: 'A' }, 'GRD-013: /maxAttainableGrade'],
    [{ aggregateGrade: 'A' }, 'GRD-013: /aggregateGrade'],
    [{ categoricalVeto: VETO }, 'GRD-014: /aggregateGrade'],
    [{ area: 'namespace-skills' }, 'GRD-012: /persona'],
    [{ area: 'namespace-skills' }, 'GRD-037: /skillId'],
    [{ gradingTier: 'group-bound', maxAttainableGrade: 'A' }, 'GRD-004: /selectionId'],
    [{ regradingTrigger: { ...TRIGGER, requestedBy: undefined } }, 'RUN-007: /regradingTrigger'],
    [
      { regradingTrigger: { ...TRIGGER, triggeredBy: 'boredom' } },
      'GRD-002: /regradingTrigger/triggeredBy: expected one of',
    ],
    [{ categoricalVeto: { ...VETO, triggeredBy: 'boredom' } }, 'VET-001: /categoricalVeto/triggeredBy'],
    [{ categoricalVeto: { ...VETO, evidence: undefined } }, 'VET-003: /categoricalVeto/evidence'],
    [{ categoricalVeto: { ...VETO, evidence: null } }, 'VET-003: /categoricalVeto/evidence'],
    [{ gradings: [] }, 'GRD-002: /gradings: expected at least one element'],
  ])('names the place: %j', (more, expected) => {
    const { valid, errors } = validateGradingEntry({ entry: { ...autonomousEntry(), ...more } });
    expect(valid).toBe(false);
    expect(errors.join('\n')).toContain(expected);
  });

  it.each([
    [{ score: 9 }, 'SCO-001: /gradings/0/score'],
    [{ score: '4' }, 'SCO-003: /gradings/0/score'],
    [{ score: true }, 'GRD-002: /gradings/0/score'],
    [{ score: 'n/a' }, 'NA-001: /gradings/0/naReason'],
    [{ weight: 0 }, 'SCO-004: /gradings/0/weight'],
    [{ selectionContext: undefined }, 'GRD-005: /gradings/0/selectionContext'],
    [{ graderIdentity: { ...HUMAN, kind: 'llm' } }, 'GRD-007: /gradings/0/llmModel'],
  ])('names the answer: %j', (more, expected) => {
    const [first, ...rest] = autonomousEntry().gradings;
    const { errors } = validateGradingEntry({
      entry: { ...autonomousEntry(), gradings: [{ ...first, ...more }, ...rest] },
    });
    expect(errors.join('\n')).toContain(expected);
  });

  it('accepts the real name of another harness, which the specification does not list', () => {
    expect(validateGradingEntry({ entry: autonomousEntry({ harness: 'llm-judge' }) }).valid).toBe(true);
    expect(validateGradingEntry({ entry: { ...autonomousEntry(), harness: 'gut feeling' } }).valid).toBe(
      false,
    );
  });

  it.each([undefined, null, 'entry', 3, [], {}])('reports a value that is not an entry: %j', (entry) => {
    const { valid, errors } = validateGradingEntry({ entry });
    expect(valid).toBe(false);
    expect(errors[0]).toMatch(/^GRD-00[12]: /);
  });
});
