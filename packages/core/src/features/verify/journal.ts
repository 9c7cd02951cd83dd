import { isStageOne } from '../../grade/entry/stage-one-entry.js';
import type { NodeEntry } from '../../grade/node-status.js';
import { type AuditJournal, type FactKind, type FactLine, isFactLine } from '../../island/logic/audit.js';
import { typeRules } from '../../island/logic/choose-rules.js';
import { compareFacts, factKindOf, factOf, isSetAside } from '../../island/logic/facts.js';
import { parseEntryName } from '../../island/logic/names.js';
import { parseJournal } from '../../island/logic/parse-journal.js';
import { FILE_NAMES } from '../../island/logic/paths.js';
import { problem } from '../../problems/error-codes.js';
import { versionsOf } from '../../spec/books/registered.js';
import { areasOfNode } from '../../target/logic/subjects.js';
import { openFiles } from './run-files.js';
import { type CheckFile, pathIn, type TargetView } from './target-view.js';

export const readJournal: CheckFile = (view, { bytes }) => {
  view.journal = parseJournal(bytes);
};

/**
 * Compares a target's journal with its facts: the journal must be complete and unbroken, and nothing may be gone,
 * edited, added or recorded twice.
 *
 * Facts without a line are reported by {@link checkUnlisted}, after everything that refers to them was read.
 */
export function checkJournal(view: TargetView): void {
  const { journal, files, linked, tally } = view;
  const facts = new Map<string, string>();
  for (const [path, digest] of files) if (digest !== null && isFact(path)) facts.set(path, digest);
  const compared = compareFacts(journal ?? { lines: [] }, facts);
  // A file is set aside while the time in its name is more than a day in the future; after that, it will be recorded.
  view.unlisted = compared.unlisted.filter((path) => !isSetAside(path, view.island.now()));
  if (!journal) {
    tellMissing(view, view.unlisted);
    return;
  }
  tally.check('journal', journal.lines.length);
  const lines = journal.lines.filter(isFactLine);
  for (const { path } of lines) {
    // Files behind a link were not read, but are not missing.
    if ([...linked].some((folder) => path.startsWith(`${folder}/`))) files.set(path, null);
  }
  tellBreaks(view, journal);
  tellLines(view, compared);
  tellAdopted(view, lines);
  tellRules(view, journal);
  checkVetoes(view, lines);
}

/**
 * Recognises facts by the rule that commands use: a file with an evaluator's answers is not a fact, even if it is named
 * like a snapshot.
 */
function isFact(path: string): boolean {
  return !path.startsWith(`${FILE_NAMES.evaluations}/`) && factKindOf(path) !== null;
}

function tellBreaks(view: TargetView, { breaks, torn, lines }: AuditJournal): void {
  const file = pathIn(view, FILE_NAMES.audit);
  for (const { line, reason } of breaks) {
    view.tally.add('journal', problem('VFY-091', { file, line, column: 1 }, { reason: told(reason) }));
  }
  if (torn === null) return;
  const found = problem('VFY-092', { file, line: lines.length + 1, column: 1 }, { target: view.folder });
  view.tally.add('journal', found, { kind: 'journal', path: null });
}

function told(reason: AuditJournal['breaks'][number]['reason']): string {
  return BREAKS[reason];
}

const BREAKS: Readonly<Record<AuditJournal['breaks'][number]['reason'], string>> = {
  'no line': 'not a line of a journal',
  edited: 'edited',
  'out of turn': 'out of sequence',
  'not after the line before': 'not the successor of the line before it',
};

function tellLines(view: TargetView, { vanished, edited, doubled }: ReturnType<typeof compareFacts>): void {
  const { tally, files } = view;
  // The line of a veto follows that of its entry, and is checked in a separate step.
  const own = (found: readonly FactLine[]) => found.filter(({ kind }) => kind !== 'veto');
  for (const line of own(vanished)) {
    // A file that has become a link or cannot be read is reported elsewhere.
    if (files.get(line.path) === null) continue;
    tally.add(
      'journal',
      problem('VFY-093', { file: pathIn(view, line.path) }, { line: line.seq, fact: factOf(line) }),
    );
  }
  for (const line of own(edited)) {
    tally.add(
      'journal',
      problem('VFY-094', { file: pathIn(view, line.path) }, { line: line.seq, fact: factOf(line) }),
    );
  }
  const file = pathIn(view, FILE_NAMES.audit);
  for (const { seq, path } of doubled) {
    tally.add('journal', problem('VFY-097', { file, line: seq, column: 1 }, { file: path }));
  }
}

/**
 * Reports adopted facts on which a grade is based: an interrupted command may have left them, or anyone may have put
 * them there.
 */
function tellAdopted(view: TargetView, lines: readonly FactLine[]): void {
  const adopted = lines.filter(
    (line) => line.kind === 'adopted' && (line.fact === 'entry' || line.fact === 'scores'),
  );
  const [first] = adopted;
  if (!first) return;
  const where = { file: pathIn(view, FILE_NAMES.audit), line: first.seq, column: 1 };
  const facts = adopted.length === 1 ? 'one entry or hand-in' : `${adopted.length} entries and hand-ins`;
  view.tally.add('journal', problem('VFY-098', where, { facts, file: pathIn(view, first.path) }));
}

/** Reports a change of the rules that the journal says was made, but which rules.json does not show. */
function tellRules(view: TargetView, { lines }: AuditJournal): void {
  const last = lines.findLast((line) => line.kind === 'rules');
  const rules = typeRules(versionsOf(view.island.book));
  if (!last || last.to === rules) return;
  const where = { file: pathIn(view, FILE_NAMES.audit), line: last.seq, column: 1 };
  view.tally.add('journal', problem('VFY-099', where, { recorded: last.to, rules }));
}

/**
 * Reports facts without a line. A command records a fact before it writes anything that depends on it. So if something
 * refers to the fact, its line has been lost, or the fact is foreign. If nothing refers to it, a command may have been
 * interrupted before recording it.
 */
export function checkUnlisted(view: TargetView): void {
  if (!view.files.has(FILE_NAMES.audit) || view.unlisted.length === 0) return;
  const open = openFiles(view);
  const answered = [...view.handIns.byFile()].filter(([, areas]) => areas.some((area) => area.answered));
  const referred = new Set([...view.expected.files.keys(), ...answered.map(([file]) => file)]);
  for (const path of view.unlisted) {
    if (open.has(path)) continue;
    const fact = factKindOf(path) ?? 'snapshot';
    const isOwnless = fact === 'entry' && !isOfCode(view, path);
    if (!isOwnless && !referred.has(pathIn(view, path))) tellUnadopted(view, path, fact);
    else view.tally.add('journal', problem('VFY-095', { file: pathIn(view, path) }, { fact }));
  }
}

function tellUnadopted(view: TargetView, path: string, fact: FactKind): void {
  const found = problem('VFY-096', { file: pathIn(view, path) }, { fact, target: view.folder });
  view.tally.add('journal', found, { kind: 'journal', path });
}

/**
 * Checks whether code alone gave the veto or the answers in an entry: an emit writes such an entry before recording it.
 */
function isOfCode(view: TargetView, path: string): boolean {
  const entry = findEntry(view, path);
  if (entry && isStageOne(entry)) return true;
  return entry?.veto?.graderIdentity.kind === 'script' && entry.answers.every(byCode);
}

function byCode({ determinism }: NodeEntry['answers'][number]): boolean {
  return determinism === 'deterministic';
}

function findEntry({ deciding }: TargetView, path: string): NodeEntry | undefined {
  const folder = path.slice(0, path.lastIndexOf('/'));
  return deciding.get(folder)?.find(({ ref }) => ref === path);
}

/**
 * Reports a missing journal. If there is no index either, and only snapshots exist, an interrupted import may have left
 * them.
 */
function tellMissing(view: TargetView, facts: readonly string[]): void {
  if (facts.length === 0) return;
  const file = pathIn(view, FILE_NAMES.audit);
  const kinds = new Set(facts.map(factKindOf));
  const isWorkedOn = kinds.size > 1 || !kinds.has('snapshot') || view.files.has(FILE_NAMES.index);
  if (isWorkedOn) {
    const told = facts.length === 1 ? 'one fact' : `${facts.length} facts`;
    view.tally.add('journal', problem('VFY-090', { file }, { facts: told }));
    return;
  }
  for (const path of facts) tellUnadopted(view, path, 'snapshot');
}

/** Checks that each recorded veto is still in its entry, or was lifted by a newer full grading (decision 0024). */
function checkVetoes(view: TargetView, lines: readonly FactLine[]): void {
  const { tally, files } = view;
  const vetoed = new Set<string>();
  for (const line of lines) {
    if (line.kind !== 'veto') continue;
    tally.check('vetoes');
    vetoed.add(line.path);
    const digest = files.get(line.path);
    const file = pathIn(view, line.path);
    if (digest === line.sha256 || digest === null || isLifted(view, line.path)) continue;
    tally.add('vetoes', problem('VFY-100', { file }, { trigger: line.triggeredBy, node: line.node }));
  }
  const listed = new Set(lines.map(({ path }) => path));
  for (const { veto, ref } of [...view.deciding.values()].flat()) {
    if (!veto || vetoed.has(ref) || !listed.has(ref)) continue;
    tally.add('vetoes', problem('VFY-101', { file: pathIn(view, ref) }));
  }
}

function isLifted({ deciding }: TargetView, path: string): boolean {
  const at = path.lastIndexOf('/');
  const name = parseEntryName(path.slice(at + 1));
  if (!name) return false;
  const areas = areasOfNode(name.area);
  return (deciding.get(path.slice(0, at)) ?? []).some(
    ({ area, mode, veto, timestamp }) =>
      areas.includes(area) && mode === 'full' && veto === null && timestamp > name.timestamp,
  );
}
