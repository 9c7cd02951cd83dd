// A persistent program is started once for each concurrent call, and never gives one call the answer to another.
import { writeFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { buildPayload } from '../../../src/evaluators/logic/evaluator.js';
import { commandOf, folderWith, isAlive, problemOf, readPids } from './commands.js';

/** Runs `body` for each line it reads; `n` counts them from 1, `score` writes an answer with the line and its number. */
const program = (body: string) => `
echo $$ >> pids
n=0
score() { printf '{"score":0.5,"n":%d,"call":%s,"line":%s}\\n' "$n" "$call" "$line"; }
while IFS= read -r line; do
  n=$((n + 1))
  call=\${line##*:}
  call=\${call%?}
  ${body}
done
`;
const SCORES = program('score');
const folders: string[] = [];
afterEach(() => {
  for (const pid of folders
    .splice(0)
    .flatMap((cwd) => readPids(`${cwd}/pids`))
    .filter(isAlive))
    process.kill(pid, 'SIGKILL');
});

async function open(script: string, timeoutMs = 15_000) {
  const cwd = await folderWith({ 'grade.sh': script, pids: '' });
  folders.push(cwd);
  const evaluator = commandOf(['sh', 'grade.sh'], { cwd, timeoutMs, persistent: true });
  const pids = () => readPids(`${cwd}/pids`).filter((pid) => pid > 0);
  return {
    cwd,
    pids,
    close: () => evaluator.close(),
    ask: (candidate = 'text', signal?: AbortSignal) =>
      evaluator.evaluate(buildPayload({ candidate }), signal ? { signal } : {}),
    /** The first process has ended. */
    async isReplaced() {
      const [first = 0] = pids();
      await expect.poll(() => isAlive(first), { timeout: 10_000 }).toBe(false);
    },
  };
}

const answer = (candidate: string, n: number) => ({
  evaluation: {
    score: 0.5,
    sideInfo: { n, line: { ...buildPayload({ candidate }), call: expect.anything() } },
  },
});

describe('one process', () => {
  it('answers all calls that come one after the other, whatever they contain', async () => {
    const { ask, pids } = await open(SCORES);
    const texts = ['a\nb', '\r\n', '"ü"\u2028', 'x'.repeat(100_000)];
    for (const [at, text] of texts.entries()) expect(await ask(text)).toEqual(answer(text, at + 1));
    expect(pids()).toHaveLength(1);
  });

  it('serves one call at a time: there are as many as there are calls at a time', async () => {
    const { ask, pids } = await open(program('sleep 0.02; score'));
    const asked = async (name: string) => {
      for (const at of [1, 2, 3]) expect(await ask(`${name} ${at}`)).toEqual(answer(`${name} ${at}`, at));
    };
    await Promise.all(['a', 'b', 'c'].map(asked));
    expect(pids()).toHaveLength(3);
  });

  it('goes on after a line of JSON that is not a score', async () => {
    const { ask, pids } = await open(program(`[ $n = 1 ] && echo '{"value":1,"call":1}' || score`));
    expect(problemOf(await ask()).code).toBe('EVL-011');
    expect(await ask()).toEqual(answer('text', 2));
    expect(pids()).toHaveLength(1);
  });

  it('ends with the evaluator', async () => {
    const { ask, close, pids, isReplaced } = await open(SCORES);
    await ask();
    expect(pids().map(isAlive)).toEqual([true]);
    await close();
    await isReplaced();
  });
});

describe('a process that misbehaves fails its call and is replaced', () => {
  it.each([
    ['ends', 'exit 0', 'EVL-070'],
    ['ends with a code', 'exit 3', 'EVL-070'],
    ['is killed', 'kill -9 $$', 'EVL-007'],
    ['hangs', 'sleep 600', 'EVL-072'],
    ['writes no end of line', `printf '{"score":1}'`, 'EVL-072'],
    ['writes noise', 'echo loading', 'EVL-009'],
    ['writes an empty line', 'echo', 'EVL-009'],
    ['writes two lines at once', `printf '{"score":1}\\n{"score":1}\\n'`, 'EVL-071'],
    ['writes a second line right after', 'score; score', 'EVL-071'],
    ['writes a log line before its answer', 'echo scoring; score', 'EVL-071'],
    ['does not repeat the number of the call', `echo '{"score":1}'`, 'EVL-071'],
    ['answers with a number alone', 'echo 1', 'EVL-071'],
    ['answers once and ends', 'score; exit 0', 'EVL-070'],
    ['writes a line without end', 'cat /dev/zero', 'EVL-008'],
  ])('because it %s', async (_, body, code) => {
    const script = program(`case $line in *bad*) ${body};; *) score;; esac`);
    const { ask, pids, isReplaced } = await open(script, code === 'EVL-072' ? 1_000 : 15_000);
    expect(problemOf(await ask('bad')).code).toBe(code);
    await isReplaced();
    expect(await ask('good')).toEqual(answer('good', 1));
    expect(pids()).toHaveLength(2);
  });

  it('in a later call as in the first', async () => {
    const { ask } = await open(program(`[ $n != 3 ] && score || printf '{"score":1}\\n{"score":1}\\n'`));
    for (const n of [1, 2]) expect(await ask()).toEqual(answer('text', n));
    expect(problemOf(await ask()).code).toBe('EVL-071');
    expect(await ask()).toEqual(answer('text', 1));
  });

  it('between two calls: the next one starts another', async () => {
    const { ask, isReplaced } = await open(program('score; sleep 1; echo late'));
    expect(await ask('a')).toEqual(answer('a', 1));
    await isReplaced();
    expect(await ask('b')).toEqual(answer('b', 1));
  });

  it('because its second answer to one call comes while the next one waits', async () => {
    const again = `[ $n = 2 ] && printf '{"score":0.9,"call":%d}\\n' $((call - 1))`;
    const { ask } = await open(program(`${again}; sleep 0.1; score`));
    expect(await ask('a')).toEqual(answer('a', 1));
    expect(problemOf(await ask('b')).code).toBe('EVL-071');
    expect(await ask('c')).toEqual(answer('c', 1));
  });

  it('when its call is cancelled', async () => {
    const { ask, pids, isReplaced } = await open(program('sleep 600'));
    const caller = new AbortController();
    const call = ask('text', caller.signal);
    await expect.poll(pids, { timeout: 10_000 }).toHaveLength(1);
    caller.abort();
    expect(problemOf(await call).code).toBe('EVL-016');
    await isReplaced();
  });

  it('but if it is not there, the reason is that of any program', async () => {
    const evaluator = commandOf(['no-such-grader'], { persistent: true });
    expect(problemOf(await evaluator.evaluate(buildPayload({ candidate: 'x' }), {})).code).toBe('EVL-002');
  });
});

describe('a file that changes', () => {
  it('has no score until it is restored; then its process goes on', async () => {
    const { ask, cwd, pids } = await open(SCORES);
    expect(await ask()).toEqual(answer('text', 1));
    await writeFile(`${cwd}/grade.sh`, `${SCORES}# changed`);
    expect(problemOf(await ask()).code).toBe('EVL-050');
    await writeFile(`${cwd}/grade.sh`, SCORES);
    expect(await ask()).toEqual(answer('text', 2));
    expect(pids()).toHaveLength(1);
  });

  it('during a call: its process is not used again', async () => {
    const slow = program('sleep 0.3; score');
    const { ask, cwd, pids } = await open(slow);
    const call = ask();
    await expect.poll(pids, { timeout: 10_000 }).toHaveLength(1);
    await writeFile(`${cwd}/grade.sh`, `${slow}# changed`);
    expect(problemOf(await call).code).toBe('EVL-050');
    await writeFile(`${cwd}/grade.sh`, slow);
    expect(await ask()).toEqual(answer('text', 1));
    expect(pids()).toHaveLength(2);
  });
});
