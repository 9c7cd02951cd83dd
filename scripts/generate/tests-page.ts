import { GENERATED_NOTE, table } from './markdown.js';

interface TestFile {
  /** Relative to the root. */
  readonly path: string;
  readonly text: string;
}

const core = (name: string, title: string, about: string) => ({
  folder: `packages/core/test/${name}`,
  title,
  about,
});
const feature = (name: string, about: string) => core(`features/${name}`, name, about);

/** Rooms in the order of AGENTS.md; a folder that is missing here comes last, under its path. */
const PARTS: readonly { folder: string; title: string; about: string }[] = [
  core('values', 'values', 'Plain values and JSON.'),
  core('spec', 'spec', 'Words, numbers and shapes of documents, and hashes.'),
  core('questions', 'questions', 'What a grader is asked.'),
  core('rules', 'rules', 'What schemas, skills, selections, Abouts, code and MCP servers are held to.'),
  core('grade', 'grade', 'Scores, grades, vetoes, status, roll-up, entries, the bar of a gate.'),
  core('documents', 'documents', 'Texts made from results.'),
  core('files', 'files', 'Files that a user names.'),
  core('keys', 'keys', 'Whose a key is, and how it is found and masked.'),
  core('net', 'net', 'The guarded way out: addresses, redirects, retries, limits.'),
  core('sandbox', 'sandbox', "Where a stranger's code runs."),
  core('sources', 'sources', 'Schemas, skills, Abouts and lists, read and never run.'),
  core('island', 'island', 'Files of the island, write-once, locks, journal.'),
  core('target', 'target', 'Providers and selections: members, index, references.'),
  core('pretest', 'pretest', 'Tests of a tool: requests, answers, what they prove.'),
  core('runs', 'runs', 'What is due, and the prompts that ask for it.'),
  core('evaluators', 'evaluators', 'Programs, services and models that answer.'),
  feature('import', 'Sources into the island.'),
  feature('consume', 'Hand-ins into entries.'),
  feature('state', 'How targets stand.'),
  feature('plan', 'What is due and what it costs.'),
  feature('report', 'Pages, SARIF, JUnit, badges.'),
  feature('verify', 'Is every file what was written?'),
  feature('evaluate', 'Runs and datasets, answered by evaluators.'),
  feature('protocol-v1', 'Scoring protocol v1.'),
  feature('lint', 'MCP servers, graded by their definitions.'),
  core('journeys', 'journeys', 'Several commands in a row, on islands that are really written.'),
  {
    folder: 'packages/core/test/faults',
    title: 'faults',
    about: 'Writing commands on a disk that fails, stops, tears and loses power.',
  },
  {
    folder: 'packages/core/test/api',
    title: 'public API',
    about: 'What a program sees that imports the core package.',
  },
  {
    folder: 'packages/core/test/conformance',
    title: 'conformance',
    about: 'Vectors with the values that every implementation has to find.',
  },
  {
    folder: 'packages/core/test/contract',
    title: 'contract',
    about: 'What the specification demands of entries and of words, whoever writes them.',
  },
  {
    folder: 'packages/cli/test',
    title: 'command line',
    about: 'Options, output, exit codes, pages, skills.',
  },
  { folder: 'scripts', title: 'scripts', about: 'The demo, the example grader, what is generated.' },
];

/**
 * docs/catalog/tests.md: the test files for each part of the product, and what each of them proves. The page contains
 * no counts, so that a new test in an existing file leaves it unchanged.
 */
export function renderTestsPage(files: readonly TestFile[]): string {
  const known = PARTS.map(({ folder }) => folder);
  const strange = files.filter(({ path }) => !known.some((folder) => lies(path, folder)));
  const others = [...new Set(strange.map(({ path }) => path.replace(/\/[^/]*$/, '')))].sort();
  return [
    '# Code tests: which file proves what\n\n',
    GENERATED_NOTE,
    '\nThis is the catalogue of code tests: it says which test file proves what about this program. ',
    'What a schema, a skill or an About is asked when it is graded is the other catalogue, the [evaluation questions](questions.md).\n\n',
    'The text of a file is the comment on its first line, else the titles of its `describe` blocks, else those of its tests.\n',
    ...[...PARTS, ...others.map((folder) => ({ folder, title: folder, about: '' }))].map((part) =>
      chapter(part, others.includes(part.folder) ? strange : files),
    ),
  ].join('');
}

function chapter(part: (typeof PARTS)[number], files: readonly TestFile[]): string {
  const own = files.filter(({ path }) => lies(path, part.folder));
  if (own.length === 0) return '';
  const rows = [...own]
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, text }) => [
      `[${path.slice(part.folder.length + 1, -'.test.ts'.length)}](../../${path})`,
      readPurpose(text),
    ]);
  const about = part.about === '' ? '' : `${part.about} `;
  return `\n## ${part.title}\n\n${about}In \`${part.folder}/\`.\n\n${table(['File', 'Proves'], rows)}`;
}

function lies(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

const STRING = String.raw`(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|\x60((?:[^\x60\\]|\\.)*)\x60)`;

/** The purpose of a test file, from its first comment. */
export function readPurpose(text: string): string {
  const comment = readLeadingComment(text);
  if (comment !== '') return comment;
  const blocks = listTitles(text, 'describe');
  return (blocks.length > 0 ? blocks : listTitles(text, 'it|test')).join('; ');
}

function readLeadingComment(text: string): string {
  const block = /^\/\*\*?([\s\S]*?)\*\//.exec(text)?.[1];
  const lines = block === undefined ? (/^(?:\/\/.*\n)+/.exec(text)?.[0] ?? '') : block;
  return lines
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\/\/|\*)?\s?/, '').trim())
    .filter((line) => line !== '')
    .join(' ');
}

/** Titles of calls at the start of a line; calls inside a block are left out. */
function listTitles(text: string, callee: string): string[] {
  const call = new RegExp(
    String.raw`^(?:${callee})(?:\.each\([\s\S]*?\)(?=\(\s*['"\x60])|\.\w+)?\(\s*${STRING}`,
    'gm',
  );
  return [...text.matchAll(call)].map(([, single, double, template]) =>
    (single ?? double ?? template ?? '').replace(/\\(.)/g, '$1'),
  );
}
