// The public calls of the reference: each runs here in its form, and each difference is taken over or has a reason.
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as core from '../../src/index.js';
import { leftOut, ours, referenceCalls } from './reference/all.js';
import { preparePlace } from './reference/place.js';
import type { Place, ReferenceCall, Shown } from './reference/row.js';

const GROUPS = [
  'ErrorCodes',
  'GradeReporter',
  'Grading',
  'GradingExport',
  'GradingImport',
  'HashGenerator',
  'NaReason',
  'PartialGrading',
  'PreConditionCheck',
  'PromptBuilder',
  'RebuildIndex',
  'Scoring',
  'SelectionPhases',
  'SharedLists',
  'SingleSchemaPhases',
  'SourceSnapshot',
  'Veto',
];

let fixture: FsFixture;
let place: Place;
beforeAll(async () => {
  fixture = await createFixture();
  place = await preparePlace(fixture);
});
afterAll(() => fixture.rm());

const named = referenceCalls.map((row) => [row.call, row] as const);

describe.each(named)('%s', (call, row) => {
  const shown = shownOf(row);

  it('can be called', () => {
    expect(functionOf(call)).toBeTypeOf('function');
  });

  it.runIf(shown.length > 0).each(shown)('gives what the reference gives, %#', async ({ input, gives }) => {
    const given: unknown = typeof input === 'function' ? await input(place) : input;
    const result = given === undefined ? functionOf(call)() : functionOf(call)(given);
    expect(result instanceof Promise).toBe(row.waits === true);
    expect(await result).toMatchObject(asMatchers(gives) as object);
  });
});

describe('the table', () => {
  it('names every member of the sixteen groups of the reference, and of our own, once', () => {
    const names = [...referenceCalls.map(({ call }) => call), ...ours].filter((name) => name.includes('.'));
    expect(names.sort()).toEqual(GROUPS.flatMap(membersOf).sort());
  });

  it('includes everything for commands', async () => {
    const commands = await import('../../src/commands.js');
    expect(Object.keys(core)).toEqual(expect.arrayContaining(Object.keys(commands)));
  });

  it('leaves out what is not here', () => {
    for (const { name } of leftOut) expect(() => functionOf(name), name).toThrow();
  });

  it('gives a reason for every departure', () => {
    const departures = referenceCalls
      .flatMap(({ differences }) => differences)
      .filter(({ verdict }) => verdict === 'departure');
    expect(departures.length).toBeGreaterThan(20);
    for (const { there, why } of departures) expect(why, there).toMatch(/\w{3}/);
  });

  it('shows every difference that was taken over', () => {
    const rows = referenceCalls
      .flatMap(({ differences }) => differences)
      .filter(({ verdict }) => verdict !== 'departure');
    for (const { there, shown } of rows) expect(shown, there).toBeDefined();
  });
});

function membersOf(group: string): string[] {
  return Object.keys(Reflect.get(core, group) as object).map((member) => `${group}.${member}`);
}

function shownOf({ shown, differences }: ReferenceCall): readonly Shown[] {
  return [...shown, ...differences.flatMap((one) => one.shown ?? [])];
}

function functionOf(call: string): (...input: unknown[]) => unknown {
  const [group = '', method] = call.split('.');
  const found: unknown = Reflect.get(core, group);
  const member: unknown = method === undefined ? found : Reflect.get(found as object, method);
  if (typeof member !== 'function') throw new Error(`${call} is not exported`);
  return member as (...input: unknown[]) => unknown;
}

/** A regular expression stands for a text that matches it. */
function asMatchers(value: unknown): unknown {
  if (value instanceof RegExp) return expect.stringMatching(value);
  if (Array.isArray(value)) return value.map(asMatchers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asMatchers(member)]));
}
