// Bodies of a 200: which are data, which report a failed call, which only look like that, and which are empty.
import { describe, expect, it } from 'vitest';
import { classifyBody, findFailure } from '../../../src/pretest/logic/classify-body.js';

/**
 * `data`: works, whatever is declared. `nothing`: works, with the remark that the test found nothing. `sign`: a failure
 * if the output does not fit, otherwise a remark. `certain`: always a failure. `empty`: no data at all.
 */
type Kind = 'data' | 'nothing' | 'sign' | 'certain' | 'empty';
type Row = readonly [kind: Kind, body: unknown, mediaType?: string];

const PROBLEM = 'application/problem+json';
const message = { message: 'no such field' };

const HONEST: readonly Row[] = [
  ['data', { error: null, data: [1] }],
  ['data', { error: false, name: 'Fern' }],
  ['data', { error: false, code: 0 }],
  ['data', { error: '', items: [{ id: 1 }] }],
  ['data', { errors: [], data: { name: 'Fern' } }],
  ['data', { errors: {}, items: [1] }],
  ['data', { code: 0, data: { price: 2 } }],
  ['data', { code: 0 }],
  ['data', { code: 200, status: 'OK', message: 'success' }],
  ['data', { message: 'https://example.org/dog.jpg', status: 'success' }],
  ['data', { code: '200', detail: 'two of three' }],
  ['data', { error: 'none', rows: [1] }],
  ['data', { status: 'ok' }],
  ['data', { status: 'Success', error: null }],
  ['data', { status: '0', result: [3] }],
  ['data', { status: '1', message: 'OK', result: '120' }],
  ['data', { status: 0, message: 'fine', data: [1] }],
  ['data', { success: true, error: null, list: [1] }],
  ['data', { success: null, list: [1] }],
  ['data', { ok: 0, n: 1 }],
  ['data', { ok: 'false', n: 1 }],
  ['data', { status: 'operational', updated: '2026-03-01' }],
  ['data', { status: 'failures', count: 3 }],
  ['data', { message: 'Hello', from: 'Ulm' }],
  ['data', { error: 'measurement error', value: 0.2 }],
  ['data', { jsonrpc: '2.0', id: 1, result: 7 }],
  ['data', { jsonrpc: '2.0', id: 1, result: { a: 1 }, error: null }],
  ['data', { data: { city: { name: 'Ulm' } }, errors: [message] }],
  ['data', { data: { city: { name: 'Ulm' } } }],
  ['data', { errors: [message], total: 3 }],
  ['data', [{ error: 'gone' }, { error: 'gone' }]],
  ['data', [{ success: false }]],
  ['data', [0]],
  ['data', { count: 0 }],
  ['data', { exists: false }],
  ['data', 0],
  ['data', false],
  ['data', 'error'],
  ['data', { success: true }, 'application/json'],
  ['data', { type: 'about:blank', title: 'A page' }, 'application/json; profile=problem+json'],
  ['data', { items: [1], tags: [], warnings: [] }],
  ['data', [{ id: 1, tags: [] }]],
  ['nothing', { total: 0, items: [] }],
  ['nothing', { status: '0', message: 'No transactions found', result: [] }],
  ['nothing', { type: 'FeatureCollection', features: [] }],
  ['nothing', { data: { rows: [], page: 1 }, took: 3 }],
  ['nothing', { code: 0, message: '', data: [] }],
  ['nothing', { error: null, page: 1, hits: [[], {}] }],
];

const FAILED: readonly Row[] = [
  ['certain', { type: 'about:blank', title: 'Not found', status: 404 }, PROBLEM],
  ['certain', { anything: [1, 2] }, 'Application/Problem+JSON; charset=utf-8'],
  ['certain', { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found' } }],
  ['certain', { jsonrpc: '2.0', id: null, error: 'busy', result: [1] }],
  ['certain', { errors: [message] }],
  ['certain', { errors: [message, message], data: null, extensions: { cost: 1 } }],
  ['sign', { errors: [message], data: {} }],
  ['sign', { errors: ['bad'] }],
  ['sign', { errors: [{ title: 'bad' }] }],
  ['sign', { success: false }],
  ['sign', { success: false, data: [1] }],
  ['sign', { ok: false, error_code: 404, description: 'Not Found' }],
  ['sign', { status: 'error', data: { a: 1 } }],
  ['sign', { status: 'FAIL', why: 'limit' }],
  ['sign', { status: 'Failed', id: 7 }],
  ['sign', { status: 'NOTOK', result: [1] }],
  ['sign', { status: '0', message: 'NOTOK', result: [] }],
  ['sign', { status: '0', message: 'Error', result: 'Invalid API Key' }],
  ['sign', { status: '0', message: 'Invalid API Key' }],
  ['sign', { error: 'Invalid API Key' }],
  ['sign', { status: 'success', error: 'no such id' }],
  ['sign', { code: 200, errors: ['no such id'], message: 'ok' }],
  ['sign', { error: true, message: '' }],
  ['sign', { error: { code: 401 } }],
  ['sign', { message: 'Rate limit reached', data: [], meta: {} }],
  ['sign', { code: 429, detail: 'slow down' }],
  ['sign', { code: 0, reason: 'unknown id' }],
  ['sign', { status: 404, message: 'not found' }],
];

const EMPTY: readonly Row[] = [
  ['empty', null],
  ['empty', ''],
  ['empty', []],
  ['empty', {}],
  ['empty', { data: null, errors: [], message: '' }],
  ['empty', [[], {}, [null, { a: '' }]]],
  ['empty', { error: null }],
];

const ROWS = [...HONEST, ...FAILED, ...EMPTY];
const UNMET = { matches: false, where: 'data.price: expected number, found string' } as const;

/** `works`, `works: says-failed`, `fails` or `empty`. */
function verdict([, body, mediaType = 'application/json']: Row, output: 'none' | 'met' | 'unmet'): string {
  const match = output === 'none' ? null : () => (output === 'met' ? ({ matches: true } as const) : UNMET);
  const found = classifyBody(body, findFailure(body, mediaType), match);
  if (found.kind !== 'working') return found.kind === 'empty' ? 'empty' : 'fails';
  const said = found.remarks.map(({ kind }) => kind).join(', ');
  return said === '' ? 'works' : `works: ${said}`;
}

const EXPECTED: Record<Kind, readonly [none: RegExp, met: RegExp, unmet: RegExp]> = {
  data: [/^works$/, /^works$/, /^works$/],
  nothing: [/^works: found-nothing$/, /^works: found-nothing$/, /^works: found-nothing$/],
  sign: [/^works: says-failed/, /^works: says-failed/, /^fails$/],
  certain: [/^fails$/, /^fails$/, /^fails$/],
  empty: [/^empty$/, /^empty$/, /^empty$/],
};

describe('a body of HTTP 200', () => {
  it.each(ROWS.map((row) => [row[0], JSON.stringify(row[1]), row] as const))('%s: %s', (kind, _, row) => {
    const [none, met, unmet] = EXPECTED[kind];
    expect(verdict(row, 'none')).toMatch(none);
    expect(verdict(row, 'met')).toMatch(met);
    expect(verdict(row, 'unmet')).toMatch(unmet);
  });

  it('is tried in many forms, half of them honest', () => {
    expect(ROWS.length).toBeGreaterThanOrEqual(40);
    expect(HONEST.length * 2).toBeGreaterThanOrEqual(ROWS.length);
  });

  it('a failure names its sign, and the place where the output differs', () => {
    const whyOf = (body: unknown, match: (() => typeof UNMET) | null = null) => {
      const found = classifyBody(body, findFailure(body, null), match);
      return found.kind === 'failed' ? found.why : null;
    };
    expect(whyOf({ jsonrpc: '2.0', error: {} })).toBe('it is a JSON-RPC error');
    expect(whyOf({ success: false, a: 1 }, () => UNMET)).toBe(`success is false; ${UNMET.where}`);
    expect(whyOf({ error: 'x', code: 7, data: [] }, () => UNMET)).toBe(
      `it holds nothing but error, code; ${UNMET.where}`,
    );
  });

  it('names a few of the empty lists', () => {
    const body = { n: 1, a: [], b: { c: [], d: [] }, e: [], errors: [] };
    expect(classifyBody(body, null, null)).toMatchObject({
      remarks: [{ kind: 'found-nothing', what: 'a, b.c, b.d, 1 more' }],
    });
  });

  it('a sign in a body that handler code turned into data is a remark, whatever is declared', () => {
    const failure = { weight: 'remark', why: 'success is false' } as const;
    expect(classifyBody({ a: 1 }, failure, () => UNMET)).toEqual({
      kind: 'working',
      output: UNMET,
      remarks: [{ kind: 'says-failed', what: 'success is false' }],
    });
    expect(classifyBody([], failure, null)).toEqual({ kind: 'empty' });
  });
});
