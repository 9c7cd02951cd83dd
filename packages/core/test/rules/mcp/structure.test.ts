// The borders of the rules about schemas, names, annotations and descriptions: what just is an issue, and what looks like one.
import { describe, expect, test } from 'vitest';
import { buildLintReport } from '../../../src/features/lint/logic/report.js';
import { exampleTool } from '../../../src/rules/mcp/define.js';
import { flowmcp1 } from '../../../src/rules/mcp/flowmcp-1/rule-set.js';
import type { ServerSnapshot } from '../../../src/rules/mcp/lint.js';
import type { LintIssue } from '../../../src/rules/mcp/lint-report.js';
import { serverWith } from '../../features/lint/logic/linted-server.js';

function issuesOf(rule: string, parts: Partial<ServerSnapshot>): LintIssue[] {
  const { issues } = buildLintReport(serverWith(parts), { ruleSet: flowmcp1 });
  return issues.filter((issue) => issue.rule === rule);
}

/** As a server sends it: `__proto__` is a member like any other. */
const json = (text: string) => JSON.parse(text) as Record<string, unknown>;

/** Issues of a rule in a tool with this property. */
const inProperty = (rule: string, schema: unknown, more: Record<string, unknown> = {}) =>
  issuesOf(rule, {
    tools: [exampleTool({ inputSchema: { type: 'object', properties: { a: schema }, ...more } })],
  });

const inSchema = (rule: string, inputSchema: unknown) =>
  issuesOf(rule, { tools: [exampleTool({ inputSchema })] });

describe('schemas', () => {
  test.each<[string, unknown, number]>([
    ['schema-type-unknown', { type: ['string', 'null'] }, 0],
    ['schema-type-unknown', {}, 0],
    ['schema-type-unknown', { type: [] }, 1],
    ['schema-type-unknown', { type: null }, 1],
    ['schema-type-unknown', { type: 'String' }, 1],
    ['schema-type-unknown', { type: 'constructor' }, 1],
    ['schema-type-unknown', { anyOf: [{ type: 'int' }] }, 1],
    ['schema-enum-empty', { enum: [null] }, 0],
    ['schema-enum-empty', { enum: {} }, 1],
    ['schema-enum-type', { type: 'integer', enum: [1.0, 'x'] }, 0],
    ['schema-enum-type', { type: 'integer', enum: [1.5] }, 1],
    ['schema-enum-type', { type: ['integer', 'null'], enum: [null] }, 0],
    ['schema-enum-type', { type: 'number', enum: [] }, 0],
    ['schema-enum-type', { type: 'date', enum: ['x'] }, 0],
    ['schema-enum-type', { type: 'array', enum: [{}] }, 1],
    ['schema-enum-type', { type: 'string', const: 5 }, 1],
    ['schema-enum-type', { type: 'string', const: 'five' }, 0],
    ['schema-part-invalid', { properties: { b: true, c: {} }, items: false, anyOf: [true] }, 0],
    ['schema-part-invalid', { properties: { b: null, c: 5, d: 'x', e: [{}] } }, 4],
    ['schema-part-invalid', { properties: [], anyOf: {}, $defs: 'x', not: null }, 4],
    ['schema-part-invalid', { items: [{}, true], allOf: [], additionalProperties: 'no' }, 1],
    ['schema-part-invalid', null, 1],
    ['schema-range-empty', { minimum: 3, maximum: 3 }, 0],
    ['schema-range-empty', { minimum: 3, exclusiveMaximum: 3 }, 1],
    ['schema-range-empty', { exclusiveMinimum: 3, maximum: 3 }, 1],
    ['schema-range-empty', { exclusiveMinimum: 3, exclusiveMaximum: 4 }, 0],
    ['schema-range-empty', { minimum: 3, exclusiveMinimum: true, maximum: 3 }, 1],
    ['schema-range-empty', { minimum: 3, exclusiveMinimum: false, maximum: 3 }, 0],
    ['schema-range-empty', { minLength: 2, maxLength: 1 }, 1],
    ['schema-range-empty', { minItems: 2, maxItems: 1, minProperties: 2, maxProperties: 1 }, 2],
    ['schema-range-empty', { minimum: '5', maximum: 1 }, 0],
    ['schema-pattern-invalid', { pattern: '\\p{L}' }, 0],
    ['schema-pattern-invalid', { pattern: '\\-' }, 0],
    ['schema-pattern-invalid', { pattern: '(?P<year>x)' }, 1],
    ['schema-pattern-invalid', { patternProperties: { '^x': {}, '[': {} } }, 1],
    ['schema-pattern-invalid', { pattern: 5 }, 0],
    ['schema-ref-dangling', { $ref: 'https://example.org/unit.json#/a' }, 0],
    ['schema-ref-dangling', { items: { $ref: '#/$defs/unit' } }, 1],
    ['schema-ref-dangling', { $ref: 5 }, 0],
    ['schema-default-conflict', { type: 'string', default: null }, 0],
    ['schema-default-conflict', { type: 'string', default: 5 }, 1],
    ['schema-default-conflict', { type: 'integer', default: 1.0 }, 0],
    ['schema-default-conflict', { enum: ['a', 'b'], default: 'c' }, 1],
    ['schema-default-conflict', { enum: [['a']], default: ['a'] }, 0],
    ['schema-default-conflict', { minimum: 1, default: 1 }, 0],
    ['schema-default-conflict', { maximum: 1, default: 2 }, 1],
    ['schema-default-conflict', { exclusiveMaximum: 1, default: 1 }, 1],
    ['schema-default-conflict', { minLength: 3, default: 'ab' }, 1],
    ['schema-default-conflict', { maxLength: 1, default: '😀' }, 0],
    ['schema-default-conflict', { maxItems: 1, default: [1, 2] }, 1],
    [
      'schema-default-conflict',
      { $ref: '#/properties/a/anyOf/0', default: 5, anyOf: [{ type: 'string' }] },
      1,
    ],
    ['schema-required-invalid', { required: [] }, 0],
    ['schema-required-invalid', { required: 'a' }, 1],
    ['schema-required-invalid', { required: null }, 1],
    ['schema-required-invalid', { required: ['a', 'b', 'a'] }, 1],
    ['schema-required-unknown', { properties: { b: {} }, required: ['b', 'c', 'd', 'd', 5] }, 3],
    ['schema-required-unknown', { required: ['c'] }, 0],
    ['schema-required-unknown', { anyOf: [{ properties: { b: {} }, required: ['c'] }] }, 0],
    ['schema-required-unknown', { properties: {}, required: ['c'], allOf: [{ properties: { c: {} } }] }, 0],
    ['schema-required-unknown', { properties: {}, required: ['x-c'], patternProperties: { '^x-': {} } }, 0],
    // A pattern that may take years is not tried.
    [
      'schema-required-unknown',
      { properties: {}, required: [`${'a'.repeat(40)}b`], patternProperties: { '(a|a)*$': {} } },
      0,
    ],
    ['schema-required-unknown', { properties: {}, required: ['c'], patternProperties: { '^x.*$': {} } }, 1],
    ['schema-required-unknown', { properties: {}, required: ['constructor', '__proto__'] }, 2],
    ['schema-required-unknown', json('{"properties":{"__proto__":{}},"required":["__proto__"]}'), 0],
    ['schema-required-unknown', { properties: {}, required: [{ toString: 1 }] }, 1],
  ])('%s in %j: %i', (rule, schema, count) => {
    expect(inProperty(rule, schema)).toHaveLength(count);
  });

  test.each<[unknown, number]>([
    [{ type: 'object' }, 0],
    [null, 1],
    [[], 1],
    [{}, 1],
    [{ type: ['object'] }, 1],
    [{ type: 'object', properties: 'id' }, 1],
    [{ type: 'object', properties: [{}] }, 1],
    [{ type: 'object', properties: {} }, 0],
    [{ $ref: '#/$defs/all', $defs: { all: { type: 'object' } } }, 1],
  ])('schema-not-object for %j: %i', (inputSchema, count) => {
    expect(inSchema('schema-not-object', inputSchema)).toHaveLength(count);
  });

  test.each<[unknown, unknown, number]>([
    ['2025-11-25', { type: 'object' }, 0],
    ['2025-11-25', undefined, 0],
    ['2025-11-25', null, 1],
    ['2025-06-18', { type: 'string' }, 1],
    ['2026-07-28', { type: 'string' }, 0],
    ['2027-01-01', null, 0],
    [undefined, { type: 'string' }, 0],
  ])('output-schema-not-object of revision %s for %j: %i', (protocolVersion, outputSchema, count) => {
    expect(
      issuesOf('output-schema-not-object', { protocolVersion, tools: [exampleTool({ outputSchema })] }),
    ).toHaveLength(count);
  });

  test.each<[string, Record<string, unknown>, string | undefined]>([
    ['used by a property', { a: { $ref: '#/$defs/A' } }, undefined],
    ['used through another', { a: { $ref: '#/$defs/B' } }, undefined],
    ['used inside', { a: { $ref: '#/$defs/A/properties/in' } }, undefined],
    ['used by name', { a: { $ref: '#named' } }, undefined],
    ['used by itself alone', { a: {} }, '2 of 2'],
    ['used from where no schema is', { a: { 'x-more': { $ref: '#/$defs/A' } } }, '2 of 2'],
  ])('definitions %s', (_, properties, detail) => {
    const $defs = {
      A: { $anchor: 'named', properties: { in: { $ref: '#/$defs/B' } } },
      B: { items: { $ref: '#/$defs/A' } },
    };
    const [issue, ...others] = inSchema('defs-unused', { type: 'object', properties, $defs });
    expect(others).toEqual([]);
    expect(issue?.message.match(/\d of \d/)?.[0]).toBe(detail);
  });

  test('unused definitions are counted with their share, once for each schema', () => {
    const schema = { type: 'object', $defs: { A: { title: 'x'.repeat(1_000) }, B: {} } };
    const issues = issuesOf('defs-unused', {
      tools: [exampleTool({ inputSchema: schema, outputSchema: schema })],
    });
    expect(issues.map(({ message }) => message.split(': ').at(-1))).toEqual([
      '2 of 2, 96 % of its characters',
      '2 of 2, 96 % of its characters',
    ]);
  });
});

describe('inputs', () => {
  test.each<[string, unknown, number]>([
    ['input-untyped', true, 0],
    ['input-untyped', {}, 0],
    ['input-untyped', { title: 'Payload' }, 0],
    ['input-untyped', { title: 'Payload', 'x-order': 2 }, 1],
    ['input-untyped', { description: 'x' }, 1],
    ['input-untyped', { description: 'Body of the call; any valid JSON value.' }, 0],
    ['input-untyped', { description: 'Arbitrary data that the event carries.' }, 0],
    ['input-untyped', { description: 'Either any of the documents, or an id.' }, 1],
    ['input-untyped', { enum: ['a'] }, 0],
    ['input-untyped', { const: 'a' }, 0],
    ['input-untyped', { items: {} }, 0],
    ['input-untyped', { anyOf: [{}, { oneOf: [{ type: 'string' }] }] }, 0],
    ['input-untyped', { anyOf: [{}] }, 1],
    ['input-untyped', { $ref: 'https://example.org/a.json' }, 0],
    ['input-untyped', { $ref: '#/$defs/none' }, 0],
    ['input-untyped', { anyOf: [{ $ref: '#/properties/a' }] }, 1],
    ['input-untyped', { oneOf: [{ properties: { b: {} } }, { properties: { b: { type: 'string' } } }] }, 0],
    ['input-placeholder', { description: 'string' }, 1],
    ['input-placeholder', { description: 'String to look for' }, 0],
    ['input-placeholder', { anyOf: [{ description: 'TBD' }] }, 1],
    ['input-undescribed', { description: ' ' }, 1],
    ['input-undescribed', { items: { description: 'One of them.' } }, 0],
    ['input-described-in-branch', { description: 'All.', items: { description: 'One of them.' } }, 0],
    ['input-described-in-branch', { items: { description: 'One of them.' } }, 1],
  ])('%s for %j: %i', (rule, schema, count) => {
    expect(inProperty(rule, schema)).toHaveLength(count);
  });

  test('arguments of prompts need a description, and no type', () => {
    const prompts = [{ name: 'greet', description: 'Greets a guest.', arguments: [{ name: 'guest' }, null] }];
    const { issues } = buildLintReport(serverWith({ prompts }), { ruleSet: flowmcp1 });
    expect(issues.map(({ rule, subject }) => [rule, subject])).toEqual([
      ['input-undescribed', 'greet.guest'],
      ['input-undescribed', 'greet.arguments/1'],
    ]);
  });
});

describe('descriptions', () => {
  test.each<[string, string, number]>([
    ['description-placeholder', 'TODO', 1],
    ['description-placeholder', 'n/a', 1],
    ['description-placeholder', 'Lorem ipsum dolor sit amet.', 1],
    ['description-placeholder', 'Description here', 1],
    ['description-placeholder', 'Gets a price. TODO: units', 1],
    ['description-placeholder', 'Todo lists of a user.', 0],
    ['description-placeholder', 'Finds comments with "TODO:" in a file.', 0],
    ['description-placeholder', 'Test a pattern against a text.', 0],
    ['description-placeholder', 'Description of an article in full.', 0],
    ['description-thin', 'Price list', 1],
    ['description-thin', 'Lists all prices', 0],
    ['description-thin', '', 0],
    ['description-restates-name', 'Gets a price', 1],
    ['description-restates-name', 'This tool gets the price.', 1],
    ['description-restates-name', 'Gets the price of today', 0],
    ['description-restates-name', 'the tool', 0],
    ['text-control-characters', 'a\u0000b', 1],
    ['text-control-characters', 'tab\t, lines\r\n and \u001B', 0],
    ['text-control-characters', 'a\u007Fb', 1],
    ['claims-priority', 'Must be called before any other tool.', 1],
    ['claims-priority', 'You must always use this first, before all the tools here.', 1],
    ['claims-priority', 'Every other tool must be called only after this one.', 1],
    ['claims-priority', 'Always prefer this over a guess, instead of all other tools.', 1],
    ['claims-priority', 'IMPORTANT: Do not run any additional tools after this one.', 0],
    ['claims-priority', 'Always list all the tools first.', 0],
    ['claims-priority', 'Call get_shop before this tool.', 0],
    ['claims-priority', 'Lists all tools. The name must be unique.', 0],
    ['names-unknown-tool', 'Use list_shops to get ids.', 1],
    ['names-unknown-tool', 'Use get_price again.', 0],
    ['names-unknown-tool', 'Call with max_age=5.', 0],
    ['names-unknown-tool', 'Use max_age=5.', 0],
    ['names-unknown-tool', 'Use osm_type and osm_id.', 0],
    ['names-unknown-tool', 'Call shop_list_articles first.', 1],
  ])('%s for %j: %i', (rule, description, count) => {
    expect(issuesOf(rule, { tools: [exampleTool({ description })] })).toHaveLength(count);
  });

  const inputs = (...names: string[]) => ({
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { type: 'string', description: 'An id.' }])),
      required: names,
    },
  });

  test.each<[string, Record<string, unknown>, Record<string, unknown>, string | undefined]>([
    ['of readers', { name: 'get_a' }, { name: 'get_b' }, 'smell'],
    ['of a reader and a destroyer', { name: 'get_a' }, { name: 'delete_a' }, 'broken'],
    ['of a destroyer and a reader', { name: 'remove_a' }, { name: 'get_a' }, 'broken'],
    [
      'of which one only reads',
      { name: 'a', annotations: { readOnlyHint: true } },
      { name: 'b', annotations: { readOnlyHint: false } },
      'broken',
    ],
    ['of which one destroys', { name: 'a' }, { name: 'b', annotations: { destructiveHint: true } }, 'broken'],
    [
      'that both only read',
      { name: 'a', annotations: { readOnlyHint: true } },
      { name: 'b', annotations: { readOnlyHint: true, destructiveHint: false } },
      'smell',
    ],
    ['with other inputs', { name: 'get_a', ...inputs('a') }, { name: 'delete_a', ...inputs('b') }, 'smell'],
    [
      'with more that is required',
      { name: 'get_a', ...inputs('a') },
      { name: 'drop_a', ...inputs('a', 'b') },
      'smell',
    ],
    [
      'in other signs',
      { description: 'Gives: a price!' },
      { name: 'get_b', description: 'gives a price' },
      'smell',
    ],
    ['of one word', { description: 'Price' }, { name: 'get_b', description: 'Price' }, undefined],
    [
      'of other words',
      {},
      { name: 'get_b', description: 'Gets the present price of one article.' },
      undefined,
    ],
  ])('repeated %s', (_, first, second, found) => {
    const issues = issuesOf('description-repeated', { tools: [exampleTool(first), exampleTool(second)] });
    expect(issues.map((issue) => issue.class)).toEqual(found === undefined ? [] : [found]);
    if (found === 'broken') expect(issues[0]).toMatchObject({ severity: 'error', points: 35 });
  });

  test('of thousands of twins each is compared with the first of each kind, and what is left out is named', () => {
    const tools = Array.from({ length: 3_000 }, (_, at) =>
      exampleTool({ name: `get_${at}`, ...inputs(`a${at % 30}`) }),
    );
    const issues = issuesOf('description-repeated', { tools });
    expect(issues).toHaveLength(2_999);
    expect(issues[10]?.message).not.toContain('not compared');
    expect(issues.at(-1)?.message).toContain('and 10 more kinds not compared');
    const destroying = exampleTool({ name: 'get_all', annotations: { destructiveHint: true } });
    expect(issuesOf('description-repeated', { tools: [...tools, destroying] }).at(0)?.class).toBe('broken');
  });
});

describe('names and annotations', () => {
  test.each<[unknown, number]>([
    ['a', 0],
    ['A.b_c-9', 0],
    ['x'.repeat(128), 0],
    ['x'.repeat(129), 1],
    ['', 1],
    ['a b', 1],
    ['größe', 1],
    [undefined, 1],
    [5, 1],
  ])('tool-name-illegal for %j: %i', (name, count) => {
    expect(issuesOf('tool-name-illegal', { tools: [exampleTool({ name })] })).toHaveLength(count);
  });

  test.each([
    ['getMock', 'getMocks', 1],
    ['getAuthorPapers', 'getPaperAuthors', 1],
    ['get_mock', 'getMock', 1],
    ['get_mock', 'get_mock', 0],
    ['get_mock', 'list_mocks', 0],
    ['computeEMA', 'computeSMA', 0],
    ['updateProject', 'updateProjectUpdate', 0],
  ])('tool-names-alike for %s and %s: %i', (first, second, count) => {
    const tools = [exampleTool({ name: first }), exampleTool({ name: second })];
    expect(issuesOf('tool-names-alike', { tools })).toHaveLength(count);
  });

  test('tool-name-repeated reports each later copy', () => {
    const tools = [exampleTool(), exampleTool(), { name: 5 }, { name: 5 }, exampleTool()];
    expect(issuesOf('tool-name-repeated', { tools }).map(({ path }) => path)).toEqual([
      '/tools/1/name',
      '/tools/4/name',
    ]);
  });

  test.each<[unknown, number]>([
    [undefined, 0],
    [{ readOnlyHint: true, destructiveHint: false, title: 'Price' }, 0],
    [{ readOnlyHint: true, destructiveHint: true }, 1],
    [{ readOnlyHint: 1, openWorldHint: null }, 2],
    [[{ readOnlyHint: true }], 1],
    ['read only', 1],
    [null, 1],
  ])('annotation-invalid for %j: %i', (annotations, count) => {
    expect(issuesOf('annotation-invalid', { tools: [exampleTool({ annotations })] })).toHaveLength(count);
  });

  test.each<[string, string, Record<string, boolean>, number]>([
    ['delete_price', 'Deletes a price.', { readOnlyHint: true }, 1],
    ['bulk_remove_prices', 'Permanently removes prices.', { readOnlyHint: true }, 1],
    ['modify_price', 'This tool modifies a price.', { readOnlyHint: true }, 1],
    ['execute_query', 'Runs a query.', { readOnlyHint: true }, 0],
    ['price', 'Creates a chart of prices.', { readOnlyHint: true }, 0],
    ['get_deleted_prices', 'Lists deleted prices.', { readOnlyHint: true }, 0],
    ['delete_price', 'Takes a price away.', { destructiveHint: false }, 1],
    ['clear_price', 'Erases a price.', { destructiveHint: false, readOnlyHint: false }, 1],
    ['create_price', 'Creates a price.', { destructiveHint: false }, 0],
    ['akte_vernichten', 'Löscht eine Akte endgültig.', { readOnlyHint: true }, 1],
    ['preis_aendern', 'Dieses Werkzeug ändert einen Preis.', { readOnlyHint: true }, 1],
    ['geloeschte_preise', 'Listet gelöschte Preise.', { readOnlyHint: true }, 0],
    ['podar_copias', 'Elimina para siempre las copias.', { destructiveHint: false }, 1],
    ['enviar_aviso', 'Envía un aviso.', { readOnlyHint: true }, 1],
    ['supprimer_prix', 'Supprime un prix.', { readOnlyHint: true }, 1],
    ['apagar_nota', 'Apaga uma nota.', { readOnlyHint: true }, 1],
    ['cancella_nota', 'Cancella una nota.', { readOnlyHint: true }, 1],
    ['delete_note', 'Удаляет заметку.', { readOnlyHint: true }, 1],
    ['truncate_table', '清空一张数据表的全部行。', { readOnlyHint: true }, 1],
    ['note', '将一篇笔记永久删除。', { destructiveHint: false }, 1],
    ['note', '删除的笔记的列表。', { destructiveHint: false }, 0],
    ['delete_note', 'ノートを完全に削除します。', { readOnlyHint: true }, 1],
    ['note', '削除したノートを一覧表示します。', { destructiveHint: false }, 0],
    ['delete_price', 'It permanently deletes a price.', { readOnlyHint: true }, 1],
    ['delete_files', 'Folder clean-up, cannot be undone.', { readOnlyHint: true }, 1],
    ['get_report', 'Deletes every report of a customer.', { readOnlyHint: true }, 1],
    ['list_markers', 'Delete markers of a bucket.', { readOnlyHint: true }, 0],
    ['delete_markers', 'Lists what was deleted.', { readOnlyHint: true }, 0],
    ['deleted', 'Deleted files of a folder.', { readOnlyHint: true }, 0],
    ['pay_invoice', 'Pays an invoice from the account of the user.', { readOnlyHint: true }, 1],
    ['pay_stubs', 'Pay stubs of an employee.', { readOnlyHint: true }, 0],
    ['transfer_funds', 'Transfers funds to another account.', { readOnlyHint: true }, 1],
    ['transfer_history', 'Transfers of the last month.', { readOnlyHint: true }, 0],
    ['book_table', 'Book a table in a restaurant.', { readOnlyHint: true }, 1],
    ['book_search', 'Book search by title or author.', { readOnlyHint: true }, 0],
    ['cancel_orders', 'Cancels orders.', { readOnlyHint: true }, 1],
    ['run_shell', 'Runs a command in the shell of the user.', { readOnlyHint: true }, 1],
    ['execute_script', 'Execute a local script.', { readOnlyHint: true }, 1],
    ['run_report', 'Runs a report of sales.', { readOnlyHint: true }, 0],
    ['execute_query', 'Executes a query that only reads.', { readOnlyHint: true }, 0],
    ['order_pizza', 'Orders a pizza to an address.', { readOnlyHint: true }, 1],
    ['order_by', 'Orders the rows by a column.', { readOnlyHint: true }, 0],
    ['place_order', 'Places an order at the shop.', { readOnlyHint: true }, 1],
    ['list_orders', 'Cancels orders.', { readOnlyHint: true }, 0],
    ['delete_price', 'Deletes a price.', { destructiveHint: true }, 0],
    ['delete_price', 'Deletes a price.', {}, 0],
    ['check_terms', 'Checks the terms and deletes what is past them.', { readOnlyHint: true }, 1],
    ['check_terms', 'Pairs that sit together are struck from the list.', { readOnlyHint: true }, 1],
    ['check_terms', 'Prüft die Fristen und vernichtet abgelaufene Akten.', { readOnlyHint: true }, 1],
    ['check_terms', '检查期限，过程中会清空旧记录。', { readOnlyHint: true }, 1],
    ['check_terms', 'Shrinks the history. This cannot be undone.', { readOnlyHint: true }, 1],
    ['check_terms', 'Shows which rule deletes old files, and deletes nothing.', { readOnlyHint: true }, 0],
    ['check_terms', 'Lists files that are deleted on Monday.', { readOnlyHint: true }, 0],
    [
      'check_terms',
      'Never overwrites a file. Zeigt den Vorgang, der Akten löscht.',
      { readOnlyHint: true },
      0,
    ],
    ['set_zone', 'Replaces the whole content of a zone.', { destructiveHint: false }, 1],
    ['join_files', 'Führt Akten zusammen und löscht die zweite endgültig.', { destructiveHint: false }, 1],
    ['join_files', 'Sets a flag; the earlier state is overwritten and kept.', { destructiveHint: false }, 0],
  ])('annotation-hides-write for %s, %j, %j: %i', (name, description, annotations, count) => {
    const tools = [exampleTool({ name, description, annotations })];
    expect(issuesOf('annotation-hides-write', { tools })).toHaveLength(count);
  });
});

test.each<[Record<string, unknown>, number]>([
  [{ text: { type: 'string' } }, 0],
  [{ html: { type: 'string' }, search_pattern: { type: 'string' } }, 0],
  [{ text: { type: 'string' }, note_id: { type: 'string' } }, 1],
  [{}, 1],
])('annotation-hides-write of a tool that is given %j: %i', (properties, count) => {
  const inputSchema = { type: 'object', properties };
  const tool = { name: 'remove_comments', description: 'Removes comments from HTML.', inputSchema };
  const tools = [exampleTool({ ...tool, annotations: { readOnlyHint: true } })];
  expect(issuesOf('annotation-hides-write', { tools })).toHaveLength(count);
});

test.each([
  [10_000, []],
  [10_001, [5]],
  [25_000, [5]],
  [25_001, [10]],
])('server-tokens for %i tokens: %j points', (tokens, points) => {
  // Two characters for the spaces between the parts, 4.4 characters a token.
  const description = 'x'.repeat(Math.floor(tokens * 4.4) - 2);
  const tools = [{ name: '', description }];
  expect(issuesOf('server-tokens', { tools }).map((issue) => issue.points)).toEqual(points);
});

test('a rule that is wrong in one of ten issues on recorded servers is only an info', () => {
  for (const { id, severity } of flowmcp1.rules) {
    const { issues = 0, right } = flowmcp1.measured[id] ?? {};
    if (issues === 0) continue;
    expect(right, `${id}: judge its ${issues} issues by hand and write down \`right\``).toBeDefined();
    expect(right, `${id}: judge its issues again`).toBeLessThanOrEqual(issues);
    if (severity !== 'info') expect((right ?? 0) / issues, id).toBeGreaterThanOrEqual(0.9);
  }
});
