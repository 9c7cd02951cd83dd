import type { ErrorCodeRow } from '../../../problems/error-code.js';

const LOOK =
  'Nothing mends this by itself: take the file from a copy of the island, or find out who changed it.';

/** Findings of `grading verify`. An error is damage or a stray; a warning counts with --strict; an info never does. */
export const verifyCodes = {
  'VFY-001': {
    severity: 'error',
    text: '"{name}" and "{other}" are one name to some disks',
    hint: 'They differ in case alone, or in how their letters are composed: move aside the one that does not belong here.',
  },
  'VFY-002': {
    severity: 'error',
    text: '"{name}" can not be on every disk: {reason}',
    hint: 'The tool writes no such names: look at who did, and move it aside.',
  },
  'VFY-003': {
    severity: 'error',
    text: 'this is no {what} of the island',
    hint: 'Look at what it is; "flowmcp grading verify {target} --repair" moves it below .trash in the island.',
  },
  'VFY-004': {
    severity: 'warning',
    text: 'left behind by a command that was stopped',
    hint: 'It holds nothing that is missing elsewhere; "flowmcp grading verify {target} --repair" moves it below .trash in the island.',
  },
  'VFY-005': {
    severity: 'error',
    text: 'this is {what}, and the island holds plain files and folders only',
    hint: 'Look at where it leads; "flowmcp grading verify {target} --repair" moves it below .trash in the island.',
  },
  'VFY-006': {
    severity: 'error',
    text: 'the file has {links} names, so that it can be changed from elsewhere',
    hint: 'Find the other one (find <folder> -samefile <file>) and put a copy in its place; no command reads this file until then.',
  },
  'VFY-007': {
    severity: 'error',
    text: 'others may read or write it: its mode is {found}, expected {expected}',
    hint: 'chmod {expected} <file>; what lies here may hold answers of services that need a key.',
  },
  'VFY-008': {
    severity: 'warning',
    text: 'its mode is {found}, expected {expected}',
    hint: 'chmod {expected} <file>',
  },
  'VFY-009': {
    severity: 'error',
    text: 'the file can not be read ({code})',
    hint: 'Check whose it is, its permissions, and the disk.',
  },
  'VFY-010': {
    severity: 'error',
    text: 'its content has the hash {found}, its name says {expected}',
    hint: LOOK,
  },
  'VFY-011': { severity: 'error', text: 'the snapshot can not be read: {reason}', hint: LOOK },
  'VFY-012': {
    severity: 'error',
    text: 'its sha256 is {found}, {source} says {expected}',
    hint: 'A snapshot is never edited: take it from a copy of the island, or import the source again.',
  },
  'VFY-014': {
    severity: 'error',
    text: 'it is named more than a day ahead of the clock, {clock}, and is set aside: it is never the newest and counts for nothing',
    hint: 'Check the clock of this machine. Where it is right, move the file out of the island, or leave it: it counts when its time comes.',
  },
  'VFY-020': { severity: 'error', text: 'this is no valid entry: {reason}', hint: LOOK },
  'VFY-021': {
    severity: 'error',
    text: '{field} is {found}; its name and its folder say {expected}',
    hint: 'An entry lies where it was written and is never moved or copied: take it from a copy of the island.',
  },
  'VFY-022': {
    severity: 'error',
    text: '{field} is {found}, but {basis} {expected}',
    hint: LOOK,
  },
  'VFY-023': {
    severity: 'error',
    text: 'a partial grading leaves the grade as it is: {reason}',
    hint: LOOK,
  },
  'VFY-024': {
    severity: 'warning',
    text: 'no full grading comes before this partial one',
    hint: 'Its node stays pending until one does: flowmcp grading run {target} --emit-prompts',
  },
  'VFY-025': {
    severity: 'warning',
    text: 'the harness {found} is none that the specification knows',
    hint: 'It tells who really graded (decision 0012); only a reader that holds to the letter of the specification minds.',
  },
  'VFY-026': {
    severity: 'error',
    text: 'no snapshot here has the hash {hash} that it is bound to',
    hint: 'What was graded is gone: take the snapshot from a copy of the island.',
  },
  'VFY-028': {
    severity: 'error',
    text: '{field} is not what was emitted with this run',
    hint: 'The file was edited: a hand-in to it is refused. Begin a new run: flowmcp grading run {target} --emit-prompts --on-conflict overwrite',
  },
  'VFY-029': {
    severity: 'warning',
    text: 'index.json is not what a rebuild left last',
    hint: 'A command was stopped, or somebody wrote it. What is shown is derived anew from the files; have that written: flowmcp grading rebuild {target}',
  },
  'VFY-030': { severity: 'error', text: 'it refers to {ref}, which is not there', hint: LOOK },
  'VFY-031': {
    severity: 'info',
    text: '{entries} older than {days} days, the oldest of {oldest}: due for the archive',
    hint: 'Nothing is moved and no grade changes. Grade anew what still rests on one before you archive it; --json lists them.',
  },
  'VFY-040': { severity: 'error', text: 'the file can not be used: {reason}', hint: LOOK },
  'VFY-041': {
    severity: 'error',
    text: 'no snapshot of {schema} is what it is about: {field} {found}',
    hint: 'What was tested is gone, or this was edited; the next run tests again and writes it anew.',
  },
  'VFY-042': {
    severity: 'error',
    text: '{field} is {found}, expected {expected}',
    hint: LOOK,
  },
  'VFY-043': {
    severity: 'error',
    text: 'it says that {working} tests worked, of {bar} that are needed; of its records {found} say so',
    hint: 'The summary was edited. Test anew: flowmcp grading run {target} --emit-prompts --on-conflict overwrite',
  },
  'VFY-044': {
    severity: 'warning',
    text: 'there are records of tests, and no summary of them',
    hint: 'A command was stopped, or somebody deleted it. Test anew: flowmcp grading run {target} --emit-prompts',
  },
  'VFY-050': { severity: 'error', text: 'the hand-in can not be read: {reason}', hint: LOOK },
  'VFY-051': {
    severity: 'error',
    text: 'its answers are not those that were handed in with {scores}',
    hint: 'One of the two was edited; the journal tells which.',
  },
  'VFY-052': {
    severity: 'error',
    text: 'no entry holds its answers about {area}/{subject}',
    hint: 'The entry was deleted or edited: take it from a copy of the island.',
  },
  'VFY-053': {
    severity: 'error',
    text: 'no hand-in here holds its answers of {at} ({entries})',
    hint: 'The scores file was deleted, or nobody ever gave these answers.',
  },
  'VFY-054': {
    severity: 'error',
    text: 'its answers were handed in once, and {entry} holds them already',
    hint: 'One of the two is a copy that somebody put here; it counts as a grading of its own time. Find out which, and move it away.',
  },
  'VFY-060': {
    severity: 'error',
    text: 'the file can not be used: {reason}',
    hint: 'Move it aside; the next run begins anew. The entries are not touched by that.',
  },
  'VFY-061': {
    severity: 'error',
    text: 'it does not belong to the run of state.json: {field} is {found}, there it is {expected}',
    hint: 'Begin a new run: flowmcp grading run {target} --emit-prompts --on-conflict overwrite',
  },
  'VFY-062': {
    severity: 'warning',
    text: 'an emit was stopped before it had written its state',
    hint: 'Run it again: flowmcp grading run {target} --emit-prompts',
  },
  'VFY-063': {
    severity: 'warning',
    text: 'the hand-in {scores} was stopped while it was taken in',
    hint: 'Finish it: flowmcp grading run {target} --consume-scores {scoresPath}',
  },
  'VFY-064': {
    severity: 'error',
    text: 'it says that {file} was taken in, and {reason}',
    hint: LOOK,
  },
  'VFY-065': {
    severity: 'info',
    text: '{lines} can not be read: an evaluation was stopped there',
    hint: 'What stood there was asked again, or will be.',
  },
  'VFY-070': {
    severity: 'error',
    text: 'the frozen lock snapshot is damaged: {reason}',
    hint: '"flowmcp grading verify {target} --repair" takes it from {other}, where that is whole.',
  },
  'VFY-071': {
    severity: 'error',
    text: 'it is not what index.json froze: {path} is {found}, there it is {expected}',
    hint: 'One of the two was edited. Move that one aside and run "flowmcp grading verify {target} --repair".',
  },
  'VFY-072': {
    severity: 'warning',
    text: 'it is of a later run than what index.json froze: an emit was stopped',
    hint: 'The next run freezes both anew; "flowmcp grading verify {target} --repair" takes back the later one.',
  },
  'VFY-080': {
    severity: 'error',
    text: 'index.json is not there, though the target has been worked on',
    hint: 'It is derived: flowmcp grading verify {target} --repair',
  },
  'VFY-081': {
    severity: 'error',
    text: 'this is no index',
    hint: 'It is derived: flowmcp grading verify {target} --repair',
  },
  'VFY-082': {
    severity: 'error',
    text: 'it is not what the files say: {found} instead of {expected}',
    hint: 'It is derived: where nothing else is damaged, "flowmcp grading verify {target} --repair" writes it anew.',
  },
  'VFY-083': {
    severity: 'error',
    text: 'the index can not be derived: {reason}',
    hint: 'Mend what is named first.',
  },
  'VFY-084': {
    severity: 'warning',
    text: 'it does not show yet {what}',
    hint: '"flowmcp grading verify {target} --repair" writes it anew. A stopped command that is run again does so as well.',
  },
  'VFY-085': {
    severity: 'info',
    text: 'it shows {members} as of {at}; since then that has changed',
    hint: '"flowmcp grading state {target}" looks anew; the next run or export writes it.',
  },
  'VFY-086': {
    severity: 'warning',
    text: 'index.json is not there yet: an import was stopped',
    hint: 'Run the import again, or: flowmcp grading verify {target} --repair',
  },
  'VFY-087': {
    severity: 'error',
    text: 'its updatedAt was changed: {found} instead of {expected}',
    hint: 'It is derived: where nothing else is damaged, "flowmcp grading verify {target} --repair" writes it anew.',
  },
  'VFY-090': {
    severity: 'error',
    text: 'the journal is not there, though {facts} of the target are',
    hint: 'It was deleted, and with it the proof that nothing else was: take it from a copy of the island.',
  },
  'VFY-091': {
    severity: 'error',
    text: 'the journal is broken: this line is {reason}',
    hint: 'Lines are only ever added: this one was edited, taken out or put in. Take the journal from a copy of the island.',
  },
  'VFY-092': {
    severity: 'warning',
    text: 'the last line of the journal was not finished: a command was stopped',
    hint: 'Nothing is lost; "flowmcp grading verify {target} --repair" ends it, and so does the next command that writes facts.',
  },
  'VFY-093': {
    severity: 'error',
    text: 'line {line} of the journal has taken in this {fact}, and it is gone',
    hint: LOOK,
  },
  'VFY-094': {
    severity: 'error',
    text: 'line {line} of the journal has taken in this {fact} with other content',
    hint: LOOK,
  },
  'VFY-095': {
    severity: 'error',
    text: 'the journal knows nothing of this {fact}',
    hint: 'No command wrote it, or the end of the journal was cut off. Find out where it comes from before the next command adopts it.',
  },
  'VFY-096': {
    severity: 'warning',
    text: 'the journal knows nothing of this {fact} yet',
    hint: 'A command was stopped, or somebody put it here. "flowmcp grading verify {target} --repair" takes it in as adopted, and so does the next command that writes facts.',
  },
  'VFY-097': {
    severity: 'error',
    text: '{file} was taken in before',
    hint: 'A line was put in by somebody: take the journal from a copy of the island.',
  },
  'VFY-098': {
    severity: 'info',
    text: 'found by a command and adopted, not written by one: {facts}, the first of them {file}',
    hint: 'A command was stopped, the island is older than its journal, or somebody put them here. Look for "adopted" in the journal.',
  },
  'VFY-100': {
    severity: 'error',
    text: 'the veto {trigger} on {node} has vanished: no newer full grading has lifted it',
    hint: 'Its entry was deleted or edited. The node counts as rejected all the same: take the entry from a copy of the island.',
  },
  'VFY-101': {
    severity: 'error',
    text: 'the journal has taken in this entry without its veto',
    hint: 'The entry or the journal was edited after it was taken in.',
  },
  'VFY-110': {
    severity: 'warning',
    text: 'a lock was left behind by {who}',
    hint: 'The next command on its target takes it over; "flowmcp grading verify {target} --repair" releases it.',
  },
  'VFY-120': {
    severity: 'error',
    text: 'it holds something that has the form of a key',
    hint: 'Withdraw the key where it was issued, then move the file aside.',
  },
  'VFY-121': {
    severity: 'error',
    text: 'it holds the value of one of your keys',
    hint: 'Withdraw the key where it was issued, then move the file aside.',
  },
  'VFY-122': {
    severity: 'warning',
    text: 'the source it was copied from holds something that has the form of a key',
    hint: 'Take the key out of the source and withdraw it; a run refuses this content.',
  },
  'VFY-130': {
    severity: 'error',
    text: 'it was not repaired: {reason}',
    hint: 'What is derived from damaged files would hide the damage.',
  },
  'VFY-131': {
    severity: 'error',
    text: 'no command reads it: its name has to be "{expected}", in small letters',
    hint: 'Rename it. "--repair" leaves it where it is, for whole targets may lie in it.',
  },
  'VFY-132': {
    severity: 'error',
    text: 'a folder of the target is a symbolic link, and nothing behind it is read',
    hint: 'Nothing needs to be lost: put the folder itself in the place of the link, then verify again. Until then the target cannot be judged.',
  },
} satisfies Record<string, ErrorCodeRow>;
