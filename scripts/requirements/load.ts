import { existsSync, readFileSync } from 'node:fs';
import { listDecisions, ROOT } from '../source-files.js';
import { checkReplaced, checkRows, type Surroundings } from './check-rows.js';
import { type Requirement, readDifferences, readRows } from './read-rows.js';
import { DIFFERENCE_FORM, RULE_FORM } from './row-forms.js';
import { listTestTitles } from './test-titles.js';

/** The specification that is taken rule by rule, and the one that is taken by what it changes. */
const WHOLE = '2.0.0';
const CHANGED = '3.0.3';

/** The rows about one specification, and all problems with them. */
export interface SpecRows {
  readonly spec: string;
  readonly rows: readonly Requirement[];
  readonly problems: readonly string[];
}

/** The rows of the repository, by specification. */
export function loadRequirements(): SpecRows[] {
  const surroundings = readSurroundings();
  const whole = readRows(readFile(WHOLE));
  const changed = readDifferences(readFile(CHANGED));
  const inherited = changed.inherits === WHOLE ? whole.rows : [];
  return [
    {
      spec: WHOLE,
      rows: whole.rows,
      problems: [...whole.problems, ...checkRows(whole.rows, { ...surroundings, form: RULE_FORM })],
    },
    {
      spec: CHANGED,
      rows: changed.rows,
      problems: [
        ...changed.problems,
        ...(changed.inherits === WHOLE ? [] : [`inherits is "${changed.inherits}", not ${WHOLE}`]),
        ...checkReplaced(changed, inherited),
        ...checkRows(changed.rows, { ...surroundings, form: DIFFERENCE_FORM }),
      ],
    },
  ];
}

function readFile(spec: string): string {
  return readFileSync(`${ROOT}spec/grading/${spec}/requirements.yaml`, 'utf8');
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
