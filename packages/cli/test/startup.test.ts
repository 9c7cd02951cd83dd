// A command loads only the modules that it needs.
import { fileURLToPath } from 'node:url';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRecorder, heavyOf, packageOf, type Recorder } from './loaded-modules.js';
import { runProcess } from './run-process.js';

const TIDEWATCH = fileURLToPath(new URL('../../../fixtures/providers/tidewatch', import.meta.url));
const TRIAL = fileURLToPath(new URL('cases/trial/files/input/before.jsonl', import.meta.url));
const OWN_FILES = new URL('../', import.meta.url).href;
const CORE_FILES = new URL('../../core/', import.meta.url).href;

let fixture: FsFixture;
let recorder: Recorder;
beforeAll(async () => {
  fixture = await createFixture({ home: {} });
  recorder = await createRecorder(fixture);
  expect((await modulesOf(['grading', 'import', TIDEWATCH])).code).toBe(0);
});
afterAll(() => fixture.rm());

describe('the modules a command loads', () => {
  it.each([
    '--version',
    '--help',
    'grading --help',
    'grading run --help',
    'grading evaluate --help',
    'grading review --help',
    'find --help',
    'findability --help',
    'fix --help',
    'migrate --help',
    'grade --help',
    'evaluator run --help',
    'lint --help',
    'propose --help',
    'trial --help',
    'validate --help',
  ])('only commander and our own files: %s', async (line) => {
    const { code, loaded } = await modulesOf(line.split(' '));
    expect(code).toBe(0);
    const foreign = loaded.filter(
      (url) => !url.startsWith(OWN_FILES) && !packageOf(url)?.startsWith('node:'),
    );
    expect(new Set(foreign.map(packageOf))).toEqual(new Set(['commander']));
  });

  it('shows a state without a parser, a network client or a shape checker', async () => {
    const { code, loaded } = await modulesOf(['grading', 'state', 'tidewatch']);
    expect(code).toBe(0);
    expect(loaded.some((url) => url.startsWith(CORE_FILES))).toBe(true);
    expect(heavyOf(loaded)).toEqual([]);
  });

  it('answers as an evaluator without a shape checker, a network client or questions for graders', async () => {
    const stdin = JSON.stringify({ candidate: 'export const main = {}' });
    const { code, loaded } = await modulesOf(['evaluator', 'serve-schema'], stdin);
    expect(code).toBe(0);
    expect(heavyOf(loaded)).toEqual(['acorn']);
    expect(loaded.filter((url) => /\/questions\/[\w-]+\/\d\d-/.test(url)).length).toBeLessThan(15);
  });

  it('lints a schema without a shape checker, a network client or a client of MCP', async () => {
    const { code, loaded } = await modulesOf(['lint', TIDEWATCH]);
    expect(code).toBe(0);
    expect(heavyOf(loaded)).toEqual(['acorn']);
  });

  it('shows a trial from its file without a model, a network client or a parser', async () => {
    const { code, loaded } = await modulesOf(['trial', '--replay', TRIAL]);
    expect(code).toBe(0);
    expect(heavyOf(loaded)).toEqual(['zod']);
  });

  it('are recorded: the same measure finds the parser if one is needed', async () => {
    const { loaded } = await modulesOf(['validate', TIDEWATCH]);
    expect(loaded.map(packageOf)).toContain('acorn');
  });
});

async function modulesOf(words: readonly string[], stdin = ''): Promise<{ code: number; loaded: string[] }> {
  const surroundings = { cwd: fixture.path, home: fixture.getPath('home'), env: recorder.env };
  const { result, loaded } = await recorder.record(() =>
    runProcess(words, { ...surroundings, nodeFlags: recorder.flags, stdin }),
  );
  return { code: result.code, loaded };
}
