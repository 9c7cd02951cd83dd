import { ISSUED_KEY_FORMS, STAND_IN_WORDS } from '../../keys/logic/key-form-text.js';
import { defineFinding } from '../finding.js';
import { createKeyTest } from './material/declared.js';

const KNOWN_FORMS = new RegExp(
  [/\b(?:AKIA|ASIA)[0-9A-Z]{16}/, ...ISSUED_KEY_FORMS, /-----BEGIN [A-Z ]*PRIVATE KEY-----/]
    .map(({ source }) => source)
    .join('|'),
);
/** An assignment, such as `NAME = value`, `"name": "value"`, `Authorization: Bearer value` or `?api_key=value`. */
const ASSIGNMENT = /(?<![\w-])([A-Za-z][\w-]*)["'`]?\s*[:=]\s*["'`]?(?:Bearer\s+)?([\w+/.~-]{8,}={0,2})/g;
const STAND_IN =
  /example|sample|secret|token|xxx|\.\.\.|^(?:process\.|string|undefined|required|optional|struct|payload|header|server|user|params)|api[_-]?key/i;

export const finding = defineFinding({
  id: 'key-in-comment',
  code: 'FND-031',
  severity: 'error',
  text: 'a comment holds what looks like a key: {what}',
  hint: 'Remove it and replace the key at its provider: it has been published with the file.',
  areas: ['single-test', 'tools-aggregate-schema'],
  why: 'A schema file is published; a key in one of its comments is published with it (grading spec 09).',
  check({ code, main }) {
    const isKey = createKeyTest(main);
    return code.comments.flatMap(({ text, at }) => {
      const found = findKey(text, isKey);
      return found === undefined ? [] : [{ position: at, args: { what: found } }];
    });
  },
  examples: {
    pass: {
      source: `// EXAMPLE_KEY=your-key-here, api_key: string, Authorization: Bearer <token>
// token: 0xdAC17F958D2ee523a2206206994597C13D831ec7, EXAMPLE_KEY arrives in struct.url
export const main = { requiredServerParams: [ 'EXAMPLE_KEY' ] }`,
    },
    fail: {
      source: `export const main = { requiredServerParams: [ 'EXAMPLE_KEY' ] }
// EXAMPLE_KEY=f3a9c01b77de42
`,
    },
  },
});

/** Finds a key in the text and describes it without repeating it; undefined if there is none. */
function findKey(text: string, isKey: (name: string) => boolean): string | undefined {
  const known = KNOWN_FORMS.exec(text);
  if (known) return `${known[0].slice(0, 4)}…`;
  for (const [, name = '', value = ''] of text.matchAll(ASSIGNMENT)) {
    if (isKey(name) && looksIssued(value)) return `${name}=${value.slice(0, 2)}…`;
  }
  return undefined;
}

/** Real keys are generated: they mix letters and digits, and contain none of the words used in placeholders. */
function looksIssued(value: string): boolean {
  return /\d/.test(value) && /[A-Za-z]/.test(value) && !STAND_IN.test(value) && !STAND_IN_WORDS.test(value);
}
