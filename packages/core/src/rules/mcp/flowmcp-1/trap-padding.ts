import { exampleTool } from '../define.js';
import { quoteVisibly } from '../reading/sentences.js';
import { defineShareRule } from '../share-rule.js';

export const rule = defineShareRule({
  id: 'trap-padding',
  subject: 'text',
  passesPlainText: true,
  class: 'trap',
  severity: 'error',
  title: 'The text pushes a part of itself out of sight',
  why: 'After a long run of spaces or empty lines, the rest of a text is outside of the dialogue in which a person approves the tool. The model reads it all the same.',
  fix: 'Remove the spaces or the empty lines.',
  evidence: [
    {
      source: 'OWASP MCP Top 10, MCP03',
      says: 'Tool poisoning hides instructions in metadata that the model reads and the user does not.',
    },
  ],
  check: ({ text }) => {
    const after = text.length > MOST_BREAKS && /\s{12}/.test(text) ? findAfterPadding(text.trim()) : null;
    return after === null ? [] : [{ detail: `${quoteVisibly(after)} stands behind it` }];
  },
  examples: {
    pass: {
      tools: [
        exampleTool({ description: `Gives a price.\n\n    One article at a time.\n${' '.repeat(40)}` }),
      ],
    },
    fail: { tools: [exampleTool({ description: `Gives a price.${' '.repeat(40)}In cents.` })] },
  },
  mutate: (tool) => {
    tool.description = `${String(tool.description ?? '')}.${'\n'.repeat(20)}In cents.`;
    return true;
  },
});

const BLANKS = /\s{12,}/g;
const LINE_BREAK = /\r\n|[\r\n\u2028\u2029]/;
const MOST_SPACES = 29;
const MOST_BREAKS = 11;

/** What follows the first padding; null if there is none. */
function findAfterPadding(text: string): string | null {
  for (const { 0: blank, index } of text.matchAll(BLANKS)) {
    const lines = blank.split(LINE_BREAK);
    // Spaces at the end of a line push nothing away; only those before more text do.
    if (lines.length - 1 > MOST_BREAKS || (lines.at(-1)?.length ?? 0) > MOST_SPACES) {
      return text.slice(index + blank.length);
    }
  }
  return null;
}
