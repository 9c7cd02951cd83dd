import { isRecord } from '../../model/is-record.js';
import type { McpLimits } from '../../model/mcp-target.js';
import type { Problem } from '../../model/problem.js';
import { problem } from '../../tables/error-codes.js';
import { countValues, isDeeperThan } from './limits.js';
import type { ListName } from './lists.js';
import { nameKind } from './name-kind.js';
import type { Session } from './session.js';

/** A list as the server sent it, all of it, or why it could not be read. */
export type ListReading = { readonly items: readonly unknown[] } | { readonly problem: Problem };

interface ListContext {
  readonly list: ListName;
  readonly limits: McpLimits;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Reads a list page by page, until a page names no next one.
 *
 * @returns the faults of the session, and MCP-022 … MCP-026 for what is no list or has no end
 */
export async function readList(session: Session, context: ListContext): Promise<ListReading> {
  const { list, limits, meta } = context;
  const items: unknown[] = [];
  const seen = new Set<string>();
  let values = 0;
  for (let page = 1, cursor: string | null = null; ; page += 1) {
    const method = `${list}/list`;
    const params = { ...(cursor !== null && { cursor }), ...(meta && { _meta: meta }) };
    const reply = await session.request(method, params);
    if ('fault' in reply) return { problem: reply.fault.problem };
    const read = readPage(reply.result, page, context);
    if ('problem' in read) return read;
    values += countValues(read.items, limits.values);
    if (values > limits.values) return tooLong(list, limits.values, 'values');
    for (const item of read.items) items.push(item);
    if (items.length > limits.items) return tooLong(list, limits.items, 'items');
    if (read.next === null) return { items };
    if (seen.has(read.next)) return { problem: problem('MCP-023', undefined, { list, page }) };
    if (page === limits.pages) return tooLong(list, limits.pages, 'pages');
    seen.add(read.next);
    cursor = read.next;
  }
}

function readPage(
  result: unknown,
  page: number,
  { list, limits }: ListContext,
): { readonly items: readonly unknown[]; readonly next: string | null } | { readonly problem: Problem } {
  const { [list]: items, nextCursor }: Readonly<Record<string, unknown>> = isRecord(result) ? result : {};
  if (!Array.isArray(items)) {
    return { problem: problem('MCP-022', undefined, { list, found: nameKind(items) }) };
  }
  // The page itself and its list are no levels of an item.
  if (isDeeperThan(items, limits.depth + 1)) {
    const args = { method: `${list}/list`, limit: limits.depth };
    return { problem: problem('MCP-026', undefined, args) };
  }
  // An empty cursor is how some servers say that there is none.
  if (nextCursor === undefined || nextCursor === null || nextCursor === '') return { items, next: null };
  if (typeof nextCursor === 'string') return { items, next: nextCursor };
  return { problem: problem('MCP-024', undefined, { list, page, found: nameKind(nextCursor) }) };
}

function tooLong(list: ListName, limit: number, unit: string): ListReading {
  return { problem: problem('MCP-025', undefined, { list, limit, unit }) };
}
