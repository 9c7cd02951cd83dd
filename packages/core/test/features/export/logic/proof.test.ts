// A proof shows what the index shows: no grade is computed, no key is made up, and a board's notes are kept.
import { describe, expect, it } from 'vitest';
import {
  buildProof,
  changeOfProof,
  findSourceDifference,
  keepMonitoring,
  type ProofOf,
  sourcesOf,
} from '../../../../src/features/export/logic/proof.js';
import type { NamespaceIndex } from '../../../../src/spec/index-file.js';
import { providerProof } from '../../../../src/spec/proof.js';
import { againstUpstream } from '../../../spec/upstream-index.js';

const PENDING = { status: 'pending', reason: 'not graded yet' } as const;

const INDEX: NamespaceIndex = {
  indexVersion: 2,
  namespace: 'demo',
  updatedAt: '2026-03-01T10:00:00Z',
  status: 'partial',
  grade: 'D',
  summary: {
    gradingSpec: 'spec',
    scoringSystem: 'scoring',
    gradingSystem: 'grading',
    schemas: 2,
    tools: 12,
    toolsStable: 8,
    readiness: 'imported',
    about: 'blocked',
    description: 'pending',
    skills: 0,
    retired: ['old'],
  },
  about: { status: 'blocked', reason: 'no-about', detail: 'no About resource' },
  description: PENDING,
  skills: {},
  namespaceAggregate: { status: 'stable', grade: 'B', rawGrade: 'A', score: 4.1, ref: '_gradings/x.json' },
  schemas: {
    prices: {
      ...{ status: 'stable', grade: 'B', readiness: 'stable' },
      snapshot: { file: 'prices--x.mjs', hash: '93baef35', fileSha256: 'aa' },
      toolsAggregate: { status: 'stable', grade: 'B', score: 4 },
      tools: {},
    },
    torn: {
      ...{ status: 'blocked', reason: 'validation-failed', detail: 'VAL001' },
      snapshot: { file: 'torn--x.mjs', hash: '12345678', fileSha256: 'bb' },
      toolsAggregate: PENDING,
      tools: {},
    },
  },
  blockers: [{ node: 'about', reason: 'no-about', message: 'no About resource', code: 'ABT-001' }],
};

function proofOf(index: Partial<NamespaceIndex> = {}, more: Partial<ProofOf> = {}) {
  return buildProof({
    proofVersion: 1,
    index: { ...INDEX, ...index },
    failed: new Map(),
    generatedAt: '2026-06-05T12:00:00Z',
    tool: 'flowmcp-grading 1.2.0',
    ...more,
  });
}

describe('the proof of a namespace', () => {
  it('has these keys in this order, and nothing of the island besides', () => {
    expect(JSON.stringify(proofOf())).toBe(
      JSON.stringify({
        proofVersion: 1,
        namespace: 'demo',
        generatedAt: '2026-06-05T12:00:00Z',
        status: 'partial',
        grade: 'D',
        summary: {
          gradingSpec: 'spec',
          scoringSystem: 'scoring',
          gradingSystem: 'grading',
          schemas: 2,
          tools: 12,
          toolsStable: 8,
          readiness: 'imported',
          tool: 'flowmcp-grading 1.2.0',
        },
        namespaceAggregate: { status: 'stable', grade: 'B', normalizedScore: 4.1 },
        schemas: {
          prices: { status: 'stable', grade: 'B', hash: '93baef35', fileSha256: 'aa' },
          torn: { status: 'blocked', reason: 'validation-failed', hash: '12345678', fileSha256: 'bb' },
        },
        blockers: [{ node: 'about', reason: 'no-about', message: 'no About resource' }],
        monitoring: { githubIssue: null, boardColumn: null },
      }),
    );
  });

  it.each([
    ['as it is', {}],
    ['blocked', { status: 'blocked', reason: 'api-down', grade: undefined }],
    ['rejected', { status: 'rejected', grade: 'REJECTED' }],
    ['ungraded', { status: 'pending', grade: undefined, namespaceAggregate: PENDING }],
    ['empty', { schemas: {}, blockers: [] }],
  ] as const)('is valid here and by the specification: %s', (_, index) => {
    const proof: unknown = JSON.parse(JSON.stringify(proofOf(index as Partial<NamespaceIndex>)));
    expect(providerProof.safeParse(proof).error).toBeUndefined();
    expect(againstUpstream(proof)).toEqual([]);
  });

  it('shows how the tests of its tools were gathered, merged', () => {
    const tool = { status: 'stable', grade: 'B' } as const;
    const tools = {
      a: { ...tool, gathered: { originMap: true } as const },
      b: { ...tool, gathered: { allowedHost: true } as const },
      c: tool,
    };
    const { prices } = INDEX.schemas;
    if (!prices) throw new Error('no schema');
    const proof = proofOf({ schemas: { ...INDEX.schemas, prices: { ...prices, tools } } });
    expect(proof.summary?.gathered).toEqual({ originMap: true, allowedHost: true });
    expect(providerProof.safeParse(proof).error).toBeUndefined();
    expect(againstUpstream(JSON.parse(JSON.stringify(proof)))).toEqual([]);
    expect(proofOf().summary).not.toHaveProperty('gathered');
  });

  it.each(['', 'Demo', '1demo', 'demo_api', '../demo'])('names no namespace %j', (namespace) => {
    expect(providerProof.safeParse(proofOf({ namespace })).success).toBe(false);
  });

  it('leaves out what has no value', () => {
    const { grade, ...graded } = INDEX;
    expect(grade).toBe('D');
    const proof = buildProof({ ...given(), index: { ...graded, namespaceAggregate: PENDING } });
    expect(proof).not.toHaveProperty('grade');
    expect(proof).not.toHaveProperty('reason');
    expect(proof.namespaceAggregate).toEqual({ status: 'pending' });
  });

  it('shows a rejected roll-up beside the grade of its aggregate, and computes neither', () => {
    const proof = proofOf({ status: 'rejected', grade: 'REJECTED' });
    expect(proof).toMatchObject({
      status: 'rejected',
      grade: 'REJECTED',
      namespaceAggregate: { grade: 'B' },
    });
  });

  it('shows that entries of several versions count', () => {
    const mixed = { scoringSystem: { a: 1, b: 2 }, gradingSystem: { c: 3 } };
    expect(proofOf({ summary: { ...INDEX.summary, mixed } }).summary).toMatchObject({ mixed });
  });

  it.each([300, 301, 1000])('cuts a message of %i characters at 300', (length) => {
    const message = 'm'.repeat(length);
    const [shown] = proofOf({ blockers: [{ node: 'about', reason: 'no-about', message }] }).blockers;
    expect(shown?.message).toBe(length <= 300 ? message : `${message.slice(0, 299)}…`);
  });

  it('cuts no character in half', () => {
    const message = `${'m'.repeat(298)}${'😀'.repeat(5)}`;
    const [shown] = proofOf({ blockers: [{ node: 'about', reason: 'no-about', message }] }).blockers;
    expect(shown?.message).toBe(`${'m'.repeat(298)}…`);
  });

  it('counts a file that failed with its own sha256, not with that of an older snapshot', () => {
    const proof = proofOf({}, { failed: new Map([['torn', 'cc']]) });
    expect(proof.schemas.torn).toEqual({ status: 'blocked', reason: 'validation-failed', fileSha256: 'cc' });
    expect(sourcesOf(proof)).toEqual(
      new Map([
        ['prices', 'aa'],
        ['torn', 'cc'],
      ]),
    );
  });
});

function given() {
  return {
    proofVersion: 1,
    failed: new Map(),
    generatedAt: '2026-06-05T12:00:00Z',
    tool: 'flowmcp-grading 1.2.0',
  } as const;
}

describe('a proof that is written again', () => {
  const written = proofOf();

  it('is unchanged but for its time', () => {
    expect(changeOfProof(written, { ...written, generatedAt: '2027-01-01T00:00:00Z' })).toBeNull();
    expect(changeOfProof(written, { ...written, status: 'pending' })?.path).toBe('/status');
    expect(changeOfProof(null, written)).not.toBeNull();
  });

  it.each([
    [
      { githubIssue: 7, boardColumn: 'Backlog' },
      { githubIssue: 7, boardColumn: 'Backlog' },
    ],
    [{ githubIssue: 7 }, { githubIssue: 7, boardColumn: null }],
    [undefined, { githubIssue: null, boardColumn: null }],
  ])('keeps what a board wrote: %j', (monitoring, kept) => {
    expect(keepMonitoring(written, { ...written, monitoring }).monitoring).toEqual(kept);
  });
});

describe('the sources beside a proof', () => {
  const known = new Map([
    ['a', '1'],
    ['b', '2'],
  ]);
  it.each([
    ['the same', known, null],
    ['one missing', new Map([['a', '1']]), 'b'],
    ['one more', new Map([...known, ['c', '3']]), 'c'],
    ['one edited', new Map([...known, ['a', '9']]), 'a'],
  ])('%s', (_, found, schema) => {
    expect(findSourceDifference(found, known)?.schema ?? null).toBe(schema);
  });
});
