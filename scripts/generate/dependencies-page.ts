import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { SHIPPED_LIBRARIES } from '../bundle/bundle-libraries.js';
import { NOTICES } from '../bundle/third-party-notices.js';
import { ROOT } from '../source-files.js';
import { DEPENDENCY_REASONS, NOT_USED } from './dependency-reasons.js';
import { GENERATED_NOTE, table } from './markdown.js';

type Versions = Readonly<Record<string, { readonly version: string }>>;

/** The parts of pnpm-lock.yaml (version 9) that are read. */
interface Lockfile {
  readonly importers: Readonly<
    Record<string, { readonly dependencies?: Versions; readonly devDependencies?: Versions }>
  >;
  readonly snapshots: Readonly<
    Record<
      string,
      {
        readonly dependencies?: Readonly<Record<string, string>>;
        readonly optionalDependencies?: Readonly<Record<string, string>>;
      } | null
    >
  >;
}

/** A library named by one of our packages. */
interface Direct {
  readonly name: string;
  readonly version: string;
  /** The library's key in the lockfile, including the peers it was resolved with. */
  readonly key: string;
  readonly of: string;
}

export function renderDependenciesPage(lockText = readFileSync(`${ROOT}pnpm-lock.yaml`, 'utf8')): string {
  const lock = parse(lockText) as Lockfile;
  const direct = listDirect(lock);
  checkReasons(direct);
  const names = [...new Set(direct.map(({ name }) => name))].sort();
  // Of what comes with a library of the sandbox, only a part is in its script.
  const brought = listTransitive(
    lock,
    direct.filter(({ of }) => of !== IN_SCRIPTS),
  );
  return [
    '# Dependencies of what is published\n\n',
    GENERATED_NOTE,
    `\nFrom \`pnpm-lock.yaml\`: ${names.length} libraries that we name, and ${brought.length} that come with them. Versions are`,
    ' exact. What the command `flowmcp` needs is a part of its own file, but for what is marked “installed”. Tools for',
    ' development are not listed: they reach no user.\n\n',
    '## Named by us\n\n',
    table(
      ['Library', 'Version', 'Of', 'Why', 'Loaded for'],
      names.map((name) => directRow(name, direct)),
    ),
    '\n## Come with them\n\n',
    table(['Library', 'Version', 'By'], brought),
    '\n## Scripts for the sandbox\n\n',
    'Handler code gets these libraries under their names ([libraries.md](libraries.md)). The same packages give the same bytes',
    ' on every machine.\n\n',
    table(['Name', 'From', 'Licence', 'Bytes', 'sha256'], listScripts()),
    `\nThey hold ${listInScripts().join(', ')}.\n`,
    '\n## Decided against\n\n',
    table(['What', 'Instead, and why'], NOT_USED),
    '\n## A new one\n\n',
    'needs a row in `scripts/generate/dependency-reasons.ts` with what it is there for that a page of own code would not',
    ' do, and a look at what comes with it in the diff of this page. None may run code when it is installed.\n',
  ].join('');
}

const IN_SCRIPTS = 'core and cli, as a script';

/** The packages that are in the scripts, from the titles of their licences. */
function listInScripts(): string[] {
  const notices = readFileSync(`${ROOT}packages/core/libraries/${NOTICES}`, 'utf8');
  return [...notices.matchAll(/^((?:@[\w.-]+\/)?[\w.-]+) (\d\S*) \(/gm)].map(
    ([, name, version]) => `\`${name}\` ${version}`,
  );
}

/** The scripts as `npm run setup` has made them. */
function listScripts(): string[][] {
  const rows: Readonly<Record<string, string>>[] = JSON.parse(
    readFileSync(`${ROOT}packages/core/libraries/index.json`, 'utf8'),
  );
  return rows.map(({ name, package: from, version, licence, bytes, sha256 }) =>
    [`\`${name}\``, `\`${from}\` ${version}`, licence, bytes, `\`${sha256}\``].map(String),
  );
}

/**
 * Dependencies of the core, and of the command; for the command also bundled libraries, which are listed in
 * devDependencies. The libraries of the sandbox are listed in those of the root.
 */
function listDirect({ importers }: Lockfile): Direct[] {
  const rows = Object.entries(importers).filter(([folder]) => folder.startsWith('packages/'));
  const scripts = describe(importers['.']?.devDependencies, IN_SCRIPTS).filter(({ name }) =>
    SHIPPED_LIBRARIES.some((library) => library.package === name),
  );
  const named = rows.flatMap(([folder, row]) => {
    const isBundled = folder === 'packages/cli';
    const of = folder.slice('packages/'.length);
    const installed = describe(row.dependencies, isBundled ? `${of}, installed` : of);
    const bundled = isBundled ? describe(row.devDependencies, `${of}, in its file`) : [];
    return [...installed, ...bundled];
  });
  return [...named, ...scripts];
}

function describe(rows: Versions | undefined, of: string): Direct[] {
  return Object.entries(rows ?? {})
    .filter(([name, { version }]) => !version.startsWith('link:') && !name.startsWith('@types/'))
    .map(([name, { version }]) => ({ name, version: plain(version), key: `${name}@${version}`, of }));
}

function checkReasons(direct: readonly Direct[]): void {
  const names = new Set(direct.map(({ name }) => name));
  const missing = [...names].filter((name) => !Object.hasOwn(DEPENDENCY_REASONS, name));
  const left = Object.keys(DEPENDENCY_REASONS).filter((name) => !names.has(name));
  if (missing.length > 0) throw new Error(`dependency-reasons.ts has no reason for ${missing.join(', ')}`);
  if (left.length > 0)
    throw new Error(`dependency-reasons.ts has reasons for what is not there: ${left.join(', ')}`);
}

function directRow(name: string, direct: readonly Direct[]): string[] {
  const uses = direct.filter((one) => one.name === name);
  const { why = '', loaded = '' } = DEPENDENCY_REASONS[name] ?? {};
  const of = [...new Set(uses.map((use) => use.of))].sort().join('; ');
  return [`\`${name}\``, [...new Set(uses.map(({ version }) => version))].join(', '), of, why, loaded];
}

/** Indirect libraries, each with the direct libraries that bring it in. */
function listTransitive(lock: Lockfile, direct: readonly Direct[]): string[][] {
  const by = new Map<string, Set<string>>();
  for (const { name, key } of direct) {
    const seen = new Set<string>();
    const open = [...below(lock, key)];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(...below(lock, next));
      const known = by.get(plain(next)) ?? new Set();
      by.set(plain(next), known.add(name));
    }
  }
  for (const { name, version } of direct) by.delete(`${name}@${version}`);
  return [...by]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, names]) => {
      const at = id.lastIndexOf('@');
      return [
        `\`${id.slice(0, at)}\``,
        id.slice(at + 1),
        [...names]
          .sort()
          .map((name) => `\`${name}\``)
          .join(', '),
      ];
    });
}

function below({ snapshots }: Lockfile, key: string): string[] {
  const row = snapshots[key];
  if (row === undefined) throw new Error(`pnpm-lock.yaml has no ${key}`);
  const all = { ...row?.dependencies, ...row?.optionalDependencies };
  // An alias names the library it stands for.
  return Object.entries(all).map(([name, version]) =>
    `${name}@${version}` in snapshots ? `${name}@${version}` : version,
  );
}

/** Removes from a library's key the peers that it was resolved with. */
function plain(id: string): string {
  return id.replace(/\(.*$/, '');
}
