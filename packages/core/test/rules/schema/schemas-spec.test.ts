// What Schemas-Spec 4.3 asks that 4.2 does not, and the other way round; neither touches the rest of the gate.
import { describe, expect, it } from 'vitest';
import { schemaRules } from '../../../src/rules/schema/registry.generated.js';
import type { SchemaChange } from '../../../src/rules/schema/rule.js';
import type { SchemasSpec } from '../../../src/spec/books/book.js';
import { DEFAULT_BOOK } from '../../../src/spec/books/registered.js';
import { listFails } from '../change.js';
import { buildGoodMain, judgeSchema } from './good-schema.js';

const judge = (change: SchemaChange, schemasSpec: SchemasSpec) =>
  judgeSchema({ ...change, schemasSpec }).map(({ code, severity, where }) => ({
    code,
    severity,
    path: where?.path,
  }));
const codes = (change: SchemaChange, schemasSpec: SchemasSpec) =>
  judge(change, schemasSpec).map(({ code }) => code);

it('the good schema is good under both, and the default is 4.2', () => {
  expect([codes({}, '4.2'), codes({}, '4.3')]).toEqual([[], []]);
  expect(DEFAULT_BOOK.spec.schemasSpec).toBe('4.2');
});

describe('meta', () => {
  const META = 'tools.getReport.meta';
  const FIELDS = ['VAL101', 'VAL102', 'VAL103', 'VAL104', 'VAL105', 'VAL106'];

  it.each<[string, SchemaChange]>([
    ['absent', { remove: [META] }],
    ['null', { set: { [META]: null } }],
  ])('%s is a warning under 4.2 and fine under 4.3', (_, change) => {
    expect(judge(change, '4.2')).toEqual([
      { code: 'VAL100', severity: 'warning', path: 'main.tools.getReport' },
    ]);
    expect(judge(change, '4.3')).toEqual([]);
  });

  it.each<[string, SchemaChange, string[]]>([
    ['empty', { set: { [META]: {} } }, FIELDS],
    ['half', { remove: [`${META}.isReadOnly`, `${META}.aliases`] }, ['VAL101', 'VAL105']],
    ['not an object', { set: { [META]: [] } }, ['GATE-023']],
  ])('%s is an error under both', (_, change, expected) => {
    for (const version of ['4.2', '4.3'] as const) {
      const found = judge(change, version);
      expect(found.map(({ code }) => code).sort()).toEqual(expected);
      expect(new Set(found.map(({ severity }) => severity))).toEqual(new Set(['error']));
    }
  });
});

describe('where a schema comes from', () => {
  it.each<[unknown, string[]]>([
    ['https://example.org/terms', []],
    ['no-tos-found', []],
    ['none', ['VAL028']],
    ['No-ToS-found', ['VAL028']],
    [null, ['VAL028']],
  ])('termsOfService %j', (termsOfService, expected) => {
    for (const version of ['4.2', '4.3'] as const) {
      expect(codes({ set: { termsOfService } }, version)).toEqual(expected);
    }
  });

  it('both fields are needed, and missing ones are warnings', () => {
    const remove = ['docs', 'termsOfService'];
    for (const change of [{ remove }, { remove: ['termsOfService'], set: { docs: [] } }]) {
      const found = judge(change, '4.3').map(({ code, severity }) => [code, severity]);
      expect(Object.fromEntries(found)).toEqual({ VAL027: 'warning', VAL028: 'warning' });
    }
  });
});

describe('a resource that an add-on fetches', () => {
  const GEOJSON = {
    source: 'geo-geojson',
    mode: 'url',
    url: 'https://example.org/places.geojson',
    addon: 'geo-geojson-toolkit',
    description: 'Places.',
  };
  const CSV = { ...GEOJSON, source: 'geo-csv', addon: 'geo-csv-tsv-toolkit', parseConfig: { header: true } };
  const at = (history: Readonly<Record<string, unknown>>) => ({ set: { 'resources.history': history } });

  it.each([GEOJSON, CSV])('with the source $source is allowed under 4.3 and unknown under 4.2', (places) => {
    expect(judge(at(places), '4.3')).toEqual([]);
    expect(judge(at(places), '4.2')).toEqual([
      { code: 'RES001', severity: 'error', path: 'main.resources.history.source' },
    ]);
  });

  it.each<[string, Readonly<Record<string, unknown>>, string, string]>([
    ['no mode', { ...GEOJSON, mode: undefined }, 'RES044', 'mode'],
    ['the mode of a file', { ...GEOJSON, mode: 'file-based' }, 'RES044', 'mode'],
    ['no address', { ...GEOJSON, url: undefined }, 'RES044', 'url'],
    ['an address without TLS', { ...GEOJSON, url: 'http://example.org/x' }, 'RES044', 'url'],
    ['no add-on', { ...GEOJSON, addon: undefined }, 'RES044', 'addon'],
    ['CSV that nobody says how to read', { ...CSV, parseConfig: undefined }, 'RES045', 'parseConfig'],
    ['CSV that a list says how to read', { ...CSV, parseConfig: [] }, 'RES045', 'parseConfig'],
    ['no description', { ...CSV, description: '' }, 'RES002', 'description'],
  ])('%s: an error at its place', (_, history, code, member) => {
    expect(judge(at(history), '4.3')).toEqual([
      { code, severity: 'error', path: `main.resources.history.${member}` },
    ]);
  });

  it('no other source has the mode url; under 4.2 nothing has', () => {
    const { history } = buildGoodMain().resources;
    const fetched = { ...history, source: 'http', url: 'https://example.org/x.db', path: './x.db' };
    expect(judge(at({ ...fetched, mode: 'url' }), '4.3')).toEqual([
      { code: 'RES043', severity: 'error', path: 'main.resources.history.mode' },
    ]);
    expect(codes(at({ ...history, mode: 'url' }), '4.3').sort()).toEqual(['RES025', 'RES043']);
    expect(codes(at({ ...history, mode: 'url' }), '4.2')).toEqual(['RES025']);
    expect(codes(at({ ...GEOJSON, source: 'sqlite-gtfs' }), '4.3').sort()).toEqual(['RES001', 'RES043']);
  });

  it('the message names the sources of the version', () => {
    const [before, now] = (['4.2', '4.3'] as const).map(
      (schemasSpec) => judgeSchema({ set: { 'resources.history.source': 'x' }, schemasSpec })[0]?.args,
    );
    expect(before).toEqual({ member: 'source', found: '"x"', sources: 'sqlite, markdown or http' });
    expect(now?.sources).toBe('sqlite, markdown, http, geo-geojson or geo-csv');
  });
});

/** Codes whose tables 4.3 has dropped keep the meaning that 4.2 gave them. */
it.each(
  listFails<SchemaChange>(schemaRules).filter(({ code, fail }) => !fail.schemasSpec && code !== 'VAL100'),
)('what 4.3 says nothing about holds as under 4.2: $name', ({ code, fail }) => {
  const under = (schemasSpec: SchemasSpec) => codes(fail, schemasSpec);
  expect(under('4.3')).toEqual(under('4.2'));
  expect(under('4.3')).toContain(code);
});
