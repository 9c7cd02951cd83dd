/** A header of every request to an MCP server; its value is a secret. */
export interface McpHeader {
  readonly name: string;
  readonly value: string;
}

/** Where an MCP server is asked what it offers. */
export type McpTarget =
  | {
      readonly kind: 'http';
      /** Of Streamable HTTP, or of the older HTTP with SSE. */
      readonly url: string;
      readonly headers: readonly McpHeader[];
    }
  | {
      readonly kind: 'stdio';
      /** Program and arguments; no shell. Asking such a server means running it. */
      readonly command: readonly [string, ...string[]];
      /** What it gets besides what a program needs to start. */
      readonly env: Readonly<Record<string, string>>;
      /** Absolute or from the current folder, which is the default. */
      readonly cwd?: string;
    };

/** How much of a server is taken in; a hostile one must cost no more than an honest one. */
export interface McpLimits {
  /** Bytes of one message, decompressed. */
  readonly messageBytes: number;
  /** Bytes of all that a server says, notifications and noise included. */
  readonly totalBytes: number;
  /** Pages of one list. */
  readonly pages: number;
  /** Items of one list. */
  readonly items: number;
  /** JSON values in one list, all pages of it, or in an identity. */
  readonly values: number;
  /** Objects and arrays inside each other, in a list or an identity. */
  readonly depth: number;
}

/** How a server is asked: `listServer(target, options)` of lint/mcp/list-server. */
export interface McpOptions {
  /** `--allow-host`: hosts whose addresses may be private. Of no use for stdio. */
  readonly allowHosts: readonly string[];
  /** For everything together, 30 s by default; connecting takes 10 s of it at most. */
  readonly timeoutMs?: number;
  readonly limits?: Partial<McpLimits>;
}
