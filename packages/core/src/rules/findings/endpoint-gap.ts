import { defineFinding, type Endpoint } from '../finding.js';
import { isText, type Members, memberOf, toolsOf } from '../schema/schema-members.js';

const LONGEST_PATH = 500;

export const finding = defineFinding({
  id: 'endpoint-gap',
  code: 'FND-010',
  severity: 'warning',
  text: '{missing} of {admitted} endpoints in {source} have no tool ({percent} %): {list}',
  hint: 'Add the tools, or give each endpoint left out a justification in baseline.json.',
  areas: ['single-test', 'tools-aggregate-schema', 'tools-aggregate-namespace'],
  why: 'In doubt a schema has more tools: each one left out is a connection that can not be made. Whoever leaves one out says why (grading spec 01).',
  check({ main, baseline }) {
    if (!baseline) return [];
    const built = new Set([...implementedBy(main), ...(baseline.elsewhere ?? []).map(nameEndpoint)]);
    // An endpoint left out for a stated reason is not a gap.
    const admitted = baseline.endpoints.filter(
      (endpoint) => !isText(endpoint.justification) || built.has(nameEndpoint(endpoint)),
    );
    const missing = admitted.filter((endpoint) => !built.has(nameEndpoint(endpoint)));
    if (missing.length === 0) return [];
    const list = missing.map(({ method, path }) => `${method.toUpperCase()} ${path}`).join(', ');
    const percent = Math.round((missing.length / admitted.length) * 100);
    const args = {
      missing: missing.length,
      admitted: admitted.length,
      percent,
      list,
      source: baseline.source,
    };
    return [{ path: ['tools'], args }];
  },
  examples: {
    pass: {
      source: `export const main = {
    root: 'https://api.example.org/v1',
    tools: { getItem: { method: 'GET', path: '/items/{{id}}' } }
}`,
      baseline: {
        source: 'https://docs.example.org',
        endpoints: [
          { method: 'get', path: '/v1/items/:id' },
          { method: 'DELETE', path: '/v1/items/:id', justification: 'writes' },
          { method: 'GET', path: 'https://api.example.org/v1/users/' },
        ],
        elsewhere: [{ method: 'GET', path: 'https://api.example.org/v1/users' }],
      },
    },
    fail: {
      source: `export const main = {
    root: 'https://api.example.org',
    tools: { getItem: { method: 'GET', path: '/items/{{id}}' } }
}`,
      baseline: {
        source: 'https://docs.example.org',
        endpoints: [
          { method: 'GET', path: '/items/{id}' },
          { method: 'GET', path: '/items' },
        ],
      },
    },
  },
});

/** Lists each tool both by its path and by its full address, because baselines give one or the other. */
function implementedBy(main: Members): string[] {
  const root = memberOf(main, 'root');
  return toolsOf(main).flatMap(({ value }) => {
    const method = memberOf(value, 'method');
    const path = memberOf(value, 'path');
    if (typeof method !== 'string' || typeof path !== 'string') return [];
    const whole = isText(root) ? `${root}${path}` : path;
    return [nameEndpoint({ method, path }), nameEndpoint({ method, path: whole })];
  });
}

/** Gives `get /v1/items/:id/?x=1` and `GET https://host/v1/items/{id}` the same key. */
function nameEndpoint({ method, path }: Endpoint): string {
  const plain = path
    .slice(0, LONGEST_PATH)
    .replace(/^[a-z]+:\/\/[^/?#]*/i, '')
    .replace(/[?#].*$/, '')
    .replace(/\{\{?[^{}]*\}\}?|:[A-Za-z_]\w*/g, '{}')
    .replace(/\/+$/, '');
  return `${method.toUpperCase()} ${plain === '' ? '/' : plain}`;
}
