import { jsonSchema, type ToolSet } from 'ai';
import type { Search } from '../../catalogue/logic/search.js';
import type { OfferedTool } from '../../trials/logic/offer.js';
import type { TrialAttempt } from '../../trials/logic/trial-lines.js';
import { isRecord } from '../../values/is-record.js';

/** Longer queries are cut. */
const LONGEST_QUERY = 1_000;

type Queries = NonNullable<TrialAttempt['queries']>;

export const SEARCH_TOOL = 'search';
export const CALL_TOOL = 'call';

/**
 * The two tools of a model that has to search. We answer `search`; `call` calls nothing and ends the attempt.
 *
 * @param tools by name
 * @returns the tools, and a list to which each query is added as it is answered
 */
export function openSearchTools(
  search: Search,
  tools: ReadonlyMap<string, OfferedTool>,
): { readonly tools: ToolSet; readonly queries: Queries } {
  const queries: Queries = [];
  const answer = (input: unknown) => {
    const query = isRecord(input) && typeof input.query === 'string' ? input.query : '';
    const text = query.slice(0, LONGEST_QUERY);
    const found = search(text);
    const hits = 'hits' in found ? found.hits.map(({ item }) => item.wireName) : [];
    queries.push({ query: text, hits });
    if ('breaksOn' in found) return { error: `the search breaks on ${JSON.stringify(found.breaksOn)}` };
    return hits.flatMap((name) => {
      const { alias: _, ...tool } = tools.get(name) ?? { alias: '' };
      return [tool];
    });
  };
  return {
    queries,
    tools: {
      [SEARCH_TOOL]: {
        description: 'Finds tools by words. Returns the best ten, with their descriptions and input schemas.',
        inputSchema: jsonSchema<unknown>({
          type: 'object',
          properties: { query: { type: 'string', description: 'Words that describe the tool.' } },
          required: ['query'],
        }),
        execute: answer,
      },
      [CALL_TOOL]: {
        description: 'Calls a tool that was found.',
        inputSchema: jsonSchema<never>({
          type: 'object',
          properties: {
            tool: { type: 'string', description: 'Name of the tool.' },
            arguments: { type: 'object', description: 'Its arguments, as its input schema asks for them.' },
          },
          required: ['tool', 'arguments'],
        }),
      },
    },
  };
}
