import type { ScoresFile } from '../../../../src/spec/scores.js';

/** A fault in the text of a scores file: how to spoil a good file, and the expected problems with their pointers. */
export type BrokenText = readonly [
  name: string,
  spoil: (good: ScoresFile) => string | Uint8Array,
  problems: readonly string[],
];

const text = (good: unknown) => JSON.stringify(good);
const bytes = (...parts: (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([...part]))));
/** Puts a member before the others of the first answer. */
const inAnswer = (good: ScoresFile, member: string) =>
  text(good).replace('"answers":[{', `"answers":[{${member},`);
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** Faults that show without knowledge of the run. */
export const brokenTexts: readonly BrokenText[] = [
  ['an empty file', () => '', ['SCR-001']],
  ['blanks alone', () => ' \r\n\t', ['SCR-001']],
  ['a byte order mark alone', () => bytes([0xef, 0xbb, 0xbf]), ['SCR-001']],
  ['no JSON', () => 'scores', ['SCR-001']],
  ['JSON that was cut off', (good) => text(good).slice(0, -2), ['SCR-001']],
  ['two documents', (good) => text(good) + text(good), ['SCR-001']],
  ['a comment', (good) => `// mine\n${text(good)}`, ['SCR-001']],
  ['NaN', (good) => text(good).replace(/"score":\d/, '"score":NaN'), ['SCR-001']],
  ['NUL bytes', () => '\0\0', ['SCR-001']],
  ['a NUL inside a text', (good) => text(good).replace('about', 'ab\0ut'), ['SCR-001']],
  ['invalid UTF-8', (good) => bytes(text(good).slice(0, 40), [0xff, 0xfe], '"}'), ['SCR-001']],
  ['Latin-1', (good) => Buffer.from(text(good).replace('about', 'für'), 'latin1'), ['SCR-001']],
  [
    'UTF-16 with its mark',
    (good) => bytes([0xff, 0xfe], [...Buffer.from(text(good), 'utf16le')]),
    ['SCR-001'],
  ],
  ['UTF-16 without', (good) => Buffer.from(text(good), 'utf16le'), ['SCR-001']],
  ['null', () => 'null', ['SCR-002 ""']],
  ['a list', (good) => `[${text(good)}]`, ['SCR-002 ""']],
  ['a number', () => '3', ['SCR-002 ""']],
  ['a text', () => '"scores"', ['SCR-002 ""']],
  ['a truth', () => 'true', ['SCR-002 ""']],
  ['100,000 levels', () => `{"areas":${nested(100_000)}}`, ['SCR-020']],
  ['100,000 levels without an end', () => '['.repeat(100_000), ['SCR-020']],
  ['levels of objects', () => `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, ['SCR-020']],
  ['deep evidence', (good) => inAnswer(good, `"evidence":{"a":${nested(40)}}`), ['SCR-020']],
  ['300,000 areas', () => `{"areas":[${'{},'.repeat(300_000)}{}]}`, ['SCR-020']],
  ['50 MB', () => Buffer.alloc(50 * 1024 * 1024, ' '), ['SCR-020']],
  ['a key twice', (good) => inAnswer(good, '"score":1'), ['SCR-021 /areas/0/answers/0/score']],
  [
    'a key twice, one of them escaped',
    (good) => text(good).replace('{"scoringProtocol"', '{"task\\u0049d":"x","scoringProtocol"'),
    ['SCR-021 /taskId'],
  ],
  [
    'a key with a slash twice',
    (good) => inAnswer(good, '"evidence":{"a/b~":1,"a/b~":[1,2,{"x":3}]}'),
    ['SCR-021 /areas/0/answers/0/evidence/a~1b~0'],
  ],
  [
    '__proto__ at the top',
    (good) => text(good).replace('{', '{"__proto__":{"taskId":"x"},'),
    ['SCR-022 /__proto__'],
  ],
  [
    'constructor in evidence',
    (good) => inAnswer(good, '"evidence":{"a":[{"constructor":{"prototype":{"x":1}}}]}'),
    ['SCR-022 /areas/0/answers/0/evidence/a/0/constructor'],
  ],
  [
    '__proto__ in an answer',
    (good) => inAnswer(good, '"__proto__":{"score":5}'),
    ['SCR-022 /areas/0/answers/0/__proto__', 'SCR-024 /areas/0/answers/0/__proto__'],
  ],
  [
    'half a surrogate pair',
    (good) => text(good).replace('about', 'ab\\ud83dout'),
    ['SCR-023 /areas/0/answers/0/reasoning'],
  ],
  [
    'half a surrogate pair in a key',
    (good) => inAnswer(good, '"evidence":{"a\\udc00":1}'),
    ['SCR-023 /areas/0/answers/0/evidence/a\udc00'],
  ],
  [
    'a number without bounds in evidence',
    (good) => inAnswer(good, '"evidence":{"rows":1e999}'),
    ['SCR-023 /areas/0/answers/0/evidence/rows'],
  ],
  [
    'a number without bounds as a score',
    (good) => text(good).replace(/"score":\d/, '"score":1e999'),
    ['SCR-023 /areas/0/answers/0/score', 'SCO-001 /areas/0/answers/0/score'],
  ],
];

/** Unusual but valid. */
export const fineTexts: readonly (readonly [
  name: string,
  write: (good: ScoresFile) => string | Uint8Array,
])[] = [
  ['a byte order mark', (good) => `\uFEFF${text(good)}`],
  ['a byte order mark in bytes', (good) => bytes([0xef, 0xbb, 0xbf], text(good))],
  ['CRLF', (good) => JSON.stringify(good, null, 2).replaceAll('\n', '\r\n')],
  ['whole surrogate pairs', (good) => text(good).replace('about', '\\ud83d\\ude00 😀')],
  ['quotes and backslashes', (good) => inAnswer(good, String.raw`"evidence":{"a\\":"\"}],","\"":"\\"}`)],
  [
    'a text that looks like members',
    (good) => inAnswer(good, String.raw`"evidence":{"x":"\",\"x\":\"","y":"{\"y\":[","z":"\\"}`),
  ],
  [
    'the same key in two objects',
    (good) => inAnswer(good, '"evidence":{"a":{"b":1},"c":{"b":1},"d":[{"b":1}]}'),
  ],
];
