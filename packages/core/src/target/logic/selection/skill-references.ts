import { holdsName } from '../../../rules/about/reference.js';
import type { SelectionNamespace, SelectionSkill, SkillReference } from '../../../rules/selection-finding.js';
import { parsePlaceholders } from '../../../rules/skill/placeholders.js';

/** Characters that continue a name: letters and digits of any script, `_` and `-`. */
const PART = /[\p{L}\p{N}_-]/u;
const NAME = '[a-z][a-z0-9-]{0,63}';

/** The text of a skill that is searched for names (spec 13, Cross-Reference Rules). */
export function textOfSkill(skill: Pick<SelectionSkill, 'content' | 'description' | 'whenToUse'>): string {
  return [skill.content, skill.description, skill.whenToUse].join('\n\n');
}

/**
 * Checks whether text contains a name exactly as written, with the same case, and not as a part of a longer name:
 * `price` is not in `price-entry`. Quotes, braces, slashes and full stops end a name.
 */
export function namesVerbatim(text: string, name: string): boolean {
  if (name === '') return false;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before = '', after = ''] = [charBefore(text, at), charAfter(text, at + name.length)];
    if (!PART.test(before) && !PART.test(after)) return true;
  }
  return false;
}

/** The character before a place in the text; one outside the basic plane takes two units. */
function charBefore(text: string, at: number): string | undefined {
  return [...text.slice(Math.max(0, at - 2), at)].at(-1);
}

function charAfter(text: string, at: number): string | undefined {
  return [...text.slice(at, at + 2)][0];
}

const QUOTE = '["\'`*_]{1,3}';
const QUOTED = `${QUOTE}${NAME}${QUOTE}`;
/** Matches at most 21 names; without a limit, a long enumeration would be read again from each of its names. */
const LIST = `${QUOTED}(?:(?:\\s*,\\s*(?:and |or )?|\\s+(?:and|or)\\s+|\\s*/\\s*)${QUOTED}){0,20}`;
const WORDS = [
  // "the skill `price-entry`", "skills: `a`, `b` and `c`"
  new RegExp(`(?<![\\p{L}\\p{N}_-])[Ss]kills?(?: named| called)?:?\\s+(${LIST})`, 'gu'),
  // "the `price-entry` skill", "`a` and `b` skills"
  new RegExp(`(${LIST})\\s+(?:(?:L[123]|topic|signpost|use ?case)\\s+)?skills?(?![\\p{L}\\p{N}_-])`, 'gu'),
];
const PATH = new RegExp(`(?<![\\w-])skills/(${NAME})\\.mjs(?![\\w-])`, 'g');
/** Verbs with which the text of a skill calls another skill. */
const CALL =
  '(?:call|calls|run|runs|invoke|invokes|start|starts|follow|follows|load|loads|execute|executes|use|uses|(?:hand|hands)(?: it)? over to|(?:continue|continues|proceed|proceeds) with|(?:delegate|delegates)(?: it)? to)';
const NEGATED = /(?:\b(?:not|never|no|without|instead of|rather than)|n['’]t)\s+(?:\w+\s+){0,2}$/i;

export interface ReferenceScope {
  /** Name of the skill that the text belongs to; a mention of its own name is no reference. */
  readonly name: string;
  /** Names of the selection's skills. */
  readonly skills: readonly string[];
  /** Possible prefixes of the selection's ids: the id of the selection and its namespace. */
  readonly owners: readonly string[];
  /** Names that do not mean a skill when they are quoted: tools, resources, namespaces. */
  readonly others: readonly string[];
}

/**
 * The skills of the selection that the text refers to explicitly. Such a reference must be valid, while a name that
 * merely occurs in the text is an ordinary word (spec 13: SKC-003, anti-recursion). A reference is one of:
 *
 * - the placeholder `{{skill:name}}`, also with an id of this selection (`{{skill:‹selection›/skill/name}}`); an id of
 *   another namespace leads out of the selection and is no reference here;
 * - a path that ends in `skills/name.mjs`, wherever it begins;
 * - a name in backticks, quotes or emphasis marks next to the word "skill": "the skill `name`", "skills `a` and `b`",
 *   "the `name` skill", unless it is a tool, a resource or a namespace of the selection;
 * - the name of a skill of the selection after a verb that hands over to it: "run name", "continue with `name`", unless
 *   it is negated.
 *
 * @returns each target once, with the first words that refer to it; never the skill that the text belongs to
 */
export function listReferences(text: string, scope: ReferenceScope): SkillReference[] {
  const found = [
    ...placeholderTargets(text, scope),
    ...[...text.matchAll(PATH)].map(([whole, target = '']) => ({ text: whole, target })),
    ...namedTargets(text, scope),
    ...calledTargets(text, scope),
  ];
  const first = new Map<string, SkillReference>();
  for (const one of found) {
    if (one.target !== scope.name && !first.has(one.target)) first.set(one.target, one);
  }
  return [...first.values()];
}

function placeholderTargets(text: string, { owners }: ReferenceScope): SkillReference[] {
  return parsePlaceholders(text).flatMap(({ text: whole, type, name }) => {
    if (type.trim() !== 'skill') return [];
    const steps = name.trim().split('/');
    const [owner, target] = [steps[0] ?? '', steps.at(-1) ?? ''];
    return steps.length === 1 || owners.includes(owner) ? [{ text: whole, target }] : [];
  });
}

function namedTargets(text: string, { others }: ReferenceScope): SkillReference[] {
  return WORDS.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(([whole, list = '']) =>
      [...list.matchAll(new RegExp(`${QUOTE}(${NAME})${QUOTE}`, 'g'))].map(([, target = '']) => ({
        text: whole.replace(/\s+/g, ' '),
        target,
      })),
    ),
  ).filter(({ target }) => !others.includes(target));
}

function calledTargets(text: string, { skills, name }: ReferenceScope): SkillReference[] {
  return skills
    .filter((target) => target !== name)
    .flatMap((target) => {
      const pattern = new RegExp(
        `\\b${CALL}\\s+(?:the\\s+)?["'\`*_]{0,3}${escapePattern(target)}(?![\\p{L}\\p{N}_-])`,
        'giu',
      );
      const call = [...text.matchAll(pattern)].find(
        (match) =>
          match[0].includes(target) && !NEGATED.test(text.slice(Math.max(0, match.index - 60), match.index)),
      );
      return call ? [{ text: call[0].replace(/\s+/g, ' '), target }] : [];
    });
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/**
 * Matches "the About resources of coingecko", "coingecko's About" or "`about` pages"; the namespace must be on the same
 * line.
 */
const ABOUT_WORDS =
  /\babout[ -](?:resource|page|document)s?\b|["'`*_]about["'`*_]{1,3}\s+(?:resource|page|document)s?\b|['’]s\s+["'`*_]{0,3}About\b|\bAbouts?\s+(?:of|for)\b/i;

/**
 * Namespaces of the selection whose About the skill refers to (spec 13, Relationship Between the Two Categories). Each
 * of these is a reference: the id `‹namespace›/resource/about` or `‹namespace›/about`, also in a placeholder or in
 * `requires.resources`; the name `‹namespace›-about`, with or without `.md`; a path through `‹namespace›/` that ends in
 * `resources/about`; a line that mentions an About and names the namespace. `{{resource:about}}` alone is the About of
 * the selection itself.
 */
export function aboutsOf(skill: SelectionSkill, namespaces: readonly SelectionNamespace[]): string[] {
  const text = [textOfSkill(skill), ...skill.resources].join('\n');
  const lines = text.split(/\r\n|\n|\r/);
  return namespaces
    .map(({ namespace }) => namespace)
    .filter(
      (name) =>
        [`${name}/resource/about`, `${name}/about`, `${name}-about`].some((id) => holdsName(text, id)) ||
        lines.some(
          (line) => holdsName(line, name) && (ABOUT_WORDS.test(line) || line.includes('resources/about')),
        ),
    );
}

/**
 * Namespaces that a skill uses: those of its required tools and resources, those of the ids in its content, and those
 * named in backticks. An id counts only if it begins with the namespace; a bare tool name does not count.
 */
export function namespacesOf(skill: SelectionSkill, namespaces: readonly SelectionNamespace[]): string[] {
  const text = textOfSkill(skill);
  const ids = [
    ...skill.tools,
    ...skill.resources,
    ...parsePlaceholders(text).flatMap(({ type, name }) =>
      ['tool', 'resource'].includes(type.trim()) ? [name.trim()] : [],
    ),
  ];
  const named = [...text.matchAll(/`([^`\n]{1,100})`/g)].map(([, span = '']) => span.trim());
  return namespaces
    .map(({ namespace }) => namespace)
    .filter(
      (namespace) =>
        ids.some((id) => id.startsWith(`${namespace}/`) || id.startsWith(`${namespace}.`)) ||
        named.some((span) => span === namespace || span.startsWith(`${namespace}/`)),
    );
}
