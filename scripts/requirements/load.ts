import { existsSync, readFileSync } from 'node:fs';
import { listDecisions, ROOT } from '../source-files.js';
import { checkRows, type Surroundings } from './check-rows.js';
import { type Requirement, readRows } from './read-rows.js';
import { listTestTitles } from './test-titles.js';

const REQUIREMENTS = 'spec/grading/2.0.0/requirements.yaml';

/** The rows of the repository, and all problems with them. */
export function loadRequirements(): { rows: Requirement[]; problems: string[] } {
  const { rows, problems } = readRows(readFileSync(`${ROOT}${REQUIREMENTS}`, 'utf8'));
  return { rows, problems: [...problems, ...checkRows(rows, readSurroundings())] };
}

/** The tests and decisions of the repository, each file read once. */
function readSurroundings(): Surroundings {
  const known = new Map<string, readonly string[] | undefined>();
  return {
    titlesOf: (path) => {
      if (!known.has(path)) known.set(path, titlesIn(path));
      return known.get(path);
    },
    decisions: new Set(listDecisions().keys()),
  };
}

function titlesIn(path: string): string[] | undefined {
  if (!path.endsWith('.test.ts') || !existsSync(`${ROOT}${path}`)) return undefined;
  return listTestTitles(readFileSync(`${ROOT}${path}`, 'utf8'));
}
