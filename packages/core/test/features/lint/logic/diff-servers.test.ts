// Two states of a server: what changed, once and in the right place, in the order in which a reviewer reads it.
import { describe, expect, test } from 'vitest';
import { diffServers } from '../../../../src/features/lint/logic/diff/diff-servers.js';
import type { ServerSnapshot } from '../../../../src/rules/mcp/lint.js';
import { serverWith, soundTool } from './linted-server.js';

const base: ServerSnapshot = {
  serverInfo: { name: 'harbour', version: '1.0.0' },
  instructions: 'Ask for a port first.',
  tools: [
    soundTool(),
    {
      name: 'get_tides',
      title: 'Tides',
      description: 'Times of high and low water for a port on one day.',
      inputSchema: {
        type: 'object',
        properties: {
          port: { type: 'string', description: 'Name of the port.', enum: ['Kiel', 'Husum'] },
          day: { type: 'string', description: 'Day as YYYY-MM-DD.', default: '2026-01-01' },
          options: {
            type: 'object',
            properties: { unit: { enum: ['m', 'ft'], description: 'Unit of length.' } },
          },
        },
        required: ['port'],
      },
      annotations: { readOnlyHint: true },
      _meta: { build: 1 },
    },
  ],
  resources: [{ uri: 'tides://kiel', name: 'kiel', description: 'Tides of Kiel.', mimeType: 'text/plain' }],
  prompts: [
    { name: 'plan', description: 'Plans a trip.', arguments: [{ name: 'to', description: 'Where to.' }] },
  ],
};

// biome-ignore lint/suspicious/noExplicitAny: any part of a snapshot is changed here.
type Loose = any;

/** A copy of the base with a change. */
function changed(change: (copy: Loose) => void): ServerSnapshot {
  const copy = structuredClone(base);
  change(copy);
  return copy;
}

function diff(after: ServerSnapshot, before: ServerSnapshot = base) {
  return diffServers(serverWith(before), serverWith(after));
}

test('a server is like itself, whatever the order of its lists, keys and sets', () => {
  expect(diff(structuredClone(base))).toEqual([]);
  const reordered = changed((copy) => {
    copy.tools.reverse();
    copy.tools[0] = Object.fromEntries(Object.entries(copy.tools[0]).reverse());
    copy.tools[0].inputSchema.properties.port.enum.reverse();
  });
  expect(diff(reordered)).toEqual([]);
});

describe('each single change is one, in its place', () => {
  const tides = (copy: Loose) => copy.tools[1];
  const properties = (copy: Loose) => tides(copy).inputSchema.properties;
  test.each<[string, (copy: Loose) => void, string, string, boolean]>([
    [
      'instructions',
      (copy) => {
        copy.instructions = 'Ask for a port.';
      },
      'text',
      'server.instructions',
      true,
    ],
    [
      'name of the server',
      (copy) => {
        copy.serverInfo.name = 'port';
      },
      'text',
      'server.serverInfo.name',
      true,
    ],
    [
      'version',
      (copy) => {
        copy.serverInfo.version = '2';
      },
      'other',
      'server.serverInfo.version',
      false,
    ],
    [
      'description',
      (copy) => {
        tides(copy).description += ' Fast.';
      },
      'text',
      'get_tides.description',
      true,
    ],
    [
      'a description gone',
      (copy) => {
        delete tides(copy).description;
      },
      'text',
      'get_tides.description',
      true,
    ],
    [
      'title',
      (copy) => {
        tides(copy).title = 'Water';
      },
      'text',
      'get_tides.title',
      true,
    ],
    [
      'input text',
      (copy) => {
        properties(copy).port.description = 'Port.';
      },
      'text',
      'get_tides.port.description',
      true,
    ],
    [
      'inner text',
      (copy) => {
        properties(copy).options.properties.unit.description = 'U.';
      },
      'text',
      'get_tides.options.unit.description',
      true,
    ],
    [
      'default',
      (copy) => {
        properties(copy).day.default = 'today';
      },
      'text',
      'get_tides.day.default',
      true,
    ],
    [
      'enum',
      (copy) => {
        properties(copy).port.enum.push('Emden');
      },
      'text',
      'get_tides.port.enum.2',
      true,
    ],
    [
      'type',
      (copy) => {
        properties(copy).port.type = 'number';
      },
      'schema',
      'get_tides.port.type',
      true,
    ],
    [
      'required',
      (copy) => {
        tides(copy).inputSchema.required = [];
      },
      'schema',
      'get_tides.required.0',
      true,
    ],
    [
      'input added',
      (copy) => {
        properties(copy).more = { type: 'string' };
      },
      'schema',
      'get_tides.more',
      true,
    ],
    [
      'input removed',
      (copy) => {
        delete properties(copy).day;
      },
      'schema',
      'get_tides.day',
      true,
    ],
    [
      'annotation',
      (copy) => {
        tides(copy).annotations.readOnlyHint = false;
      },
      'annotation',
      'get_tides.annotations.readOnlyHint',
      true,
    ],
    [
      '_meta',
      (copy) => {
        tides(copy)._meta.build = 2;
      },
      'other',
      'get_tides._meta.build',
      false,
    ],
    [
      'tool added',
      (copy) => {
        copy.tools.push(soundTool({ name: 'wind', description: 'The wind.' }));
      },
      'item-added',
      'wind',
      true,
    ],
    [
      'tool removed',
      (copy) => {
        copy.tools.shift();
      },
      'item-removed',
      'weather',
      true,
    ],
    [
      'tool renamed',
      (copy) => {
        tides(copy).name = 'tides';
      },
      'item-renamed',
      'tides.name',
      true,
    ],
    [
      'resource text',
      (copy) => {
        copy.resources[0].description = 'Tides.';
      },
      'text',
      'kiel.description',
      true,
    ],
    [
      'MIME type',
      (copy) => {
        copy.resources[0].mimeType = 'text/html';
      },
      'other',
      'kiel.mimeType',
      false,
    ],
    [
      'argument text',
      (copy) => {
        copy.prompts[0].arguments[0].description = 'Goal.';
      },
      'text',
      'plan.arguments.0.description',
      true,
    ],
    [
      'argument added',
      (copy) => {
        copy.prompts[0].arguments.push({ name: 'by' });
      },
      'schema',
      'plan.arguments.1',
      true,
    ],
  ])('%s', (_, change, kind, subject, isVisible) => {
    const changes = diff(changed(change));
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({ kind, subject, isVisible });
  });

  test('and the same backwards', () => {
    const added = changed((copy) => properties(copy).port.enum.push('Emden'));
    expect(diff(base, added)).toMatchObject([{ kind: 'text', before: 'Emden', message: 'removed: "Emden"' }]);
  });
});

test('a new trap comes first, and its text after it', () => {
  const after = changed((copy) => {
    copy.serverInfo.version = '2';
    copy.tools[1].description += ' <!-- kept for later -->';
  });
  expect(diff(after).map(({ kind }) => kind)).toEqual(['new-trap', 'text', 'other']);
  expect(diff(base, after).map(({ kind, isVisible }) => [kind, isVisible])).toEqual([
    ['text', true],
    ['other', false],
    ['issue-gone', false],
  ]);
});

test('a trap in another text is new once more, and the old one is not gone', () => {
  const hiding = (text: string) =>
    changed((copy) => {
      copy.tools[1].description += ` <!-- ${text} -->`;
    });
  const kinds = (...[before, after]: [ServerSnapshot, ServerSnapshot]) =>
    diff(after, before).map(({ kind }) => kind);
  expect(kinds(hiding('kept for later'), hiding('kept for good'))).toEqual(['new-trap', 'text']);
});

test('shows the words that changed, with hidden characters spelled out', () => {
  const after = changed((copy) => {
    copy.tools[1].description = 'Times of high and\u200B low water for a port on any day.';
  });
  const text = diff(after).find(({ kind }) => kind === 'text');
  expect(text?.message).toContain('U+200B');
  expect(text?.message).not.toContain('\u200B');
});

test('two long texts that differ at the end are told apart in a moment', () => {
  const long = 'word '.repeat(100_000);
  const before = changed((copy) => {
    copy.tools[1].description = `${long}a`;
  });
  const after = changed((copy) => {
    copy.tools[1].description = `${long}b`;
  });
  expect(diff(after, before)).toMatchObject([{ message: '−"a" +"b"' }]);
});

test('items without names, and the same name twice, are matched too', () => {
  const before = { ...base, tools: [null, soundTool(), soundTool()] };
  expect(diff({ ...base, tools: [soundTool(), null, soundTool()] }, before)).toEqual([]);
  expect(diff({ ...base, tools: [soundTool()] }, before).map(({ kind }) => kind)).toEqual([
    'item-removed',
    'item-removed',
  ]);
});
