import { defineLintRule, exampleSchema, exampleTool } from '../define.js';
import { foundAt, isBlank, membersOf } from '../members.js';

export const rule = defineLintRule({
  id: 'prop-no-description',
  subject: 'property',
  severity: 'warning',
  title: 'The parameter has no description',
  why: 'A name such as `id` or `from` can mean many things. The description gives the form, unit and source of the value; without it, a model fills in whatever looks likely.',
  fix: 'Describe the parameter: what it means, its format or unit, and an example value. A `title` does not count.',
  check: ({ value }) => {
    // A schema that allows nothing (null, false) is not a parameter.
    if (!value) return [];
    const schema = membersOf(value) ?? {};
    return isBlank(schema.description) ? foundAt(schema, 'description') : [];
  },
  examples: {
    pass: { tools: [exampleTool()] },
    fail: { tools: [exampleTool({ inputSchema: exampleSchema({ article: { type: 'string' } }) })] },
  },
});
