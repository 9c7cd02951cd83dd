import { isRecord } from '../../../values/is-record.js';
import { addInput, exampleSchema, exampleTool } from '../define.js';
import { quote } from '../members.js';
import { own } from '../reading/schema-nodes.js';
import { defineShareRule } from '../share-rule.js';

export const rule = defineShareRule({
  id: 'schema-pattern-invalid',
  subject: 'schema',
  class: 'broken',
  group: 'schemas',
  loss: 1,
  severity: 'error',
  title: 'The pattern is no regular expression',
  why: 'Clients check arguments with the regular expressions of JavaScript (ECMA-262). One that does not compile there makes them refuse the schema.',
  fix: 'Write the pattern without slashes and flags around it, and without what only other languages have, such as `(?i)`, `(?P<name>…)` or `\\A`.',
  lift: 'correct {n} pattern{s}',
  evidence: [
    { source: 'JSON Schema 2020-12, pattern', says: 'It should be a valid regular expression of ECMA-262.' },
  ],
  check: ({ node: { schema } }) => {
    const pattern = own(schema, 'pattern');
    const map = own(schema, 'patternProperties');
    return [
      ...(typeof pattern === 'string' ? [{ pattern, path: ['pattern'] }] : []),
      ...(isRecord(map) ? Object.keys(map) : []).map((key) => ({
        pattern: key,
        path: ['patternProperties', key],
      })),
    ]
      .filter((one) => !compiles(one.pattern, 'u') && !compiles(one.pattern, ''))
      .map((one) => ({ path: one.path, detail: quote(one.pattern) }));
  },
  examples: {
    pass: { tools: [exampleTool({ inputSchema: exampleSchema({ code: codeOf('^[A-Z-]{3}$') }) })] },
    fail: { tools: [exampleTool({ inputSchema: exampleSchema({ code: codeOf('(?i)^[a-z]{3}$') }) })] },
  },
  mutate: (tool) => addInput(tool, codeOf('^[A-Z{3}$')),
});

function compiles(pattern: string, flags: string): boolean {
  try {
    new RegExp(pattern, flags);
    return true;
  } catch {
    return false;
  }
}

function codeOf(pattern: string) {
  return { type: 'string', description: 'Code of the currency.', pattern };
}
