import { type Differences, LEVELS, type Requirement } from './read-rows.js';
import type { RowForm } from './row-forms.js';

/** Everything that rows can refer to. */
export interface Surroundings {
  /** Titles of the tests in a file, relative to the root; undefined if the file does not exist. */
  readonly titlesOf: (path: string) => readonly string[] | undefined;
  /** Numbers of the decisions. */
  readonly decisions: ReadonlySet<string>;
}

/** Problems in correctly formed rows: wrong order, wrong names, wrong references, and rows that are not there. */
export function checkRows(
  rows: readonly Requirement[],
  { form, ...surroundings }: Surroundings & { readonly form: RowForm },
): string[] {
  const faults = rows.flatMap((row, at) => {
    const before = rows[at - 1]?.id ?? '';
    return [
      ...(rankOf(before) < rankOf(row.id) ? [] : [`stands behind ${before}: ids are unique and sorted`]),
      ...faultsOfNames(row, form),
      ...(row.decision === undefined || surroundings.decisions.has(row.decision)
        ? []
        : [`there is no decision ${row.decision}`]),
      ...(row.tests ?? []).flatMap((test) => faultsOfTest(test, surroundings)),
    ].map((fault) => `${row.id}: ${fault}`);
  });
  const found = new Set(rows.map(({ id }) => id));
  const unknown = form.ids === null ? [] : rows.filter(({ id }) => !form.ids?.includes(id));
  return [
    ...faults,
    ...unknown.map(({ id }) => `${id}: is no known id`),
    ...(form.ids ?? []).filter((id) => !found.has(id)).map((id) => `${id}: there is no such row`),
  ];
}

/** Problems with the rows of the earlier specification that a file of differences names. */
export function checkReplaced(
  { replaced, rows }: Differences,
  inherited: readonly Pick<Requirement, 'id'>[],
): string[] {
  const isIn = (list: readonly Pick<Requirement, 'id'>[], id: string) => list.some((row) => row.id === id);
  return Object.entries(replaced).flatMap(([old, id]) => [
    ...(isIn(inherited, old) ? [] : [`replaced: ${old} is no inherited row`]),
    ...(id === null || isIn(rows, id) ? [] : [`replaced: ${id} is no row`]),
  ]);
}

/** A text by which ids can be sorted: each number has four digits. */
function rankOf(id: string): string {
  return id.replace(/\d+/g, (digits) => digits.padStart(4, '0'));
}

function faultsOfNames({ id, anchor, level }: Requirement, form: RowForm): string[] {
  const [isId, chapter] = form.id.exec(id) ?? [];
  const [isAnchor, chapterOfAnchor] = form.anchor.exec(anchor) ?? [];
  const faults = LEVELS.includes(level) && !form.without.includes(level) ? [] : [`"${level}" is no level`];
  if (isId === undefined) faults.push(`is no id such as ${form.idExample}`);
  if (isAnchor === undefined) faults.push(`"${anchor}" is no anchor such as ${form.anchorExample}`);
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
  const chapters = [...new Set(rows.map(chapterOf))].sort();
  return chapters.map((chapter) => {
    const own = rows.filter((row) => chapterOf(row) === chapter);
    const count = (key: 'tests' | 'excluded' | 'pending') => own.filter((row) => key in row).length;
    return { chapter, covered: count('tests'), excluded: count('excluded'), missing: count('pending') };
  });
}

/** The number of the chapter, `S ‹number›` for one of the Schemas-Spec, or the name of another file. */
function chapterOf({ anchor }: Requirement): string {
  const [, of = '', number] = /^(schemas\/)?(\d\d)-/.exec(anchor) ?? [];
  return number === undefined ? anchor.replace(/\..*$/, '') : `${of && 'S '}${number}`;
}
