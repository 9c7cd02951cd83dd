// Skill files of a provider folder, and files beside them that are not used.
import { symlinkSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseSkillHome } from '../../src/features/import/logic/plan-namespace.js';
import { validateSchema } from '../../src/rules/schema/validate-schema.js';
import { validateSkill } from '../../src/rules/skill/validate-skill.js';
import { findSkills } from '../../src/sources/find-skills.js';
import { readSchemaFile } from '../../src/sources/read-schema-file.js';
import type { SchemaMain } from '../../src/spec/schema-main.js';
import type { SkillSource } from '../../src/spec/skill.js';
import { buildSkillScope } from '../../src/target/logic/skill-scope.js';

const HARBOUR = fileURLToPath(new URL('../../../../fixtures/skills/harbour', import.meta.url));

let fixture: Awaited<ReturnType<typeof createFixture>>;
beforeAll(async () => {
  fixture = await createFixture({
    'p/a.mjs': '',
    'p/skills/b.mjs': "export const skill = { name: 'b' };",
    'p/skills/B2.mjs': 'export const main = {};',
    'p/skills/broken.mjs': 'export const skill = {',
    'p/skills/_draft.mjs': '',
    'p/skills/.hidden.mjs': '',
    'p/skills/readme.md': '',
    'p/skills/deep/c.mjs': '',
    'p/skills/folder.mjs/x': '',
    'outside/secret.mjs': 'export const skill = {};',
    'no-skills/a.mjs': '',
    'a-file/skills': '',
    'linked/a.mjs': '',
    'inside/others/d.mjs': 'export const skill = {};',
  });
  symlinkSync(fixture.getPath('outside/secret.mjs'), fixture.getPath('p/skills/leak.mjs'));
  symlinkSync('b.mjs', fixture.getPath('p/skills/alias.mjs'));
  symlinkSync(fixture.getPath('outside'), fixture.getPath('linked/skills'));
  symlinkSync('others', fixture.getPath('inside/skills'));
});
afterAll(() => fixture.rm());

function find(folder: string) {
  const { skills, problems } = findSkills(fixture.getPath(folder));
  return {
    skills: skills.map(({ name }) => name),
    problems: problems.map(({ code, where }) => `${code} ${relative(fixture.path, where?.file ?? '')}`),
  };
}

describe('findSkills', () => {
  it('finds the modules of the skills folder, in order, and reports links it does not follow', () => {
    expect(find('p')).toEqual({
      skills: ['B2', 'alias', 'b', 'broken'],
      problems: ['SRC-008 p/skills/folder.mjs', 'SRC-008 p/skills/leak.mjs'],
    });
  });

  it('reads them without running them', () => {
    const byName = Object.fromEntries(findSkills(fixture.getPath('p')).skills.map((s) => [s.name, s]));
    expect(byName.b?.reading).toMatchObject({ exportName: 'skill', value: { name: 'b' }, problems: [] });
    expect(byName.b?.bytes.toString()).toBe("export const skill = { name: 'b' };");
    expect(byName.b?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(byName.B2?.reading.exportName).toBeNull();
    expect(byName.broken?.reading.problems).toMatchObject([{ code: 'SRC-001' }]);
  });

  it.each([
    ['no-skills', [], []],
    ['nowhere', [], []],
    ['a-file', [], ['SRC-008 a-file/skills']],
    ['linked', [], ['SRC-008 linked/skills']],
    ['inside', ['d'], []],
  ])('%s', (folder, skills, problems) => {
    expect(find(folder)).toEqual({ skills, problems });
  });
});

describe('the fixture provider', () => {
  it('passes both gates without a problem, and each skill finds its schema', () => {
    const namespace = 'harbour';
    const schemas = Object.fromEntries(
      ['berths', 'ferries'].map((schema) => {
        const file = `${HARBOUR}/${schema}.mjs`;
        const { reading } = readSchemaFile(file);
        expect(validateSchema({ reading, file, schemasSpec: '4.2', strict: true })).toEqual([]);
        return [schema, reading.value as SchemaMain];
      }),
    );
    const { skills, problems } = findSkills(HARBOUR);
    expect(problems).toEqual([]);
    const values = Object.fromEntries(skills.map(({ name, reading }) => [name, reading.value]));
    const scope = buildSkillScope({ namespace, schemas, skills: values });
    const homes = skills.map(({ name, file, reading }) => {
      expect(validateSkill({ reading, file, skillName: name, scope, strict: true })).toEqual([]);
      const skill = reading.value as SkillSource;
      return [name, chooseSkillHome({ namespace, skill, schemas: scope.tools, current: null })];
    });
    expect(homes).toEqual([
      ['find-a-berth', 'berths'],
      ['plan-a-crossing', 'ferries'],
    ]);
  });
});
