// A valid proof is also valid by the schema of the specification, and what that schema refuses is no valid proof.
import { describe, expect, it } from 'vitest';
import { providerProof } from '../../src/spec/proof.js';
import { BLOCKED_REASONS, NODE_STATUSES, ROLLUP_STATUSES } from '../../src/spec/vocabulary.js';
import { againstUpstream, hasUpstreamIndex } from './upstream-index.js';

const SMALLEST = {
  proofVersion: 1,
  namespace: 'demo',
  generatedAt: '2026-06-05T12:00:00Z',
  status: 'partial',
  namespaceAggregate: { status: 'stable', grade: 'B' },
  schemas: { prices: { status: 'graded', grade: 'C' } },
  blockers: [{ reason: 'not graded yet', schemaFile: 'prices.mjs' }],
  monitoring: { githubIssue: 12, boardColumn: 'Backlog' },
};

const isValid = (value: unknown) => providerProof.safeParse(value).success;

describe('a valid proof', () => {
  const valid: Record<string, object> = {
    'as another tool writes it': SMALLEST,
    'that is on no board': { ...SMALLEST, monitoring: { githubIssue: null, boardColumn: null } },
    'that says nothing of a board': { ...SMALLEST, monitoring: undefined },
    ...Object.fromEntries(ROLLUP_STATUSES.map((status) => [`that is ${status}`, { ...SMALLEST, status }])),
    ...Object.fromEntries(
      BLOCKED_REASONS.map((reason) => [
        `blocked by ${reason}`,
        { ...SMALLEST, status: 'blocked', reason, namespaceAggregate: { status: 'blocked', reason } },
      ]),
    ),
    ...Object.fromEntries(
      NODE_STATUSES.map((status) => [
        `with a schema that is ${status}`,
        { ...SMALLEST, schemas: { prices: { status } } },
      ]),
    ),
  };
  it.each(Object.entries(valid))('%s', (_, value) => {
    const proof: unknown = JSON.parse(JSON.stringify(value));
    expect(providerProof.safeParse(proof).error).toBeUndefined();
    expect(againstUpstream(proof)).toEqual([]);
  });
});

describe('no valid proof, here and in the specification', () => {
  const { proofVersion: _, ...unmarked } = SMALLEST;
  const { generatedAt: __, ...untimed } = SMALLEST;
  const { namespace: ___, ...nameless } = SMALLEST;
  const invalid: Record<string, object> = {
    'is neither an index nor a proof': unmarked,
    'is both an index and a proof': { ...SMALLEST, indexVersion: 2 },
    'has no time': untimed,
    'has no namespace': nameless,
    'has a status of a node': { ...SMALLEST, status: 'stable' },
    'has a reason outside the closed list': { ...SMALLEST, reason: 'the API is down' },
    'has an aggregate blocked by a sentence': {
      ...SMALLEST,
      namespaceAggregate: { status: 'blocked', reason: 'no testable tool' },
    },
    'has the issue as text': { ...SMALLEST, monitoring: { githubIssue: '12', boardColumn: null } },
    'has an issue that is no whole number': {
      ...SMALLEST,
      monitoring: { githubIssue: 1.5, boardColumn: null },
    },
    'has the issue at the top': { ...SMALLEST, githubIssue: 12 },
    'has a blocker without a reason': { ...SMALLEST, blockers: [{ node: 'about' }] },
  };
  it.each(Object.entries(invalid))('%s', (_, value) => {
    expect(isValid(value)).toBe(false);
    if (hasUpstreamIndex) expect(againstUpstream(value)).not.toEqual([]);
  });

  it('also with a version that nobody knows yet', () => {
    expect(isValid({ ...SMALLEST, proofVersion: 2 })).toBe(false);
  });
});
