/** Why an operation misses its target, by operation id; shown when that happens. */
export const causes: Readonly<Record<string, string>> = {
  import:
    'Beside parsing and hashing there is the gate with its checks, the value of each schema out of its syntax tree, ' +
    'and a hash over its canonical JSON by a library made for that. A file is written under another name, linked and ' +
    'unlinked, so that none is ever overwritten, and every folder on its way is flushed; each namespace is locked, and ' +
    'gets a journal. At 1× loading all that is a fifth of it.',
  rebuild:
    'By profile a seventh goes into holding each snapshot against the hash in its name: its value is made out of the ' +
    'syntax tree and hashed as canonical JSON, where the floor only parses. The rest is many small things: looking that ' +
    'no folder or file is a link, listing in order, names and shapes of entries, the rules, a lock for each namespace, ' +
    'and the collector of garbage behind them. At 1× half of it is starting and loading.',
  'rebuild-one':
    'It costs the same at every size, and nearly all of it is starting node and loading parser and shapes; at the small ' +
    'sizes the floor of the whole island is not much more than a start.',
  verify:
    'At 10× the island holds 10,000 entries and 9,100 other files: test records, snapshots, summaries, journals. Every ' +
    'file is held against its shape, its place, the journal and what it follows from, and looked through for secrets; ' +
    'entries are graded again, snapshots hashed again, the index is derived again. Of an island with little else than its ' +
    '10,260 entries it takes 2.7 s by the clock (`scripts/measure-verify.ts`).',
  'grade-emit': 'Seconds of the processor on a machine that others use at the same time.',
  'grade-consume':
    'Each report is on the disk, with its name, before the next schema is looked at: two flushes for each of them.',
  'start-state':
    'The modules of the command take as long to load as node itself takes to start (decision 0059).',
  'start-version': 'Node reads the command line library (decision 0059).',
};
