// The gradable parts of a selection, in the order of grading: About, L1, L2, L3, the aggregate.

import { describe, expect, it } from 'vitest';
import { DEFAULT_BOOK } from '../../../src/spec/books/registered.js';
import type { IndexNode } from '../../../src/spec/index-file.js';
import { buildSelectionIndex } from '../../../src/target/logic/build-index.js';
import { selectionSubjects } from '../../../src/target/logic/subjects.js';

const PENDING: IndexNode = { status: 'pending', reason: 'not graded yet' };

function indexOf(skills: readonly string[]) {
  return buildSelectionIndex(
    {
      selectionId: 'minerals',
      members: {},
      about: PENDING,
      skills: Object.fromEntries(skills.map((skill) => [skill, PENDING])),
      selectionAggregate: PENDING,
      lockSnapshot: null,
    },
    null,
    { now: new Date('2026-03-01T00:00:00Z'), book: DEFAULT_BOOK },
  );
}

const skill = (name: string, level: 'L1' | 'L2' | 'L3' | null) => ({ skill: name, hash: 'bbbbbbbb', level });
const PARTS = { namespace: 'geology', selectionHash: 'cccccccc', about: { hash: 'aaaaaaaa' }, skills: [] };

describe('selectionSubjects', () => {
  it('goes from the About through the levels to the aggregate, whatever the order of the definition', () => {
    const skills = [skill('use', 'L3'), skill('also', 'L2'), skill('start', 'L1'), skill('topic', 'L2')];
    const index = indexOf(skills.map((one) => one.skill));
    expect(selectionSubjects(index, { ...PARTS, skills }).map(({ node }) => node)).toEqual([
      'about',
      'skills.start',
      'skills.also',
      'skills.topic',
      'skills.use',
      'selectionAggregate',
    ]);
  });

  it('names for each its area, its folder, the hash of its entries, and its owner', () => {
    const index = indexOf(['start']);
    const found = selectionSubjects(index, { ...PARTS, skills: [skill('start', 'L1')] });
    expect(found).toEqual([
      {
        area: 'about-selection',
        subject: 'minerals',
        node: 'about',
        folder: 'resources/about',
        hash: 'aaaaaaaa',
        schemaId: 'geology.minerals',
        schema: null,
        tool: null,
        skill: null,
        status: PENDING,
      },
      {
        area: 'selection-skills-L1',
        subject: 'start',
        node: 'skills.start',
        folder: 'skills/start',
        hash: 'bbbbbbbb',
        schemaId: 'geology.start',
        schema: null,
        tool: null,
        skill: 'start',
        status: PENDING,
      },
      {
        area: 'selection-aggregate',
        subject: 'minerals',
        node: 'selectionAggregate',
        folder: '',
        hash: 'cccccccc',
        schemaId: 'geology.minerals',
        schema: null,
        tool: null,
        skill: null,
        status: PENDING,
      },
    ]);
  });

  it('asks about no missing About, and about no skill without a level', () => {
    const parts = { ...PARTS, about: null, skills: [skill('lost', null), skill('start', 'L1')] };
    expect(selectionSubjects(indexOf(['lost', 'start']), parts).map(({ node }) => node)).toEqual([
      'skills.start',
      'selectionAggregate',
    ]);
  });

  it('accepts a skill named like a member of every object only if it belongs to the selection', () => {
    const parts = { ...PARTS, skills: [skill('constructor', 'L1')] };
    expect(selectionSubjects(indexOf([]), parts).map(({ node }) => node)).toEqual([
      'about',
      'selectionAggregate',
    ]);
    expect(selectionSubjects(indexOf(['constructor']), parts)[1]?.status).toEqual(PENDING);
  });
});
