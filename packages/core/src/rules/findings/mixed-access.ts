import { defineFinding, type FindingInput } from '../finding.js';
import { type Member, type Members, memberOf, toolsOf } from '../schema/schema-members.js';
import { declaredKeys } from './material/declared.js';

export const finding = defineFinding({
  id: 'mixed-access',
  code: 'FND-050',
  severity: 'warning',
  text: 'the schema mixes tools that need a key ({keyed}) with tools that need none ({keyless})',
  hint: 'Split it into two schemas, so that the free part works without a key.',
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

interface ToolAccess {
  readonly tool: Member;
  readonly keyed: boolean;
}

/**
 * Which tools send a declared key: all of them if the schema's root or headers contain the key, otherwise those whose
 * path, parameters or headers contain `{{KEY}}` or `{{SERVER_PARAM:KEY}}`. A tool whose handler replaces the request
 * may take the key from its arguments, so it is left out.
 */
function toolAccess({ main, handlers }: Pick<FindingInput, 'main' | 'handlers'>): ToolAccess[] {
  const keys = declaredKeys(main);
  if (keys.length === 0 || handlers.kind === 'unreadable') return [];
  const wanted = new Set(keys);
  const everywhere = [memberOf(main, 'root'), memberOf(main, 'headers')].some((part) =>
    holdsKey(part, wanted),
  );
  const executing = handlers.kind === 'named' ? new Set(handlers.executing ?? handlers.tools) : new Set();
  return toolsOf(main)
    .filter(({ name }) => everywhere || !executing.has(name))
    .map((tool) => ({ tool, keyed: everywhere || holdsKey(requestOf(tool.value), wanted) }));
}

function requestOf(tool: Members): unknown {
  return [memberOf(tool, 'path'), memberOf(tool, 'parameters'), memberOf(tool, 'headers')];
}

function holdsKey(part: unknown, keys: ReadonlySet<string>): boolean {
  const waiting = [part];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string' && mentionsKey(next, keys)) return true;
    if (typeof next === 'object' && next !== null) {
      for (const member of Object.values(next)) waiting.push(member);
    }
  }
  return false;
}

function mentionsKey(text: string, keys: ReadonlySet<string>): boolean {
  return [...text.matchAll(/\{\{(?:SERVER_PARAM:)?([^{}]*)\}\}/g)].some(([, name = '']) => keys.has(name));
}
