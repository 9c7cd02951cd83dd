// Numbers of ageing have names, and no missing value is replaced by a default.

import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DEFAULT_BOOK } from '../../src/spec/books/registered.js';

const SOURCE = new URL('../../src/', import.meta.url);

/** Code that creates, weights or sums scores. */
const SCORING = [
  'grade/ageing.ts',
  'questions/deterministic-answers.ts',
  'grade/grade.ts',
  'grade/node-status.ts',
  'grade/roll-up.ts',
  'grade/score.ts',
  ...filesBelow('questions'),
  ...filesBelow('grade/entry'),
  ...filesBelow('features/consume/logic'),
  ...filesBelow('pretest/logic').filter((file) => !file.startsWith('pretest/logic/request/')),
];

it('ageing takes the windows of the specification from one place', () => {
  expect(DEFAULT_BOOK.grading.ageingDays).toEqual({ api: 14, tos: 30, about: 90, retention: 180 });
  const literal = SCORING.filter((file) => /\b(?:14|30|90|180) \* (?:DAY|24)\b/.test(read(file)));
  expect(literal).toEqual([]);
});

it('scoring code replaces no missing value by ||', () => {
  expect(SCORING.length).toBeGreaterThan(80);
  const found = SCORING.flatMap((file) =>
    [
      ...read(file).matchAll(
        /.*\|\|(?:=|\s*(?:[\d'"`[{]|null|undefined|Number|gradingSystem|scoringSystem)).*/g,
      ),
    ].map(([line]) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

function filesBelow(folder: string): string[] {
  return readdirSync(new URL(folder, SOURCE), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`);
}

function read(file: string): string {
  return readFileSync(new URL(file, SOURCE), 'utf8');
}
