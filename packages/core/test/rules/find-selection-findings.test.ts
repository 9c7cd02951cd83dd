// What the rules for selections find, where, and what looks alike and is none.
import { describe, expect, test } from 'vitest';
import { findOfSelection } from '../../src/rules/find-selection-findings.js';
import type { SelectionExample } from '../../src/rules/selection-finding.js';
import { ABOUT_SECTIONS } from '../../src/spec/selection.js';
import { buildFindingInput } from '../target/logic/selection/finding-input.js';

const ABOUT = ABOUT_SECTIONS.map((section) =>
  section === 'Aging Rule' ? `## ${section}\n\n60 days.\n` : `## ${section}\n\nText.\n`,
).join('\n');
const LIMITS = '## Limitations\n\n- None of the future.\n';
const persona = { basePersonaId: 'decision-maker' };
const entry = { name: 'crypto-entry', level: 'L1' as const, persona, content: `price-trends\n${LIMITS}` };
const topic = {
  name: 'price-trends',
  level: 'L2' as const,
  persona,
  content: `buy-or-hold with {{tool:coins/tool/price}}, see coins-about.md\n${LIMITS}`,
};
const useCase = { name: 'buy-or-hold', level: 'L3' as const, persona, content: LIMITS };
const GOOD = { about: ABOUT, skills: [entry, topic, useCase], namespaces: ['coins', 'pools'] };

const find = (change: SelectionExample = {}) => findOfSelection(buildFindingInput({ ...GOOD, ...change }));
const codes = (change: SelectionExample) => find(change).map(({ code }) => code);
const argsOf = (change: SelectionExample, code: string) =>
  find(change)
    .filter((one) => one.code === code)
    .map(({ args }) => args);

test('nothing is wrong with a good selection', () => {
  expect(find()).toEqual([]);
});

test('nothing is found about an About that is not there', () => {
  const input = { ...buildFindingInput(GOOD), about: null };
  expect(findOfSelection(input)).toEqual([]);
});

describe('sections', () => {
  test.each(ABOUT_SECTIONS)('one finding tells that %s is missing', (section) => {
    const about = ABOUT.replace(`## ${section}\n`, '## Elsewhere\n');
    const found = find({ about });
    expect(found.map(({ code, where, args }) => [code, where?.line, args?.section])).toEqual([
      ['ABT-010', 1, section],
    ]);
  });

  test('an empty section is shown at its heading', () => {
    const found = find({ about: ABOUT.replace('## Use Cases\n\nText.', '## Use Cases') });
    expect(found.map(({ code, where }) => [code, where])).toEqual([
      ['ABT-010', { file: 'crypto-about.md', line: 17, column: 1 }],
    ]);
  });

  test('all seven are told of an empty About, in the order of their names', () => {
    expect(argsOf({ about: '' }, 'ABT-010').map((args) => args?.section)).toEqual([...ABOUT_SECTIONS].sort());
  });
});

describe('the chain', () => {
  test('each signpost names each topic, a part of a name is none', () => {
    const second = { ...topic, name: 'price', content: topic.content };
    expect(argsOf({ skills: [entry, topic, second, useCase] }, 'SKC-001')).toEqual([
      { skill: 'crypto-entry', target: 'price' },
    ]);
    expect(codes({ skills: [topic, second, useCase] })).toEqual([]);
  });

  test('a use case needs a topic that names it, a signpost is not enough', () => {
    const skills = [
      { ...entry, content: `${entry.content} sell-now` },
      topic,
      useCase,
      { ...useCase, name: 'sell-now' },
    ];
    expect(argsOf({ skills }, 'SKC-002')).toEqual([{ skill: 'sell-now', topics: 'price-trends' }]);
    expect(argsOf({ skills: [useCase] }, 'SKC-002')).toEqual([
      { skill: 'buy-or-hold', topics: 'no topic is there' },
    ]);
  });

  test.each<[string, Partial<Record<'entry' | 'topic' | 'useCase', string>>, string[]]>([
    ['a signpost to a topic', { entry: '{{skill:price-trends}}' }, []],
    ['a signpost to a use case', { entry: '{{skill:buy-or-hold}}' }, []],
    ['a signpost to a signpost', { entry: '{{skill:second-entry}}' }, ['SKC-003']],
    ['a topic back to a signpost', { topic: '{{skill:crypto-entry}}' }, []],
    ['a topic to a topic', { topic: '{{skill:second-topic}}' }, ['SKC-003']],
    ['a use case to a topic', { useCase: '{{skill:price-trends}}' }, []],
    ['a use case to a use case', { useCase: '{{skill:second-case}}' }, ['SKC-004']],
    ['a use case that names another', { useCase: 'Unlike second-case.' }, []],
    ['a use case to itself', { useCase: '{{skill:buy-or-hold}}' }, []],
    ['a use case to nothing', { useCase: '{{skill:sell-all}}' }, ['SKC-003']],
    ['a plain word that is no skill', { useCase: 'sell-all' }, []],
    ['any to one without a level', { topic: '{{skill:no-level}}' }, []],
  ])('%s', (_, added, expected) => {
    const plus = (skill: { content: string }, text = '') => ({
      ...skill,
      content: `${skill.content}\n${text}`,
    });
    const skills = [
      plus({ ...entry, content: `${entry.content} second-topic` }, added.entry),
      { ...entry, name: 'second-entry', content: `${entry.content} second-topic` },
      plus({ ...topic, content: `${topic.content} second-case` }, added.topic),
      { ...topic, name: 'second-topic' },
      plus(useCase, added.useCase),
      { ...useCase, name: 'second-case' },
      { name: 'no-level', persona, content: LIMITS },
    ] as SelectionExample['skills'];
    const found = codes({ skills: skills ?? [] }).filter((code) => code !== 'SKC-005');
    expect(found).toEqual(expected);
  });

  test('what is wrong with a reference is said', () => {
    const skills = [
      { ...entry, description: 'See {{skill:gone}} and {{skill:crypto/skill/x}}.' },
      topic,
      useCase,
    ];
    expect(argsOf({ skills }, 'SKC-003')).toEqual([
      {
        skill: 'crypto-entry',
        target: 'gone',
        reference: '{{skill:gone}}',
        found: 'the selection has no such skill',
        expected: 'a skill of level L2 or L3',
      },
      expect.objectContaining({ target: 'x', reference: '{{skill:crypto/skill/x}}' }),
    ]);
  });
});

describe('Abouts of namespaces', () => {
  const about = (content: string, resources: string[] = []) =>
    argsOf(
      { skills: [{ ...topic, requires: { resources }, content: `buy-or-hold\n${LIMITS}\n${content}` }] },
      'SKC-007',
    ).map((args) => args?.namespaces);

  test.each<[string, string, string[], string[]]>([
    ['none of any', 'Prices.', [], ['any of coins, pools']],
    ['any, where nothing tells which', 'See pools-about.md.', [], []],
    ['one of two', '`coins` and `pools`: {{resource:coins/about}}', [], ['pools']],
    ['both', '`coins` and `pools`: {{resource:coins/about}}, {{resource:pools/resource/about}}', [], []],
    ['in requires', '{{tool:coins/tool/price}}', ['coins/resource/about'], []],
    ['by a path', '{{tool:coins/tool/price}} providers/coins/prices/resources/about/', [], []],
    ['in words', '{{tool:coins/price}} and `pools`; read the About resources of coins and pools.', [], []],
    ['its own About', '{{tool:coins/tool/price}} {{resource:about}}', [], ['coins']],
    ['the word about', 'All about coins: {{tool:coins/tool/price}}', [], ['coins']],
    ['a longer name', '{{tool:coins/tool/price}} {{resource:coins-pro/about}}', [], ['coins']],
  ])('%s', (_, content, resources, expected) => {
    expect(about(content, resources)).toEqual(expected);
  });

  test('a namespace without an About asks for none', () => {
    const input = buildFindingInput({
      ...GOOD,
      skills: [entry, { ...topic, content: `buy-or-hold\n${LIMITS}` }, useCase],
    });
    const namespaces = input.namespaces.map((one) => ({ ...one, hasAbout: false }));
    expect(findOfSelection({ ...input, namespaces })).toEqual([]);
    expect(findOfSelection(input).map(({ code }) => code)).toEqual(['SKC-007']);
  });

  test('signposts and use cases need none', () => {
    expect(codes({ skills: [{ ...entry, content: `\`coins\`\n${LIMITS}` }] })).toEqual([]);
  });
});

describe('a skill', () => {
  test.each<[string, object, [string, number][]]>([
    ['without limitations', { content: 'Steps' }, [['SKC-008', 5]]],
    ['with empty limitations', { content: '## Limitations\n\n## Steps\n\nx' }, [['SKC-008', 5]]],
    ['without a persona', { persona: undefined }, [['SKC-006', 4]]],
    ['with an unknown lens', { persona: 'whale' }, [['SKC-011', 4]]],
    ['with an unknown base', { persona: { basePersonaId: 'trader' } }, [['SKC-011', 4]]],
    [
      'with an unknown lens over a base',
      { persona: { basePersonaId: 'ai-engineer', lensId: 'x' } },
      [['SKC-011', 4]],
    ],
    ['with the lens general', { persona: { basePersonaId: 'ai-engineer', lensId: 'general' } }, []],
    ['with its level in the name', { name: 'l1-entry' }, [['SKC-009', 2]]],
    ['praised', { description: 'A seamless way in.' }, [['SKC-010', 6]]],
    ['praised when to use it', { whenToUse: 'Whenever a world-class overview is wanted.' }, [['SKC-010', 6]]],
  ])('%s', (_, change, expected) => {
    const found = find({ skills: [{ ...entry, ...change }] });
    expect(found.map(({ code, where }) => [code, where?.line])).toEqual(expected);
  });

  test('may be for a lens over the base that the About gives it, and no other', () => {
    const about = ABOUT.replace('Lens\n\nText.', 'Lens\n\n- `whale` – lens over `decision-maker`');
    const of = (basePersonaId: string) => [{ ...entry, persona: { basePersonaId, lensId: 'whale' } }];
    expect(codes({ about, skills: of('decision-maker') })).toEqual([]);
    expect(argsOf({ about, skills: of('ai-engineer') }, 'SKC-011').map((args) => args?.problem)).toEqual([
      'a lens over decision-maker by the About, not over ai-engineer',
    ]);
  });

  test('without a level is said to have none, at its name', () => {
    const found = find({ skills: [{ name: 'entry', persona, content: LIMITS }] });
    expect(found).toEqual([
      {
        id: 'level-missing',
        code: 'SKC-005',
        severity: 'error',
        where: { file: 'skills/entry.mjs', line: 2, column: 5 },
        args: { skill: 'entry' },
      },
    ]);
  });
});

test('findings are sorted by file, place and code, and are the same again', () => {
  const change = {
    about: 'x',
    skills: [
      { name: 'l2-b', content: '' },
      { name: 'a', content: '' },
    ],
  };
  const found = find(change);
  const keys = found.map(
    ({ where, code }) => `${where?.file} ${String(where?.line).padStart(4, '0')} ${code}`,
  );
  expect(keys).toEqual([...keys].sort());
  expect(found.length).toBeGreaterThan(10);
  expect(find(change)).toEqual(found);
});
