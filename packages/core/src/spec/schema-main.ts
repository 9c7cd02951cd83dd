/** The `main` object of a FlowMCP schema: typed data, valid only after the validation gate. */
export interface SchemaMain {
  readonly namespace: string;
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly root?: string;
  readonly docs?: readonly string[];
  readonly tags?: readonly string[];
  readonly requiredServerParams?: readonly string[];
  readonly requiredLibraries?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly sharedLists?: readonly SharedListReference[];
  readonly termsOfService?: string | null;
  readonly tools?: Readonly<Record<string, ToolDefinition>>;
  readonly resources?: Readonly<Record<string, unknown>>;
}

export interface SharedListReference {
  readonly ref: string;
  readonly version: string;
  readonly filter?: SharedListFilter;
}

export interface SharedListFilter {
  readonly key: string;
  readonly exists?: boolean;
  readonly value?: unknown;
  readonly in?: readonly unknown[];
}

export interface ToolDefinition {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly description: string;
  readonly parameters: readonly ParameterDefinition[];
  readonly tests?: readonly ToolTest[];
  readonly output?: OutputDefinition;
  /** null counts as absent. */
  readonly meta?: ToolMeta | null;
}

export interface ParameterDefinition {
  readonly position: {
    readonly key: string;
    /** `{{USER_PARAM}}`, `{{SERVER_PARAM:KEY}}`, `{{KEY}}` or a constant. */
    readonly value: string | number | boolean;
    readonly location: 'insert' | 'query' | 'body';
  };
  readonly z: { readonly primitive: string; readonly options?: readonly string[] };
  readonly description?: string;
}

/** A test: `_description` and a value per user parameter. */
export type ToolTest = Readonly<Record<string, unknown>>;

export interface OutputDefinition {
  readonly mimeType: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface ToolMeta {
  readonly isReadOnly: boolean;
  readonly isConcurrencySafe: boolean;
  readonly isDestructive: boolean;
  readonly searchHint: string;
  readonly aliases: readonly string[];
  readonly alwaysLoad: boolean;
}

/** What the method of a tool may be. */
export const METHODS: ReadonlySet<unknown> = new Set(['GET', 'POST', 'PUT', 'DELETE']);

/** Members of a tool of Schemas-Spec 1.x, and what they are called now. */
export const RENAMED_MEMBERS = {
  requestMethod: 'method',
  route: 'path',
  modifiers: 'the export handlers',
} as const;
