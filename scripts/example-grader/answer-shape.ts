import type { ToolMaterial } from './material-views.js';
import { parseQuotedJson } from './quoted-material.js';

/** Whether a tool answers with one thing or with many: by what was recorded, else by what is declared. */
export function answerShape({ records, output }: ToolMaterial): 'one' | 'many' | 'unknown' {
  const answer = records.find(({ worked }) => worked)?.response ?? '';
  // A long answer is cut and no JSON any more; its first character still tells a list.
  if (answer.startsWith('[')) return 'many';
  const value = parseQuotedJson(answer);
  if (isObject(value)) return Object.values(value).some(isListOfObjects) ? 'many' : 'one';
  if (output?.type === 'array') return 'many';
  if (output?.type !== 'object') return 'unknown';
  const properties = isObject(output.properties) ? Object.values(output.properties) : [];
  return properties.some(declaresListOfObjects) ? 'many' : 'one';
}

/** Names and descriptions of everything the declared output holds, as one text. */
export function outputWords(schema: unknown): string {
  if (!isObject(schema)) return '';
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  const own = typeof schema.description === 'string' ? schema.description : '';
  return [
    own,
    ...properties.map(([key, part]) => `${key} ${outputWords(part)}`),
    outputWords(schema.items),
  ].join(' ');
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && isObject(value[0]);
}

function declaresListOfObjects(part: unknown): boolean {
  return isObject(part) && part.type === 'array' && isObject(part.items) && part.items.type === 'object';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
