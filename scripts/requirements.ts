// Prints which rules of the Grading-Spec are proved by a test; exits 1 if one is not, or if a row is wrong.
import { tallyRows } from './requirements/check-rows.js';
import { loadRequirements } from './requirements/load.js';

const { rows, problems } = loadRequirements();
const tallies = tallyRows(rows);
const sum = (key: 'covered' | 'excluded' | 'missing') =>
  tallies.reduce((total, tally) => total + tally[key], 0);
const total = {
  chapter: 'all',
  covered: sum('covered'),
  excluded: sum('excluded'),
  missing: sum('missing'),
};

console.log('chapter  covered  excluded  missing');
for (const { chapter, covered, excluded, missing } of [...tallies, total]) {
  const cells = [chapter.padEnd(7), String(covered).padStart(9), String(excluded).padStart(10)];
  console.log(`${cells.join('')}${String(missing).padStart(9)}`);
}
const missing = rows.filter((row) => row.pending !== undefined);
for (const { id, level, statement, pending } of missing) {
  console.log(`\nmissing: ${id} ${level}: ${statement}\n  ${pending}`);
}
for (const problem of problems) console.error(problem);
process.exitCode = missing.length > 0 || problems.length > 0 ? 1 : 0;
