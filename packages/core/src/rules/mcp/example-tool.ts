/** Material of the examples: a tool that no rule has anything against, but for what the example changes in it. */
export function exampleTool(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    name: 'get_price',
    description: 'Gives the current price of one article.',
    inputSchema: exampleSchema({ article: { type: 'string', description: 'Number of the article.' } }),
    ...changes,
  };
}

export function exampleSchema(properties: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { type: 'object', properties, required: Object.keys(properties) };
}
