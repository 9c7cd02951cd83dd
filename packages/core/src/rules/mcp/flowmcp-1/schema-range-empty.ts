import { addInput, exampleSchema, exampleTool } from '../define.js';
import type { Members } from '../members.js';
import { own } from '../reading/schema-nodes.js';
import { defineShareRule } from '../share-rule.js';

export const rule = defineShareRule({
  id: 'schema-range-empty',
  subject: 'schema',
  class: 'broken',
  group: 'schemas',
  loss: 1,
  severity: 'error',
  title: 'The smallest allowed is above the largest',
  why: 'No number, length or count can be at least the one bound and at most the other, so every argument is refused.',
  fix: 'Swap or correct the bounds. They are inclusive; with `exclusiveMinimum` or `exclusiveMaximum` they must differ.',
  lift: 'correct {n} range{s}',
  evidence: [],
  check: ({ node: { schema } }) =>
    RANGES.flatMap(([lower, upper]) => {
      const least = boundsOf(schema, lower);
      const most = boundsOf(schema, upper);
      const empty = least
        .flatMap((low) => most.map((high) => ({ low, high })))
        .find(({ low, high }) => low.at > high.at || (low.at === high.at && (low.isOpen || high.isOpen)));
      if (!empty) return [];
      const { low, high } = empty;
      return [{ path: [low.key], detail: `${low.key} ${low.at}, ${high.key} ${high.at}` }];
    }),
  examples: {
    pass: { tools: [exampleTool({ inputSchema: exampleSchema({ amount: amountOf(5, 5) }) })] },
    fail: { tools: [exampleTool({ inputSchema: exampleSchema({ amount: amountOf(5, 1) }) })] },
  },
  mutate: (tool) => addInput(tool, amountOf(10, 2)),
});

/** Lower and upper bounds of one thing; in the order of the members, the exclusive one second. */
const RANGES = [
  [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ],
  [['minLength'], ['maxLength']],
  [['minItems'], ['maxItems']],
  [['minProperties'], ['maxProperties']],
] as const;

function boundsOf(schema: Members, [inclusive, exclusive]: readonly [string, string?]) {
  const open = exclusive === undefined ? undefined : own(schema, exclusive);
  return [
    // Before draft 6, `exclusiveMinimum: true` made the minimum exclusive.
    { key: inclusive, at: own(schema, inclusive), isOpen: open === true },
    { key: exclusive ?? '', at: open, isOpen: true },
  ].filter((bound): bound is { key: string; at: number; isOpen: boolean } => typeof bound.at === 'number');
}

function amountOf(minimum: number, maximum: number) {
  return { type: 'integer', description: 'Number of pieces to buy.', minimum, maximum };
}
