import { LEVELS, type Requirement } from './read-rows.js';

const ID = /^GS-(\d\d)-\d\d$/;
const ANCHOR = /^(\d\d)-[a-z0-9-]+\.md#[a-z0-9][a-z0-9-]*$/;

/** Everything that rows can refer to. */
export interface Surroundings {
  /** Titles of the tests in a file, relative to the root; undefined if the file does not exist. */
  readonly titlesOf: (path: string) => readonly string[] | undefined;
  /** Numbers of the decisions. */
  readonly decisions: ReadonlySet<string>;
}

/** Problems in correctly formed rows: wrong order, wrong names and wrong references. */
export function checkRows(rows: readonly Requirement[], surroundings: Surroundings): string[] {
  return rows.flatMap((row, at) => {
    const before = rows[at - 1]?.id ?? '';
    return [
      ...(before < row.id ? [] : [`stands behind ${before}: ids are unique and sorted`]),
      ...faultsOfNames(row),
      ...(row.decision === undefined || surroundings.decisions.has(row.decision)
        ? []
        : [`there is no decision ${row.decision}`]),
      ...(row.tests ?? []).flatMap((test) => faultsOfTest(test, surroundings)),
    ].map((fault) => `${row.id}: ${fault}`);
  });
}

function faultsOfNames({ id, anchor, level }: Requirement): string[] {
  const [, chapter] = ID.exec(id) ?? [];
  const [, chapterOfAnchor] = ANCHOR.exec(anchor) ?? [];
  const faults = LEVELS.includes(level) ? [] : [`"${level}" is no level`];
  if (chapter === undefined) faults.push('is no id such as GS-08-01');
  if (chapterOfAnchor === undefined) faults.push(`"${anchor}" is no anchor such as 08-grading-model.md#n-a`);
  else if (chapter !== undefined && chapter !== chapterOfAnchor)
    faults.push(`"${anchor}" is another chapter`);
  return faults;
}

function faultsOfTest(test: string, { titlesOf }: Surroundings): string[] {
  const [path = '', ...rest] = test.split('::');
  const titles = titlesOf(path);
  if (titles === undefined) return [`there is no file ${path}`];
  return titles.includes(rest.join('::')) ? [] : [`${path} has no test "${rest.join('::')}"`];
}

/** Number of rows in a chapter that are proved, left out with a reason, or neither. */
export interface Tally {
  readonly chapter: string;
  readonly covered: number;
  readonly excluded: number;
  readonly missing: number;
}

/** One tally per chapter, in chapter order. */
export function tallyRows(rows: readonly Requirement[]): Tally[] {
  const chapters = [...new Set(rows.map(({ id }) => id.slice(3, 5)))].sort();
  return chapters.map((chapter) => {
    const own = rows.filter(({ id }) => id.slice(3, 5) === chapter);
    const count = (key: 'tests' | 'excluded' | 'pending') => own.filter((row) => key in row).length;
    return { chapter, covered: count('tests'), excluded: count('excluded'), missing: count('pending') };
  });
}
