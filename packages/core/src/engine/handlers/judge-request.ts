import type { HttpRequest } from '../../model/http.js';
import type { Problem } from '../../model/problem.js';
import type { ToolDefinition } from '../../model/schema-main.js';
import { problem } from '../../tables/error-codes.js';
import { isSameRootDomain } from '../root-domain.js';

/** Methods that only read, by what HTTP says of them. */
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

interface Bar {
  readonly tool: ToolDefinition;
  /** `main.root`, with nothing filled in. */
  readonly root: string;
  readonly allowWrites: boolean;
  /** Names of the keys the request holds. */
  readonly keys: readonly string[];
}

/**
 * Why a request of handler code must not leave, or null. It may do no more than the tool's own request could: writing
 * only where the tool says it reads or where writes are allowed, and keys only to where the tool's own would go.
 */
export function judgeRequest(
  { method, url }: HttpRequest,
  { tool, root, allowWrites, keys }: Bar,
): Problem | null {
  if (!READING.has(method) && !allowWrites && tool.meta?.isReadOnly !== true) {
    return problem('DPT-143', undefined, { method });
  }
  const [name] = keys;
  if (name === undefined || isHome(url, root)) return null;
  const host = URL.canParse(url) ? new URL(url).hostname : url;
  return problem('DPT-144', undefined, { name, host });
}

/** The same host or registrable domain as the root, and no less protected on the way. */
function isHome(url: string, root: string): boolean {
  if (!URL.canParse(url) || !URL.canParse(root)) return false;
  const [to, from] = [new URL(url), new URL(root)];
  if (to.protocol !== from.protocol && to.protocol !== 'https:') return false;
  return to.host === from.host || isSameRootDomain(url, root);
}
