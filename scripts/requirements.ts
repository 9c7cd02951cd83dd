// Prints which rules of the Grading-Spec are proved by a test; exits 1 if one is not, or if a row is wrong.
import { tallyRows } from './requirements/check-rows.js';
import { loadRequirements, type SpecRows } from './requirements/load.js';

const found = loadRequirements();
for (const rows of found) print(rows);
const isOpen = ({ rows, problems }: SpecRows) =>
  problems.length > 0 || rows.some(({ pending }) => pending !== undefined);
process.exitCode = found.some(isOpen) ? 1 : 0;

function print({ spec, rows, problems }: SpecRows): void {
  const tallies = tallyRows(rows);
  const sum = (key: 'covered' | 'excluded' | 'missing') =>
    tallies.reduce((total, tally) => total + tally[key], 0);
  const total = {
    chapter: 'all',
    covered: sum('covered'),
    excluded: sum('excluded'),
    missing: sum('missing'),
  };
  console.log(`gradingSpec ${spec}\n`);
  console.log('chapter  covered  excluded  missing');
  for (const { chapter, covered, excluded, missing } of [...tallies, total]) {
    const cells = [chapter.padEnd(7), String(covered).padStart(9), String(excluded).padStart(10)];
    console.log(`${cells.join('')}${String(missing).padStart(9)}`);
  }
  for (const { id, level, statement, pending } of rows) {
    if (pending !== undefined) console.log(`\nmissing: ${id} ${level}: ${statement}\n  ${pending}`);
  }
  console.log('');
  for (const problem of problems) console.error(`${spec}: ${problem}`);
}
