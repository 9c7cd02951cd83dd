import { diffWordsWithSpace } from 'diff';
import type { ServerSnapshot, SnapshotPath } from '../../../../rules/mcp/lint.js';
import type { LintedServer, LintIssue } from '../../../../rules/mcp/lint-report.js';
import { readServer } from '../../../../rules/mcp/reading/read-server.js';
import { quoteVisibly } from '../../../../rules/mcp/reading/sentences.js';
import { trapRuleSet } from '../../../../rules/mcp/rule-sets.js';
import { isRecord } from '../../../../values/is-record.js';
import { formatPointer } from '../../../../values/value-path.js';
import { keyOfAccepted } from '../adjust.js';
import { targetName } from '../run-rules.js';
import { placeName, runShareRules } from '../run-share-rules.js';
import { compareValues, type Difference } from './compare-values.js';
import { type ItemPair, matchItems } from './match-items.js';

/** Kinds of change, in the order in which a reviewer reads them. */
const CHANGE_KINDS = [
  'new-trap',
  'new-suspect',
  'text',
  'item-added',
  'item-removed',
  'item-renamed',
  'schema',
  'annotation',
  'other',
  'issue-gone',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** One thing that is different. */
export interface LintChange {
  readonly kind: ChangeKind;
  /** `get_price.id`; `server` for the server itself. */
  readonly subject: string;
  /** What changed, on one line. */
  readonly message: string;
  /** JSON pointer into the newer snapshot; into the older one for what is gone. */
  readonly path: string;
  /** Whether a model reads what changed. */
  readonly isVisible: boolean;
  readonly before?: unknown;
  readonly after?: unknown;
}

/**
 * Lists what is different between two states of a server, in the order in which a reviewer reads it: new traps first,
 * then texts, items, schemas and annotations. The order of items, keys and sets does not matter.
 */
export function diffServers(before: LintedServer, after: LintedServer): LintChange[] {
  const changes = [
    ...diffIssues(before, after),
    ...diffAbout(before.snapshot, after.snapshot),
    ...matchItems(before.snapshot, after.snapshot).flatMap(diffItem),
  ];
  return CHANGE_KINDS.flatMap((kind) => changes.filter((change) => change.kind === kind));
}

/**
 * Issues are the same if rule and subject are: their places move with every item before them. In another text, an issue is
 * new once more.
 */
function diffIssues(before: LintedServer, after: LintedServer): LintChange[] {
  const old = signalsOf(before);
  const now = signalsOf(after);
  const added = withoutLike(now, old, keyOfAccepted).map((issue) => describeIssue(issue, 'new'));
  const gone = withoutLike(old, now, keyOfSubject).map((issue) => describeIssue(issue, 'gone'));
  return [...added, ...gone];
}

function signalsOf(server: LintedServer): LintIssue[] {
  const issues = runShareRules(readServer(server), server, trapRuleSet);
  return issues.filter((issue) => issue.class === 'trap' || issue.class === 'suspect');
}

function keyOfSubject({ rule, subject }: LintIssue): string {
  return keyOfAccepted({ rule, subject });
}

function withoutLike(
  issues: readonly LintIssue[],
  others: readonly LintIssue[],
  keyOf: (issue: LintIssue) => string,
): LintIssue[] {
  const known = new Set(others.map(keyOf));
  return issues.filter((issue) => !known.has(keyOf(issue)));
}

function describeIssue(issue: LintIssue, state: 'new' | 'gone'): LintChange {
  const kind = state === 'gone' ? 'issue-gone' : issue.class === 'trap' ? 'new-trap' : 'new-suspect';
  return {
    kind,
    subject: issue.subject,
    message: `${issue.message} (${issue.rule})`,
    path: issue.path,
    isVisible: state === 'new',
  };
}

const ABOUT = ['serverInfo', 'instructions', 'protocolVersion', 'capabilities'] as const;
const TEXTS_ABOUT = new Set(['name', 'title', 'description']);
const UNREAD_ABOUT = new Set(['version', 'icons', 'websiteUrl']);

function diffAbout(before: ServerSnapshot, after: ServerSnapshot): LintChange[] {
  return ABOUT.flatMap((key) => compareValues(before[key], after[key], [key])).map((difference) => {
    const { path } = difference;
    const [first, second] = path;
    const isText = first === 'instructions' || TEXTS_ABOUT.has(String(second));
    // A client may show the model whatever a server says of itself.
    const isVisible = isText || (first === 'serverInfo' && !UNREAD_ABOUT.has(String(second)));
    return describe(difference, { kind: isText ? 'text' : 'other', owner: 'server', path, isVisible });
  });
}

function diffItem({ list, before, after }: ItemPair): LintChange[] {
  const kind = KINDS[list];
  const name = (one: NonNullable<ItemPair['before']>) =>
    targetName(isRecord(one.item) ? one.item : {}, kind, one.path);
  if (!before || !after) {
    const one = (before ?? after) as NonNullable<ItemPair['before']>;
    const verb = before ? 'removed' : 'added';
    return [
      {
        kind: `item-${verb}`,
        subject: name(one),
        message: `the ${kind} was ${verb}`,
        path: formatPointer(one.path),
        isVisible: true,
        ...(before ? { before: one.item } : { after: one.item }),
      },
    ];
  }
  const differences = compareValues(before.item, after.item);
  const isRenamed = name(before) !== name(after);
  return differences.map((difference) => {
    const [first] = difference.path;
    const context = {
      owner: name(after),
      path: [...after.path, ...difference.path],
    };
    if (isRenamed && difference.path.length === 1 && ADDRESSES.has(String(first))) {
      const message = `the ${kind} was called ${quoteVisibly(name(before))}`;
      return { ...describe(difference, { ...context, kind: 'item-renamed', isVisible: true }), message };
    }
    return describe(difference, { ...context, ...classify(difference) });
  });
}

const KINDS = {
  tools: 'tool',
  resources: 'resource',
  resourceTemplates: 'template',
  prompts: 'prompt',
} as const;
const ADDRESSES = new Set(['name', 'uri', 'uriTemplate']);
const TEXTS = new Set([
  'name',
  'title',
  'description',
  'uri',
  'uriTemplate',
  '$comment',
  'pattern',
  'format',
]);
/** Members of an item that clients do not show to a model. */
const UNREAD = new Set(['_meta', 'icons', 'size', 'mimeType', 'execution']);
const VALUES = new Set(['default', 'const', 'enum', 'examples']);

/** What a difference inside an item is about. */
function classify({ path, before, after }: Difference): Pick<LintChange, 'kind' | 'isVisible'> {
  const [first] = path;
  const isInSchema = first === 'inputSchema' || first === 'outputSchema';
  if (first === 'annotations') return { kind: path[1] === 'title' ? 'text' : 'annotation', isVisible: true };
  if (UNREAD.has(String(first))) return { kind: 'other', isVisible: false };
  const isMapName = path.at(-2) === 'properties' && isInSchema;
  if (isText(before) && isText(after) && !isMapName) {
    const last = String(path.at(-1));
    const isInValue = path.some((step) => VALUES.has(String(step)));
    if (TEXTS.has(last) || isInValue) return { kind: 'text', isVisible: true };
  }
  if (isInSchema || first === 'arguments') return { kind: 'schema', isVisible: true };
  // A client may show the model a member that we do not know.
  return { kind: 'other', isVisible: true };
}

function isText(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

interface Described {
  readonly kind: ChangeKind;
  readonly owner: string;
  /** From the snapshot. */
  readonly path: SnapshotPath;
  readonly isVisible: boolean;
}

function describe(
  { path, before, after }: Difference,
  { kind, owner, path: whole, isVisible }: Described,
): LintChange {
  const place = placeName(path);
  return {
    kind,
    subject: place === '' ? owner : `${owner}.${place}`,
    message: describeValues(before, after),
    path: formatPointer(whole),
    isVisible,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  };
}

function describeValues(before: unknown, after: unknown): string {
  if (before === undefined) return `added: ${show(after)}`;
  if (after === undefined) return `removed: ${show(before)}`;
  if (typeof before === 'string' && typeof after === 'string') return describeWords(before, after);
  return `${show(before)} → ${show(after)}`;
}

/** Longer parts are not compared word by word, since that takes the square of their length. */
const LONGEST = 5_000;
const MOST_PARTS = 6;

function describeWords(before: string, after: string): string {
  const [old, now] = withoutCommonEnds(before, after);
  if (old.length + now.length > LONGEST) return `${show(old)} → ${show(now)}`;
  const parts = diffWordsWithSpace(old, now).filter(({ added, removed }) => added || removed);
  const shown = parts
    .slice(0, MOST_PARTS)
    .map(({ added, value }) => `${added ? '+' : '−'}${quoteVisibly(value)}`);
  return [
    ...shown,
    ...(parts.length > MOST_PARTS ? [`and ${parts.length - MOST_PARTS} more parts`] : []),
  ].join(' ');
}

/** Cuts what both texts begin and end with, at word borders. */
function withoutCommonEnds(before: string, after: string): [string, string] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  while (start > 0 && /\S/.test(before.charAt(start - 1))) start -= 1;
  end = end - before.slice(before.length - end).search(/\s|$/);
  return [before.slice(start, before.length - end), after.slice(start, after.length - end)];
}

function show(value: unknown): string {
  return typeof value === 'string' ? quoteVisibly(value) : quoteVisibly(JSON.stringify(value)).slice(1, -1);
}
