/**
 * How many tools of a catalogue pass the pretest if every API answers well (README.md in the folder above).
 *
 *   npm run reach -- ../schemas/providers                        the table
 *   npm run reach -- ../schemas/providers --json reach.json      and a line for each tool and step
 *   npm run reach -- ../schemas/providers --tools 20 --seed 7    a drawn sample, with requests and mock answers
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { describeProblem } from '../../packages/core/src/problems/error-codes.js';
import { listTools, measureReach, type Reach } from './measure.js';
import { drawSample, renderExchanges } from './sample.js';
import { STEPS } from './steps.js';
import { renderTable } from './table.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, tools: { type: 'string' }, seed: { type: 'string' } },
});
const [folder, ...others] = positionals;
if (folder === undefined || others.length > 0) {
  console.error(
    'Name one folder of a catalogue: git clone https://github.com/FlowMCP/flowmcp-schemas-public, then npm run reach -- flowmcp-schemas-public/schemas/v4.0.0/providers',
  );
  process.exitCode = 1;
} else if (values.tools === undefined) await showTable(folder);
else
  await showSample(folder, {
    count: parseCount('--tools', values.tools),
    seed: parseCount('--seed', values.seed ?? '1'),
  });

async function showTable(path: string): Promise<void> {
  const reach = await measureReach(path, { steps: STEPS });
  if (isEmpty(reach)) return;
  console.log(renderTable(reach));
  if (values.json === undefined) return;
  const lines = reach.steps.flatMap(({ step, tools }) =>
    tools.map(({ exchanges: _, ...tool }) => `  ${JSON.stringify({ step, ...tool })}`),
  );
  writeFileSync(values.json, `[\n${lines.join(',\n')}\n]\n`);
}

async function showSample(path: string, draw: { count: number; seed: number }): Promise<void> {
  const drawn = drawSample(await listTools(path), draw);
  const reach = await measureReach(path, { wanted: new Set(drawn) });
  if (!isEmpty(reach)) console.log(reach.steps[0].tools.map(renderExchanges).join('\n\n'));
}

/** A folder without schemas is a mistake, and no catalogue of which nothing passes. */
function isEmpty({ problems, steps: [{ tools, refused }] }: Reach): boolean {
  for (const found of problems) console.error(`${found.where?.file}: ${describeProblem(found).message}`);
  const isNothing = tools.length + refused.length === 0;
  if (isNothing || problems.length > 0) process.exitCode = 1;
  return isNothing;
}

function parseCount(option: string, text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new Error(`${option}: a whole number of at least 1, not "${text}"`);
  return number;
}
