import { defineFinding } from '../finding.js';
import { isText, memberOf } from '../schema/schema-members.js';

export const finding = defineFinding({
  id: 'undocumented',
  code: 'FND-053',
  severity: 'warning',
  text: 'the schema names no documentation; what is reachable but undocumented may be open by mistake',
  hint: 'Put the address of the API documentation into main.docs, or leave the schema out.',
  areas: ['single-test', 'tools-aggregate-schema'],
  why: 'Reachable is not documented: an endpoint nobody describes may be open by mistake and gone tomorrow (grading spec 02).',
  check({ main }) {
    const docs = memberOf(main, 'docs');
    const links = Array.isArray(docs) ? docs : [docs];
    // A schema without a root calls no API, so there is nothing to document.
    if (links.some(isText) || !isText(memberOf(main, 'root'))) return [];
    return [{ path: ['docs'] }];
  },
  examples: {
    pass: {
      source: "export const main = { root: 'https://api.example.org', docs: [ 'https://docs.example.org' ] }",
    },
    fail: { source: "export const main = { root: 'https://api.example.org', docs: [ '' ] }" },
  },
});
