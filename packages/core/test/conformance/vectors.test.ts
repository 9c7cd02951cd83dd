// Hashes and means match the shared vectors, and our copies of them are unchanged.

import { describe, expect, it } from 'vitest';
import { gradeAnswers } from '../../src/grade/grade.js';
import { DEFAULT_BOOK } from '../../src/spec/books/registered.js';
import { canonicalJson, hashNamespace, hashSchema, hashValue } from '../../src/spec/hash.js';
import type { Tier } from '../../src/spec/vocabulary.js';
import { readUpstream, readVectors, readVectorText } from './shared-vectors.js';

describe('copies of the vectors', () => {
  it.each(['hash.json', 'aggregate.json', 'node-status.json'])(
    '%s equals upstream where it is at hand',
    (name) => {
      const upstream = readUpstream(`vectors/${name}`);
      expect(readVectorText(name)).toBe(upstream ?? readVectorText(name));
    },
  );
});

interface HashCase {
  value?: unknown;
  canonical?: string;
  keyOrder?: string[];
  hash8?: string;
  schema?: object;
  schemaHash?: string;
  namespace?: { members: string[]; aboutHash: string | null };
  namespaceHash?: string;
}

describe('hash vectors', () => {
  const { cases } = readVectors('hash.json') as { cases: HashCase[] };
  it.each(cases.map((vector, at) => [at, vector] as const))('case %i', (_, vector) => {
    if (vector.schema) return expect(hashSchema(vector.schema)).toBe(vector.schemaHash);
    if (vector.namespace) return expect(hashNamespace(vector.namespace)).toBe(vector.namespaceHash);
    if (vector.canonical) expect(canonicalJson(vector.value)).toBe(vector.canonical);
    if (vector.keyOrder) {
      expect(Object.keys(JSON.parse(canonicalJson(vector.value)))).toEqual(vector.keyOrder);
    }
    expect(hashValue(vector.value)).toBe(vector.hash8);
  });
});

interface AggregateCase {
  tier: Tier;
  answers: { score: never; weight: number }[];
  veto?: { triggeredBy: string; evidence: string };
  score?: number | null;
  rawGrade?: string;
  grade?: string | null;
  error?: string;
}

describe('aggregate vectors', () => {
  const { cases } = readVectors('aggregate.json') as { cases: AggregateCase[] };
  it.each(cases.map((vector, at) => [at, vector] as const))('case %i', (_, vector) => {
    const result = gradeAnswers({
      answers: vector.answers,
      tier: vector.tier,
      veto: vector.veto ?? null,
      rules: DEFAULT_BOOK,
    });
    if (vector.error) {
      expect(result.errors.map((found) => found.code)).toEqual([vector.error]);
      expect(result.aggregateGrade).toBeNull();
      return;
    }
    expect(result.errors).toEqual([]);
    if (vector.grade !== undefined) expect(result.aggregateGrade).toBe(vector.grade);
    if (vector.rawGrade !== undefined) expect(result.rawGrade).toBe(vector.rawGrade);
    if (vector.score !== undefined) expect(result.score).toBe(vector.score);
  });
});
