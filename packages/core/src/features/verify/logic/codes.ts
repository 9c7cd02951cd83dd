import type { ErrorCodeRow } from '../../../problems/error-code.js';

const LOOK =
  'This cannot be repaired automatically: restore the file from a copy of the island, or find out who changed it.';

/**
 * Findings of `grading verify`. An error is damage or a stray; a warning makes a check fail only with --strict; an info
 * never does.
 */
export const verifyCodes = {
  'VFY-001': {
    severity: 'error',
    text: '"{name}" and "{other}" are the same name on some disks',
    hint: 'They differ only in case, or in how their letters are composed. If one of them does not belong here, move it away.',
  },
  'VFY-002': {
    severity: 'error',
    text: '"{name}" is not allowed on every disk: {reason}',
    hint: 'This tool never writes such names: find out what created it, and move it elsewhere.',
  },
  'VFY-003': {
    severity: 'error',
    text: 'this {what} does not belong in the island',
    hint: 'Check what it is; "flowmcp grading verify {target} --repair" moves it to .trash in the island.',
  },
  'VFY-004': {
    severity: 'warning',
    text: 'this was left behind by an interrupted command',
    hint: 'It contains nothing that is missing elsewhere; "flowmcp grading verify {target} --repair" moves it to .trash in the island.',
  },
  'VFY-005': {
    severity: 'error',
    text: 'this is {what}, but the island contains only plain files and folders',
    hint: 'Check where it leads; "flowmcp grading verify {target} --repair" moves it to .trash in the island.',
  },
  'VFY-006': {
    severity: 'error',
    text: 'the file has {links} names (hard links), so it can be changed from elsewhere',
    hint: 'Find the other name (find <folder> -samefile <file>) and replace it with a copy; no command reads this file until then.',
  },
  'VFY-007': {
    severity: 'error',
    text: 'other users can read or write it: its mode is {found}, expected {expected}',
    hint: 'Run chmod {expected} <file>. The files here may contain answers from services that need a key.',
  },
  'VFY-008': {
    severity: 'warning',
    text: 'its mode is {found}, expected {expected}',
    hint: 'Run chmod {expected} <file>.',
  },
  'VFY-009': {
    severity: 'error',
    text: 'the file cannot be read ({code})',
    hint: 'Check its owner, its permissions and the disk.',
  },
  'VFY-010': {
    severity: 'error',
    text: 'its content has the hash {found}, but its name says {expected}',
    hint: LOOK,
  },
  'VFY-011': { severity: 'error', text: 'the snapshot cannot be read: {reason}', hint: LOOK },
  'VFY-012': {
    severity: 'error',
    text: 'its sha256 is {found}, but {source} says {expected}',
    hint: 'Snapshots are never edited: restore it from a copy of the island, or import the source again.',
  },
  'VFY-014': {
    severity: 'error',
    text: 'the time in its name is more than a day ahead of the clock ({clock}), so the file is set aside: it is never taken as the newest and has no effect',
    hint: 'Check the clock of this machine. If it is right, move the file out of the island, or leave it: it will count once that time is reached.',
  },
  'VFY-020': { severity: 'error', text: 'this is not a valid entry: {reason}', hint: LOOK },
  'VFY-021': {
    severity: 'error',
    text: '{field} is {found}, but its name and its folder say {expected}',
    hint: 'An entry stays where it was written and is never moved or copied: restore it from a copy of the island.',
  },
  'VFY-022': {
    severity: 'error',
    text: '{field} is {found}, but {basis} {expected}',
    hint: LOOK,
  },
  'VFY-023': {
    severity: 'error',
    text: 'a partial grading must not change the grade: {reason}',
    hint: LOOK,
  },
  'VFY-024': {
    severity: 'warning',
    text: 'there is no full grading before this partial one',
    hint: 'Its node stays pending until there is one: flowmcp grading emit {target}',
  },
  'VFY-025': {
    severity: 'info',
    text: 'entries by a harness that is not in the list of the specification: {found}',
    hint: 'They show who really graded (decision 0012); only a reader that follows the specification to the letter will object.',
  },
  'VFY-026': {
    severity: 'error',
    text: 'it is bound to the hash {hash}, but no snapshot here has that hash',
    hint: 'What was graded is gone: restore the snapshot from a copy of the island.',
  },
  'VFY-027': {
    severity: 'warning',
    text: '{unknown}, so its grade was not checked',
    hint: 'Another version of this tool wrote it. Its node can be graded again: flowmcp grading emit {target}',
  },
  'VFY-028': {
    severity: 'error',
    text: '{field} is not what this run emitted',
    hint: 'The file was edited: hand-ins for this run are rejected. Start a new run: flowmcp grading emit {target} --on-conflict overwrite',
  },
  'VFY-029': {
    severity: 'warning',
    text: 'index.json is not as the last rebuild left it',
    hint: 'A command was interrupted, or somebody edited it. Commands derive what they show from the files; to write index.json again: flowmcp grading rebuild {target}',
  },
  'VFY-030': { severity: 'error', text: 'it refers to {ref}, which is missing', hint: LOOK },
  'VFY-031': {
    severity: 'info',
    text: '{entries} older than {days} days, the oldest from {oldest}: due for the archive',
    hint: 'Nothing is moved and no grade changes. Before you archive an entry, regrade what still depends on it; --json lists the entries.',
  },
  'VFY-040': { severity: 'error', text: 'the file cannot be used: {reason}', hint: LOOK },
  'VFY-041': {
    severity: 'error',
    text: 'it is about the {field} {found}, but no snapshot of {schema} matches',
    hint: 'What was tested is gone, or this file was edited; the next run tests again and rewrites it.',
  },
  'VFY-042': {
    severity: 'error',
    text: '{field} is {found}, expected {expected}',
    hint: LOOK,
  },
  'VFY-043': {
    severity: 'error',
    text: 'it counts {working} working tests, but its records show {found}; {bar} are needed',
    hint: 'The summary was edited. Test again: flowmcp grading emit {target} --on-conflict overwrite',
  },
  'VFY-044': {
    severity: 'warning',
    text: 'there are test records, but no summary of them',
    hint: 'A command was interrupted, or somebody deleted the summary. Test again: flowmcp grading emit {target}',
  },
  'VFY-050': { severity: 'error', text: 'the hand-in cannot be read: {reason}', hint: LOOK },
  'VFY-051': {
    severity: 'error',
    text: 'its answers are not those handed in with {scores}',
    hint: 'One of the two was edited; the journal shows which.',
  },
  'VFY-052': {
    severity: 'error',
    text: 'no entry contains its answers about {area}/{subject}',
    hint: 'The entry was deleted or edited: restore it from a copy of the island.',
  },
  'VFY-053': {
    severity: 'error',
    text: 'no hand-in here contains its answers from {at} ({entries})',
    hint: 'The scores file was deleted, or nobody ever gave these answers.',
  },
  'VFY-054': {
    severity: 'error',
    text: 'its answers were handed in only once, and {entry} already contains them',
    hint: 'One of the two is a copy that somebody put here; it counts as a separate grading with its own time. Find out which, and move it out of the island.',
  },
  'VFY-060': {
    severity: 'error',
    text: 'the file cannot be used: {reason}',
    hint: 'Move it elsewhere; the next run starts afresh. The entries are not affected.',
  },
  'VFY-061': {
    severity: 'error',
    text: 'it does not belong to the run in state.json: {field} is {found} here, but {expected} there',
    hint: 'Start a new run: flowmcp grading emit {target} --on-conflict overwrite',
  },
  'VFY-062': {
    severity: 'warning',
    text: 'an emit was interrupted before it wrote its state',
    hint: 'Run it again: flowmcp grading emit {target}',
  },
  'VFY-063': {
    severity: 'warning',
    text: 'a command was interrupted while it was consuming the hand-in {scores}',
    hint: 'Finish consuming it: flowmcp grading hand-in {target} {scoresPath}',
  },
  'VFY-064': {
    severity: 'error',
    text: 'it says that {file} was consumed, but {reason}',
    hint: LOOK,
  },
  'VFY-065': {
    severity: 'info',
    text: '{lines} cannot be read: an evaluation was interrupted there',
    hint: 'What was lost there has been asked for again, or will be.',
  },
  'VFY-066': {
    severity: 'error',
    text: 'the skill does not say what the prompts of its run say',
    hint: 'It was edited, or the island was moved. Write it again: flowmcp grading emit {target} --as-skill',
  },
  'VFY-070': {
    severity: 'error',
    text: 'the frozen lock snapshot is damaged: {reason}',
    hint: '"flowmcp grading verify {target} --repair" restores it from {other}, if that is intact.',
  },
  'VFY-071': {
    severity: 'error',
    text: 'it differs from what is frozen in index.json: {path} is {found} here, but {expected} there',
    hint: 'One of the two was edited. Find out which, move it elsewhere and run "flowmcp grading verify {target} --repair".',
  },
  'VFY-072': {
    severity: 'warning',
    text: 'it is from a later run than what is frozen in index.json: an emit was interrupted',
    hint: 'The next run freezes both again; "flowmcp grading verify {target} --repair" undoes the later one.',
  },
  'VFY-080': {
    severity: 'error',
    text: 'index.json is missing, although the target has been worked on',
    hint: 'It is derived. Write it again: flowmcp grading verify {target} --repair',
  },
  'VFY-081': {
    severity: 'error',
    text: 'this is not an index',
    hint: 'It is derived. Write it again: flowmcp grading verify {target} --repair',
  },
  'VFY-082': {
    severity: 'error',
    text: 'it does not follow from the files: {found} instead of {expected}',
    hint: 'It is derived: if nothing else is damaged, "flowmcp grading verify {target} --repair" writes it again.',
  },
  'VFY-083': {
    severity: 'error',
    text: 'the index cannot be derived: {reason}',
    hint: 'Fix what is named here first.',
  },
  'VFY-084': {
    severity: 'warning',
    text: 'it does not yet show {what}',
    hint: '"flowmcp grading verify {target} --repair" writes it again. So does the interrupted command, if you run it again.',
  },
  'VFY-085': {
    severity: 'info',
    text: 'it shows {members} as of {at}; there have been changes since',
    hint: 'Run "flowmcp grading state {target}" for the current state; the next run or export updates index.json.',
  },
  'VFY-086': {
    severity: 'warning',
    text: 'index.json does not exist yet: an import was interrupted',
    hint: 'Run the import again, or: flowmcp grading verify {target} --repair',
  },
  'VFY-087': {
    severity: 'error',
    text: 'its updatedAt was changed: {found} instead of {expected}',
    hint: 'It is derived: if nothing else is damaged, "flowmcp grading verify {target} --repair" writes it again.',
  },
  'VFY-090': {
    severity: 'error',
    text: 'the journal is missing, although the target has {facts}',
    hint: 'It was deleted, and with it the proof that nothing else was: restore it from a copy of the island.',
  },
  'VFY-091': {
    severity: 'error',
    text: 'the journal is broken: this line is {reason}',
    hint: 'Lines are only ever added, but this one was edited, removed or inserted. Restore the journal from a copy of the island.',
  },
  'VFY-092': {
    severity: 'warning',
    text: 'the last line of the journal is incomplete: a command was interrupted',
    hint: 'Nothing is lost; "flowmcp grading verify {target} --repair" closes it, and so does the next command that writes facts.',
  },
  'VFY-093': {
    severity: 'error',
    text: 'line {line} of the journal records this {fact}, but it is gone',
    hint: LOOK,
  },
  'VFY-094': {
    severity: 'error',
    text: 'line {line} of the journal records this {fact} with different content',
    hint: LOOK,
  },
  'VFY-095': {
    severity: 'error',
    text: 'the journal has no record of this {fact}',
    hint: 'No command wrote it, or the end of the journal was cut off. Find out where it came from before the next command adopts it.',
  },
  'VFY-096': {
    severity: 'warning',
    text: 'the journal has no record of this {fact} yet',
    hint: 'A command was interrupted, or somebody put it here. "flowmcp grading verify {target} --repair" records it as adopted, and so does the next command that writes facts.',
  },
  'VFY-097': {
    severity: 'error',
    text: '{file} was already recorded',
    hint: 'Somebody inserted a line: restore the journal from a copy of the island.',
  },
  'VFY-098': {
    severity: 'info',
    text: 'a command found and adopted {facts} of which the journal had no record; the first is {file}',
    hint: 'A command was interrupted, the island is older than its journal, or somebody put them here. Look for "adopted" in the journal.',
  },
  'VFY-099': {
    severity: 'warning',
    text: 'the journal says that the rules are {recorded}, but those of the island are {rules}',
    hint: 'A change of the rules was interrupted, or rules.json was edited. To finish: flowmcp grading rules --set {recorded}; to go back: flowmcp grading rules --set {rules} (each with --grading-data, if this command has it)',
  },
  'VFY-100': {
    severity: 'error',
    text: 'the veto {trigger} on {node} is gone, although no newer full grading lifted it',
    hint: 'Its entry was deleted or edited. The node still counts as rejected: restore the entry from a copy of the island.',
  },
  'VFY-101': {
    severity: 'error',
    text: 'this entry has a veto, but the journal recorded it without one',
    hint: 'The entry or the journal was edited afterwards.',
  },
  'VFY-110': {
    severity: 'warning',
    text: 'a lock was left behind by {who}',
    hint: 'The next command on its target takes it over; "flowmcp grading verify {target} --repair" releases it.',
  },
  'VFY-120': {
    severity: 'error',
    text: 'it contains something that looks like a key',
    hint: 'Revoke the key where it was issued, then move the file out of the island.',
  },
  'VFY-121': {
    severity: 'error',
    text: 'it contains the value of one of your keys',
    hint: 'Revoke the key where it was issued, then move the file out of the island.',
  },
  'VFY-122': {
    severity: 'warning',
    text: 'the source it was copied from contains something that looks like a key',
    hint: 'Remove the key from the source and revoke it; a run rejects this content.',
  },
  'VFY-130': {
    severity: 'error',
    text: 'it was not repaired: {reason}',
    hint: 'Fix what is named here first: files derived from damaged ones would hide the damage.',
  },
  'VFY-131': {
    severity: 'error',
    text: 'no command reads it: its name must be "{expected}", in lower case',
    hint: 'Rename it. "--repair" leaves it where it is, because it may contain whole targets.',
  },
  'VFY-132': {
    severity: 'error',
    text: 'a folder of the target is a symbolic link, so nothing behind it is read',
    hint: 'Replace the link with the folder it leads to, then verify again: nothing need be lost. Until then, the target cannot be verified.',
  },
  'VFY-133': {
    severity: 'warning',
    text: 'the tool {tool} was tested, but not even code has graded it: neither the tool nor the schema {schema} has an entry',
    hint: 'The next run keeps what code answers: flowmcp grading emit {target}',
  },
  'VFY-134': {
    severity: 'error',
    text: 'the trial is damaged: {reason}',
    hint: 'Restore it from a copy of the island, or move it out of the folder and run the trial again. "--repair" leaves it where it is.',
  },
  'VFY-135': {
    severity: 'info',
    text: 'the trial is open: {attempts} attempts were kept{torn}',
    hint: 'Repeat the command that began it; it asks only for what is missing.',
  },
  'VFY-136': {
    severity: 'error',
    text: 'this {what} does not belong in the folder of trials',
    hint: 'Move it elsewhere. "--repair" leaves it where it is, because it may be a trial.',
  },
  'VFY-137': {
    severity: 'info',
    text: '{lines} of this draft cannot be read: a save was interrupted there',
    hint: 'Everything that was reported as saved is there. Open the draft and look at the last answer.',
  },
  'VFY-138': {
    severity: 'error',
    text: 'the second opinion cannot be used: {reason}',
    hint: 'Restore it from a copy of the island, or move it elsewhere. No grade follows from it.',
  },
  'VFY-139': {
    severity: 'error',
    text: 'this kept reading differs from what {snapshot} says',
    hint: 'Commands may have believed it. "--repair" moves it away, and derives the index again from the snapshot.',
  },
} satisfies Record<string, ErrorCodeRow>;
