// A board shows each proof in its column, tells what to do about it, and is the same bytes for the same proofs.
import { describe, expect, it } from 'vitest';
import { renderBoard } from '../../../../src/features/report/logic/board.js';
import { problem } from '../../../../src/problems/error-codes.js';
import type { ProviderProof } from '../../../../src/spec/proof.js';
import { NODE_STATUSES, type RollupStatus } from '../../../../src/spec/vocabulary.js';

function proof(more: Partial<ProviderProof> = {}): ProviderProof {
  return {
    proofVersion: 1,
    namespace: 'demo',
    generatedAt: '2026-06-05T12:00:00.000Z',
    status: 'partial',
    grade: 'D',
    summary: { gradingSpec: 'spec', scoringSystem: 'scoring', gradingSystem: 'grading' },
    namespaceAggregate: { status: 'stable', grade: 'B', normalizedScore: 4.1 },
    schemas: { prices: { status: 'graded', grade: 'D', hash: '93baef35', fileSha256: 'f' } },
    blockers: [{ node: 'about', reason: 'no-about', message: 'no About resource' }],
    monitoring: { githubIssue: null, boardColumn: null },
    ...more,
  };
}

function cardOf(more: Partial<ProviderProof> = {}) {
  const [card] = JSON.parse(renderBoard([proof(more)], [])).cards;
  return card;
}

describe('the column of a card', () => {
  const COLUMNS: [RollupStatus, string][] = [
    ['pending', 'Backlog'],
    ['partial', 'In Progress'],
    ['blocked', 'Blocked'],
    ['operational', 'Done'],
    ['rejected', 'Rejected'],
  ];
  it.each(COLUMNS)('of a roll-up that is %s is %s', (status, column) => {
    for (const node of NODE_STATUSES) {
      const nodes = { namespaceAggregate: { status: node }, schemas: { prices: { status: node } } };
      expect(cardOf({ status, ...nodes }).column, node).toBe(column);
    }
  });
});

describe('what is to be done about a card', () => {
  it.each([
    ['create', null, null],
    ['create', null, 'In Progress'],
    ['move', 7, null],
    ['move', 7, 'Backlog'],
    ['update', 7, 'In Progress'],
  ])('is %s with issue %j in column %j', (action, githubIssue, boardColumn) => {
    const card = cardOf({ monitoring: { githubIssue, boardColumn } });
    expect(card).toMatchObject({ action, githubIssue, boardColumn });
  });

  it('is create where the proof says nothing of a board', () => {
    const { monitoring, ...bare } = proof();
    expect(monitoring).toBeDefined();
    expect(JSON.parse(renderBoard([bare], [])).cards[0]).toMatchObject({
      action: 'create',
      githubIssue: null,
      boardColumn: null,
    });
  });
});

describe('a card', () => {
  it('has the grade of the namespace aggregate, and that of the roll-up beside it', () => {
    const card = cardOf();
    expect(card.grade).toBe('B');
    expect(card.body).toContain('Grade of the provider (namespace aggregate): B');
    expect(card.body).toContain('Grade of the roll-up: D');
  });

  it('has no grade while the namespace aggregate has none, whatever its schemas have', () => {
    expect(cardOf({ namespaceAggregate: { status: 'pending' } }).grade).toBeNull();
  });

  it('says that tests were not plain calls', () => {
    const gathered = { originMap: true, allowedHost: true } as const;
    expect(cardOf({ summary: { gathered } }).body).toContain(
      '- Evidence: tested against another origin, at a private address',
    );
    expect(cardOf().body).not.toContain('Evidence');
  });

  it('names schemas, their statuses, and what blocks', () => {
    const card = cardOf();
    expect(card.body).toContain('| `prices` | graded | D |');
    expect(card.body).toContain('| `about` | no-about | no About resource |');
    expect(card.blockers).toEqual(proof().blockers);
  });

  it('links to no issue and mentions nobody, whatever the texts of strangers say', () => {
    const hostile = '#12 GH-3 @someone https://a.example [x](y) <b> | cell';
    const { body } = cardOf({
      schemas: { [hostile]: { status: 'pending' } },
      blockers: [{ node: hostile, reason: hostile, message: hostile }],
    });
    for (const live of ['#12', 'GH-3', '@someone', 'https://', '[x]', '<b>']) {
      const outside = body.replace(/`[^`]*`/g, '');
      expect(outside, live).not.toContain(live);
    }
  });

  it('fits into one issue with any number of schemas and blockers', () => {
    const many = Array.from({ length: 5000 }, (_, at) => `schema-${at}`);
    const { body } = cardOf({
      schemas: Object.fromEntries(many.map((name) => [name, { status: 'pending' as const }])),
      blockers: many.map((node) => ({ node, reason: 'no-about', message: 'x'.repeat(300) })),
    });
    expect(body.length).toBeLessThan(65_536);
    expect(body).toContain('more schemas do not fit');
  });
});

describe('a board', () => {
  const proofs = ['b', 'a-b', 'a', 'aB'].map((namespace) => proof({ namespace }));

  it('is sorted by namespace, by code unit', () => {
    const { boardVersion, cards, problems } = JSON.parse(renderBoard(proofs, []));
    expect(boardVersion).toBe(1);
    expect(cards.map(({ namespace }: { namespace: string }) => namespace)).toEqual(['a', 'a-b', 'aB', 'b']);
    expect(problems).toEqual([]);
  });

  it('is the same bytes for the same proofs in any order', () => {
    expect(renderBoard([...proofs].reverse(), [])).toBe(renderBoard(proofs, []));
  });

  it('names what has no card', () => {
    const bad = problem('RPT-006', { file: 'x/grade.json' }, { reason: 'it is torn' });
    expect(JSON.parse(renderBoard([], [bad])).problems).toMatchObject([
      { code: 'RPT-006', severity: 'error', where: { file: 'x/grade.json' } },
    ]);
  });

  it('has exactly the keys that keepers of boards read', () => {
    expect(Object.keys(cardOf())).toEqual([
      ...['namespace', 'column', 'action', 'title', 'grade', 'status'],
      ...['body', 'blockers', 'githubIssue', 'boardColumn'],
    ]);
  });
});
