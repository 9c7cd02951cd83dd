// The predecessors a selection skill waits for, and obstacles to grading it.
import { describe, expect, test } from 'vitest';
import type { SkillSource } from '../../../../src/spec/skill.js';
import {
  predecessorsOf,
  skillObstacle,
  toSelectionSkill,
} from '../../../../src/target/logic/selection/skills.js';

const skill = (source: Partial<SkillSource> & { name: string }) =>
  toSelectionSkill({ content: '', ...source }, { name: source.name, file: `${source.name}.mjs` });

describe('predecessors', () => {
  const skills = [
    skill({ name: 'z-entry', level: 'L1', content: 'price-trends, buy-or-hold' }),
    skill({ name: 'a-entry', level: 'L1', whenToUse: 'For `price-trends`.' }),
    skill({ name: 'other-entry', level: 'L1', description: 'price-trends-old' }),
    skill({ name: 'price-trends', level: 'L2', content: 'price-trends itself, {{skill:buy-or-hold}}' }),
    skill({ name: 'pool-depth', level: 'L2', content: 'price-trends' }),
    skill({ name: 'buy-or-hold', level: 'L3', content: 'pool-depth, sell-now' }),
    skill({ name: 'sell-now', level: 'L3' }),
    skill({ name: 'no-level', content: 'price-trends, buy-or-hold, sell-now' }),
  ];
  const of = (name: string) =>
    predecessorsOf(skills.find((one) => one.name === name) ?? skill({ name }), skills);

  test.each([
    ['a topic has the signposts that name it, sorted', 'price-trends', ['a-entry', 'z-entry']],
    ['a use case has the topics that name it', 'buy-or-hold', ['price-trends']],
    ['a use case that none names has none', 'sell-now', []],
    ['a topic that none names has none', 'pool-depth', []],
    ['a signpost has none', 'z-entry', []],
    ['a skill without a level has none', 'no-level', []],
  ])('%s', (_, name, expected) => {
    expect(of(name)).toEqual(expected);
  });
});

describe('an obstacle', () => {
  const persona = { basePersonaId: 'decision-maker' };
  test.each<[string, object, string | null]>([
    ['none', { level: 'L1', persona }, null],
    ['none with a lens alone', { level: 'L3', persona: 'crypto-trader' }, null],
    ['no level', { persona }, 'no level (L1, L2 or L3)'],
    ['a level that is none', { level: 'L4', persona }, 'no level (L1, L2 or L3)'],
    ['no persona', { level: 'L2' }, 'no persona focus'],
    ['an empty persona', { level: 'L2', persona: '  ' }, 'no persona focus'],
    ['a persona without a base', { level: 'L2', persona: { basePersonaId: '' } }, 'no persona focus'],
    ['neither', {}, 'no level (L1, L2 or L3)'],
  ])('%s', (_, members, expected) => {
    const obstacle = expected === null ? null : { cause: 'invalid', text: expected };
    expect(skillObstacle(skill({ name: 'a', ...members }))).toEqual(obstacle);
  });
});
