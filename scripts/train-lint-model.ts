// Trains the classifier of the lint rule suspect-wording, and tells what it finds and misses:
// npm run train:lint-model -- <folders of real snapshots and schemas>…
// The threshold follows from the texts in these folders; they are never trained on. With --check nothing is written.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ROOT } from './source-files.js';
import {
  alarmsOfHonestHands,
  alarmsOfOtherServers,
  findThresholds,
  isListed,
  isReported,
  judgeable,
  type LeftOut,
  leaveOut,
} from './train-lint-model/evaluate.js';
import { readRealTexts } from './train-lint-model/real-texts.js';
import { toExample, train } from './train-lint-model/train.js';
import { hashTrainingFiles, readTrainingTexts } from './train-lint-model/training-texts.js';

const WEIGHTS = 'packages/core/src/rules/mcp/text-model/weights.generated.ts';

const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean', default: false } },
  allowPositionals: true,
});
if (positionals.length === 0) throw new Error('Name the folders of real snapshots and schemas.');

const texts = readRealTexts(positionals);
const real = judgeable(texts);
const examples = readTrainingTexts().map(toExample);
const attacks = examples.filter(({ isAttack }) => isAttack).length;
console.log(`${attacks} attacks and ${examples.length - attacks} honest texts to train on`);
const long = real.filter(({ judged }) => judged.length > 0).length;
console.log(`${texts.length} different real texts, ${long} of them long enough to be judged`);

const { model, largest, packed } = train(examples);
const thresholds = findThresholds(model, real);
if (!values.check) {
  const written = { trainedOn: hashTrainingFiles(), thresholds, bias: model.bias, largest, packed };
  const lines = Object.entries(written).map(([key, value]) => `  ${key}: ${JSON.stringify(value)},`);
  writeFileSync(
    ROOT + WEIGHTS,
    `// Written by \`npm run train:lint-model\`. Do not edit.\nexport const model = {\n${lines.join('\n')}\n};\n`,
  );
}

console.log(`thresholds ${JSON.stringify(thresholds)}; above them:`);
for (const one of real.filter((text) => isReported(model, thresholds, text))) show(one);
console.log('with the threshold of the other half of the servers:');
for (const one of alarmsOfOtherServers(model, real)) show(one);
console.log(`by the word lists: ${texts.filter(({ text }) => isListed(text)).length}`);
for (const { hand, texts, alarms } of alarmsOfHonestHands(examples, real)) {
  console.log(`${hand} left out: ${alarms.length} alarms in ${texts} texts`);
  for (const text of alarms) console.log(`  ${text}`);
}
for (const by of ['hand', 'tactic', 'lang'] as const) showTable(by, leaveOut(by, examples, real));

function show({ source, text }: { source: string; text: string }): void {
  console.log(`  ${source.split('/').at(-1)}: ${JSON.stringify(text.slice(0, 200))}`);
}

function showTable(by: string, rows: readonly LeftOut[]): void {
  const percent = (part: number, whole: number) => `${Math.round((100 * part) / whole)} %`;
  const total = (key: 'attacks' | 'byModel' | 'byLists' | 'byEither') =>
    rows.reduce((sum, row) => sum + row[key], 0);
  const all = {
    group: '**all**',
    attacks: total('attacks'),
    byModel: total('byModel'),
    byLists: total('byLists'),
    byEither: total('byEither'),
  };
  console.log(`\n| ${by} left out | attacks | model | word lists | either |\n|---|--:|--:|--:|--:|`);
  for (const { group, attacks, byModel, byLists, byEither } of [...rows, all]) {
    const found = [byModel, byLists, byEither].map((part) => percent(part, attacks));
    console.log(`| ${group} | ${attacks} | ${found.join(' | ')} |`);
  }
}
