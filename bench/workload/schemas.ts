import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  ParameterDefinition,
  SchemaMain,
  ToolDefinition,
} from '../../packages/core/src/spec/schema-main.js';

/** Schemas for provider folders, of about 6 KB each; the same numbers give the same bytes. */

const WORDS = ['water', 'grain', 'copper', 'timber', 'salt', 'wool', 'glass', 'amber', 'slate', 'linen'];
const FIELDS = ['id', 'name', 'region', 'unit', 'price', 'change', 'volume', 'grade', 'source', 'updatedAt'];

export function schemaName(number: number): string {
  return `market${number}`;
}

export function toolName(schema: number, number: number): string {
  return `${number % 2 === 0 ? 'list' : 'get'}${capital(wordAt(schema + number))}Prices${number}`;
}

/** Writes provider folders, one for each namespace. */
export function writeProviders(
  folder: string,
  { namespaces, schemas, tools }: { namespaces: readonly string[]; schemas: number; tools: number },
): void {
  for (const namespace of namespaces) {
    mkdirSync(join(folder, namespace), { recursive: true });
    for (let at = 0; at < schemas; at += 1) {
      writeFileSync(
        join(folder, namespace, `${schemaName(at)}.mjs`),
        schemaText(schemaMain(namespace, at, tools)),
      );
    }
  }
}

export function schemaText(main: SchemaMain): string {
  return `export const main = ${JSON.stringify(main, null, 4)}\n`;
}

export function schemaMain(namespace: string, number: number, tools: number): SchemaMain {
  const word = wordAt(number);
  const names = Array.from({ length: tools }, (_, at) => toolName(number, at));
  return {
    namespace,
    name: `${capital(word)} Market ${number}`,
    description: `Prices of ${word} at the markets of ${namespace}, taken every hour and kept for ten years.`,
    version: '4.0.0',
    root: `https://api.${namespace}.example.org/v${number + 1}`,
    docs: [`https://docs.${namespace}.example.org/${word}`],
    termsOfService: `https://${namespace}.example.org/terms`,
    tags: ['markets', 'prices', word],
    tools: Object.fromEntries(names.map((tool, at) => [tool, toolOf(word, at)])),
  };
}

function toolOf(word: string, number: number): ToolDefinition {
  return {
    method: 'GET',
    path: `/${word}/prices/${number}`,
    description:
      `Lists the prices of ${word} at one market between two days, the newest first. Prices are in euro a tonne, ` +
      'moments in UTC; days on which nothing was traded are left out. At most one year is returned.',
    parameters: [
      userParameter('market', 'string()', ['min(2)'], 'Code of the market, as the list of markets gives it'),
      userParameter('from', 'string()', ['optional()'], 'First day, as YYYY-MM-DD'),
      userParameter('to', 'string()', ['optional()'], 'Last day, as YYYY-MM-DD'),
      userParameter(
        'limit',
        'number()',
        ['optional()', 'min(1)', 'max(365)'],
        'Prices at most, 100 unless given',
      ),
    ],
    tests: ['north', 'south', 'coast'].map((market) => ({
      _description: `Prices of ${word} at the ${market} market in spring`,
      market,
      from: '2026-03-01',
      to: '2026-05-31',
    })),
    output: {
      mimeType: 'application/json',
      schema: {
        type: 'array',
        items: {
          type: 'object',
          properties: Object.fromEntries(
            FIELDS.map((field) => [
              field,
              { type: 'string', description: `The ${field} of one price of ${word}` },
            ]),
          ),
        },
      },
    },
    meta: {
      isReadOnly: true,
      isConcurrencySafe: true,
      isDestructive: false,
      searchHint: `${word} prices`,
      aliases: [],
      alwaysLoad: false,
    },
  };
}

function userParameter(
  key: string,
  primitive: string,
  options: readonly string[],
  description: string,
): ParameterDefinition {
  return {
    position: { key, value: '{{USER_PARAM}}', location: 'query' },
    z: { primitive, options },
    description,
  };
}

function wordAt(number: number): string {
  return WORDS[number % WORDS.length] ?? 'water';
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
