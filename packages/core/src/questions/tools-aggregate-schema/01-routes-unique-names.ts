import { defineDeterministicQuestion } from '../question.js';

export const question = defineDeterministicQuestion({
  id: 'Q-tools-aggregate-schema-01',
  area: 'tools-aggregate-schema',
  dimension: 'routesUniqueNames',
  weight: 0.25,
  ageing: null,
  text: 'Is every tool name unique? Pass: no name is written twice in the source, and no two names are equal but for upper and lower case. Fail: at least one is. A schema without tools: n/a.',
  answer({ toolNames, duplicateKeys }) {
    if (toolNames.length === 0) {
      return { score: 'n/a', naReason: 'not-applicable-to-tool-type', reasoning: 'the schema has no tools' };
    }
    const clashes = [
      ...duplicateKeys.map((name) => `${name} is written twice`),
      ...sameButForCase(toolNames).map((names) => `${names.join(' and ')} differ only in case`),
    ];
    if (clashes.length > 0) return { score: 'fail', reasoning: clashes.join('; ') };
    return { score: 'pass', reasoning: `all ${toolNames.length} tool names are unique` };
  },
  examples: {
    pass: { toolNames: ['getStation', 'listStations'], duplicateKeys: [] },
    fail: { toolNames: ['getStation', 'getstation'], duplicateKeys: [] },
    na: { toolNames: [], duplicateKeys: [] },
  },
});

function sameButForCase(names: readonly string[]): string[][] {
  const groups = new Map<string, Set<string>>();
  for (const name of names) {
    const key = name.toLowerCase();
    groups.set(key, (groups.get(key) ?? new Set()).add(name));
  }
  return [...groups.values()].filter((group) => group.size > 1).map((group) => [...group].sort());
}
