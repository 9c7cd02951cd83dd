import { toolFolderName } from '../../engine/names.js';
import type { FolderPlace } from '../../engine/verify/layout.js';
import { schemaFacts, testRecord } from '../../model/facts.js';
import type { Problem } from '../../model/problem.js';
import { problem } from '../../tables/error-codes.js';
import { parseText } from './parse-text.js';
import { pathIn, type TargetView } from './target-view.js';

interface FactsFile {
  /** Relative to the target. */
  readonly path: string;
  readonly place: FolderPlace;
  readonly text: string;
}

/** Facts that were found about one content of a schema. */
interface Bound {
  readonly file: string;
  readonly schema: string;
  readonly schemaHash: string;
  readonly fileSha256: string;
}

/** What is bound to snapshots: it is held against them when all of them were read. */
export type BoundFacts = Bound[];

/** One executed test. */
export function checkTestRecord(view: TargetView, bound: BoundFacts, { path, place, text }: FactsFile): void {
  const file = pathIn(view, path);
  view.tally.check('facts');
  const parsed = parseText(text, testRecord);
  if ('reason' in parsed) {
    view.tally.add('facts', problem('VFY-040', { file }, parsed));
    return;
  }
  const { tool, schemaHash, fileSha256 } = parsed.value;
  view.tally.add('facts', differs(file, 'tool', toolFolderName(tool), place.tool ?? ''));
  bound.push({ file, schema: place.schema ?? '', schemaHash, fileSha256 });
}

/**
 * The pretest's facts about a schema: void for any other content, and found in their records.
 *
 * @returns when they were found; empty where they can not be read
 */
export function checkSummary(view: TargetView, bound: BoundFacts, { path, place, text }: FactsFile): string {
  const file = pathIn(view, path);
  view.tally.check('facts');
  const parsed = parseText(text, schemaFacts);
  if ('reason' in parsed) {
    view.tally.add('facts', problem('VFY-040', { file }, parsed));
    return '';
  }
  const { namespace, schema, schemaHash, fileSha256, tools, checkedAt } = parsed.value;
  view.tally.add('facts', [
    ...differs(file, 'namespace', namespace, view.layout.name),
    ...differs(file, 'schema', schema, place.schema ?? ''),
  ]);
  bound.push({ file, schema: place.schema ?? '', schemaHash, fileSha256 });
  for (const [tool, { records }] of Object.entries(tools)) {
    for (const record of records) {
      const ref = pathIn(view, `${place.schema}/${record}`);
      if (!view.expected.files.has(ref))
        view.expected.files.set(ref, { file, path: `/tools/${tool}/records` });
    }
  }
  return checkedAt;
}

/** @returns VFY-041 for facts about content that is not here */
export function checkBound(view: TargetView, bound: BoundFacts): Problem[] {
  return bound.flatMap(({ file, schema, schemaHash, fileSha256 }) => {
    const snapshots = view.snapshots.get(`${schema}/schema`) ?? [];
    const ofHash = snapshots.filter(({ hash }) => hash === schemaHash);
    if (ofHash.some(({ sha256 }) => sha256 === fileSha256)) return [];
    const wrong =
      ofHash.length === 0
        ? { field: 'schemaHash', found: schemaHash }
        : { field: 'fileSha256', found: fileSha256 };
    return [problem('VFY-041', { file, path: `/${wrong.field}` }, { schema, ...wrong })];
  });
}

function differs(file: string, field: string, found: string, expected: string): Problem[] {
  return found === expected
    ? []
    : [problem('VFY-042', { file, path: `/${field}` }, { field, found, expected })];
}
