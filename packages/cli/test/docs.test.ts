// Pages link to and name only what exists, and show only commands and options of the program.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { beforeAll, describe, expect, it } from 'vitest';
import { filesBelow, listDecisions, ROOT } from '../../../scripts/source-files.js';
import { runCommand } from './run-command.js';

const PAGES = [
  ...readdirSync(ROOT).filter((file) => file.endsWith('.md')),
  ...['docs', 'skills', 'spec'].flatMap(filesBelow).filter((file) => file.endsWith('.md')),
].sort();
/** Folders whose files the pages name; paths of rooms are relative to the core's sources. */
const TOP = ['docs', 'packages', 'scripts', 'skills', 'spec', 'fixtures'];
const ROOMS = readdirSync(new URL('../../core/src/', import.meta.url)).filter(
  (name) => !name.endsWith('.ts'),
);
/** Commands outside `grading`. */
const TOP_COMMANDS = [
  'completion',
  'evaluator',
  'explain-code',
  'find',
  'findability',
  'fix',
  'grade',
  'lint',
  'migrate',
  'propose',
  'trial',
  'validate',
];
/** Commands whose help the pages are compared with, longest first. */
const COMMANDS = [
  ...readdirSync(new URL('../src/', import.meta.url))
    .filter((name) => existsSync(new URL(`../src/${name}/command.ts`, import.meta.url)))
    // Two commands share a folder.
    .flatMap((name) => (name === 'edit' ? ['fix', 'migrate'] : [name]))
    .map((name) => (TOP_COMMANDS.includes(name) ? [name] : ['grading', name])),
  ...['check', 'run', 'serve-schema', 'work'].map((name) => ['evaluator', name]),
  // Aliases.
  ['schema-check'],
  ['grading', 'emit'],
  ['grading', 'hand-in'],
  ['grading', 'non-deterministic'],
].sort((a, b) => b.length - a.length);

/** Where decisions are cited; two tests make numbers up. */
const CITING = [
  ...PAGES,
  'biome.json',
  ...['packages/core/src', 'packages/core/test', 'packages/cli/src', 'packages/cli/test'].flatMap(filesBelow),
  ...['scripts', 'bench'].flatMap(filesBelow),
  ...['2.0.0', '3.0.3'].map((spec) => `spec/grading/${spec}/requirements.yaml`),
].filter(
  (file) => /\.(md|mjs|ts|txt|yaml)$|^biome/.test(file) && !/\/(docs|requirements)\.test\.ts$/.test(file),
);

const read = (page: string) => readFileSync(join(ROOT, page), 'utf8');

describe('the pages', () => {
  it('are found', () => {
    expect(PAGES).toEqual(
      expect.arrayContaining(['README.md', 'docs/harness.md', 'skills/evaluate/SKILL.md']),
    );
  });

  it('link to files that exist', () => {
    const dead = PAGES.flatMap((page) =>
      [...withoutCode(read(page)).matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !/^[a-z]+:/.test(target))
        .filter((target) => !existsSync(join(ROOT, dirname(page), target)))
        .map((target) => `${page}: ${target}`),
    );
    expect(dead).toEqual([]);
  });

  it('name the tarballs of this version', () => {
    const { version } = JSON.parse(read('packages/cli/package.json')) as { version: string };
    const tarballs = PAGES.flatMap((page) => read(page).match(/flowmcp-grading-\w+-\d\S*\.tgz/g) ?? []);
    expect([...new Set(tarballs)].sort()).toEqual(
      ['cli', 'core'].map((name) => `flowmcp-grading-${name}-${version}.tgz`),
    );
  });

  it('name files that exist', () => {
    const dead = PAGES.filter((page) => !page.startsWith('docs/catalog/')).flatMap((page) =>
      [...read(page).matchAll(/`([a-z]+\/[\w./-]*)`/g)]
        .map(([, path = '']) => path)
        .filter((path) => !isThere(path))
        .map((path) => `${page}: ${path}`),
    );
    expect(dead).toEqual([]);
  });

  it('list every finding of verify beside the step it belongs to', () => {
    const codes = (page: string, row: RegExp) =>
      [...read(page).matchAll(row)].flatMap(([line]) => line.match(/VFY-\d{3}/g) ?? []).sort();
    const all = codes('docs/catalog/error-codes.md', /^\| VFY-\d{3}/gm);
    expect(all.length).toBeGreaterThan(60);
    expect(codes('docs/island.md', /^\| [a-z -]+ \|.*VFY-.*\|$/gm)).toEqual(all);
  });

  it('link to headings and anchors that exist', () => {
    const dead = PAGES.flatMap((page) =>
      [...withoutCode(read(page)).matchAll(/\]\(([^)\s#]*)#([^)\s]+)\)/g)]
        .map(([, target = '', anchor = '']) => ({
          file: target === '' ? page : join(dirname(page), target),
          anchor,
        }))
        .filter(({ file }) => file.endsWith('.md'))
        .filter(({ file, anchor }) => !anchorsOf(read(file)).includes(anchor))
        .map(({ file, anchor }) => `${page}: ${file}#${anchor}`),
    );
    expect(dead).toEqual([]);
  });
});

describe('decisions', () => {
  const decisions = listDecisions();

  it('each have a row in their index, in order', () => {
    const rows = [...read('docs/decisions/README.md').matchAll(/^\| (\[\d{4}\].*) \| (.*) \| [a-z]+ \|$/gm)];
    const expected = [...decisions].map(([number, { page, title }]) => [
      `[${number}](${basename(page)}#${number})`,
      title,
    ]);
    expect(rows.map(([, link, title]) => [link, title])).toEqual(expected);
    expect(expected.length).toBeGreaterThan(60);
  });

  it('stand once each under their number, sorted within a page', () => {
    const headings = filesBelow('docs/decisions').map((page) =>
      [...read(page).matchAll(/^(?:<a id="|## )(\d{4})/gm)].map(([, number = '']) => number),
    );
    expect(headings).toEqual(headings.map((numbers) => numbers.toSorted()));
    expect(headings.flat().sort()).toEqual([...decisions.keys()].flatMap((number) => [number, number]));
  });

  it('exist wherever one is cited', () => {
    const cited = CITING.flatMap((file) => citations(read(file)).map((number) => ({ file, number })));
    expect(cited.length).toBeGreaterThan(150);
    expect(cited.filter(({ number }) => !decisions.has(number))).toEqual([]);
  });

  it('are recognised in each form of a citation', () => {
    const text =
      'decision 0901, decisions 0902 and 0903, decisions 0904 to 0906; (D91), decisions D92 and D93';
    expect(citations(text)).toEqual(['0901', '0902', '0903', '0904', '0906', '0091', '0092', '0093']);
  });
});

describe('the commands on the pages', () => {
  const help = new Map<string, string>();
  beforeAll(async () => {
    for (const words of [...COMMANDS, ['grade'], ['lint'], ['validate'], ['explain-code']]) {
      help.set(words.join(' '), await helpOf(words));
    }
  });

  it('exist, with every option shown', () => {
    const lines = PAGES.flatMap((page) => commandLines(read(page)).map((line) => ({ page, line })));
    expect(lines.length).toBeGreaterThan(20);
    const wrong = lines.flatMap(({ page, line }) => {
      const text = help.get(/^((?:grading|evaluator) [a-z-]+|[a-z-]+)/.exec(line)?.[0] ?? '');
      if (text === undefined) return [`${page}: no such command: ${line}`];
      // Everything after this belongs to the server that lint starts.
      const [own = ''] = line.split(' -- ');
      const flags = own.match(/(?<=\s)--[a-z][a-z-]*/g) ?? [];
      return flags.filter((flag) => !hasFlag(text, flag)).map((flag) => `${page}: ${flag} in: ${line}`);
    });
    expect(wrong).toEqual([]);
  });
});

describe('the options on the pages', () => {
  it('belong to a command', async () => {
    const texts: string[] = [];
    for (const words of [...COMMANDS, ['grade'], ['lint'], ['validate'], ['explain-code']])
      texts.push(await helpOf(words));
    const named = ['README.md', 'docs/pipeline.md', 'docs/island.md'].flatMap((page) =>
      [...read(page).matchAll(/`(--[^`\n]+)`/g)].flatMap(
        ([, text = '']) => text.match(/--[a-z][a-z-]+/g) ?? [],
      ),
    );
    expect(named).toContain('--persona');
    expect(named.filter((flag) => !texts.some((text) => hasFlag(text, flag)))).toEqual([]);
  });
});

describe('docs/harness.md', () => {
  const blocks = testedBlocks(read('docs/harness.md'));

  it('reads the lines a hand-in prints, with either mark', () => {
    const [, script = ''] = blocks.find(([language]) => language === 'js') ?? [];
    const [area, progress, done] = new Function(`${script}; return [AREA, PROGRESS, DONE];`)() as RegExp[];
    for (const mark of ['✓', 'ok']) {
      const line = `[GRADING] area=single-test/stations.getStation schema-valid=${mark} status=stable written=${mark}`;
      expect(area?.exec(line)?.slice(1)).toEqual(['single-test', 'stations.getStation', 'stable']);
    }
    expect(area?.test('[GRADING] area=single-test/a schema-valid=✗ status=stable written=✓')).toBe(false);
    const unwritten = '[GRADING] area=single-test/a schema-valid=✓ status=pending written=✗';
    expect(area?.exec(unwritten)?.[3]).toBe('pending');
    expect(progress?.exec('[GRADING] PROGRESS 7/12')?.slice(1)).toEqual(['7', '12']);
    expect(done?.test('[GRADING] DONE')).toBe(true);
    expect(done?.test('| [GRADING] DONE')).toBe(false);
  });

  it('passes on the goal and the frame as they stand in prompts.json', async () => {
    const condition = 'shows $(touch here) `x` "quoted" ‹area› ✓\nand $HOME; or stop after 25 turns.';
    await using fixture = await createFixture({
      'bin/claude': '#!/bin/sh\nfor word in "$@"; do printf "%s\\0" "$word"; done\n',
      'island/selections/port-calls/prompts.json': JSON.stringify({
        goal: { condition },
        entryPointPrompt: 'six lines',
      }),
    });
    spawnSync('chmod', ['+x', fixture.getPath('bin/claude')]);
    const { status, stdout } = runRecipe(blocks, 'claude -p', fixture.path);
    expect(status).toBe(0);
    const [print, goal, flag, frame] = stdout.split('\0');
    expect([print, goal, flag]).toEqual(['-p', `/goal ${condition}`, '--append-system-prompt']);
    expect(frame).toMatch(
      /^six lines\nUse the skill start-grade for selections\/port-calls \(source folder \/a folder\/port-calls, flags for the emit: none\), then/,
    );
    expect(await fixture.exists('here')).toBe(false);
  });

  it.each([
    ['prompts-emitted', 2, 'run t is prompts-emitted: answer its prompts and hand the scores in\n'],
    ['consuming', 2, 'run t is consuming: answer its prompts and hand the scores in\n'],
    ['graded', 0, ''],
    ['superseded', 0, ''],
  ])('decides whether an agent may stop while a run is %s', async (status, code, message) => {
    await using fixture = await createFixture({
      'island/selections/port-calls/state.json': JSON.stringify({ status, taskId: 't' }),
    });
    const result = runRecipe(blocks, 'process.exit(2)', fixture.path);
    expect({ code: result.status, message: result.stderr }).toEqual({ code, message });
  });
});

function runRecipe(blocks: readonly (readonly [string, string])[], part: string, folder: string) {
  const [, script = 'exit 99'] = blocks.find(([, text]) => text.includes(part)) ?? [];
  const { PATH = '' } = process.env;
  const env = {
    PATH: `${join(folder, 'bin')}:${PATH}`,
    HOME: folder,
    FLOWMCP_GRADING_DATA: join(folder, 'island'),
    TARGET: 'selections/port-calls',
    SOURCE: '/a folder/port-calls',
  };
  return spawnSync('sh', ['-c', script], { cwd: folder, env, encoding: 'utf8' });
}

async function helpOf(words: readonly string[]): Promise<string> {
  return (await runCommand([...words, '--help'], { cwd: ROOT, home: ROOT })).stdout;
}

function hasFlag(help: string, flag: string): boolean {
  return new RegExp(`${flag}(?![a-z-])`).test(help);
}

/** Language and text of each code block after the mark `<!-- tested -->`. */
function testedBlocks(page: string): (readonly [string, string])[] {
  return [...page.matchAll(/<!-- tested -->\n```(\w+)\n([\s\S]*?)```/g)].map(
    ([, language = '', text = '']) => [language, text] as const,
  );
}

/** The words after `flowmcp` in every line of a code block, and of running text, that calls it. */
function commandLines(page: string): string[] {
  const blocks = [...page.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].map(([, text = '']) => text);
  const inText = [
    ...page.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`((?:flowmcp(?:-grading)?|grading) [^`\n]+)`/g),
  ];
  return [
    ...blocks
      .flatMap((text) => text.split('\n'))
      .flatMap((line) => /^ *(?:npm run -s flowmcp -- |flowmcp(?:-grading)? )(.+)$/.exec(line)?.[1] ?? []),
    ...inText.map(([, words = '']) => words.replace(/^flowmcp(-grading)? /, '')),
  ].filter((line) => /^[a-z]/.test(line));
}

/** Decisions that a text cites: "decision 0024", "decisions 0014 to 0017, 0024", "(D24)", "decision D24". */
function citations(text: string): string[] {
  const numbers = [
    ...text.matchAll(/\bdecisions?[\s*/]+((?:(?:, | and | to )?\[?(?:\d{4}|D\d+)\b)+)|\((D\d+)\)/g),
  ];
  return numbers
    .flatMap(([, list, single]) => (list ?? single ?? '').match(/\d{4}|D\d+/g) ?? [])
    .map((name) => name.replace(/^D/, '').padStart(4, '0'));
}

/** Names that a link can lead to: explicit anchors, and the headings as GitHub names them. */
function anchorsOf(page: string): string[] {
  const headings = [...page.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
    text
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
  return [...headings, ...[...page.matchAll(/<a id="([^"]+)"/g)].map(([, id = '']) => id)];
}

function withoutCode(page: string): string {
  return page.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
}

function isThere(path: string): boolean {
  const [first = ''] = path.split('/');
  const known = [
    ...(TOP.includes(first) ? ['.'] : []),
    ...(ROOMS.includes(first) ? ['packages/core/src'] : []),
  ];
  return known.length === 0 || known.some((folder) => existsSync(join(ROOT, folder, path)));
}
