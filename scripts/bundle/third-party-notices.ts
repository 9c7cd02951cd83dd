import { readdirSync, readFileSync } from 'node:fs';
import { ROOT } from '../source-files.js';

/** Name of the file with the licences. */
export const NOTICES = 'THIRD-PARTY-NOTICES.txt';

interface Notice {
  /** Name and version. */
  readonly name: string;
  /** Short name, such as "MIT". */
  readonly licence: string;
  /** null if the package has none. */
  readonly text: string | null;
}

/**
 * Collects the licences of everything that is bundled: their texts must be part of every copy.
 *
 * @param modules paths of the bundled modules, from the root of the project
 * @throws for a package without a licence, and if the text of one cannot be found
 */
export function planNotices(modules: readonly string[]): string {
  const folders = new Set(
    modules.flatMap((path) => /^[^:]*\bnode_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []),
  );
  const byName = new Map([...folders].map(readNotice).map((notice) => [notice.name, notice]));
  const notices = [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return notices
    .map((notice) => `${notice.name} (${notice.licence})\n\n${textOf(notice, notices)}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`);
}

function readNotice(folder: string): Notice {
  const { name, version, license } = JSON.parse(readFileSync(`${ROOT}${folder}/package.json`, 'utf8'));
  if (typeof license !== 'string') throw new Error(`${name} ${version} is bundled and names no licence`);
  const files = readdirSync(`${ROOT}${folder}`).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const texts = files.sort().map((file) => readFileSync(`${ROOT}${folder}/${file}`, 'utf8').trim());
  return { name: `${name} ${version}`, licence: license, text: texts.length > 0 ? texts.join('\n\n') : null };
}

function textOf({ name, licence, text }: Notice, all: readonly Notice[]): string {
  if (text !== null) return text;
  const like = all.find((other) => other.licence === licence && other.text !== null);
  if (!like) throw new Error(`${name} is bundled, and the text of its licence (${licence}) is nowhere`);
  return `Its package holds no text of its licence. The terms are those under ${like.name}.`;
}
