// Every public function refuses an argument that is unknown, missing, null or of a wrong type, and writes nothing.
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOf } from '../../src/api/guard.js';
import type { Kind } from '../../src/api/kinds.js';
import * as core from '../../src/index.js';
import { GradingError } from '../../src/problems/problem.js';

type AnyFunction = (input?: unknown) => unknown;

/** Every function of a group, and every function at the top that takes named arguments. */
const FUNCTIONS = Object.entries(core).flatMap(([name, value]): [string, AnyFunction][] => {
  if (typeof value === 'function') return callOf(value) ? [[name, value as AnyFunction]] : [];
  if (!/^[A-Z]/.test(name) || typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter((member): member is [string, AnyFunction] => typeof member[1] === 'function')
    .map(([method, run]) => [`${name}.${method}`, run]);
});
const GUARDED = FUNCTIONS.filter(([, run]) => callOf(run));

let fixture: FsFixture;
let root: string;
let island: core.Island;
let before: string;
beforeAll(async () => {
  fixture = await createFixture({ 'cwd.txt': 'nothing else is here' });
  root = fixture.getPath('island');
  island = new core.Island(root);
  before = process.cwd();
  process.chdir(fixture.path);
});
afterAll(async () => {
  process.chdir(before);
  await fixture.rm();
});

describe.each(GUARDED)('%s', (_, run) => {
  const takes = Object.entries(callOf(run)?.takes ?? {});
  const given = () => Object.fromEntries(takes.map(([name, kind]) => [name, sampleOf(name, kind)]));

  it('refuses an unknown argument, and names the one that was meant', async () => {
    const [[near = ''] = []] = takes;
    const misspelt = `${near}${near.at(-1)}`;
    const [error = ''] = await errorsOf(run, { ...given(), [misspelt]: 1 });
    expect(error).toMatch(`GRD-011: /${misspelt}: unknown field "${misspelt}"; did you mean "`);
    writesNothing();
  });

  it.each(takes)('refuses %s when it is missing, null or of a wrong type', async (name, kind) => {
    const { [name]: _none, ...others } = given();
    if (!kind.isOptional) expect((await errorsOf(run, others))[0], 'missing').toMatch(naming(name, '001'));
    if (!kind.isNullable)
      expect((await errorsOf(run, { ...others, [name]: null }))[0], 'null').toMatch(naming(name, '00[12]'));
    if (!kind.is(7n))
      expect((await errorsOf(run, { ...others, [name]: 7n }))[0], 'wrong type').toMatch(naming(name, '002'));
    writesNothing();
  });

  it('refuses a second argument', async () => {
    const [error] = await errorsOf((input) => (run as (...all: unknown[]) => unknown)(input, {}), given());
    expect(error).toMatch(/-002: \/: expected one object with named arguments, found 2 arguments$/);
    writesNothing();
  });

  it('refuses what is no object with arguments', async () => {
    for (const input of ['text', 7, [], null]) {
      expect((await errorsOf(run, input))[0]).toMatch(
        /^[A-Z]{2,3}-002: \/: expected one object with named arguments/,
      );
    }
  });
});

describe('an argument', () => {
  const providerPath = fileURLToPath(new URL('../../../../fixtures/providers/tidewatch', import.meta.url));

  class Given {
    readonly providerPath = providerPath;
    readonly gradingDataRoot = root;
    get dryRun() {
      return true;
    }
  }

  it('that is inherited counts', async () => {
    expect((await core.GradingImport.run(new Given())).status).toBe(true);
    writesNothing();
  });

  it('that is unknown is refused also if it is inherited or hidden', async () => {
    const inherited = Object.assign(Object.create({ dryrun: true }) as object, {
      providerPath,
      gradingDataRoot: root,
    });
    const hidden = Object.defineProperty({ providerPath, gradingDataRoot: root }, 'dryrun', { value: true });
    for (const input of [inherited, hidden]) {
      expect((await errorsOf(core.GradingImport.run as AnyFunction, input))[0]).toMatch(/^GRD-011: \/dryrun/);
    }
    writesNothing();
  });

  it('is one of the words that it can be', async () => {
    const emit = (more: object) =>
      errorsOf(core.emitPrompts as AnyFunction, { island, targets: ['demo'], ...more });
    for (const more of [{ mode: 'banana' }, { scope: 'banana' }, { concurrency: 0 }, { areas: ['banana'] }]) {
      expect((await emit(more))[0]).toMatch(/^GRD-002: \//);
    }
    const gate = { island, targets: ['demo'], maxAgeDays: Number.NaN };
    expect((await errorsOf(core.gateGrades as AnyFunction, gate))[0]).toMatch(/^GRD-002: \/maxAgeDays/);
    const edit = { paths: ['demo.mjs'], kind: 'migrate', only: ['banana'] };
    expect((await errorsOf(core.editSources as AnyFunction, edit))[0]).toMatch(/^GRD-002: \/only/);
    writesNothing();
  });

  it('that was refused leaves nothing for the next call', () => {
    const first = core.PreConditionCheck.checkLockfile({} as never);
    first.blockedMembers.push({} as never);
    expect(core.PreConditionCheck.checkLockfile({} as never).blockedMembers).toEqual([]);
    const failed = core.PreConditionCheck.checkLockfile({ lockfile: { members: [{}] } as never });
    failed.blockedMembers.push({} as never);
    const next = core.PreConditionCheck.checkLockfile({ lockfile: { members: [{}] } as never });
    expect(next.blockedMembers).toEqual([]);
  });
});

describe('the functions', () => {
  it('are all guarded but for those without arguments', () => {
    const open = FUNCTIONS.filter(([, run]) => !callOf(run));
    expect(open.map(([name, run]) => [name, run.length])).toEqual(open.map(([name]) => [name, 0]));
    expect(GUARDED.length).toBeGreaterThan(75);
  });
});

function naming(name: string, number: string): RegExp {
  return new RegExp(`^[A-Z]{2,3}-${number}: /${name}: `);
}

/** A value of the right kind; the call is refused for another argument, so it need not mean anything. */
function sampleOf(name: string, kind: Kind): unknown {
  if (name === 'gradingDataRoot') return root;
  const [, word = ''] = /^(?:one|a list) of ([\w-]+)/.exec(kind.what) ?? [];
  const samples = [
    'sample',
    word,
    ['sample'],
    [word],
    {},
    true,
    1,
    () => undefined,
    { index: 1, count: 2 },
    island,
  ];
  return samples.find((sample) => kind.is(sample));
}

/** The errors that a call returns, or the one that a use case throws, as texts. */
async function errorsOf(run: AnyFunction, input: unknown): Promise<string[]> {
  try {
    const { errors } = (await run(input)) as { errors: string[] };
    return errors;
  } catch (error) {
    if (!(error instanceof GradingError)) throw error;
    const { code, where } = error.problem;
    return [`${code}: ${where?.path ?? ''}: ${error.message}`];
  }
}

function writesNothing(): void {
  expect(existsSync(root)).toBe(false);
  expect(readdirSync(fixture.path)).toEqual(['cwd.txt']);
}
