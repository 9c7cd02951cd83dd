import { isRecord } from '../../../values/is-record.js';
import type { ServerSnapshot, SnapshotPath } from '../lint.js';
import type { LintedServer } from '../lint-report.js';
import type { ItemKind, ReadItem, ReadServer, VisibleText } from '../share-rule.js';
import { estimateToolTokens } from './estimate-tokens.js';
import { leafInputs, promptArguments } from './leaf-inputs.js';
import { schemaNodes } from './schema-nodes.js';
import { visibleTexts } from './visible-texts.js';

const LISTS = {
  tools: 'tool',
  resources: 'resource',
  resourceTemplates: 'template',
  prompts: 'prompt',
} as const satisfies Partial<Record<keyof ServerSnapshot, ItemKind>>;

/** Prepares a server for the rules: every list once, every schema once, every text once. */
export function readServer(
  { snapshot, incomplete }: Pick<LintedServer, 'snapshot' | 'incomplete'>,
  { foreignTools = new Map(), judged = new Map() }: Partial<Pick<ReadServer, 'foreignTools' | 'judged'>> = {},
): ReadServer {
  const items = Object.entries(LISTS).flatMap(([list, kind]) =>
    (snapshot[list as keyof typeof LISTS] ?? []).map((value, at) => readItem(value, kind, [list, at])),
  );
  const tools = items.filter(({ kind }) => kind === 'tool');
  const texts = visibleTexts(snapshot, items);
  let ownNames: ReadonlySet<string> | undefined;
  return {
    snapshot,
    about: isRecord(snapshot.serverInfo) ? snapshot.serverInfo : {},
    complete: incomplete.length === 0,
    items,
    tools,
    texts,
    get tokens() {
      return tools.reduce((sum, { item }) => sum + estimateToolTokens(item), 0);
    },
    get ownNames() {
      ownNames ??= collectNames(texts);
      return ownNames;
    },
    foreignTools,
    judged,
  };
}

function readItem(value: unknown, kind: ItemKind, path: SnapshotPath): ReadItem {
  const item = isRecord(value) ? value : {};
  const isTool = kind === 'tool';
  // Looking for traps only needs no inputs.
  let inputs: ReadItem['inputs'] | undefined;
  return {
    kind,
    item,
    path,
    nodes: isTool ? ['inputSchema', 'outputSchema'].flatMap((key) => schemaNodes(item[key], [key])) : [],
    get inputs() {
      inputs ??= isTool ? leafInputs(item.inputSchema) : kind === 'prompt' ? promptArguments(item) : [];
      return inputs;
    },
  };
}

function collectNames(texts: readonly VisibleText[]): ReadonlySet<string> {
  const names = texts.filter(
    ({ place, text }) => place === 'name' || (place === 'value' && !/\s/.test(text)),
  );
  return new Set(names.map(({ text }) => text.toLowerCase()));
}
