import { defineFinding } from './define.js';
import { toolAccess } from './material/keyed-tools.js';

export const finding = defineFinding({
  id: 'mixed-access',
  code: 'FND-050',
  areas: ['single-test', 'tools-aggregate-schema'],
  why: 'Who has no key can not use the free tools of a schema that asks for one, and they can not be graded without it (grading spec 02).',
  check(input) {
    const access = toolAccess(input);
    const names = (wanted: boolean) =>
      access.filter(({ keyed }) => keyed === wanted).map(({ tool }) => tool.name);
    const keyed = names(true);
    const keyless = names(false);
    if (keyed.length === 0 || keyless.length === 0) return [];
    return [{ path: ['tools'], args: { keyed: keyed.join(', '), keyless: keyless.join(', ') } }];
  },
  examples: {
    pass: {
      source: `export const main = {
    requiredServerParams: [ 'EXAMPLE_KEY' ],
    headers: { 'X-Key': '{{EXAMPLE_KEY}}' },
    tools: { open: { path: '/open' }, closed: { path: '/closed' } }
}`,
    },
    fail: {
      source: `export const main = {
    requiredServerParams: [ 'EXAMPLE_KEY' ],
    tools: {
        open: { path: '/open', parameters: [] },
        closed: { path: '/closed', parameters: [
            { position: { key: 'key', value: '{{SERVER_PARAM:EXAMPLE_KEY}}', location: 'query' } }
        ] }
    }
}`,
    },
  },
});
