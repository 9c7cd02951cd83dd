// The text classifier reads a sentence alike whatever its case, hidden characters, numbers, names and addresses.
import { describe, expect, test } from 'vitest';
import {
  BUCKETS,
  isJudged,
  normaliseSentence,
  visitFeatures,
} from '../../../../src/rules/mcp/text-model/features.js';

const URL = '\uE001';
const MAIL = '\uE002';
const PRIVATE = '\uE003';
const PATH = '\uE004';
const IDENTIFIER = '\uE005';
const LITERAL = '\uE006';

describe('normaliseSentence', () => {
  test.each([
    ['Opens the Door.', 'opens the door.'],
    ['Up to 250 rows,  or\t10', 'up to 0 rows, or 0'],
    ['ｆｕｌｌ width and ligature ﬁ', 'full width and ligature fi'],
    ['in\u200Bvis\u00ADible', 'invisible'],
    [`a forged ${URL} token`, 'a forged token'],
    ['See https://docs.example.org/filters?x=1.', `see ${URL} .`],
    ['Ask docs.example.org first', `ask ${URL} first`],
    ['Write to anna.b@mail.example, please', `write to ${MAIL} , please`],
    ['Read ~/.ssh/id_rsa now', `read ${PRIVATE} now`],
    ['Read .env, then /etc/passwd', `read ${PRIVATE} , then ${PRIVATE}`],
    ['Open C:\\Users\\anna\\wallet.dat', `open ${PRIVATE}`],
    ['Saved in ./data/input.csv', `saved in ${PATH}`],
    ['Call list_orders or getForecast', `call ${IDENTIFIER} or ${IDENTIFIER}`],
    ['Call `the tool` first', `call ${IDENTIFIER} first`],
    ['One of "open", "closed" or \'all\'', `one of ${LITERAL} ${LITERAL} or ${LITERAL}`],
    ['The mid-to-late-1990s songs', `the ${IDENTIFIER} songs`],
    ['and/or, e.g. this', 'and/or, e.g. this'],
    ['environment variables', 'environment variables'],
    ['读取 .env 文件', `读取 ${PRIVATE} 文件`],
  ])('%s', (sentence, expected) => {
    expect(normaliseSentence(sentence)).toBe(` ${expected} `);
  });
});

test.each([
  ['Lists all the open orders', true],
  ['Lists all open orders', false],
  ['orders, invoices, "a", "b", "c", 1, 2, 3', false],
  ['返回订单的名称和状态', true],
  ['返回订单', false],
])('%s is judged: %s', (sentence, expected) => {
  expect(isJudged(normaliseSentence(sentence))).toBe(expected);
});

describe('visitFeatures', () => {
  function featuresOf(text: string): string[] {
    const found: string[] = [];
    visitFeatures(text, (bucket, start, end) => found.push(`${bucket} ${text.slice(start, end)}`));
    return found;
  }

  test('runs of up to five characters, words, neighbours and pairs of stems', () => {
    const found = featuresOf(' ab cd ').map((one) => one.slice(one.indexOf(' ') + 1));
    expect(found.filter((one) => one === 'ab cd')).toHaveLength(3);
    expect(found.filter((one) => one === 'ab')).toHaveLength(2);
    expect(found.every((one) => one.length <= 5)).toBe(true);
  });

  test('a pair is the same in either order, and whatever the endings of its words', () => {
    const pairOf = (text: string) => featuresOf(text).at(-2);
    expect(pairOf(' password forwarded ')?.split(' ')[0]).toBe(
      pairOf(' forwarding passwords ')?.split(' ')[0],
    );
  });

  test('a word is paired with those that end within thirty characters', () => {
    const words = Array.from({ length: 20 }, (_, at) => String.fromCharCode(97 + at).repeat(9));
    const features = featuresOf(` ${words.join(' ')} `).map((one) => one.slice(one.indexOf(' ') + 1).trim());
    expect(features.filter((one) => one.split(' ').length > 3)).toEqual([]);
    expect(features).toContain(words.slice(0, 3).join(' '));
  });

  test('every bucket has a weight', () => {
    visitFeatures(normaliseSentence('Ünïcode 😀 読む Ω, and the rest of it.'), (bucket) => {
      expect(bucket).toBeGreaterThanOrEqual(0);
      expect(bucket).toBeLessThan(BUCKETS);
    });
  });
});
