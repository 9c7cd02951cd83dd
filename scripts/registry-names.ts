/**
 * Whether the owner of the scope has published our packages. Until then anybody may register their names, and a text that
 * installs one by name would lead our users to a stranger's program.
 */
const PUBLISHED = false;

/** Names that are not ours, published or not: `flowmcp` and `flowmcp-cli` belong to another project. */
const NEVER = 'flowmcp(?:-grading|-cli)?';
const OURS = '@flowmcp/[\\w-]+';
const RUNS = '(?:npx|pnpx|bunx|(?:npm|pnpm|yarn|bun) (?:exec|dlx|x|i|install|add|global add))';
/** Spaces in a shell; quotes, commas and brackets in the configuration of a client. */
const BETWEEN = '[ "\',:=[\\]]+';
/** Behind a package of ours, `flowmcp` is its command. */
const WORD = '(?!@flowmcp/)[^\\s"\',:=;&|#`[\\]]+';

const byName = (names: string) =>
  new RegExp(`(?<![\\w-])${RUNS}(?:${BETWEEN}${WORD})*?${BETWEEN}(?:${names})(?![\\w./-])`, 'g');
const OTHERS = byName(NEVER);
const ALL = byName(`${NEVER}|${OURS}`);

/** Commands in a line that install or run a package by a name that is not ours in the registry. */
export function findRegistryNames(line: string, published = PUBLISHED): string[] {
  return [...line.matchAll(published ? OTHERS : ALL)].map(([found]) => found);
}
