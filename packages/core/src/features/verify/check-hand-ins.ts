import { problem } from '../../problems/error-codes.js';
import { isHandIn } from './logic/hand-ins.js';
import { parseText } from './parse-text.js';
import { pathIn, type TargetView } from './target-view.js';

/** Reads a hand-in, which is kept unchanged, including its byte order mark. */
export function readHandIn(view: TargetView, path: string, text: string): void {
  const file = pathIn(view, path);
  view.tally.check('hand-ins');
  const parsed = parseText(text.replace(/^\uFEFF/, ''), null);
  const handIn = 'value' in parsed && isHandIn(parsed.value) ? parsed.value : null;
  if (!handIn) {
    view.handIns.unreadable += 1;
    const reason = 'reason' in parsed ? parsed.reason : 'it has not the shape of one';
    view.tally.add('hand-ins', problem('VFY-050', { file }, { reason }));
    return;
  }
  const { taskId } = handIn;
  const name = path.slice(path.indexOf('/') + 1);
  if (!name.startsWith(`${taskId}--`)) {
    const args = { field: 'taskId', found: taskId, expected: name.split('--').slice(0, -1).join('--') };
    view.tally.add('hand-ins', problem('VFY-042', { file, path: '/taskId' }, args));
  }
  view.handIns.add(file, handIn);
}

/**
 * Compares hand-ins and entries after all of them were read.
 *
 * @param taken hand-ins that a command has completed, relative to the target
 * @param open files of an interrupted one
 */
export function checkHandIns(
  view: TargetView,
  { taken, open }: { taken: ReadonlySet<string>; open: ReadonlySet<string> },
): void {
  const { tally, handIns, expected } = view;
  for (const [file, areas] of handIns.byFile()) {
    const path = file.slice(view.folder.length + 1);
    // A hand-in that was kept but never completed, because another run followed the interruption, has no entries.
    const isTaken = taken.has(path) || areas.some(({ answered }) => answered);
    if (!isTaken || open.has(path)) continue;
    const lost = areas.filter(({ answered, makesEntry }) => makesEntry && !answered);
    tally.add(
      'hand-ins',
      lost.map(({ area, subject }) => problem('VFY-052', { file }, { area, subject })),
    );
  }
  if (handIns.unreadable > 0) return;
  for (const [at, [first = '', ...others]] of expected.handIns) {
    const entries = others.length === 0 ? 'one entry' : `${others.length + 1} entries`;
    tally.add('hand-ins', problem('VFY-053', { file: first }, { at, entries }));
  }
}
