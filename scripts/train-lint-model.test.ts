// The shipped text classifier was trained from the committed texts, and training gives the same model each time.
import { expect, test } from 'vitest';
import { shippedModel } from '../packages/core/src/rules/mcp/text-model/score-text.js';
import { model } from '../packages/core/src/rules/mcp/text-model/weights.generated.js';
import { findThresholds, isReported, judgeable } from './train-lint-model/evaluate.js';
import { toExample, train } from './train-lint-model/train.js';
import { hashTrainingFiles, readTrainingTexts } from './train-lint-model/training-texts.js';

test('a changed text demands training: npm run train:lint-model', () => {
  expect(model.trainedOn).toBe(hashTrainingFiles());
});

const texts = readTrainingTexts();

test('there are as many texts as the figures speak of, and none twice in one language', () => {
  expect(texts.filter(({ isAttack }) => isAttack).length).toBeGreaterThan(2_500);
  expect(texts.filter(({ isAttack }) => !isAttack).length).toBeGreaterThan(10_000);
  const attacks = new Set(texts.filter(({ isAttack }) => isAttack).map(({ text }) => text));
  expect(texts.filter(({ text, isAttack }) => !isAttack && attacks.has(text))).toEqual([]);
  expect(texts.filter(({ text }) => text.trim() === '')).toEqual([]);
});

test('the same examples give the same model', () => {
  const some = texts.filter((_, at) => at % 97 === 0).map(toExample);
  expect(train(some).packed).toBe(train(some).packed);
});

test('the threshold lets one text in 2,000 through', () => {
  const model = shippedModel();
  const real = judgeable(
    texts
      .filter(({ isAttack }) => !isAttack)
      .slice(0, 2_100)
      .map(({ text }) => ({ text, source: '' })),
  );
  const above = (from: typeof real) => {
    const thresholds = findThresholds(model, from);
    return from.filter((one) => isReported(model, thresholds, one)).length;
  };
  expect(real.length).toBeGreaterThan(1_000);
  expect(above(real.slice(0, 1_000))).toBe(0);
  expect(above([...real, ...real, ...real].slice(0, 2_000))).toBeLessThanOrEqual(1);
});
