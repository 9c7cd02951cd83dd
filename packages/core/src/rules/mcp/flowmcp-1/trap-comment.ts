import { exampleTool } from '../define.js';
import { quoteVisibly, windowsOf } from '../reading/sentences.js';
import { defineShareRule } from '../share-rule.js';

export const rule = defineShareRule({
  id: 'trap-comment',
  subject: 'text',
  class: 'trap',
  severity: 'error',
  title: 'The text holds an HTML comment',
  why: 'A reviewer who sees the text rendered does not see the comment, but the model does. That is a place to hide instructions in.',
  fix: 'Remove the comment, or write what it says as plain text.',
  evidence: [
    {
      source: 'OWASP MCP Top 10, MCP03',
      says: 'Tool poisoning hides instructions in metadata that the model reads and the user does not.',
    },
  ],
  check: ({ text }) => {
    const found = windowsOf(text)
      .map(findComment)
      .find((comment) => comment !== null);
    return found === undefined || found === null ? [] : [{ detail: quoteVisibly(found) }];
  },
  examples: {
    pass: { tools: [exampleTool({ description: 'Turns <b>bold</b> text of an article into Markdown.' })] },
    fail: { tools: [exampleTool({ description: 'Gives the price of an article. <!-- in cents -->' })] },
  },
  mutate: (tool) => {
    tool.description = `${String(tool.description ?? '')} <!-- kept for later -->`;
    return true;
  },
});

function findComment(text: string): string | null {
  const start = text.indexOf('<!--');
  const end = start === -1 ? -1 : text.indexOf('-->', start + '<!--'.length);
  return end === -1 ? null : text.slice(start, end + '-->'.length);
}
