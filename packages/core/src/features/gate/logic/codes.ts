import type { ErrorCodeRow } from '../../../problems/error-code.js';

/** The gate for grades: reasons why it fails, its baseline and its files. */
export const gateCodes = {
  'GAT-001': {
    severity: 'error',
    text: '{node} is rejected: {reason}',
    hint: 'A veto stands until a full evaluation lifts it. To see why: flowmcp grading explain {target} --node <node>. A baseline can accept it with a reason and a last day.',
  },
  'GAT-002': {
    severity: 'error',
    text: '{node} has no grade for its current content ({status}): {reason}',
    hint: 'Grade it, or accept it as it is: --baseline <file> --update-baseline. To see what comes next: flowmcp grading state {target}',
  },
  'GAT-003': {
    severity: 'error',
    text: '{node} got worse: {before}, now {now}; a drop of {drop} exceeds the noise of {noise}',
    hint: 'See where points were lost: flowmcp grading explain {target} --node <node>',
  },
  'GAT-004': {
    severity: 'error',
    text: '{node} has grade {grade}, below --min-grade {minGrade}',
    hint: 'See what would raise it: flowmcp grading explain {target} --node <node>. Or accept it: --baseline <file> --update-baseline',
  },
  'GAT-005': {
    severity: 'error',
    text: 'the grade of {node} is based on an answer that is {days} days old; --max-age-days allows {maxAge}',
    hint: 'Grade it again: flowmcp grading emit {target} --scope all --regrade-reason scheduled',
  },
  'GAT-006': {
    severity: 'error',
    text: '{node} was graded ({before}) and is now {status}: {reason}',
    hint: 'Its content changed or its tests fail. Grade it again; to see what comes next: flowmcp grading state {target}',
  },
  'GAT-007': {
    severity: 'error',
    text: '{node} fell from {before} to {now}, and a small difference in score does not explain it',
    hint: 'A cap lowered its grade, for example because of too few namespaces. See which: flowmcp grading explain {target} --node <node>',
  },
  'GAT-008': {
    severity: 'error',
    text: '{target} fails because of its members {members}, which are judged with their namespaces',
    hint: 'Fix what is reported for these members in their namespaces.',
  },
  'GAT-009': {
    severity: 'error',
    text: '{node} has grade {grade}, which the baseline accepted only until {expires}',
    hint: 'Fix it, or give the entry a new expiry date: --update-baseline --expires <day>',
  },
  'GATE-007': {
    severity: 'error',
    text: '{target} is based on a damaged snapshot and was not judged: its sha256 is {found}, but {source} says {expected}',
    hint: 'A snapshot is never edited: restore it from a copy of the island, or import the source again. To see what else is damaged: flowmcp grading verify {target}',
  },
  'GATE-030': {
    severity: 'error',
    text: '{node} is undecided, and the worse of its two likeliest letters is below --min-grade {minGrade}: {certainty}',
    hint: 'See where points were lost: flowmcp grading explain {target} --node <node>. Grade it again with more samples (--judge-max), or accept it: --baseline <file> --update-baseline',
  },
  'GATE-031': {
    severity: 'error',
    text: '{target} has no current trial{wanted}: {why}',
    hint: 'Ask the model again: flowmcp trial {target} --model <provider/model>. Or accept it as it is: --baseline <file> --update-baseline',
  },
  'GATE-032': {
    severity: 'error',
    text: 'the trial of {target} and that of the baseline cannot be compared: {reason}',
    hint: 'Repeat the trial as the baseline has it, or accept this one: --baseline <file> --update-baseline',
  },
  'GATE-033': {
    severity: 'warning',
    text: 'the new baseline drops the trial of {target} with {model}, which has no current one',
    hint: 'From now on nothing is compared for it. Ask the model again, and write the baseline once more: flowmcp trial {target} --model {model}',
  },
  'GATE-034': {
    severity: 'warning',
    text: 'tasks that the trial of {target} has in common with the baseline: {tasks} (gone from the baseline: {gone}); with fewer than six, no drop can be told from chance',
    hint: 'Add tasks with --tasks, or accept the tasks of today: --baseline <file> --update-baseline',
  },
  'GATE-035': {
    severity: 'error',
    text: 'the baseline was not written: trials of {targets} are damaged or have gaps',
    hint: 'Restore these files, or move them out of the island and run the trials again; then write the baseline once more.',
  },
  'GAT-010': {
    severity: 'warning',
    text: 'the baseline accepted {node} only until {expires}; this node now counts again',
    hint: 'Fix it, or give the entry a new expiry date: --update-baseline --expires <day>',
  },
  'GAT-011': {
    severity: 'warning',
    text: 'the baseline names {node}, which no longer exists',
    hint: 'Remove it with --update-baseline.',
  },
  'GAT-012': {
    severity: 'warning',
    text: '{node}, which the baseline accepts below the bar, has reached the bar: {now}',
    hint: 'Good news: record it with --update-baseline, so that a later drop is reported.',
  },
  'GAT-013': {
    severity: 'warning',
    text: 'the baseline names {node} as rejected, but does not say both why and until when it is accepted',
    hint: 'Give its entry a reason, and a last day under expires. Without both, the entry accepts nothing.',
  },
  'GAT-014': {
    severity: 'error',
    text: '{node} was judged only in part: coverage {coverage}, below --min-coverage {minCoverage}',
    hint: 'Each n/a for a question that applies lowers the coverage: flowmcp grading explain {target} --node <node>. Grade it again, or accept it: --baseline <file> --update-baseline',
  },
  'GAT-015': {
    severity: 'error',
    text: '{node} was tested against another origin, which shows nothing about its API',
    hint: 'Test it without --origin-map and have it graded again: flowmcp grading emit {target} --scope all --regrade-reason scheduled. Or let it count: --allow-mapped',
  },
  'GAT-016': {
    severity: 'info',
    text: '{tested}: {nodes}',
    hint: 'This does not fail the gate. To test again: grading emit with --scope all --regrade-reason scheduled',
  },
  'GAT-020': {
    severity: 'error',
    text: 'the gate has nothing to check against',
    hint: 'Give at least one of --min-grade, --min-coverage (above 0), --min-success, --baseline and --max-age-days.',
    exit: 2,
  },
  'GAT-021': {
    severity: 'error',
    text: '{target} cannot have grade A: its tier, autonomous, allows B at most',
    hint: 'Use --min-grade B for namespaces. When they are checked together with a selection, which can have A, they are still held only to B.',
    exit: 2,
  },
  'GAT-022': {
    severity: 'error',
    text: 'the baseline cannot be used: {reason}',
    hint: 'Correct the file, or write a new one under another name with --update-baseline.',
    exit: 2,
  },
  'GAT-023': {
    severity: 'error',
    text: 'the baseline is for {found}; expected {expected}, which has different thresholds',
    hint: 'Write a new baseline under another name with --update-baseline.',
    exit: 2,
  },
  'GAT-024': {
    severity: 'error',
    text: 'the file cannot be written ({reason})',
    hint: 'Name a file in an existing folder that you can write to.',
    exit: 2,
  },
  'GAT-025': {
    severity: 'error',
    text: '--update-baseline was given without a file',
    hint: 'Name it: --baseline grading-baseline.json --update-baseline',
    exit: 2,
  },
  'GAT-026': {
    severity: 'error',
    text: '--expires was given without --update-baseline, so it would change nothing',
    hint: 'Write the baseline: --baseline grading-baseline.json --update-baseline --expires {expires}',
    exit: 2,
  },
} satisfies Record<string, ErrorCodeRow>;
