// Problems are described in words anywhere in a result; JSON leaves values alone that only look like a
// problem.
import { problem } from '@flowmcp/grading-core/commands';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { printDocument, printJson, printPatch, printResult, printTalk } from '../src/terminal/output.js';

afterEach(() => vi.restoreAllMocks());

function printed(stream: NodeJS.WriteStream, print: () => void): string {
  const write = vi.spyOn(stream, 'write').mockReturnValue(true);
  print();
  return write.mock.calls.map(([chunk]) => String(chunk)).join('');
}

const ESCAPE = '\u001b';

describe('output', () => {
  it.each([
    ['a name', 'a name\n'],
    ['a line\n', 'a line\n'],
    [`${ESCAPE}[31mred${ESCAPE}[39m`, `${ESCAPE}[31mred${ESCAPE}[39m\n`],
    [`${ESCAPE}[2J${ESCAPE}]0;title\u0007`, '\\x1b[2J\\x1b]0;title\\x07\n'],
    ['back\rover\u009b1A', 'back\\x0dover\\x9b1A\n'],
    ['tab\tand\nline', 'tab\tand\nline\n'],
    ['a ##vso[task.complete] ##[error]b', 'a # #vso[task.complete] # #[error]b\n'],
    ['::error::a ## heading', '\\::error::a ## heading\n'],
    ['a\n \u00a0\u3000::error::b', 'a\n \u00a0\u3000\\::error::b\n'],
  ])('lets no stranger control the terminal: %j', (text, expected) => {
    expect(printed(process.stdout, () => printResult(text))).toBe(expected);
    expect(printed(process.stderr, () => printTalk(text))).toBe(expected);
  });
});

describe('a document', () => {
  const orders = 'a ##[error]b ##vso[task.complete]\n \u00a0::error::c\n[GRADING] DONE\n';
  it.each([
    ['html', 'a &#35;#[error]b &#35;#vso[task.complete]\n \u00a0&#58;:error::c\n&#91;GRADING] DONE\n'],
    ['badge', 'a &#35;#[error]b &#35;#vso[task.complete]\n \u00a0&#58;:error::c\n&#91;GRADING] DONE\n'],
    ['md', 'a # #[error]b # #vso[task.complete]\n \u00a0\\::error::c\n\\[GRADING] DONE\n'],
    ['junit', 'a # #[error]b # #vso[task.complete]\n \u00a0\\::error::c\n\\[GRADING] DONE\n'],
  ])('as %s gives no order to a CI service, and means the same', (format, expected) => {
    expect(printed(process.stdout, () => void printDocument(orders, format))).toBe(expected);
  });

  it.each(['json', 'sarif', 'board'])('as %s keeps its values', (format) => {
    const json = JSON.stringify([orders]);
    const text = printed(process.stdout, () => void printDocument(json, format));
    expect(text).not.toMatch(/##(?:vso)?\[/);
    expect(JSON.parse(text)).toEqual([orders]);
  });
});

describe('a patch', () => {
  it.each([
    ['+a\r\n+b\r\n', '+a\r\n+b\r\n'],
    ['+a\n\\ No newline at end of file\n', '+a\n\\ No newline at end of file\n'],
    ['', ''],
    [`+${ESCAPE}[31mred\n`, '+\\x1b[31mred\n'],
    ['+a\r::error::b\n', '+a\\x0d::error::b\n'],
    [' ::error::b\r\n', ' \\::error::b\r\n'],
  ])('keeps CRLF, and lets no stranger control the terminal: %j', (text, expected) => {
    expect(printed(process.stdout, () => printPatch(text))).toBe(expected);
  });
});

describe('JSON', () => {
  it('describes problems in words, wherever they are', () => {
    const found = problem('IMP-005', { file: 'a' }, { count: 2, found: 'x, y' });
    const text = printed(process.stdout, () => printJson({ results: [{ rejected: [{ errors: [found] }] }] }));
    const [result] = (JSON.parse(text) as { results: { rejected: { errors: unknown[] }[] }[] }).results;
    expect(result?.rejected[0]?.errors).toEqual([
      {
        code: 'IMP-005',
        severity: 'error',
        message: 'the schemas in one folder belong to 2 namespaces: x, y',
        where: { file: 'a' },
        hint: expect.any(String),
      },
    ]);
  });

  it('holds no command of a CI service, and the same values', () => {
    const value = { name: 'a ##vso[task.complete]', '##[error]': ['##'] };
    const text = printed(process.stdout, () => printJson(value));
    expect(text).not.toMatch(/##(?:vso)?\[/);
    expect(JSON.parse(text)).toEqual(value);
  });

  it('leaves alone what only looks like a problem', () => {
    const row = { code: 'IMP-005', severity: 'error', text: 'as it stands in the table', hint: '' };
    expect(JSON.parse(printed(process.stdout, () => printJson([row])))).toEqual([row]);
  });
});
