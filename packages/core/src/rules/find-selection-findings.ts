import { parseTimestamp } from '../island/logic/names.js';
import {
  aboutsOf,
  listReferences,
  namespacesOf,
  namesVerbatim,
  textOfSkill,
} from '../target/logic/selection/skill-references.js';
import { parsePersonaLenses } from './about/persona-lenses.js';
import { parseSelectionSections, type SelectionSections } from './about/selection-sections.js';
import { byPlace, type Finding } from './finding.js';
import type {
  AboutFacts,
  AboutValidity,
  SelectionFacts,
  SelectionFindingInput,
  SelectionFindingRule,
  SelectionFoundPlace,
  SelectionSkill,
  SkillFacts,
} from './selection-finding.js';
import { selectionFindings } from './selection-findings/registry.generated.js';

const DAY = 24 * 60 * 60 * 1000;
const DAYS_OF: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30 };
/** A duration such as "60 days"; it must not begin inside a decimal, a range or a word. */
const DURATION = /(?<![\p{L}\p{N}.,_–-])([1-9]\d{0,3})[\s-]{0,3}[*_`]{0,3}\s{0,3}(day|week|month)s?\b/giu;

/**
 * How long an About stays valid according to its section "Aging Rule": a number from 1 to 9999 in digits before
 * "day(s)", "week(s)" (7 days) or "month(s)" (30 days), as in "60 days", "a 60-day review", "**8** weeks". The
 * shortest duration wins; without one, that of the grading system applies.
 *
 * @see spec 10, Mandatory Sections 7
 */
export function parseAgingRule(
  { found }: Pick<SelectionSections, 'found'>,
  aboutDays: number,
): AboutValidity {
  const rule = found.find(({ section }) => section === 'Aging Rule');
  const stated = (rule?.lines ?? []).flatMap(({ text, line }) =>
    [...text.matchAll(DURATION)].map(([, count, unit = '']) => ({
      days: Number(count) * (DAYS_OF[unit.toLowerCase()] ?? 1),
      line,
    })),
  );
  const shortest = stated.reduce<(typeof stated)[number] | undefined>(
    (least, one) => (least && least.days <= one.days ? least : one),
    undefined,
  );
  const line = shortest?.line ?? rule?.line;
  return {
    days: shortest?.days ?? aboutDays,
    ...(line !== undefined && { line }),
    stated: [...new Set(stated.map(({ days }) => days))],
  };
}

/**
 * Age of an About in days, fractions included.
 *
 * @param timestamp of its snapshot, `YYYY-MM-DDTHH-MM-SSZ`
 * @throws RangeError if the timestamp has another form; the name of a snapshot always contains a timestamp
 */
export function ageInDays(timestamp: string, now: Date): number {
  const from = parseTimestamp(timestamp);
  if (!from) throw new RangeError(`${timestamp} is no timestamp of a snapshot`);
  return (now.getTime() - from.getTime()) / DAY;
}

const NAME = '[A-Za-z][A-Za-z0-9_-]{0,99}';
/** A name in backticks; a file extension or a version may follow it. */
const SPAN = `\`(${NAME})(?:\\.(?:mjs|json)|@[\\w.]+)?\``;
const BEGINS = new RegExp(`^ {0,3}(?:(?:[-*+]|\\d{1,9}[.)])[ \\t]+|\\|[ \\t]*)(?:\\*\\*|__)?${SPAN}(.*)$`);
const BESIDE = [
  new RegExp(`\\blists?(?: named| called)?:?\\s+(?:\\*\\*|__)?${SPAN}`, 'gi'),
  new RegExp(`${SPAN}(?:\\*\\*|__)?\\s+(?:shared\\s+)?lists?\\b`, 'gi'),
];
/** "`sol`, not `solana`": a value and what it replaces. */
const VALUE =
  /^(?:\*\*|__)?[\s,;]*(?:\(?(?:not|never|instead of|rather than|in place of)\b|(?:->|→|=>|=)\s*`)/i;

/**
 * Shared lists that the section "Shared Lists" names (spec 10, Mandatory Sections 2), each once, with its line.
 * A name counts only in backticks, and only where it cannot be a value of a list: at the beginning of a top-level
 * list item, in the first cell of a table row, or next to the word "list". A trailing `.mjs`, `.json` or `@version`
 * is dropped.
 */
export function parseSharedListNames({ found }: Pick<SelectionSections, 'found'>): AboutFacts['lists'] {
  const lines = found.find(({ section }) => section === 'Shared Lists')?.lines ?? [];
  const first = new Map<string, number>();
  for (const { text, line } of lines) {
    const [, name, rest = ''] = BEGINS.exec(text) ?? [];
    const begun = name !== undefined && !VALUE.test(rest) ? [name] : [];
    const beside = BESIDE.flatMap((pattern) => [...text.matchAll(pattern)].map(([, one = '']) => one));
    for (const one of [...begun, ...beside]) if (!first.has(one)) first.set(one, line);
  }
  return [...first].map(([name, line]) => ({ name, line }));
}

/** Reads the texts of a selection once for all rules. */
function readSelectionFacts(input: SelectionFindingInput): SelectionFacts {
  const { sharedLists, about, now, aboutDays } = input;
  return {
    sharedLists,
    about: about && readAboutFacts(about, { now, aboutDays }),
    skills: input.skills.map((skill) => readSkillFacts(skill, input)),
    namespaces: input.namespaces.filter(({ hasAbout }) => hasAbout).map(({ namespace }) => namespace),
  };
}

function readAboutFacts(
  about: NonNullable<SelectionFindingInput['about']>,
  { now, aboutDays }: Pick<SelectionFindingInput, 'now' | 'aboutDays'>,
): AboutFacts {
  const sections = parseSelectionSections(about.text);
  const { lenses, unclear } = parsePersonaLenses(sections);
  return {
    file: about.file,
    missing: sections.missing.map((section) => {
      const empty = sections.empty.find((one) => one.section === section);
      return { section, ...(empty && { line: empty.line }) };
    }),
    ageDays: ageInDays(about.timestamp, now),
    validity: parseAgingRule(sections, aboutDays),
    lists: parseSharedListNames(sections),
    lenses: Object.fromEntries(lenses),
    unclearLenses: unclear,
  };
}

function readSkillFacts(skill: SelectionSkill, input: SelectionFindingInput): SkillFacts {
  const { selectionId, definition, skills } = input;
  const namespaces = input.namespaces.filter(({ hasAbout }) => hasAbout);
  const text = textOfSkill(skill);
  const names = skills.map(({ name }) => name).filter((name) => name !== skill.name);
  return {
    ...skill,
    names: names.filter((name) => namesVerbatim(text, name)).sort(),
    references: listReferences(text, {
      name: skill.name,
      skills: names,
      owners: [selectionId, definition.namespace],
      others: othersOf(skill, input),
    }),
    namespaces: namespacesOf(skill, namespaces),
    abouts: aboutsOf(skill, namespaces),
  };
}

/** Names of tools, resources and namespaces: a name quoted next to the word "skill" may mean one of these instead. */
function othersOf({ tools, resources }: SelectionSkill, { namespaces }: SelectionFindingInput): string[] {
  const members = [...tools, ...resources].flatMap((id) => [id, id.slice(id.search(/[^/.]*$/))]);
  return [...members, ...namespaces.map(({ namespace }) => namespace)];
}

/**
 * Deterministic findings about a selection's skills, the references between them, and its About. They are shown with
 * the nodes and never count in a mean (grading-rules §4).
 *
 * A missing About is not a finding: it blocks the nodes instead.
 *
 * @param rules for tests; default: all rules of the catalogue
 * @returns findings with file, line and column (1-based; the beginning of the file if no place in it is known),
 *   sorted by place, then code
 */
export function findOfSelection(
  input: SelectionFindingInput,
  rules: readonly SelectionFindingRule[] = selectionFindings,
): Finding[] {
  const facts = readSelectionFacts(input);
  return rules.flatMap((rule) => rule.check(facts).map((place) => buildFinding(rule, place))).sort(byPlace);
}

function buildFinding(
  { id, code, severity }: SelectionFindingRule,
  { file, position, args }: SelectionFoundPlace,
): Finding {
  const { line, column } = position ?? { line: 1, column: 1 };
  return { id, code, severity, where: { file, line, column }, ...(args && { args }) };
}
