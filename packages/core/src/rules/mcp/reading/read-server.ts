import { isRecord } from '../../../values/is-record.js';
import type { ServerSnapshot, SnapshotPath } from '../lint.js';
import type { LintedServer } from '../lint-report.js';
import type { ItemKind, ReadItem, ReadServer } from '../share-rule.js';
import { estimateToolTokens } from './estimate-tokens.js';
import { leafInputs, promptArguments } from './leaf-inputs.js';
import { schemaNodes } from './schema-nodes.js';
import { ownNames, visibleTexts } from './visible-texts.js';

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
  const sent = Object.entries(LISTS).flatMap(([list, kind]) =>
    (snapshot[list as keyof typeof LISTS] ?? []).map(
      (value, at) => [readItem(value, kind, [list, at]), value] as const,
    ),
  );
  const items = sent.map(([item]) => item);
  const tools = items.filter(({ kind }) => kind === 'tool');
  let names: ReadonlySet<string> | undefined;
  return {
    snapshot,
    about: isRecord(snapshot.serverInfo) ? snapshot.serverInfo : {},
    complete: incomplete.length === 0,
    items,
    tools,
    get texts() {
      return visibleTexts({ snapshot, items: sent }, 'all');
    },
    longerTexts: visibleTexts({ snapshot, items: sent }, 'longer'),
    get tokens() {
      return tools.reduce((sum, { item }) => sum + estimateToolTokens(item), 0);
    },
    get ownNames() {
      names ??= ownNames({ snapshot, items: sent });
      return names;
    },
    foreignTools,
    judged,
  };
}

function readItem(value: unknown, kind: ItemKind, path: SnapshotPath): ReadItem {
  const item = isRecord(value) ? value : {};
  const isTool = kind === 'tool';
  // Looking for traps only needs no inputs and no schemas.
  let inputs: ReadItem['inputs'] | undefined;
  let nodes: ReadItem['nodes'] | undefined;
  return {
    kind,
    item,
    path,
    get nodes() {
      nodes ??= isTool ? ['inputSchema', 'outputSchema'].flatMap((key) => schemaNodes(item[key], [key])) : [];
      return nodes;
    },
    get inputs() {
      inputs ??= isTool ? leafInputs(item.inputSchema) : kind === 'prompt' ? promptArguments(item) : [];
      return inputs;
    },
  };
}
