import type { ObjectExpression } from 'acorn';
import { PROPOSED } from '../../../../sources/logic/module-reading.js';
import type { ToolTest } from '../../../../spec/schema-main.js';
import { IDENTIFIER } from '../../../../values/value-path.js';
import { withoutComments } from '../changes.js';
import { type Edit, lineEndOf, type ModuleText } from '../edits.js';
import { findExported, findNode, listItems } from '../syntax-nodes.js';

/**
 * The edits that append tests to those of a tool, one a line, each with its mark. Undefined if the tests are not written in
 * place, are none, or stand in parentheses.
 */
export function placeTests(
  module: ModuleText,
  tool: string,
  tests: readonly { readonly test: ToolTest; readonly from: string }[],
): readonly Edit[] | undefined {
  const { source, program } = module;
  const root = findExported(program, ['main', 'schema']);
  const list = root && findNode(root, ['tools', tool, 'tests']);
  const last = list && listItems(list)?.at(-1);
  if (list?.type !== 'ArrayExpression' || last?.type !== 'ObjectExpression') return undefined;
  const style = styleOf(source, last);
  const tail = source.slice(last.end, list.end - 1);
  const gap = withoutComments(tail).trim();
  if (gap !== '' && gap !== ',') return undefined;
  const comma = gap === ',';
  const eol = lineEndOf(source);
  const [sameLine] = END_OF_LINE.exec(tail) ?? [];
  const outer = indentAt(source, list.start);
  const indent =
    sameLine === undefined
      ? `${outer}${outer.startsWith('\t') ? '\t' : '    '}`
      : indentAt(source, last.start);
  const lines = tests.map(({ test, from }, at) => {
    const end = comma || at < tests.length - 1 ? ',' : '';
    return `${eol}${indent}${writeTest(test, style)}${end} // ${PROPOSED} ${from.replace(/[\r\n\u2028\u2029]/g, ' ')}`;
  });
  const edit = (start: number, end: number, text: string): Edit => ({ start, end, text, code: 'TST001' });
  const added = lines.join('');
  const edits =
    sameLine === undefined
      ? [edit(last.end + tail.trimEnd().length, list.end - 1, `${added}${eol}${outer}`)]
      : [edit(last.end + sameLine.length, last.end + sameLine.length, added)];
  return comma ? edits : [edit(last.end, last.end, ','), ...edits];
}

/** From the end of an item to the end of its line, if nothing but comments stands there. */
const END_OF_LINE = /^[ \t]*,?[ \t]*(?:\/\*(?:(?!\*\/)[^\r\n])*\*\/[ \t]*)*(?:\/\/[^\r\n]*)?(?=\r?\n)/;

function indentAt(source: string, offset: number): string {
  const line = source.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(source.slice(line, offset))?.[0] ?? '';
}

interface Style {
  readonly quote: string;
  readonly quotedKeys: boolean;
}

/** The style of a test: that of its first member. */
function styleOf(source: string, test: ObjectExpression): Style {
  const [first] = test.properties;
  if (first?.type !== 'Property') return { quote: "'", quotedKeys: false };
  const value = source.charAt(first.value.start);
  return { quote: value === '"' ? '"' : "'", quotedKeys: /['"]/.test(source.charAt(first.key.start)) };
}

function writeTest(test: ToolTest, { quote, quotedKeys }: Style): string {
  const text = (value: string) =>
    quote === '"'
      ? writeValue(value)
      : `'${writeValue(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  const members = Object.entries(test).map(([key, value]) => {
    const name = quotedKeys || !IDENTIFIER.test(key) ? text(key) : key;
    return `${name}: ${typeof value === 'string' ? text(value) : writeValue(value)}`;
  });
  return `{ ${members.join(', ')} }`;
}

/** As JSON, without the characters that would look like line ends or be escaped in a patch. */
function writeValue(value: unknown): string {
  return JSON.stringify(value).replace(/[\p{Cc}\u2028\u2029]/gu, (found) => {
    return `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
