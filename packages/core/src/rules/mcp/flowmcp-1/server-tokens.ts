import { addInput, described, exampleTool } from '../define.js';
import { defineShareRule } from '../share-rule.js';

/** Above the first number the rule costs half, above the second everything. */
const MANY = 10_000;
const TOO_MANY = 25_000;

const LONG = 'Prices differ by shop, by day and by amount. '.repeat(1_100);

const NUMBERS = Array.from({ length: 6_000 }, (_, at) => 1_000_000 + at);

export const rule = defineShareRule({
  id: 'server-tokens',
  subject: 'server',
  class: 'smell',
  group: 'server',
  loss: 1,
  severity: 'warning',
  title: 'The tools take many tokens in every request',
  why: 'A client sends all tools with every request. That costs money and time, and models choose worse among more text. Above 10,000 tokens half of the share is lost, above 25,000 all of it.',
  fix: 'Offer fewer tools, shorten the longest descriptions and schemas, or split the server so that users connect only what they need.',
  lift: 'shorten what the tools say, or offer fewer',
  evidence: [],
  right: 'by definition',
  check: ({ tokens }) => {
    if (tokens <= MANY) return [];
    const detail = `about ${tokens}`;
    return [tokens > TOO_MANY ? { detail } : { detail, loss: 0.5 }];
  },
  examples: {
    pass: { tools: [exampleTool()] },
    fail: described(LONG),
  },
  mutate: (tool) => addInput(tool, { type: 'integer', description: 'Number of the article.', enum: NUMBERS }),
});
