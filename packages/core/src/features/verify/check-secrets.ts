import { holdsKeyForm } from '../../keys/logic/key-form-text.js';
import { problem } from '../../problems/error-codes.js';
import type { FileKind } from './logic/layout.js';
import type { TargetView } from './target-view.js';

/** Byte copies of sources: their content is in the source too. */
const COPIES: readonly FileKind[] = ['schema', 'skill', 'about', 'definition', 'evaluated-main', 'baseline'];

/** Searches a file for keys: by their form, and for the values of the user's own keys if those are known. */
export function checkSecrets(
  { tally, options }: TargetView,
  file: string,
  kind: FileKind,
  text: string,
): void {
  tally.check('secrets');
  if (options.findKeys && options.findKeys(text).length > 0)
    tally.add('secrets', problem('VFY-121', { file }));
  else if (holdsKeyForm(text))
    tally.add('secrets', problem(COPIES.includes(kind) ? 'VFY-122' : 'VFY-120', { file }));
}
