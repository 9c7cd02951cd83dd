import { counted, deduct, type Fault, type Judgement, listed } from './judgement.js';
import type { ToolMaterial } from './material-views.js';
import { PLACEHOLDERS } from './word-lists.js';
import { wordsOf } from './words.js';

const TESTS_WANTED = 3;

/** Q-single-test-07: are the test values realistic, different, and answered with something? */
export function judgeTests({ tool, parameters, tests, records }: ToolMaterial): Judgement {
  const descriptions = tests.map((test) => String(test._description ?? ''));
  const sets = tests.map(({ _description, ...values }) => JSON.stringify(values));
  const values = tests.flatMap(({ _description, ...given }) => Object.values(given).map(String));
  const placeholders = values.filter((value) => PLACEHOLDERS.has(value.toLowerCase()));
  const isAsking = parameters.some(({ isAsked }) => isAsked);
  const repeated = isAsking ? sets.length - new Set(sets).size : 0;
  const sameText = descriptions.length - new Set(descriptions).size;
  const curt = descriptions.filter((text) => wordsOf(text).length < 3);
  const failed = records.filter(({ worked }) => !worked).length;
  const answers = records.filter(({ worked }) => worked).map(({ response }) => response);
  const sameAnswer = isAsking ? answers.length - new Set(answers).size : 0;
  const target = `tools.${tool}.tests`;
  const faults: Fault[] = [
    {
      points: Math.max(0, TESTS_WANTED - tests.length),
      text: `fewer than ${TESTS_WANTED} tests`,
      hint: { targetField: target, suggestion: 'Add tests for other uses.', priority: 'high' },
    },
    {
      points: placeholders.length,
      text: listed(placeholders, 'placeholder'),
      hint: { targetField: target, suggestion: 'Use identifiers that exist.', priority: 'high' },
    },
    { points: repeated, text: `${counted(repeated, 'test')} with the values of another` },
    { points: isCountingUp(tests) ? 1.5 : 0, text: 'the values only count up' },
    {
      points: 0.5 * (sameText + curt.length),
      text: `${sameText} repeated and ${curt.length} curt descriptions of tests`,
      hint: { targetField: target, suggestion: 'Say what each test shows.', priority: 'low' },
    },
    { points: failed, text: `${counted(failed, 'recorded test')} without success` },
    { points: 0.5 * sameAnswer, text: `${counted(sameAnswer, 'test')} with the answer of another` },
  ];
  return deduct(
    `${counted(tests.length, 'test')} with ${counted(values.length, 'value')}, ${counted(new Set(sets).size, 'different set')}; ${answers.length} of ${records.length} recorded answers with data`,
    faults,
  );
}

/** id 1, id 2, id 3: values that were typed, not chosen. */
function isCountingUp(tests: readonly Readonly<Record<string, unknown>>[]): boolean {
  if (tests.length < TESTS_WANTED) return false;
  const keys = Object.keys(tests[0] ?? {}).filter((key) => key !== '_description');
  return keys.some((key) => {
    const numbers = tests.map((test) => Number(test[key]));
    return numbers.every((value, at) => Number.isInteger(value) && value === (numbers[0] ?? 0) + at);
  });
}
