import { defineLintRule, exampleSchema, exampleTool } from '../define.js';
import { isMissing, membersOf } from '../members.js';

/** Each of these keywords restricts the allowed values. */
const SAYS_TYPE = ['type', 'enum', 'oneOf', 'anyOf', 'allOf', '$ref'];

export const rule = defineLintRule({
  id: 'prop-no-type',
  subject: 'property',
  severity: 'warning',
  title: 'The parameter has no type',
  why: 'A client uses the type to check a value before the call and to choose the input field for it. Without a type, a model may well send a number as text.',
  fix: `Give the parameter a \`type\`; ${SAYS_TYPE.slice(1, -1)
    .map((key) => `\`${key}\``)
    .join(', ')} or \`${SAYS_TYPE.at(-1)}\` count as well, \`const\` does not.`,
  check: ({ value }) => {
    // A schema that allows nothing (null, false) is not a parameter.
    if (!value) return [];
    const schema = membersOf(value) ?? {};
    return SAYS_TYPE.every((key) => isMissing(schema[key])) ? [{}] : [];
  },
  examples: {
    pass: {
      tools: [
        exampleTool({
          inputSchema: exampleSchema({
            article: { type: 'string', description: 'Number of the article.' },
            currency: { enum: ['EUR', 'USD'], description: 'Currency of the price.' },
          }),
        }),
      ],
    },
    fail: {
      tools: [
        exampleTool({ inputSchema: exampleSchema({ article: { description: 'Number of the article.' } }) }),
      ],
    },
  },
});
