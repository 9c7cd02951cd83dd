import type { LintedServer } from '../../../src/rules/mcp/lint-report.js';

/** Servers as careful authors write them: flat inputs, one wrapping object with definitions, and other languages. */
export const soundServers: readonly LintedServer[] = [
  server('notes', [
    tool('search_notes', 'Searches notes by words and returns their titles, newest first.', {
      query: text('Words that the note must contain.'),
      limit: {
        type: 'integer',
        description: 'How many notes to return.',
        minimum: 1,
        maximum: 50,
        default: 10,
      },
    }),
    tool('read_note', 'Returns the full text of one note.', { id: text('Id from search_notes.') }),
    tool('create_note', 'Creates a note and returns its id.', {
      title: text('Title of the note, one line.'),
      tags: { type: 'array', description: 'Tags of the note.', items: { type: 'string' } },
    }),
    tool('delete_note', 'Deletes one note for good.', { id: text('Id from search_notes.') }),
  ]),
  server('trains', [
    wrapped('plan_trip', 'Finds connections between two stations at a time of day.'),
    wrapped('watch_trip', 'Reports delays of a connection that was planned before.'),
  ]),
  server('wetter', [
    tool('vorhersage', 'Liefert die Vorhersage für einen Ort in Stunden.', { ort: text('Name des Ortes.') }),
    tool('warnungen', '返回某个地区当前有效的天气警报', { region: text('地区的名称。') }),
    tool('archiv', 'Donne les relevés passés d’une station météo.', {
      jour: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }], description: 'Jour du relevé.' },
    }),
  ]),
];

function server(name: string, tools: readonly unknown[]): LintedServer {
  const snapshot = { serverInfo: { name, version: '1.0.0' }, tools, resources: [], prompts: [] };
  return { target: name, snapshot, incomplete: [] };
}

function tool(name: string, description: string, properties: Readonly<Record<string, unknown>>) {
  const required = Object.keys(properties).slice(0, 1);
  return { name, description, inputSchema: { type: 'object', properties, required } };
}

function wrapped(name: string, description: string) {
  const station = { type: 'string', description: 'Name or number of a station.' };
  return {
    name,
    description,
    inputSchema: {
      type: 'object',
      properties: { params: { $ref: '#/$defs/Trip' } },
      required: ['params'],
      $defs: {
        Station: station,
        Trip: {
          type: 'object',
          properties: { from: { $ref: '#/$defs/Station' }, to: { $ref: '#/$defs/Station' } },
        },
      },
    },
  };
}

function text(description: string) {
  return { type: 'string', description };
}
