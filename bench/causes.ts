/** Why an operation departs from its target, by its id; told where it does. */
export const causes: Readonly<Record<string, string>> = {
  import:
    'Beside parsing and hashing there is the gate with its checks, the value of each schema out of its syntax tree, ' +
    'and a hash over its canonical JSON. A file is written under another name, linked and unlinked, so that none is ever ' +
    'overwritten, and every folder on its way is flushed; each namespace is locked, and gets a journal. At 1× loading all ' +
    'that is a fifth of it.',
  rebuild:
    'A third goes into holding each snapshot against the hash in its name: its value is made out of the syntax tree and ' +
    'hashed as canonical JSON, where the floor only parses. The rest is opening files so that no link is followed, the ' +
    'shape of each entry, the rules, and a lock for each namespace. At 1× half of it is starting and loading.',
  'rebuild-one':
    'It costs the same at every size, and nearly all of it is starting node and loading parser and shapes; at the small ' +
    'sizes the floor of the whole island is not much more than a start.',
  verify:
    'Every file is held against its shape, its place, the journal and what it follows from: entries are graded anew, ' +
    'snapshots hashed anew, the index is derived anew.',
  'grade-emit': 'Seconds of the processor on a machine that others use at the same time.',
  'grade-consume':
    'Each report is on the disk, with its name, before the next schema is looked at: two flushes for each of them.',
  'start-state':
    'The modules of the command take as long to load as node itself takes to start (decision 0059).',
  'start-version': 'Node reads the command line library (decision 0059).',
};
