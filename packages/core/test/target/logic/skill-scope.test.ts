// Possible targets of a skill's references.
import { describe, expect, it } from 'vitest';
import type { SchemaMain } from '../../../src/spec/schema-main.js';
import { buildSkillScope } from '../../../src/target/logic/skill-scope.js';

const main = (rest: Partial<SchemaMain>): SchemaMain => ({
  namespace: 'harbour',
  name: 'Harbour',
  description: 'A harbour.',
  version: '4.0.0',
  ...rest,
});

describe('buildSkillScope', () => {
  it('names the parts of each schema and the references of each skill', () => {
    const tool = { method: 'GET', path: '/', description: 'x', parameters: [] } as const;
    expect(
      buildSkillScope({
        namespace: 'harbour',
        schemas: {
          berths: main({
            tools: { list: tool },
            resources: { about: {} },
            sharedLists: [{ ref: 'b', version: '1.0.0' }],
          }),
          ferries: main({ sharedLists: ['b', 'a'].map((ref) => ({ ref, version: '1.0.0' })) }),
        },
        skills: {
          one: { content: '{{skill:two}} and {{skill:two}} and {{tool:list}}' },
          two: { content: null },
          three: undefined,
        },
      }),
    ).toEqual({
      kind: 'namespace',
      namespace: 'harbour',
      tools: { berths: ['list'], ferries: [] },
      resources: { berths: ['about'], ferries: [] },
      skills: { one: ['two'], two: [], three: [] },
      lists: ['a', 'b'],
    });
  });
});
