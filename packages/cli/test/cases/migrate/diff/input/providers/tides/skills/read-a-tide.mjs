export const skill = {
    name: 'read-a-tide',
    version: 'flowmcp/4.0.0',
    type: 'namespace',
    description: 'Reads the next high water from a table of tides.',
    whenToUse: 'When somebody asks when the water is high.',
    requires: { tools: [ 'getLevels' ] },
    output: 'A time and a height.',
    content: 'Call {{tool:getLevels}} and take the first height that lies ahead. Limitations: wind is not considered.'
}
