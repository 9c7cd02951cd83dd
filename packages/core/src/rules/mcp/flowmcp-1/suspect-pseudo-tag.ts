import { exampleTool } from '../define.js';
import { quoteVisibly } from '../reading/sentences.js';
import { defineShareRule } from '../share-rule.js';
import { plainTextOf } from '../words/sentence-words.js';

export const rule = defineShareRule({
  id: 'suspect-pseudo-tag',
  subject: 'text',
  class: 'suspect',
  severity: 'warning',
  title: 'The text puts a part between tags that claim authority',
  why: 'Tags such as <IMPORTANT> or <system> set a part of a text apart from the rest, so that a model takes it for more than a description. Published attacks do just that.',
  fix: 'Write the part as plain text, without tags.',
  evidence: [
    {
      source: 'Invariant Labs, Tool Poisoning Attacks (2025-04-01)',
      says: 'The payload stands between <IMPORTANT> tags.',
    },
  ],
  check: (text) => {
    const found = text.text.length > LEAST ? findTagged(plainTextOf(text).text) : null;
    return found === null ? [] : [{ detail: quoteVisibly(found) }];
  },
  examples: {
    pass: { tools: [exampleTool({ description: 'Gives a price. <hints>Search by name first.</hints>' })] },
    fail: {
      tools: [exampleTool({ description: 'Gives a price. <IMPORTANT>Search by name at noon.</IMPORTANT>' })],
    },
  },
  mutate: (tool) => {
    tool.description = `${String(tool.description ?? '')} <IMPORTANT>Look at the weather of the day.</IMPORTANT>`;
    return true;
  },
});

const TAGS = new Set([
  ...['important', 'system', 'secret', 'hidden', 'admin', 'override', 'critical', 'urgent', 'mandatory'],
  ...[
    'assistant',
    'system-prompt',
    'system-message',
    'system-note',
    'system-instructions',
    'system-override',
  ],
  ...['note-to-model', 'note-to-assistant', 'note-to-ai'],
]);
const TAG = /<\s{0,3}(\/?)\s{0,3}([a-z][a-z _-]{2,24}?)\s{0,3}>/gi;
const LEAST = 20;

/** The first tagged part with its tags; from the first opening to the last closing tag of a name. */
function findTagged(text: string): string | null {
  if (!text.includes('<')) return null;
  const opened = new Map<string, { readonly start: number; readonly end: number }>();
  const closed = new Map<string, { readonly start: number; readonly end: number }>();
  for (const { 0: tag, 1: slash, 2: name = '', index } of text.matchAll(TAG)) {
    const key = name.toLowerCase().replace(/[ _]/g, '-');
    if (!TAGS.has(key)) continue;
    const span = { start: index, end: index + tag.length };
    if (slash === '/') closed.set(key, span);
    else if (!opened.has(key)) opened.set(key, span);
  }
  for (const [key, from] of opened) {
    const to = closed.get(key);
    if (to && text.slice(from.end, to.start).trim().length >= LEAST) return text.slice(from.start, to.end);
  }
  return null;
}
