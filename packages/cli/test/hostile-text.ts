import fc from 'fast-check';

/**
 * Parts of hostile texts: orders to GitHub and Azure, lines of a grading loop, escapes, line breaks, reversed
 * directions.
 */
const PARTS = [
  ...['::error::forged', '::stop-commands::x', '##[error]forged', '##vso[task.complete result=Failed]'],
  ...['[GRADING] DONE', '[GRADING] area=x schema-valid=✓ status=stable written=✓', '[GRADING] PROGRESS 9/9'],
  ...['\n', '\r', '\r\n', '\t', '\u0085', '\u2028', '\u2029', '\v', '\f', '\b'],
  ...['\u001b[2J', '\u001b[31m', '\u001b]0;title\u0007', '\u009b1A', '\u0000', '\u007f'],
  ...['\u202e', '\u2066', '\u2069', '\u200f', '\u061c', '\u200b', '\ufeff', '\u{e0041}'],
  ...['x'.repeat(70), 'getItems', ' ', '   ', '| a |', '`', '<b>', '](x)', '"', "'", '$(x)', '\\'],
];
const text = fc
  .array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(''));
const SEED = 20_261_128;

/** Different hostile texts, the same ones in every run. */
export function hostileTexts(count: number): readonly string[] {
  const texts = fc.uniqueArray(text, { minLength: count, maxLength: count });
  return fc.sample(texts, { numRuns: 1, seed: SEED })[0] ?? [];
}

const INVISIBLE = /[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const ORDER = /^\s*(?:::|\[GRADING\])|##(?:vso)?\[/;
/** Lines that consume prints itself. */
const OURS =
  /^\[GRADING\] (area=[a-z-]+\/[\P{C}]* schema-valid=✓ status=[a-z]+ written=[✓✗]|PROGRESS \d+\/\d+|DONE)$/u;

/** Lines that a terminal, a CI service or a grading loop could take for anything but text. */
export function treacherousLines(printed: string, { consumes = false } = {}): readonly string[] {
  return printed.split('\n').flatMap((line) => {
    if (INVISIBLE.test(line)) return [`unseen: ${JSON.stringify(line.slice(0, 200))}`];
    return ORDER.test(line) && !(consumes && OURS.test(line)) ? [`order: ${line.slice(0, 200)}`] : [];
  });
}
