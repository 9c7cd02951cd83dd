// A schema's node: what its tools have in common, and what is left of a grade whose content cannot be used.
import { describe, expect, it } from 'vitest';
import { DEFAULT_BOOK } from '../../../src/spec/books/registered.js';
import type { IndexNode } from '../../../src/spec/index-file.js';
import {
  buildSchemaNode,
  commonCause,
  noTestableTool,
  type SchemaNodes,
  waitForSchemas,
} from '../../../src/target/logic/schema-node.js';
import { LATER_BOOK } from '../../spec/books/registered-layers.js';

const STABLE: IndexNode = { status: 'stable', grade: 'B' };

function nodes(over: Partial<SchemaNodes> = {}): SchemaNodes {
  return {
    schema: 'plants',
    snapshot: { file: 'plants--2026-01-01T00-00-00Z--aaaaaaaa.mjs', hash: 'aaaaaaaa', fileSha256: 'f' },
    unreadable: null,
    isReadable: true,
    toolsAggregate: STABLE,
    tools: { one: STABLE },
    passing: new Set(['one']),
    cause: 'few-tests',
    ...over,
  };
}

describe('tools that are blocked', () => {
  it.each([
    [['api-down', 'api-down'], 'api-down'],
    [['api-down', 'few-tests'], 'few-tests'],
    [['api-down', undefined], 'few-tests'],
    [['invalid'], 'few-tests'],
    [[], 'few-tests'],
  ] as const)('%j have in common: %s', (causes, expected) => {
    expect(commonCause(causes)).toBe(expected);
    expect(noTestableTool(causes.map((cause) => cause ?? 'waits')).cause).toBe(expected);
  });
});

describe('a schema whose content cannot be used', () => {
  const UNREADABLE = { cause: 'invalid', text: 'snapshot unreadable' } as const;
  const lost = nodes({ unreadable: UNREADABLE, tools: {} });

  it('is recorded without a grade, whatever it had, where a record is no grade', () => {
    const node = buildSchemaNode(lost, LATER_BOOK.spec);
    expect(node).toMatchObject({ status: 'blocked', reason: 'validation-failed', readiness: 'imported' });
    expect(node).not.toHaveProperty('grade');
    expect(buildSchemaNode(lost, DEFAULT_BOOK.spec)).toMatchObject({
      ...{ status: 'blocked', grade: 'B', reason: 'snapshot unreadable' },
    });
  });

  it('stays rejected if it was', () => {
    const rejected = nodes({ ...lost, toolsAggregate: { status: 'rejected', grade: 'REJECTED' } });
    expect(buildSchemaNode(rejected, LATER_BOOK.spec).status).toBe('rejected');
  });
});

describe('areas that wait for green schemas', () => {
  it('name each one below, with its level, and wait for none where there is no ladder', () => {
    const schemas = [
      nodes({
        toolsAggregate: { status: 'pending' },
        tools: { one: { status: 'pending' } },
        passing: new Set(),
      }),
      nodes({ schema: 'stable', passing: new Set() }),
      nodes({ schema: 'green', toolsAggregate: { status: 'pending' } }),
    ];
    expect(waitForSchemas(schemas, LATER_BOOK.spec)).toEqual({
      ...{
        cause: 'waits',
        text: 'waits until every schema is deterministic-green: plants (structural-valid)',
      },
    });
    expect(waitForSchemas(schemas.slice(1), LATER_BOOK.spec)).toBeNull();
    expect(waitForSchemas(schemas, DEFAULT_BOOK.spec)).toBeNull();
  });
});
