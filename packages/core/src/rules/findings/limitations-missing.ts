import { defineFinding } from '../finding.js';

/** A heading, or a separate line that ends in a colon or is bold. */
const HEADING =
  /^[ \t]*(?:#{1,6}[ \t]+|\*\*|__)?[^\n:#*]{0,30}(?:limit(?:ation)?s?|restrictions|what (?:it|this) (?:does not|can ?not|doesn't|can't) do|known gaps|einschränkungen|grenzen)\b[^\n]{0,40}$/im;
const MARKED = /^[ \t]*(?:#{1,6}[ \t]|\*\*|__)|:[ \t]*(?:\*\*|__)?[ \t]*\S|:[ \t*_]*$/;

export const finding = defineFinding({
  id: 'limitations-missing',
  code: 'FND-081',
  severity: 'warning',
  text: 'the skill {skill} states no limitations',
  hint: 'Add a heading "Limitations" with at least one line under it.',
  areas: ['namespace-skills'],
  why: 'What a skill can not do is its most important part, and the one that is left out most often (grading spec 13).',
  check: ({ skills }) =>
    skills
      .filter(({ content }) => !statesLimitations(content))
      .map(({ name, file, at }) => ({ position: at, file, args: { skill: name } })),
  examples: {
    pass: {
      source: 'export const main = {}',
      skills: [
        { name: 'a', content: '## Known limitations\n\n- No prices before 2015.\n', resources: [] },
        { name: 'b', content: 'Steps\n\nLimitations: one city only.\n', resources: [] },
      ],
    },
    fail: {
      source: 'export const main = {}',
      skills: [
        {
          name: 'a',
          content: 'Set limit to 10.\n\n## Limitations\n\n## Steps\n',
          resources: [],
          at: { line: 2, column: 1 },
        },
      ],
    },
  },
});

/**
 * Whether some heading about limitations is followed by text: after its colon, or on a line before the next heading.
 */
function statesLimitations(content: string): boolean {
  const lines = content.split(/\r?\n/);
  return lines.some((line, at) => {
    if (!HEADING.test(line) || !MARKED.test(line)) return false;
    if (/:[ \t*_]*\S/.test(line)) return true;
    let next = at + 1;
    while (lines[next]?.trim() === '') next += 1;
    return next < lines.length && !/^[ \t]*#{1,6}[ \t]/.test(lines[next] ?? '');
  });
}
