// The progress line on a terminal, and silence in a pipe.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { withProgress } from '../src/terminal/progress.js';

afterEach(() => {
  vi.restoreAllMocks();
  terminal(undefined);
});

function terminal(isTTY: boolean | undefined, columns?: number): void {
  Object.defineProperty(process.stderr, 'isTTY', { value: isTTY, configurable: true, writable: true });
  Object.defineProperty(process.stderr, 'columns', { value: columns, configurable: true, writable: true });
}

function catchTalk(): () => string {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  return () => write.mock.calls.map(([chunk]) => String(chunk)).join('');
}

describe('progress', () => {
  it('is silent in a pipe', async () => {
    terminal(undefined);
    const talk = catchTalk();
    expect(await withProgress(async (show) => show(0, 2, 'meadow') ?? 'done')).toBe('done');
    expect(talk()).toBe('');
  });

  it('is one line on a terminal, no wider than it, and removed at the end', async () => {
    terminal(true, 20);
    const talk = catchTalk();
    await withProgress(async (show) => show(1, 288, 'a namespace with a long name'));
    expect(talk()).toContain('[2/288] a namespace');
    expect(talk()).not.toContain('with a');
    expect(talk().endsWith('\u001b[1G')).toBe(true);
  });

  it('is removed when the command fails, too', async () => {
    terminal(true, 20);
    const talk = catchTalk();
    const failing = withProgress(async (show) => {
      show(0, 1, 'meadow');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(talk().endsWith('\u001b[1G')).toBe(true);
  });
});
