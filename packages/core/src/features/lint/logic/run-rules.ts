import type {
  LintCategory,
  LintFound,
  LintRule,
  LintRuleText,
  LintSubject,
  LintSubjectRule,
  LintView,
  PointRuleSet,
  SnapshotPath,
} from '../../../rules/mcp/lint.js';
import type { LintedServer, LintIssue } from '../../../rules/mcp/lint-report.js';
import { propertiesOf, quote } from '../../../rules/mcp/members.js';
import { isRecord } from '../../../values/is-record.js';
import { formatPointer } from '../../../values/value-path.js';

/** Maximum length of a name: longer names are cut, because every issue repeats the name of its owner. */
const LONGEST = 200;

/** The name that issues give for an owner; undefined if it has none. */
function subjectName(name: unknown): string | undefined {
  if (typeof name !== 'string' || name.trim() === '') return undefined;
  // Do not cut a surrogate pair in half.
  return name.length > LONGEST ? `${name.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, '')}…` : name;
}

/** A tool, a resource, a prompt or the server itself. */
interface Owner {
  readonly category: LintCategory;
  readonly target: string;
  readonly item: LintView['item'];
  readonly path: SnapshotPath;
}

/** A property of a tool or an argument of a prompt, as sent. */
interface Part {
  readonly name: string;
  readonly value: unknown;
  readonly path: SnapshotPath;
}

export type LintInput = Pick<LintedServer, 'snapshot' | 'incomplete' | 'source'>;

/**
 * Lists all issues of a server except those about its score: first those about the server itself, then those about each
 * tool, resource and prompt, in the order of the lists and then of the rules. The items of a list may be any JSON
 * values.
 */
export function runRules(server: LintInput, { rules, scoring }: PointRuleSet): LintIssue[] {
  const { snapshot, incomplete } = server;
  const complete = incomplete.every(({ list }) => list === 'resourceTemplates');
  const issues: LintIssue[] = [];
  const look = (owner: Owner, groups: readonly RuleGroup[], partsOf: (owner: Owner) => readonly Part[]) => {
    for (const { isOfParts, rules: group } of groups) {
      for (const part of isOfParts ? partsOf(owner) : [undefined]) {
        const view = { snapshot, item: owner.item, value: part ? part.value : owner.item, complete };
        for (const rule of group) {
          for (const found of rule.check(view)) {
            issues.push(
              buildIssue(server, { rule, points: scoring.points[rule.severity], found, owner, part }),
            );
          }
        }
      }
    }
  };
  const list = (name: 'tools' | 'resources' | 'prompts', partsOf: (owner: Owner) => readonly Part[]) => {
    const [subjects, category] = LISTS[name];
    const groups = groupRules(rules, subjects);
    for (const [at, value] of snapshot[name].entries()) {
      look(ownerOf(value, category, [name, at]), groups, partsOf);
    }
  };
  look(serverAsOwner(snapshot.serverInfo), groupRules(rules, ['server']), () => []);
  list('tools', partsOfTool);
  list('resources', () => []);
  list('prompts', partsOfPrompt);
  return issues;
}

const LISTS = {
  tools: [['tool', 'property'], 'tool'],
  resources: [['resource'], 'resource'],
  prompts: [['prompt', 'argument'], 'prompt'],
} as const satisfies Record<string, readonly [readonly LintSubject[], LintCategory]>;

/** Consecutive rules of one kind: all of them examine one part before any of them examines the next. */
interface RuleGroup {
  readonly isOfParts: boolean;
  readonly rules: readonly LintSubjectRule[];
}

function groupRules(rules: readonly LintRule[], subjects: readonly LintSubject[]): RuleGroup[] {
  const groups: { isOfParts: boolean; rules: LintSubjectRule[] }[] = [];
  for (const rule of rules) {
    if (rule.subject === 'outcome' || !subjects.includes(rule.subject)) continue;
    const isOfParts = rule.subject === 'property' || rule.subject === 'argument';
    const last = groups.at(-1);
    if (last?.isOfParts === isOfParts) last.rules.push(rule);
    else groups.push({ isOfParts, rules: [rule] });
  }
  return groups;
}

function serverAsOwner(serverInfo: unknown): Owner {
  return { category: 'server', target: 'server', item: isRecord(serverInfo) ? serverInfo : {}, path: [] };
}

function ownerOf(value: unknown, category: LintCategory, path: SnapshotPath): Owner {
  const item = isRecord(value) ? value : {};
  return { category, target: targetName(item, category, path), item, path };
}

/** The name of a list item in issues and estimates: `getPrice`, or `tools/3` if it has no name. */
export function targetName(item: LintView['item'], category: LintCategory, path: SnapshotPath): string {
  const address = subjectName(
    category === 'resource' ? item.uri : category === 'template' && item.uriTemplate,
  );
  return subjectName(item.name) ?? address ?? path.join('/');
}

function partsOfTool({ item }: Owner): Part[] {
  const properties = Object.entries(propertiesOf(item) ?? {});
  return properties.map(([name, value]) => ({ name, value, path: ['inputSchema', 'properties', name] }));
}

function partsOfPrompt({ item }: Owner): Part[] {
  if (!Array.isArray(item.arguments)) return [];
  return item.arguments.map((value: unknown, at) => ({
    name: (isRecord(value) ? subjectName(value.name) : undefined) ?? `arguments/${at}`,
    value,
    path: ['arguments', at],
  }));
}

interface IssueParts {
  readonly rule: Pick<LintRuleText, 'id' | 'severity' | 'title'>;
  readonly points: number;
  readonly found: LintFound;
  readonly owner: Pick<Owner, 'category' | 'target' | 'path'>;
  readonly part?: Pick<Part, 'name' | 'path'> | undefined;
}

/** Builds an issue; if it is not about a part of its owner, the detail says what it is about. */
export function buildIssue(
  { source }: LintInput,
  { rule, points, found, owner, part }: IssueParts,
): LintIssue {
  const { category, target } = owner;
  const path = [...owner.path, ...(part?.path ?? []), ...(found.path ?? [])];
  const named = subjectName(part?.name ?? found.property);
  const detail = [part && quote(part.name), found.detail].filter((text) => text !== undefined).join(', ');
  return {
    rule: rule.id,
    severity: rule.severity,
    points,
    target,
    category,
    subject: named === undefined ? target : `${target}.${named}`,
    message: detail === '' ? rule.title : `${rule.title}: ${detail}`,
    path: formatPointer(path),
    ...(source && { where: { file: source.file, ...source.locate(path) } }),
  };
}
