/** An MCP server to query for its definitions. */
export type McpTarget = {
  /** Name in messages and reports; by default the address or the command, without credentials. */
  readonly name?: string;
  /** Values to redact in addition to those that the target itself shows to be credentials. */
  readonly secrets?: readonly string[];
} & (
  | {
      readonly kind: 'http';
      /** Address for Streamable HTTP, or for the older HTTP with SSE. */
      readonly url: string;
      readonly headers: readonly McpHeader[];
    }
  | {
      readonly kind: 'stdio';
      /** Program and arguments, started without a shell. Querying such a server means running it. */
      readonly command: readonly [string, ...string[]];
      /** Environment variables in addition to those that a program needs to start. */
      readonly env: Readonly<Record<string, string>>;
      /** Absolute, or relative to the current folder, which is the default. */
      readonly cwd?: string;
    }
);

/** A header of every request to an MCP server; its value is a secret. */
export interface McpHeader {
  readonly name: string;
  readonly value: string;
}

/** Options for querying a server: `listServer(target, options)` of lint/mcp/list-server. */
export interface McpOptions {
  /** `--allow-host`: hosts whose addresses may be private. Unused for stdio. */
  readonly allowHosts: readonly string[];
  /** Time limit for the whole query, 30 s by default; connecting takes at most 10 s of it. */
  readonly timeoutMs?: number;
  readonly limits?: Partial<McpLimits>;
  /** `--capability`: what to declare to the server; nothing by default. */
  readonly capabilities?: readonly Capability[];
  /** `--root`: folders to name when the server asks for roots. */
  readonly roots?: readonly string[];
}

/** Capabilities that a client can declare, in the order of a report. */
export const CAPABILITIES = ['roots', 'sampling', 'elicitation'] as const;

export type Capability = (typeof CAPABILITIES)[number];

/** Limits on reading a server, so that a hostile server costs no more than an honest one. */
export interface McpLimits {
  /** Maximum number of bytes in one message, decompressed. */
  readonly messageBytes: number;
  /** Maximum number of bytes in everything that a server sends, including notifications and noise. */
  readonly totalBytes: number;
  /** Maximum number of pages in one list. */
  readonly pages: number;
  /** Maximum number of items in one list. */
  readonly items: number;
  /** Maximum number of JSON values in one list, counting all its pages, or in an identity. */
  readonly values: number;
  /** Maximum nesting depth of objects and arrays in a list or an identity. */
  readonly depth: number;
}

/** Real servers list a few hundred tools in less than a megabyte. */
export const MCP_LIMITS: McpLimits = {
  messageBytes: 16 * 1024 * 1024,
  totalBytes: 64 * 1024 * 1024,
  pages: 1_000,
  items: 50_000,
  // Every value is searched for secrets, and one message could hold millions of values.
  values: 1_000_000,
  depth: 100,
};

export const TIMEOUT_MS = 30_000;

/** Time limit for one connection, including name resolution, TCP and TLS. */
export const CONNECT_TIMEOUT_MS = 10_000;

/** Lists a server can offer, in the order of the report. */
export const LISTS = ['tools', 'resources', 'prompts', 'resourceTemplates'] as const;

export type ListName = (typeof LISTS)[number];

/** The kind of a JSON value, for a message. */
export function nameKind(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Checks whether objects and lists are nested deeper than allowed, without recursion that could overflow the stack. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let layer = [value].filter(isComposite);
  for (let level = 0; layer.length > 0; level += 1) {
    if (level === levels) return true;
    layer = layer.flatMap((composite) => Object.values(composite)).filter(isComposite);
  }
  return false;
}

/** Counts a value and all values nested in it; stops once there are too many. */
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
