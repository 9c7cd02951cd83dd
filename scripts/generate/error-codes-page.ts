import type { ErrorCodeRow } from '../../packages/core/src/problems/error-code.js';
import { GENERATED_NOTE, table } from './markdown.js';

/** docs/catalog/error-codes.md: every code, sorted by code unit. */
export function renderErrorCodesPage(codes: Readonly<Record<string, ErrorCodeRow>>): string {
  const names = Object.keys(codes).sort();
  const rows = names.map((code) => {
    const { severity, text, hint } = codes[code] as ErrorCodeRow;
    return [code, severity, text, hint];
  });
  return [
    '# Error codes\n\n',
    GENERATED_NOTE,
    `\n${names.length} codes. A word in braces stands for a value of the case at hand.\n\n`,
    table(['Code', 'Severity', 'What is wrong', 'What to do'], rows),
  ].join('');
}
