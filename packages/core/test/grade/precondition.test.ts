// Five distinct namespaces are required for any grade, seven for A.

import { describe, expect, it } from 'vitest';
import { countNamespaces, maxSelectionGrade, tooFewNamespaces } from '../../src/grade/precondition.js';
import { DEFAULT_BOOK } from '../../src/spec/books/registered.js';

describe('countNamespaces', () => {
  it.each([
    [[], 0],
    [['amber.data'], 1],
    [['amber.data', 'amber.extra', 'basalt.data'], 2],
    [['amber.basalt', 'basalt.amber'], 2],
    [['__proto__.data', 'constructor.data'], 2],
  ] as [string[], number][])('%j: %i', (members, expected) => {
    expect(countNamespaces(members)).toBe(expected);
  });
});

describe('the thresholds', () => {
  it.each([
    [0, 'fewer than 5 namespaces (0 of 5)', 'B'],
    [4, 'fewer than 5 namespaces (4 of 5)', 'B'],
    [5, null, 'B'],
    [6, null, 'B'],
    [7, null, 'A'],
    [8, null, 'A'],
  ])('%i namespaces: %j, at most %s', (namespaces, reason, best) => {
    const { grading } = DEFAULT_BOOK;
    expect([tooFewNamespaces(namespaces, grading), maxSelectionGrade(namespaces, grading)]).toEqual([
      reason,
      best,
    ]);
  });
});
