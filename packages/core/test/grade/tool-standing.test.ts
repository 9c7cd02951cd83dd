// Facts of a tool under another specification: what was found stays, and the bar, the status and the reason follow anew.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  depthOf,
  heldBy,
  judgeAgain,
  judgeFacts,
  obstacleOf,
  standAt,
} from '../../src/grade/tool-standing.js';
import { problem } from '../../src/problems/error-codes.js';
import type { ToolShape } from '../../src/spec/books/book.js';
import { DEFAULT_BOOK } from '../../src/spec/books/registered.js';
import type { SchemaFacts, ToolFacts } from '../../src/spec/facts.js';
import { LATER_BOOK } from '../spec/books/registered-layers.js';

const OLD = DEFAULT_BOOK.spec;
const NEW = LATER_BOOK.spec;
const ANY: ToolShape = { sets: 'many', required: 1 };

function factsWith(more: Partial<ToolFacts>): ToolFacts {
  return {
    working: 2,
    total: 3,
    bar: 3,
    status: 'ok',
    docs: null,
    outputMatches: null,
    records: [],
    ...more,
  };
}
const FEW = factsWith({
  ...{ status: 'blocked', reason: 'fewer than 3 working tests (2 of 3)', causes: ['1 × HTTP 404'] },
});

describe('depthOf', () => {
  const sent = { records: ['tools/getItems/tests/test-1.json'] };
  it.each<[string, Partial<ToolFacts>, string | null]>([
    ['no test was run', { working: 0, cause: { code: 'DPT-103' } }, null],
    ['no test could be sent', { ...sent, working: 0, cause: { code: 'DPT-115' } }, null],
    ['no answer came', { ...sent, working: 0, cause: { code: 'DPT-102' } }, 'unavailable'],
    ['all failed', { ...sent, working: 0 }, 'unavailable'],
    ['one worked, the others were kept', { ...sent, working: 1, cause: { code: 'DPT-115' } }, 'reachable'],
    ['two worked', { ...sent, working: 2 }, 'schema-validatable'],
  ])('%s', (_, more, depth) => {
    expect(depthOf(factsWith(more), NEW)).toBe(depth);
    expect(depthOf(factsWith(more), OLD)).toBeNull();
  });
});

describe('judgeAgain', () => {
  it('frees a tool that meets the other bar, and blocks it again by the first', () => {
    const freed = judgeAgain(FEW, ANY, NEW);
    expect(freed).toMatchObject({ working: 2, bar: 2, status: 'ok' });
    expect(freed).not.toHaveProperty('reason');
    expect(judgeAgain(freed, ANY, OLD)).toMatchObject({
      ...{ working: 2, bar: 3, status: 'blocked', reason: 'fewer than 3 working tests (2 of 3)' },
    });
  });

  it('names a missing declaration by the bar in force', () => {
    const short = { ...FEW, working: 1, total: 1, reason: 'fewer than 3 working tests (1 of 3)' };
    const one = judgeAgain({ ...short, causes: ['only 1 declared'] }, ANY, NEW);
    expect(one).toMatchObject({
      ...{ bar: 2, reason: 'fewer than 2 working tests (1 of 2)', causes: ['only 1 declared'] },
    });
    const two = judgeAgain({ ...FEW, total: 2, causes: ['only 2 declared'] }, ANY, NEW);
    expect(two.causes ?? []).toEqual([]);
    expect(judgeAgain({ ...two, total: 2 }, ANY, OLD).causes).toEqual(['only 2 declared']);
  });

  it.each<[string, Partial<ToolFacts>]>([
    ['of an earlier version', { reason: 'requires API key (--with-keys)', working: 0 }],
    ['of an earlier version, whatever works', { reason: 'API unreachable', working: 2 }],
    ['that is missing', { working: 2 }],
    ['of another bar', { reason: 'fewer than 2 working tests (1 of 2)', working: 2 }],
  ])('keeps a reason %s', (_, more) => {
    const facts = factsWith({ status: 'blocked', ...more });
    expect(judgeAgain(facts, ANY, NEW)).toMatchObject({
      ...{ bar: 2, status: 'blocked', reason: more.reason ?? 'blocked' },
    });
  });

  it('keeps the cause of a tool that was not tested, and frees one whose other tests are enough', () => {
    const untold = { status: 'blocked' as const, ...heldBy(problem('DPT-137')) };
    expect(judgeAgain(factsWith({ ...untold, working: 0 }), ANY, NEW)).toMatchObject({ ...untold, bar: 2 });
    expect(judgeAgain(factsWith(untold), ANY, NEW)).toMatchObject({ status: 'ok' });
  });
});

describe('judgeFacts', () => {
  const facts: SchemaFacts = {
    ...{ namespace: 'demo', schema: 'alpha', schemaHash: '0123abcd', fileSha256: 'f'.repeat(64) },
    ...{ checkedAt: '2026-03-01T10:00:00.000Z', bar: 3, tools: { getItems: FEW, gone: FEW } },
  };
  const shapeOf = (tool: string) => (tool === 'gone' ? null : ANY);

  it('leaves facts of the same specification as they are, unread', () => {
    const never = () => expect.unreachable('the snapshot was read');
    expect(judgeFacts(facts, OLD, never)).toBe(facts);
    const judged = judgeFacts(facts, NEW, shapeOf);
    expect(judgeFacts(judged, NEW, never)).toBe(judged);
  });

  it('names the specification, and leaves a tool that cannot be read', () => {
    const judged = judgeFacts(facts, NEW, shapeOf);
    expect(judged).toMatchObject({ gradingSpec: NEW.version, bar: 2, tools: { getItems: { status: 'ok' } } });
    expect(judged.tools.gone).toEqual(FEW);
    expect(judgeFacts(judged, OLD, shapeOf)).toEqual(facts);
  });
});

describe('obstacleOf', () => {
  it.each<[string, Partial<ToolFacts>, string, string | undefined]>([
    ['too few tests', FEW, 'few-tests', 'DPT-101'],
    ['an API that is down', heldBy(problem('DPT-102')), 'api-down', 'DPT-102'],
    ['a login by OAuth', heldBy(problem('DPT-111', undefined, { evidence: 'x' })), 'invalid', 'DPT-111'],
    ['a missing key', heldBy(problem('DPT-103')), 'few-tests', 'DPT-103'],
    ['a reason without its cause', { reason: 'API unreachable' }, 'few-tests', undefined],
  ])('%s', (_, more, cause, code) => {
    const found = obstacleOf(factsWith({ status: 'blocked', ...more }));
    expect([found?.cause, found?.code]).toEqual([cause, code]);
  });

  it('says what failed, and nothing of a tool that can be graded or has no facts', () => {
    expect(obstacleOf(FEW)?.text).toBe('fewer than 3 working tests (2 of 3): 1 × HTTP 404');
    expect([obstacleOf(factsWith({})), obstacleOf(undefined)]).toEqual([null, null]);
  });
});

describe('any tool', () => {
  const sets = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constantFrom('many', 'parameterless' as const));
  const shape = fc.record({ sets, required: fc.nat({ max: 4 }) }) as fc.Arbitrary<ToolShape>;

  it('has no higher bar under 3.0.3 than under 2.0.0, and one of at least 1', () => {
    fc.assert(fc.property(shape, (tool) => NEW.bar(tool) >= 1 && NEW.bar(tool) <= OLD.bar(tool)));
  });

  it('is at both bars what its tests would have made of it on the day', () => {
    fc.assert(
      fc.property(shape, fc.nat({ max: 5 }), fc.nat({ max: 5 }), (tool, working, failed) => {
        const failures = failed > 0 ? [`${failed} × HTTP 404`] : [];
        const found = { working, total: working + failed, held: null, failures };
        const at = (spec: typeof OLD) => {
          const { bar: _, status: __, ...facts } = factsWith({ working, total: found.total });
          return { ...facts, ...standAt({ shape: tool, spec }, found) };
        };
        const verdict = ({ causes = [], ...facts }: ToolFacts) => ({
          ...facts,
          causes: facts.status === 'ok' ? [] : causes,
        });
        const again = judgeAgain(at(OLD), tool, NEW);
        expect(verdict(again)).toEqual(verdict(at(NEW)));
        expect(verdict(judgeAgain(again, tool, OLD))).toEqual(verdict(at(OLD)));
        expect(verdict(judgeAgain(at(NEW), tool, OLD))).toEqual(verdict(at(OLD)));
        if (at(OLD).status === 'ok') expect(at(OLD)).not.toHaveProperty('causes');
      }),
    );
  });
});
