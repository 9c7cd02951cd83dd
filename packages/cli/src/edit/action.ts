import { relative, sep } from 'node:path';
import { type EditedFile, type EditKind, editSources } from '@flowmcp/grading-core/features/edit/run';
import { schemasSpecOf } from '../options/named-rules.js';
import { counted } from '../terminal/layout.js';
import { printPatch, printResult, printTalk } from '../terminal/output.js';
import { runAction } from '../terminal/run-action.js';
import type { EditFlags } from './edit-options.js';

/** The commands that edit schema files: shows the changes as a patch, or writes them. */
export function editFiles(kind: EditKind, paths: readonly string[], flags: EditFlags) {
  const { write = false, force, only, json } = flags;
  const patches: string[] = [];
  return runAction({
    json,
    async run() {
      const options = { paths, kind, write, force, only, schemasSpec: schemasSpecOf({}) };
      if (write || json) return editSources(options);
      const { renderDiff } = await import('@flowmcp/grading-core/features/edit/logic/diff');
      return editSources({
        ...options,
        onPlanned: (file, before, after) => patches.push(renderDiff(pathInPatch(file), before, after)),
      });
    },
    show({ results }) {
      printPatch(patches.join(''));
      for (const { file, edits } of results.filter(({ written }) => written)) {
        printResult(`${file}: ${counted(edits.length, 'edit')}`);
      }
      const schemas = results.filter(({ skipped }) => !skipped);
      if (schemas.length > 0) printTalk(formatTally(schemas, write));
    },
    notShown: ({ results, errors }) => [...new Set([...results.flatMap(({ byHand }) => byHand), ...errors])],
  });
}

function formatTally(results: readonly EditedFile[], write: boolean): string {
  const files = counted(results.length, 'file');
  const changed = results.filter(({ edits, written }) => (write ? written : edits.length > 0)).length;
  const valid = results.filter(
    ({ edits, written, validAfter }) => validAfter && (written || !write || edits.length === 0),
  ).length;
  if (!write) return `${changed} of ${files} would change; ${valid} would be valid`;
  return `${changed} of ${files} changed; ${valid} ${valid === 1 ? 'is' : 'are'} valid`;
}

/** `git apply` and `patch` want paths below the current folder. */
function pathInPatch(file: string): string {
  return relative('', file).split(sep).join('/');
}
