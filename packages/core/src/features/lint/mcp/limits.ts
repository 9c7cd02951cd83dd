import type { McpLimits } from '../logic/mcp-target.js';

/** Real servers list some hundred tools in less than a megabyte. */
export const MCP_LIMITS: McpLimits = {
  messageBytes: 16 * 1024 * 1024,
  totalBytes: 64 * 1024 * 1024,
  pages: 1_000,
  items: 50_000,
  // Each of them is looked through for secrets, and a message has room for millions.
  values: 1_000_000,
  depth: 100,
};

export const TIMEOUT_MS = 30_000;
/** For one connection: names, TCP and TLS. */
export const CONNECT_TIMEOUT_MS = 10_000;

/** Whether objects and lists lie in each other deeper than allowed; without a stack that could overflow. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let layer = [value].filter(isComposite);
  for (let level = 0; layer.length > 0; level += 1) {
    if (level === levels) return true;
    layer = layer.flatMap((composite) => Object.values(composite)).filter(isComposite);
  }
  return false;
}

/** The values in a value, itself included; counted no further than to the first one that is too many. */
export function countValues(value: unknown, most: number): number {
  const open = [value].filter(isComposite);
  let count = 1;
  for (let next = open.pop(); next !== undefined && count <= most; next = open.pop()) {
    const members = Object.values(next);
    count += members.length;
    for (const member of members) if (isComposite(member)) open.push(member);
  }
  return count;
}

function isComposite(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
