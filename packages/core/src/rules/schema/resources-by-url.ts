import type { SchemasSpec } from '../../spec/books/book.js';
import type { Report } from '../rule.js';
import { defineSchemaRule } from './rule.js';
import { describeFound, isObject, isText, type Member, memberOf, resourcesOf } from './schema-members.js';

/** Sources whose add-on fetches the complete data from an address, by version. */
export const URL_SOURCES: Readonly<Record<SchemasSpec, readonly string[]>> = {
  '4.2': [],
  '4.3': ['geo-geojson', 'geo-csv'],
};

const PLACES = {
  source: 'geo-geojson',
  mode: 'url',
  url: 'https://example.org/places.geojson',
  addon: 'geo-geojson-toolkit',
  description: 'Places.',
};

/** Resources that an add-on fetches as a whole (Schemas-Spec 4.3, chapter 13, Add-on URL Mode). */
export const rule = defineSchemaRule({
  codes: {
    RES043: {
      severity: 'error',
      text: 'mode is "url", but the source is {source}; only {sources} are fetched by an add-on',
      hint: 'Use one of these sources, or another mode.',
      fails: [
        {
          schemasSpec: '4.3',
          set: {
            'resources.history.source': 'http',
            'resources.history.url': 'https://example.org/x.db',
            'resources.history.path': './x.db',
            'resources.history.mode': 'url',
          },
        },
        { schemasSpec: '4.3', set: { 'resources.history.mode': 'url' }, also: ['RES025'] },
        { schemasSpec: '4.3', set: { 'resources.about.mode': 'url' }, also: ['RES038'] },
      ],
    },
    RES044: {
      severity: 'error',
      text: '{member} is {found}; {expected} was expected',
      hint: 'Write `mode: "url", url: "https://…", addon: "geo-geojson-toolkit"`: there is no default for any of them.',
      fails: [
        { schemasSpec: '4.3', set: { 'resources.history': { ...PLACES, mode: undefined } } },
        { schemasSpec: '4.3', set: { 'resources.history': { ...PLACES, mode: 'file-based' } } },
        { schemasSpec: '4.3', set: { 'resources.history': { ...PLACES, url: undefined } } },
        {
          schemasSpec: '4.3',
          set: { 'resources.history': { ...PLACES, url: 'http://example.org/places.geojson' } },
        },
        { schemasSpec: '4.3', set: { 'resources.history': { ...PLACES, addon: undefined } } },
        { schemasSpec: '4.3', set: { 'resources.history': { ...PLACES, addon: ' ' } } },
      ],
    },
    RES045: {
      severity: 'error',
      text: 'parseConfig is {found}; an object that says how to read the CSV file was expected',
      hint: 'Give the delimiter, whether there is a header, the types of the columns, and those with latitude and longitude.',
      fails: [
        { schemasSpec: '4.3', set: { 'resources.history': { ...PLACES, source: 'geo-csv' } } },
        {
          schemasSpec: '4.3',
          set: { 'resources.history': { ...PLACES, source: 'geo-csv', parseConfig: ',' } },
        },
      ],
    },
  },
  check({ main, schemasSpec }, report) {
    const sources = URL_SOURCES[schemasSpec];
    if (sources.length === 0) return;
    for (const resource of resourcesOf(main)) {
      const source = memberOf(resource.value, 'source');
      if (sources.some((known) => known === source)) checkFetchedByAddOn(resource, report);
      else if (memberOf(resource.value, 'mode') === 'url') {
        const args = { source: describeFound(source), sources: sources.join(' and ') };
        report('RES043', [...resource.path, 'mode'], args);
      }
    }
  },
});

function checkFetchedByAddOn({ value, path }: Member, report: Report<typeof rule.codes>): void {
  const expect = (member: string, expected: string, fits: (value: unknown) => boolean) => {
    const found = memberOf(value, member);
    if (!fits(found)) report('RES044', [...path, member], { member, found: describeFound(found), expected });
  };
  expect('mode', '"url"', (mode) => mode === 'url');
  expect('url', 'an https:// address', (url) => typeof url === 'string' && /^https:\/\/./.test(url));
  expect('addon', 'the name of an add-on', isText);
  const config = memberOf(value, 'parseConfig');
  if (memberOf(value, 'source') === 'geo-csv' && !isObject(config)) {
    report('RES045', [...path, 'parseConfig'], { found: describeFound(config) });
  }
}
