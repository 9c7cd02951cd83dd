import { trimmedText } from '../members.js';
import { wordsOf } from '../reading/sentences.js';
import type { ReadItem } from '../share-rule.js';

const DESTROYS = new Set([
  ...['delete', 'remove', 'drop', 'destroy', 'purge', 'wipe', 'erase', 'truncate', 'kill', 'terminate'],
  ...['revoke', 'overwrite', 'uninstall'],
]);
const WRITES = new Set([
  ...['create', 'update', 'insert', 'write', 'send', 'publish', 'upload', 'modify', 'edit', 'merge'],
  ...['rename', 'append', 'patch', 'replace', 'install', 'execute', 'deploy'],
]);
const READS = new Set([
  ...['get', 'list', 'search', 'find', 'read', 'fetch', 'query', 'describe', 'show', 'check', 'count'],
  ...['validate', 'preview', 'explain'],
]);
/** Words before the verb of a description. */
const BEFORE_VERB = new Set(['permanently', 'irreversibly', 'recursively', 'bulk', 'this', 'tool', 'will']);
/** How far into a name the verb is looked for. */
const NAME_WORDS = 3;

type Effect = 'destroys' | 'writes';

/** What the verb of a tool's name does: `destroys` for `delete_file`, undefined for `get_deleted_files`. */
export function effectOfName({ item }: ReadItem): Effect | undefined {
  const verb = verbOf(trimmedText(item.name));
  return verb === undefined ? undefined : effectOfVerb(verb);
}

/** The first verb among the first words of a name: `send` in `slack_send_message`, none in `vehicle_type_id`. */
export function verbOf(name: string): string | undefined {
  const words = wordsOf(name).slice(0, NAME_WORDS);
  return words.find((word) => READS.has(word) || effectOfVerb(word) !== undefined);
}

/** What the first verb of a tool's description does: `writes` for "Updates a note". */
export function effectOfDescription({ item }: ReadItem): Effect | undefined {
  const first = wordsOf(trimmedText(item.description)).find((word) => !BEFORE_VERB.has(word));
  return first === undefined ? undefined : basesOf(first).map(effectOfVerb).find(Boolean);
}

function effectOfVerb(verb: string): Effect | undefined {
  if (DESTROYS.has(verb)) return 'destroys';
  return WRITES.has(verb) ? 'writes' : undefined;
}

/** The word, and what is left of it without an ending: `modifies` is a form of `modify`. */
function basesOf(word: string): string[] {
  return [word, ...['s', 'es', 'd'].map((end) => withoutEnd(word, end)), word.replace(/ie[sd]$/, 'y')];
}

function withoutEnd(word: string, end: string): string {
  return word.endsWith(end) ? word.slice(0, -end.length) : word;
}
