import { isSameRootDomain } from '../../../keys/logic/hosts.js';
import type { HttpRequest } from '../../../net/logic/http.js';
import { problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import type { ToolDefinition } from '../../../spec/schema-main.js';
import { findWrite } from '../request/find-write.js';

interface Bar {
  readonly tool: ToolDefinition;
  /** `main.root`, unfilled. */
  readonly root: string;
  readonly allowWrites: boolean;
  /** Names of the keys in the request. */
  readonly keys: readonly string[];
}

/**
 * Why a request of handler code must not be sent, or null. It may do no more than the tool's own request: write only if
 * writes are allowed, POST also if the tool declares itself read-only, and send keys only where the tool's own would
 * go.
 */
export function judgeRequest(request: HttpRequest, { tool, root, allowWrites, keys }: Bar): Problem | null {
  const write = allowWrites ? null : findWrite(request, tool);
  if (write)
    return problem(write.isContradiction ? 'DPT-114' : 'DPT-143', undefined, { method: write.method });
  const [name] = keys;
  const { url } = request;
  if (name === undefined || isHome(url, root)) return null;
  const host = URL.canParse(url) ? new URL(url).hostname : url;
  return problem('DPT-144', undefined, { name, host });
}

/** The same host or registrable domain as the root, with the same or better transport security. */
function isHome(url: string, root: string): boolean {
  if (!URL.canParse(url) || !URL.canParse(root)) return false;
  const [to, from] = [new URL(url), new URL(root)];
  if (to.protocol !== from.protocol && to.protocol !== 'https:') return false;
  return to.host === from.host || isSameRootDomain(url, root);
}
