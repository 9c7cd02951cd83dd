import type { SnapshotPath } from '../../../rules/mcp/lint.js';
import type { LintedServer, LintIssue } from '../../../rules/mcp/lint-report.js';
import {
  LINT_CLASSES,
  type LintClass,
  type ReadItem,
  type ReadServer,
  type ShareFound,
  type ShareGroup,
  type ShareRule,
  type ShareRuleSet,
  type VisibleText,
} from '../../../rules/mcp/share-rule.js';
import { hashText } from '../../../spec/hash.js';
import { groupBy } from '../../../values/group-by.js';
import { buildIssue, targetName } from './run-rules.js';
import { rulesFor, sortTextRules, type TextRule, type TextRules } from './text-rules.js';

/** An issue, and what it costs which members. */
export interface ShareIssue extends LintIssue {
  readonly class: LintClass;
  readonly group: ShareGroup | undefined;
  readonly loss: number;
  /** The items, inputs or the server that lose by it. */
  readonly members: readonly object[];
}

/** What a rule looked at. */
interface Looked {
  readonly rule: ShareRule;
  /** Null for the server itself. */
  readonly owner: ReadItem | null;
  readonly member: object;
  /** From the owner, or from the snapshot for the server itself. */
  readonly path: SnapshotPath;
  /** Name of the input, which the message begins with. */
  readonly input?: string;
  readonly text?: string;
}

/**
 * Lists all issues of a server: trap, suspect, broken, smell; within a class the server first, then its items, each in
 * the order of the rules.
 *
 * @param only the one class whose issues are needed: rules that cannot contribute to it are not run
 */
export function runShareRules(
  read: ReadServer,
  server: LintedServer,
  { rules, scoring }: ShareRuleSet,
  only?: LintClass,
): ShareIssue[] {
  const { wanted, textRules, others } = sortRules(rules, read, only);
  const texts = groupBy(read.longerTexts, ({ owner }) => owner);
  const issues = [null, ...read.items].flatMap((owner) => {
    const found = others.flatMap(({ rule, at }) => look(rule, owner, read).map((one) => ({ at, ...one })));
    const inTexts = lookAtTexts(textRules, texts.get(owner) ?? [], read, only);
    return [...found, ...inTexts, ...combine(wanted, inTexts, read)]
      .sort((a, b) => a.at - b.at)
      .map(({ looked, found }) => toIssue(server, looked, found, scoring.severities));
  });
  const counted = only === undefined ? issues : issues.filter((issue) => issue.class === only);
  return LINT_CLASSES.flatMap((name) => counted.filter((issue) => issue.class === name));
}

interface SortedRules {
  readonly wanted: readonly ShareRule[];
  readonly textRules: TextRules;
  readonly others: readonly { readonly rule: ShareRule; readonly at: number }[];
}

/** Sorted once for all servers that want the same rules. */
const sorted = new WeakMap<readonly ShareRule[], Map<string, SortedRules>>();

function sortRules(rules: readonly ShareRule[], { judged, foreignTools }: ReadServer, only?: LintClass) {
  const known = sorted.get(rules) ?? new Map<string, SortedRules>();
  sorted.set(rules, known);
  const key = `${only} ${judged.size > 0} ${foreignTools.size > 0}`;
  const found = known.get(key) ?? sortWanted(rules, judged.size > 0, only);
  known.set(key, found);
  return found;
}

function sortWanted(rules: readonly ShareRule[], isJudged: boolean, only?: LintClass): SortedRules {
  const wanted = rules.filter(
    (rule) => (only === undefined || contributesTo(rule, only)) && (isJudged || !rule.needsJudge),
  );
  const others = wanted.flatMap((rule, at) => (rule.subject === 'text' ? [] : [{ rule, at }]));
  return { wanted, textRules: sortTextRules(wanted), others };
}

/** Suspect rules about texts take part in traps: two of them in one text are one. */
function contributesTo(rule: ShareRule, only: LintClass): boolean {
  return rule.class === only || (only === 'trap' && rule.class === 'suspect' && rule.subject === 'text');
}

interface Seen {
  readonly looked: Looked;
  readonly found: ShareFound;
  readonly text?: VisibleText;
}

/** Runs the rules about texts: text by text, since they share what they read of it. */
function lookAtTexts(rules: TextRules, texts: readonly VisibleText[], read: ReadServer, only?: LintClass) {
  const seen: (Seen & { readonly at: number })[] = [];
  const run = ({ rule, at }: TextRule, text: VisibleText) => {
    for (const found of rule.check(text, read)) {
      seen.push({ at, looked: { ...placeText(text, read), rule, owner: text.owner }, found, text });
    }
  };
  for (const text of texts) {
    const before = seen.length;
    for (const one of rulesFor(text, rules, read)) run(one, text);
    if (only !== 'trap' || seen.length > before) for (const one of rules.slow) run(one, text);
  }
  return seen;
}

function look(rule: ShareRule, owner: ReadItem | null, read: ReadServer): readonly Seen[] {
  const see = (looked: Omit<Looked, 'rule' | 'owner'>, found: readonly ShareFound[]) =>
    found.map((one) => ({ looked: { ...looked, rule, owner }, found: one }));
  if (owner === null) {
    return rule.subject === 'server' ? see({ member: read, path: [] }, rule.check(read)) : [];
  }
  switch (rule.subject) {
    case 'tool':
    case 'item':
      if (rule.subject === 'tool' && owner.kind !== 'tool') return [];
      return see({ member: owner, path: [] }, rule.check(owner, read));
    case 'schema':
      return owner.nodes.flatMap((node) =>
        see({ member: owner, path: node.path }, rule.check({ tool: owner, node }, read)),
      );
    case 'input':
      return owner.inputs.flatMap((input) =>
        see({ member: input, path: input.path, input: input.name }, rule.check({ item: owner, input }, read)),
      );
    default:
      return [];
  }
}

function placeText({ owner, path, text }: VisibleText, read: ReadServer) {
  return { member: owner ?? read, path: path.slice(owner?.path.length ?? 0), text };
}

/** Runs the rules about texts in which others found something. */
function combine(rules: readonly ShareRule[], found: readonly Seen[], read: ReadServer) {
  const byText = groupBy(
    found.filter(({ text }) => text !== undefined),
    ({ text }) => text as VisibleText,
  );
  if (byText.size === 0) return [];
  return rules.flatMap((rule, at) => {
    if (rule.subject !== 'signals') return [];
    return [...byText].flatMap(([text, seen]) => {
      const signals = seen.map(({ looked, found }) => ({
        rule: looked.rule.id,
        class: found.class ?? looked.rule.class,
        detail: found.detail,
      }));
      const looked = { ...placeText(text, read), rule, owner: text.owner };
      return rule.check({ text, signals }, read).map((one) => ({ at, looked, found: one }));
    });
  });
}

function toIssue(
  server: LintedServer,
  { rule, owner, member, path, input, text }: Looked,
  found: ShareFound,
  severities: ShareRuleSet['scoring']['severities'],
): ShareIssue {
  const name = found.class ?? rule.class;
  const severity = found.class === undefined || name === 'smell' ? rule.severity : severities[name];
  const place = input ?? placeName(path);
  const detail = [input === undefined && place !== '' ? place : undefined, found.detail];
  const { group } = rule;
  const loss = found.loss ?? rule.loss ?? 0;
  const issue = buildIssue(server, {
    rule: { id: rule.id, severity, title: rule.title },
    points: 0,
    found: {
      ...(place !== '' && { property: place }),
      ...found,
      ...(input === undefined && { detail: detail.filter((text) => text !== undefined).join(': ') }),
      path: [...(input === undefined ? path : []), ...(found.path ?? [])],
    },
    owner: ownerOf(owner),
    ...(input !== undefined && { part: { name: input, path } }),
  });
  // A text of the server itself belongs to no item that could lose.
  const isMember = owner !== null || group === 'server';
  const members = [...(isMember ? [member] : []), ...(found.shared ?? [])];
  // A rule about no text judged what its detail says.
  const judged = name === 'trap' || name === 'suspect' ? hashText(text ?? found.detail ?? '') : undefined;
  return { ...issue, ...(judged !== undefined && { text: judged }), class: name, group, loss, members };
}

function ownerOf(owner: ReadItem | null) {
  if (owner === null) return { category: 'server', target: 'server', path: [] } as const;
  return {
    category: owner.kind,
    target: targetName(owner.item, owner.kind, owner.path),
    path: owner.path,
  } as const;
}

/** The steps of a path that a reader needs: `id.description` for the description of the input `id`. */
export function placeName(path: SnapshotPath): string {
  const steps = path[0] === 'inputSchema' ? path.slice(1) : path;
  return steps.filter((step, at) => step !== 'properties' || steps[at - 1] === 'properties').join('.');
}
