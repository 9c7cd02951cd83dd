/** A header of every request to an MCP server; its value is a secret. */
export interface McpHeader {
  readonly name: string;
  readonly value: string;
}

/** An MCP server to query for its definitions. */
export type McpTarget =
  | {
      readonly kind: 'http';
      /** Address for Streamable HTTP, or for the older HTTP with SSE. */
      readonly url: string;
      readonly headers: readonly McpHeader[];
    }
  | {
      readonly kind: 'stdio';
      /** Program and arguments; no shell. Querying such a server means running it. */
      readonly command: readonly [string, ...string[]];
      /** Variables in addition to those a program needs to start. */
      readonly env: Readonly<Record<string, string>>;
      /** Absolute, or relative to the current folder, which is the default. */
      readonly cwd?: string;
    };

/** Limits on reading a server; a hostile one must cost no more than an honest one. */
export interface McpLimits {
  /** Bytes of one message, decompressed. */
  readonly messageBytes: number;
  /** Bytes of everything a server sends, including notifications and noise. */
  readonly totalBytes: number;
  /** Pages of one list. */
  readonly pages: number;
  /** Items of one list. */
  readonly items: number;
  /** JSON values in one list, all pages of it, or in an identity. */
  readonly values: number;
  /** Levels of nested objects and arrays in a list or an identity. */
  readonly depth: number;
}

/** Options for querying a server: `listServer(target, options)` of lint/mcp/list-server. */
export interface McpOptions {
  /** `--allow-host`: hosts whose addresses may be private. Unused for stdio. */
  readonly allowHosts: readonly string[];
  /** For the whole query, 30 s by default; connecting takes at most 10 s of it. */
  readonly timeoutMs?: number;
  readonly limits?: Partial<McpLimits>;
}
