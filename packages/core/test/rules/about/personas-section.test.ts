// Lenses of an About and the base personas they are over; ids of a selection's personas.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeProblem } from '../../../src/problems/error-codes.js';
import { parsePersonaLenses } from '../../../src/rules/about/persona-lenses.js';
import { resolvePersona } from '../../../src/rules/about/personas-section.js';
import { parseSelectionSections } from '../../../src/rules/about/selection-sections.js';
import { parseAgingRule } from '../../../src/rules/find-selection-findings.js';
import { BASE_PERSONAS } from '../../../src/spec/vocabulary.js';
import { namesVerbatim } from '../../../src/target/logic/selection/skill-references.js';
import { cpuMs } from '../../cpu-time.js';

const about = (text: string) =>
  `# About\n\n## 6. Personas Reference and Lens\n\n${text}\n\n## Aging Rule\n\n60 days`;
const read = (text: string) => parsePersonaLenses(parseSelectionSections(about(text)));
const TRADER = { 'crypto-trader': 'decision-maker' };
const BOTH = { 'crypto-trader': 'decision-maker', 'bot-author': 'ai-engineer' };

describe('lenses are read from', () => {
  test.each<[string, string, Record<string, string>]>([
    ['a point', '- `crypto-trader` – lens over `decision-maker`', TRADER],
    ['a point without code', '- crypto-trader: lens over decision-maker', TRADER],
    ['a bold label', '* **crypto-trader** – a decision-maker who buys and sells', TRADER],
    ['one word before "over"', '- trader – lens over decision-maker', { trader: 'decision-maker' }],
    ['parentheses', 'crypto-trader (decision-maker)', TRADER],
    ['several parentheses', '- crypto-trader (decision-maker), `bot-author` (lens over `ai-engineer`)', BOTH],
    ['a sentence', 'The lens `crypto-trader` narrows the decision-maker to trades.', TRADER],
    ['a sentence without code', 'Our lens crypto-trader refines decision-maker.', TRADER],
    ['a sentence over two lines', 'The lens `crypto-trader` narrows\n`decision-maker` to trades.', TRADER],
    ['two sentences', '`crypto-trader` is over decision-maker. `bot-author` is over ai-engineer.', BOTH],
    ['the name of a persona', '- `crypto-trader`: Decision Maker', TRADER],
    [
      'a list behind the persona',
      '- decision-maker: crypto-trader, fund-manager',
      {
        'crypto-trader': 'decision-maker',
        'fund-manager': 'decision-maker',
      },
    ],
    [
      'a list in code',
      '`decision-maker` with the lenses `a` and `b`',
      { a: 'decision-maker', b: 'decision-maker' },
    ],
    [
      'a table',
      '| Lens | Base persona | Why |\n|---|---|---|\n| `crypto-trader` | decision-maker | no ai-engineer |\n| bot-author | `ai-engineer` | `price` |',
      BOTH,
    ],
    [
      'a table the other way round',
      '| Persona | Lens |\n| :-- | --: |\n| Decision Maker | crypto-trader |\n| ai-engineer | – |',
      TRADER,
    ],
    ['a table without telling headings', '| a | b |\n|---|---|\n| crypto-trader | decision-maker |', TRADER],
    [
      'a heading per lens',
      '### crypto-trader\n\nBuys and sells `tokens`.\n\n#### Base\n\ndecision-maker\n\n### `bot-author`\n\nOver ai-engineer.',
      BOTH,
    ],
    ['a heading that says so', '### Lens: trader\n\nA decision-maker.', { trader: 'decision-maker' }],
    ['a heading with the persona', '### crypto-trader (decision-maker)\n\nUnlike an ai-engineer.', TRADER],
    ['a quotation', '> - `crypto-trader` over `decision-maker`', TRADER],
    [
      'what is said twice',
      '- crypto-trader (decision-maker)\n\nThe lens `crypto-trader` is a decision-maker.',
      TRADER,
    ],
  ])('%s', (_, text, expected) => {
    const { lenses, unclear } = read(text);
    expect(Object.fromEntries(lenses)).toEqual(expected);
    expect(unclear).toEqual([]);
  });

  test.each([
    ['base personas alone', '- decision-maker\n- ai-engineer and hackathon-builder'],
    ['the word for no lens', '- `general` over `decision-maker`'],
    ['code', '```\ncrypto-trader (decision-maker)\n```'],
    ['a comment', '<!-- crypto-trader (decision-maker) -->'],
    ['a longer name', '- `crypto-trader` for the crypto-decision-maker'],
    ['words in upper case', '- `Crypto-Trader` over decision-maker'],
  ])('not from %s', (_, text) => {
    expect(read(text)).toEqual({ lenses: new Map(), unclear: [] });
  });

  test('not from other sections', () => {
    const text = '## Use Cases\n\n- crypto-trader (decision-maker)\n';
    expect(parsePersonaLenses(parseSelectionSections(text)).lenses.size).toBe(0);
  });
});

describe('nothing follows from', () => {
  test.each<[string, string, number, RegExp]>([
    [
      'two personas and one lens',
      '- `crypto-trader`: decision-maker or ai-engineer',
      5,
      /several base personas stand there: ai-engineer, decision-maker/,
    ],
    ['lenses that are no list', '`crypto-trader` is a decision-maker unlike `bot-author`', 5, /no list/],
    [
      'two statements that differ',
      '- crypto-trader (decision-maker)\n- crypto-trader (ai-engineer)',
      5,
      /given several/,
    ],
    [
      'a row with two personas',
      '| Lens | Base |\n|---|---|\n| x-y | ai-engineer, decision-maker |',
      7,
      /several/,
    ],
    ['a row without one', '| Lens | Base |\n|---|---|\n| x-y | traders |', 7, /no base persona/],
    ['a heading with two beneath', '### x-y\n\nai-engineer\n\ndecision-maker', 5, /several/],
  ])('%s', (_, text, line, reason) => {
    const { lenses, unclear } = read(text);
    expect(lenses.size).toBe(0);
    expect(unclear.map((one) => one.line)).toEqual([line]);
    expect(unclear[0]?.reason).toMatch(reason);
  });

  test('a doubtful line, but a clear one mends it', () => {
    const { lenses, unclear } = read(
      '- `x-y`: decision-maker, not ai-engineer\n- `x-y` – lens over decision-maker',
    );
    expect(lenses.get('x-y')).toBe('decision-maker');
    expect(unclear).toEqual([]);
  });
});

describe('a persona of a selection', () => {
  const text = about(
    '- `crypto-trader` – lens over `decision-maker`\n- `x-y`: decision-maker or ai-engineer\n- `z`',
  );

  test.each(BASE_PERSONAS)('%s is taken with the lens general, with and without an About', (personaId) => {
    const persona = { basePersonaId: personaId, lensId: 'general' };
    expect(resolvePersona({ personaId, about: text })).toEqual({ persona });
    expect(resolvePersona({ personaId, about: null })).toEqual({ persona });
  });

  test('that is a lens is resolved through the About', () => {
    expect(resolvePersona({ personaId: 'crypto-trader', about: text })).toEqual({
      persona: { basePersonaId: 'decision-maker', lensId: 'crypto-trader' },
    });
  });

  test.each<[string, string, string | null, string]>([
    ['without an About', 'crypto-trader', null, 'the selection has no About'],
    [
      'without the section',
      'a-b',
      '## Identity\n\nx',
      'the About has no section "Personas Reference and Lens"',
    ],
    ['unknown to it', 'a-b', text, 'the section defines crypto-trader'],
    ['where it defines none', 'a-b', about('Everybody.'), 'the section defines no lens'],
    ['named without a base', 'z', text, 'the section names it, but over none of the base personas'],
    [
      'that is not clear',
      'x-y',
      text,
      'line 6 of the About is not clear, several base personas stand there: ai-engineer, decision-maker',
    ],
    ['in another case', 'Decision-Maker', text, 'the section defines crypto-trader'],
    ['like a member of objects', 'constructor', text, 'the section defines crypto-trader'],
  ])('%s is a problem that names it', (_, personaId, aboutText, reason) => {
    const where = { file: 'selection.json', path: '/personaIds/0' };
    const result = resolvePersona({ personaId, about: aboutText, where });
    if (!('problem' in result)) throw new Error('resolved');
    expect(result.problem).toMatchObject({ code: 'PER-001', severity: 'error', where });
    expect(result.problem.args).toMatchObject({ persona: personaId, reason });
    const { message, hint } = describeProblem(result.problem);
    expect(`${message}${hint}`).toContain(`"${personaId}"`);
    expect(hint).toContain(`\`${personaId}\` – lens over \`decision-maker\``);
  });

  test('any lens written as the hint says is resolved', () => {
    const slug = fc.stringMatching(/^[a-z][a-z0-9]{0,8}(-[a-z0-9]{1,8}){0,3}$/);
    const isFree = (lens: string) => lens !== 'general' && !BASE_PERSONAS.some((base) => base === lens);
    fc.assert(
      fc.property(slug.filter(isFree), fc.constantFrom(...BASE_PERSONAS), (lens, base) => {
        const resolved = resolvePersona({
          personaId: lens,
          about: about(`- \`${lens}\` – lens over \`${base}\``),
        });
        expect(resolved).toEqual({ persona: { basePersonaId: base, lensId: lens } });
      }),
    );
  });

  test('any section is read, in order', () => {
    const piece = fc.constantFrom(
      '### ',
      '- ',
      '| ',
      ' |',
      '|---|',
      '`a-b`',
      'c-d',
      'ai-engineer',
      'decision-maker',
      '(',
      ')',
      ', ',
      '. ',
      '\n',
      '\n\n',
      '> ',
      '**',
      'lens ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        const { lenses, unclear } = read(text);
        for (const [lens, base] of lenses) {
          expect([namesVerbatim(text, lens), BASE_PERSONAS.includes(base)]).toEqual([true, true]);
        }
        const lines = unclear.map(({ line }) => line);
        expect(lines).toEqual([...lines].sort((a, b) => a - b));
        for (const one of unclear) expect(one.lenses.every((lens) => lenses.has(lens))).toBe(false);
      }),
    );
  });
});

test('reading a section takes no longer than it is long', () => {
  const pieces = ['`a-b`, ', '| a-b ', '- a-', '---', '(decision-maker', ' ', 'lens a-b ', '30 '];
  const text = about(pieces.map((piece) => piece.repeat(20_000)).join('\n'));
  const aging = text
    .replace('## Aging Rule', '')
    .replace('## 6. Personas Reference and Lens', '## Aging Rule');
  const read = () => {
    parsePersonaLenses(parseSelectionSections(text));
    parseAgingRule(parseSelectionSections(aging), 90);
  };
  expect(cpuMs(read)).toBeLessThan(2000);
});
