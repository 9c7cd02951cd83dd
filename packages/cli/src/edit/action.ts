import {
  applyCommand,
  buildPatch,
  type FileTexts,
  type Patch,
} from '@flowmcp/grading-core/features/edit/patch';
import { type EditedFile, type EditKind, editSources } from '@flowmcp/grading-core/features/edit/run';
import { schemasSpecOf } from '../options/named-rules.js';
import { counted } from '../terminal/layout.js';
import { printPatch, printResult, printTalk } from '../terminal/output.js';
import { runAction } from '../terminal/run-action.js';

/** Flags of the commands that edit schema files. */
export interface EditFlags {
  readonly write?: boolean;
  readonly force?: boolean;
  readonly only?: readonly string[];
  readonly json?: boolean;
}

/** The commands that edit schema files: shows the changes as a patch, or writes them. */
export function editFiles(kind: EditKind, paths: readonly string[], flags: EditFlags) {
  const { write = false, force, only, json } = flags;
  let shown: Pick<Patch, 'patch' | 'folder'> = { patch: '', folder: '' };
  return runAction({
    json,
    async run() {
      const options = { paths, kind, write, force, only, schemasSpec: schemasSpecOf({}) };
      if (write || json) return editSources(options);
      const files: FileTexts[] = [];
      const result = await editSources({
        ...options,
        onPlanned: (file, before, after) => before !== after && files.push({ file, before, after }),
      });
      const { errors, ...patch } = buildPatch(files);
      shown = patch;
      return {
        ...result,
        status: result.status && errors.length === 0,
        errors: [...result.errors, ...errors],
      };
    },
    show({ results }) {
      printPatch(shown.patch);
      for (const { file, edits } of results.filter(({ written }) => written)) {
        printResult(`${file}: ${counted(edits.length, 'edit')}`);
      }
      const schemas = results.filter(({ skipped }) => !skipped);
      if (schemas.length > 0) printTalk(formatTally(schemas, write));
      if (shown.patch !== '') printTalk(`to take them over: ${applyCommand(shown.folder)}`);
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
