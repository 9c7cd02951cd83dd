// Working tests against the bar, reasons for a blocked tool, the documentation link.

import { describe, expect, it } from 'vitest';
import { type ClassifiedTest, judgeDocs } from '../../../src/pretest/logic/classify-outcome.js';
import { judgeTool } from '../../../src/pretest/logic/judge-tool.js';
import type { OutputMatch } from '../../../src/pretest/logic/output-match.js';
import { type RunConditions, reasonNotToRun } from '../../../src/pretest/logic/reason-not-to-run.js';
import { describeProblem, problem } from '../../../src/problems/error-codes.js';
import { DEFAULT_BOOK } from '../../../src/spec/books/registered.js';
import { type TestRecord, toolFacts } from '../../../src/spec/facts.js';
import type { ParameterDefinition, ToolTest } from '../../../src/spec/schema-main.js';
import { LATER_BOOK } from '../../spec/books/registered-layers.js';
import { mainWith, noLists, toolWith, user } from './request/schema-fixture.js';

type Status = TestRecord['status'];

function classified(
  test: number,
  status: Status,
  output: OutputMatch | null = null,
  remarks: ClassifiedTest['remarks'] = [],
): ClassifiedTest {
  const record: TestRecord = {
    tool: 'ping',
    test,
    description: null,
    schemaHash: '0123abcd',
    fileSha256: 'f'.repeat(64),
    checkedAt: '2026-03-01T10:00:00.000Z',
    status,
    httpStatus: null,
    working: status === 'working',
    durationMs: 1,
    responseBytes: 0,
    large: false,
    truncated: false,
    error: null,
    response: null,
  };
  return { record, output, remarks };
}

function judge(
  parameters: ParameterDefinition[],
  tests: ToolTest[],
  statuses: Status[],
  spec = DEFAULT_BOOK.spec,
) {
  const facts = judgeTool({
    spec,
    tool: toolWith(parameters, { tests }),
    lists: noLists,
    tests: statuses.map((status, at) => classified(at + 1, status)),
    docs: null,
    notRun: null,
  });
  expect(toolFacts.parse(facts)).toEqual(facts);
  return facts;
}

const text = user('a');
const two = user('a', 'query', 'enum(x,y)');
const abc = [{ a: 'a' }, { a: 'b' }, { a: 'c' }];

describe('a tool whose tests need a missing library', () => {
  const tests = ['a', 'b', 'c'].map((q) => ({ _description: q, q }));
  const needs = (at: number): ClassifiedTest => ({
    ...classified(at, 'could-not-tell'),
    untold: problem('DPT-147', undefined, { library: 'talib' }),
  });
  const works = (at: number) => classified(at, 'working');
  const text = 'needs talib, which the sandbox does not have';

  it.each([
    ['no test works', [needs(1), needs(2), needs(3)], { status: 'blocked', reason: text }],
    [
      'one works',
      [needs(1), works(2), needs(3)],
      { status: 'blocked', reason: `${text} (1 of 3 tests work without it)` },
    ],
    [
      'one works and one fails',
      [needs(1), works(2), classified(3, 'empty')],
      { status: 'blocked', reason: `${text} (1 of 3 tests work without it)` },
    ],
  ])('is held by it: %s', (_, all, expected) => {
    for (const { spec } of [DEFAULT_BOOK, LATER_BOOK]) {
      const facts = judgeTool({
        ...{ spec, tool: toolWith([user('q')], { tests }), lists: noLists, tests: all },
        ...{ docs: null, notRun: null },
      });
      const cause = { code: 'DPT-147', args: { library: 'talib' } };
      expect(facts).toMatchObject({ ...expected, cause });
      expect(facts.causes).toBeUndefined();
    }
  });

  it('is held only under the book that asks for more', () => {
    const judged = [DEFAULT_BOOK, LATER_BOOK].map(({ spec }) =>
      judgeTool({
        ...{ spec, tool: toolWith([user('q')], { tests }), lists: noLists },
        ...{ tests: [works(1), works(2), needs(3)], docs: null, notRun: null },
      }),
    );
    expect(judged.map(({ status, reason }) => [status, reason])).toEqual([
      ['blocked', `${text} (2 of 3 tests work without it)`],
      ['ok', undefined],
    ]);
  });
});

describe('judgeTool', () => {
  it.each<[string, ParameterDefinition[], ToolTest[], Status[], object]>([
    [
      'three of three',
      [text],
      abc,
      ['working', 'working', 'working'],
      { working: 3, total: 3, bar: 3, status: 'ok' },
    ],
    [
      'two of three',
      [text],
      abc,
      ['working', 'http-error', 'working'],
      { working: 2, total: 3, status: 'blocked', reason: 'fewer than 3 working tests (2 of 3)' },
    ],
    [
      'three, two of them the same',
      [text],
      [{ a: 'a' }, { a: 'a' }, { a: 'b' }],
      ['working', 'working', 'working'],
      { working: 2, total: 3, reason: 'fewer than 3 working tests (2 of 3)' },
    ],
    [
      'an enum of two needs two',
      [two],
      [{ a: 'x' }, { a: 'y' }],
      ['working', 'working'],
      { bar: 2, status: 'ok' },
    ],
    [
      'an enum of two, one works',
      [two],
      [{ a: 'x' }, { a: 'y' }],
      ['working', 'transient'],
      { bar: 2, status: 'blocked', reason: 'fewer than 2 working tests (1 of 2)' },
    ],
    [
      'parameterless, three runs',
      [],
      [{}, {}, {}],
      ['working', 'working', 'working'],
      { working: 3, status: 'ok' },
    ],
    [
      'parameterless, two runs',
      [],
      [{}, {}],
      ['working', 'working'],
      { reason: 'fewer than 3 working tests (2 of 3)' },
    ],
    [
      'nobody answers',
      [text],
      abc,
      ['unreachable', 'unreachable', 'unreachable'],
      { reason: 'API unreachable' },
    ],
    [
      'somebody answers',
      [text],
      abc,
      ['unreachable', 'http-error', 'unreachable'],
      { reason: 'fewer than 3 working tests (0 of 3)' },
    ],
    ['no tests', [text], [], [], { total: 0, reason: 'fewer than 3 working tests (0 of 3)' }],
    [
      'enough, one unreachable',
      [text],
      [...abc, { a: 'd' }],
      ['working', 'working', 'working', 'unreachable'],
      { status: 'ok' },
    ],
  ])('%s', (_, parameters, tests, statuses, expected) => {
    expect(judge(parameters, tests, statuses)).toMatchObject(expected);
  });

  describe('by gradingSpec/3.0.3', () => {
    const optional = user('a', 'query', 'string()', 'optional()');
    const preset = user('a', 'query', 'string()', 'default(x)');
    const single = user('a', 'query', 'enum(x)');
    it.each<[string, ParameterDefinition[], ToolTest[], object]>([
      ['a required parameter, one test', [text], abc.slice(0, 1), { bar: 2, status: 'blocked' }],
      ['a required parameter, two tests', [text], abc.slice(0, 2), { bar: 2, status: 'ok' }],
      [
        'a required parameter, two equal tests',
        [text],
        [{ a: 'a' }, { a: 'a' }],
        { bar: 2, status: 'blocked' },
      ],
      ['an enum of one', [single], [{ a: 'x' }], { bar: 1, status: 'ok' }],
      ['an enum of two, one test', [two], [{ a: 'x' }], { bar: 2, status: 'blocked' }],
      ['no parameter', [], [{}], { bar: 1, status: 'ok' }],
      ['no parameter, no test', [], [], { bar: 1, status: 'blocked' }],
      ['an optional parameter', [optional], [{}], { bar: 1, status: 'ok' }],
      ['a parameter with a default', [preset], [{ a: 'b' }], { bar: 1, status: 'ok' }],
      ['a required one beside an optional one', [optional, user('b')], [{ b: 'c' }], { bar: 2 }],
    ])('%s', (_, parameters, tests, expected) => {
      const statuses = tests.map(() => 'working' as const);
      expect(judge(parameters, tests, statuses, LATER_BOOK.spec)).toMatchObject(expected);
    });

    it('names its own bar', () => {
      const { reason, causes } = judge([text], abc.slice(0, 1), ['working'], LATER_BOOK.spec);
      expect([reason, causes]).toEqual(['fewer than 2 working tests (1 of 2)', ['only 1 declared']]);
    });
  });

  it('keeps the cause of tests that show nothing, and none of tests that fail', () => {
    expect(judge([text], abc, ['unreachable', 'unreachable', 'unreachable']).cause).toEqual({
      code: 'DPT-102',
    });
    expect(judge([text], abc, ['http-error', 'unreachable', 'working'])).not.toHaveProperty('cause');
  });

  it('an ok tool has no reason', () => {
    expect(judge([text], abc, ['working', 'working', 'working'])).not.toHaveProperty('reason');
  });

  it('keeps the remarks on a test by its number, and no member without remarks', () => {
    const evidence = { tool: toolWith([text], { tests: abc }), lists: noLists, docs: null, notRun: null };
    const remark = { kind: 'found-nothing', what: 'items' } as const;
    const tests = [classified(1, 'working'), classified(2, 'working', null, [remark])];
    expect(judgeTool({ spec: DEFAULT_BOOK.spec, ...evidence, tests }).remarks).toEqual([
      { test: 2, ...remark },
    ]);
    expect(judgeTool({ spec: DEFAULT_BOOK.spec, ...evidence, tests: tests.slice(0, 1) })).not.toHaveProperty(
      'remarks',
    );
  });

  it('names the first output that does not fit, and none if nothing was compared', () => {
    const evidence = { tool: toolWith([text], { tests: abc }), lists: noLists, docs: null, notRun: null };
    const fits: OutputMatch = { matches: true };
    const not: OutputMatch = { matches: false, where: 'data: expected array, found object' };
    const outputs = (...found: (OutputMatch | null)[]) =>
      judgeTool({
        spec: DEFAULT_BOOK.spec,
        ...evidence,
        tests: found.map((output, at) => classified(at + 1, 'working', output)),
      });
    expect(outputs(fits, not, not)).toMatchObject({
      outputMatches: false,
      outputMismatch: 'test 2, data: expected array, found object',
    });
    expect(outputs(null, fits).outputMatches).toBe(true);
    expect(outputs(null, null).outputMatches).toBeNull();
  });

  it('a tool that was not run keeps its bar and its docs', () => {
    const docs = { url: 'https://x.test', status: 'reachable', httpStatus: 200 } as const;
    const notRun = problem('DPT-105');
    expect(
      judgeTool({
        spec: DEFAULT_BOOK.spec,
        tool: toolWith([two], { tests: abc }),
        lists: noLists,
        tests: [],
        docs,
        notRun,
      }),
    ).toEqual({
      working: 0,
      total: 3,
      bar: 2,
      status: 'blocked',
      reason: 'handler code not run',
      cause: { code: 'DPT-105' },
      docs,
      outputMatches: null,
      records: [],
      gathered: {},
    });
  });
});

describe('reasonNotToRun', () => {
  const base: RunConditions = {
    name: 'ping',
    tool: toolWith([]),
    main: mainWith(),
    handlers: { kind: 'none' },
    handlerMode: 'skip',
    lists: noLists,
    serverParams: null,
    missingKeys: [],
    envPath: '~/.flowmcp/.env',
    allowWrites: false,
  };
  const keyed = mainWith({ requiredServerParams: ['A_KEY', 'B_KEY'] });
  const meta = {
    isConcurrencySafe: true,
    isDestructive: false,
    searchHint: '',
    aliases: [],
    alwaysLoad: false,
  };
  const unresolved = (found: string[]) => ({
    resolved: {},
    unresolved: [{ ref: 'evmChains', version: '3.1.0', found }],
  });

  it.each<[string, Partial<RunConditions>, string | null]>([
    ['nothing in the way', {}, null],
    ['handler of this tool', { handlers: { kind: 'named', tools: ['ping'] } }, 'handler code not run'],
    ['handler of another tool', { handlers: { kind: 'named', tools: ['pong'] } }, null],
    ['unreadable handlers', { handlers: { kind: 'unreadable' } }, 'handler code not run'],
    ['handlers in the sandbox', { handlers: { kind: 'unreadable' }, handlerMode: 'sandbox' }, null],
    [
      'handlers that declare libraries, in the sandbox',
      {
        handlers: { kind: 'unreadable' },
        handlerMode: 'sandbox',
        main: mainWith({ requiredLibraries: ['canvas'] }),
      },
      null,
    ],
    [
      'POST',
      { tool: toolWith([], { method: 'POST' }) },
      'may write, not called without --allow-writes (POST, meta.isReadOnly is not true)',
    ],
    [
      'POST that says it writes',
      { tool: toolWith([], { method: 'POST', meta: { ...meta, isReadOnly: false } }) },
      'may write, not called without --allow-writes (POST, meta.isReadOnly is not true)',
    ],
    [
      'POST that only reads',
      { tool: toolWith([], { method: 'POST', meta: { ...meta, isReadOnly: true } }) },
      null,
    ],
    [
      'DELETE that says it only reads',
      { tool: toolWith([], { method: 'DELETE', meta: { ...meta, isReadOnly: true } }) },
      "DELETE is not sent on a schema's word",
    ],
    ['DELETE with leave', { tool: toolWith([], { method: 'DELETE' }), allowWrites: true }, null],
    ['a list that is nowhere', { lists: unresolved([]) }, 'shared list evmChains@3.1.0 not found'],
    [
      'a list of another version',
      { lists: unresolved(['3.0.0']) },
      'shared list evmChains@3.1.0 not found, there is 3.0.0',
    ],
    [
      'a list nobody declared',
      { tool: toolWith([user('c', 'query', 'enum({{evmChains:alias}})')]) },
      'shared list evmChains has no values for alias',
    ],
    ['keys without --with-keys', { main: keyed }, 'requires API key (--with-keys)'],
    [
      'a key that is missing',
      { main: keyed, serverParams: { A_KEY: 'x' }, missingKeys: ['B_KEY'] },
      'key B_KEY not in ~/.flowmcp/.env',
    ],
    ['all keys there', { main: keyed, serverParams: { A_KEY: 'x', B_KEY: 'y' } }, null],
    [
      'what the schema says comes first',
      { main: keyed, handlers: { kind: 'unreadable' }, lists: unresolved([]) },
      'handler code not run',
    ],
  ])('%s', (_, conditions, expected) => {
    const found = reasonNotToRun({ ...base, ...conditions });
    expect(found && describeProblem(found).message).toBe(expected);
  });
});

describe('causes', () => {
  it('list the outcomes of tests that do not count, most frequent first', () => {
    const facts = judge([text], [...abc, { a: 'a' }], ['working', 'empty', 'unreachable', 'working']);
    expect(facts.causes).toEqual(['1 × no answer', '1 × no data', '1 × same values as another test']);
    expect(judge([text], [{ a: 'a' }], ['working']).causes).toEqual(['only 1 declared']);
    expect(judge([text], abc, ['working', 'working', 'working']).causes).toBeUndefined();
  });
});

describe('judgeDocs', () => {
  const url = 'https://docs.example.org';
  it.each([
    [200, 'reachable'],
    [404, 'not-found'],
    [410, 'not-found'],
    [400, 'not-found'],
    [401, 'unreachable'],
    [403, 'unreachable'],
    [429, 'unreachable'],
    [500, 'unreachable'],
    [503, 'unreachable'],
    [301, 'unreachable'],
  ])('%i: %s', (status, expected) => {
    const rest = { contentType: null, body: Buffer.alloc(0), bytes: 0, truncated: false, durationMs: 1 };
    expect(judgeDocs(url, { kind: 'response', status, ...rest })).toEqual({
      url,
      status: expected,
      httpStatus: status,
    });
  });

  it.each(['timeout', 'dns', 'blocked-address', 'redirect'] as const)('%s leaves it open', (reason) => {
    expect(judgeDocs(url, { kind: 'failed', reason, message: '', status: null, durationMs: 1 })).toEqual({
      url,
      status: 'unreachable',
    });
  });

  it('a link that is not an address is not documentation', () => {
    const outcome = { kind: 'failed', reason: 'bad-url', message: '', status: null, durationMs: 0 } as const;
    expect(judgeDocs('see README', outcome).status).toBe('not-found');
  });
});
