import type { EntryRules, GradingRules, RuleBook, ScoringRules, SpecRules } from './book.js';
import { layers } from './registry.generated.js';

/** The three versions of a book, as artefacts carry them (spec 07). */
export interface BookVersions {
  readonly gradingSpec: string;
  readonly scoringSystem: string;
  readonly gradingSystem: string;
}

/** The two versions that an entry carries. */
export type EntryVersions = Omit<BookVersions, 'gradingSpec'>;

/** Finds a scoring layer; null if this version of the tool does not know it. No other one ever stands in for it. */
export function scoringOf(version: string): ScoringRules | null {
  return find(layers.scoring, version);
}

/** Finds a grading layer; null if this version of the tool does not know it. */
export function gradingOf(version: string): GradingRules | null {
  return find(layers.grading, version);
}

/** The grading layer that graded a part: the one that it names, or else the island's. */
export function ownGrading(
  { rules }: { readonly rules?: EntryVersions | null | undefined },
  island: GradingRules,
): GradingRules {
  // A part of unknown rules is blocked and has no grade.
  return (rules && gradingOf(rules.gradingSystem)) ?? island;
}

/** The layers that an entry names; null if one of them is not known. */
export function rulesOf(entry: EntryVersions): EntryRules | null {
  const scoring = scoringOf(entry.scoringSystem);
  const grading = gradingOf(entry.gradingSystem);
  return scoring && grading && { scoring, grading };
}

/** Says which layers of an entry are not known; null if all are. */
export function tellUnknown(entry: EntryVersions): string | null {
  const { scoringSystem, gradingSystem } = entry;
  const unknown = [
    ...(scoringOf(scoringSystem) ? [] : [scoringSystem]),
    ...(gradingOf(gradingSystem) ? [] : [gradingSystem]),
  ];
  if (unknown.length === 0) return null;
  return `its ${unknown.join(' and ')} ${unknown.length === 1 ? 'is' : 'are'} not known to this version`;
}

/** Orders the names of versions of one axis, oldest first. */
export function byVersion(a: string, b: string): number {
  const [one, other] = [a, b].map((name) => name.split(/[./]/).slice(1).map(Number));
  const at = one?.findIndex((part, place) => part !== other?.[place]) ?? -1;
  return at < 0 ? 0 : (one?.[at] ?? 0) - (other?.[at] ?? 0);
}

/** Finds a layer of the specification; null if this version of the tool does not know it. */
export function specOf(version: string): SpecRules | null {
  return find(layers.spec, version);
}

function find<T extends { readonly version: string }>(known: readonly T[], version: string): T | null {
  return known.find((layer) => layer.version === version) ?? null;
}

/** Combines three layers; null if one is not known or may not be combined with the specification. */
export function bookOf(versions: BookVersions): RuleBook | null {
  const spec = specOf(versions.gradingSpec);
  const scoring = scoringOf(versions.scoringSystem);
  const grading = gradingOf(versions.gradingSystem);
  return spec && scoring && grading && combine({ spec, scoring, grading });
}

function combine(book: RuleBook): RuleBook | null {
  const { spec, scoring, grading } = book;
  return [scoring, grading].every((layer) => fits(spec, layer)) ? book : null;
}

function fits(spec: SpecRules, { version, specs }: ScoringRules | GradingRules): boolean {
  return specs.includes(spec.version) || spec.takes.includes(version);
}

export type Axis = keyof BookVersions;

/** The known versions of each axis, oldest first. */
export function knownVersions(): Readonly<Record<Axis, readonly string[]>> {
  const named = (known: readonly { readonly version: string }[]) =>
    known.map(({ version }) => version).sort(byVersion);
  const { spec, scoring, grading } = layers;
  return { gradingSpec: named(spec), scoringSystem: named(scoring), gradingSystem: named(grading) };
}

/** The known versions of each axis that are newer than those of a book. */
export function newerVersions(book: RuleBook): string[] {
  const [known, kept] = [knownVersions(), versionsOf(book)];
  return Object.entries(kept).flatMap(([axis, own]) =>
    known[axis as Axis].filter(
      (version) => byVersion(version, own) > 0 && completeBook({ [axis]: version }, kept) !== null,
    ),
  );
}

/** A book with the newest known specification; null if that is the book's own. */
export function newerBook(book: RuleBook): RuleBook | null {
  const newest = knownVersions().gradingSpec.at(-1) ?? '';
  if (byVersion(newest, book.spec.version) <= 0) return null;
  return completeBook({ gradingSpec: newest }, versionsOf(book));
}

/** Tools that only the bar of a book keeps from being graded. */
export interface FreedTools {
  /** Newest specification, which would free them. */
  readonly gradingSpec: string;
  readonly tools: number;
}

/** Sums up what the newest specification would free; empty if that is nothing. */
export function freedTools(book: RuleBook, counts: readonly number[]): { readonly freed?: FreedTools } {
  const tools = counts.reduce((sum, count) => sum + count, 0);
  const newer = newerBook(book);
  return newer && tools > 0 ? { freed: { gradingSpec: newer.spec.version, tools } } : {};
}

/**
 * Finds the version that a person means: its name, or for the specification its number alone.
 *
 * @returns null if it is not known
 */
export function findVersion(name: string): { readonly axis: Axis; readonly version: string } | null {
  const [axis = '', number] = name.split('/');
  if (number === undefined) return findVersion(`gradingSpec/${name}`);
  const known = knownVersions();
  if (!Object.hasOwn(known, axis)) return null;
  const renamed = layers.spec.find(({ alsoCalled }) => alsoCalled?.includes(name))?.version ?? name;
  return known[axis as Axis].includes(renamed) ? { axis: axis as Axis, version: renamed } : null;
}

/**
 * Makes a book of the versions that are named. Any other axis keeps its version if that fits the specification; if not,
 * it takes the newest one that does.
 *
 * @returns null if the versions cannot be combined
 */
export function completeBook(named: Partial<BookVersions>, kept: Partial<BookVersions>): RuleBook | null {
  const spec = specOf(named.gradingSpec ?? kept.gradingSpec ?? FIRST.spec.version);
  if (!spec) return null;
  const pick = <T extends ScoringRules | GradingRules>(known: readonly T[], name?: string, own?: string) => {
    if (name !== undefined) return find(known, name);
    const fitting = known
      .filter((layer) => fits(spec, layer))
      .sort((a, b) => byVersion(a.version, b.version));
    return fitting.find(({ version }) => version === own) ?? fitting.at(-1) ?? null;
  };
  const scoring = pick(layers.scoring, named.scoringSystem, kept.scoringSystem);
  const grading = pick(layers.grading, named.gradingSystem, kept.gradingSystem);
  return scoring && grading && combine({ spec, scoring, grading });
}

/** Every other book that can be made of the known layers. */
export function otherBooks(own: RuleBook): RuleBook[] {
  const named = (book: RuleBook) => Object.values(versionsOf(book)).join();
  const all = layers.spec.flatMap((spec) =>
    layers.scoring.flatMap((scoring) => layers.grading.map((grading) => combine({ spec, scoring, grading }))),
  );
  return all.filter((book) => book !== null).filter((book) => named(book) !== named(own));
}

/** The versions of a book. */
export function versionsOf({ spec, scoring, grading }: RuleBook): BookVersions {
  return { gradingSpec: spec.version, scoringSystem: scoring.version, gradingSystem: grading.version };
}

/** The versions of a book, as one text. */
export function sayVersions(versions: BookVersions): string {
  return Object.values(versions).join(', ');
}

function knownBook(versions: BookVersions): RuleBook {
  const book = bookOf(versions);
  if (!book) throw new Error(`no such rule book: ${sayVersions(versions)}`);
  return book;
}

const FIRST = knownBook({
  gradingSpec: 'gradingSpec/2.0.0',
  scoringSystem: 'scoringSystem/1.0.0',
  gradingSystem: 'gradingSystem/1.0.0',
});

/** The book of an island that asks for no other, and of everything that has no island. */
export const DEFAULT_BOOK = FIRST;

/** The rules of a run as its state names them. The first ones are not named, as in earlier versions. */
export function rulesOfRun(book: RuleBook): { readonly rules?: BookVersions } {
  const rules = versionsOf(book);
  return sameVersions(rules, versionsOf(FIRST)) ? {} : { rules };
}

/** Checks that a value names the three versions of a book and holds nothing else. */
export function isBookVersions(value: unknown): value is BookVersions {
  const axes = Object.keys(versionsOf(FIRST));
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== axes.length) return false;
  const texts: Readonly<Record<string, unknown>> = { ...value };
  return axes.every((axis) => typeof texts[axis] === 'string');
}

/** Whether two books are the same. */
export function sameVersions(one: BookVersions, other: BookVersions): boolean {
  return (
    one.gradingSpec === other.gradingSpec &&
    one.scoringSystem === other.scoringSystem &&
    one.gradingSystem === other.gradingSystem
  );
}

/** The versions that the state of a run names. */
export function versionsOfRun({ rules }: { readonly rules?: BookVersions | undefined }): BookVersions {
  return rules ?? versionsOf(FIRST);
}

/** The bands of scoring protocol v1, whatever is newest. */
export const PROTOCOL_V1_GRADING = FIRST.grading;

/** The specification that judged a tool's facts, as they name it. The first one is not named, as in earlier versions. */
export function specOfFacts({ version }: SpecRules): { readonly gradingSpec?: string } {
  return version === FIRST.spec.version ? {} : { gradingSpec: version };
}

/** Whether facts hold what this specification makes of them. */
export function isJudgedBy(facts: { readonly gradingSpec?: unknown }, { version }: SpecRules): boolean {
  return (facts.gradingSpec ?? FIRST.spec.version) === version;
}

/** The specifications that name a question as their own, so that no other asks it; empty: every one asks it. */
export function onlyAskedBy(id: string): string[] {
  return layers.spec
    .filter(({ extraQuestions }) => extraQuestions.includes(id))
    .map(({ version }) => version);
}

/** Whether a specification asks a question. */
export function asksQuestion({ version }: SpecRules, id: string): boolean {
  const only = onlyAskedBy(id);
  return only.length === 0 || only.includes(version);
}
