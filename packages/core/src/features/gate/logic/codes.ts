import type { ErrorCodeRow } from '../../../problems/error-code.js';

/** The gate over grades: reasons to fail, its baseline, its files. */
export const gateCodes = {
  'GAT-001': {
    severity: 'error',
    text: '{node} is rejected: {reason}',
    hint: 'A veto stands until a full evaluation lifts it: flowmcp grading explain {target} --node <node>. A baseline accepts it with a reason and a last day.',
  },
  'GAT-002': {
    severity: 'error',
    text: '{node} has no grade for its content ({status}): {reason}',
    hint: 'Grade it, or accept it as it is: --baseline <file> --update-baseline. What comes next: flowmcp grading state {target}',
  },
  'GAT-003': {
    severity: 'error',
    text: '{node} got worse: {before}, now {now}; a drop of {drop} is more than the noise of {noise}',
    hint: 'See where points were lost: flowmcp grading explain {target} --node <node>',
  },
  'GAT-004': {
    severity: 'error',
    text: '{node} has grade {grade}; --min-grade {minGrade} was expected',
    hint: 'See what would lift it: flowmcp grading explain {target} --node <node>. Or accept it: --baseline <file> --update-baseline',
  },
  'GAT-005': {
    severity: 'error',
    text: 'the grade of {node} rests on an answer that is {days} days old; --max-age-days {maxAge} is the most',
    hint: 'Grade it again: flowmcp grading run {target} --emit-prompts --scope all --regrade-reason scheduled',
  },
  'GAT-006': {
    severity: 'error',
    text: '{node} was graded ({before}) and now is {status}: {reason}',
    hint: 'Its content changed or its tests fail. Grade it again; what comes next: flowmcp grading state {target}',
  },
  'GAT-007': {
    severity: 'error',
    text: '{node} fell from {before} to {now}, and not by a score that differs a little',
    hint: 'A cap took its letter, such as too few namespaces. See which: flowmcp grading explain {target} --node <node>',
  },
  'GAT-008': {
    severity: 'error',
    text: '{target} fails with its members {members}, which are judged with their namespaces',
    hint: 'Mend what is named at the namespaces of these members.',
  },
  'GAT-009': {
    severity: 'error',
    text: '{node} has grade {grade}, which the baseline accepted until {expires} only',
    hint: 'Mend it, or give the entry another day: --update-baseline --expires <day>',
  },
  'GATE-007': {
    severity: 'error',
    text: '{target} rests on a damaged snapshot and was not judged: its sha256 is {found}, {source} says {expected}',
    hint: 'A snapshot is never edited: take it from a copy of the island, or import the source again. What else is damaged: flowmcp grading verify {target}',
  },
  'GAT-010': {
    severity: 'warning',
    text: 'the baseline accepted {node} until {expires}; it counts again',
    hint: 'Mend it, or give the entry another day: --update-baseline --expires <day>',
  },
  'GAT-011': {
    severity: 'warning',
    text: 'the baseline names {node}, which is not there any more',
    hint: 'Take it out with --update-baseline.',
  },
  'GAT-012': {
    severity: 'warning',
    text: 'the baseline accepts {node} below the bar, which it has reached: {now}',
    hint: 'Good news: take it in with --update-baseline, so that it is told when it falls back.',
  },
  'GAT-013': {
    severity: 'warning',
    text: 'the baseline names {node} as rejected, but not both why and until when it is accepted',
    hint: 'Give its entry a reason, and a last day as expires. Without both it accepts nothing.',
  },
  'GAT-014': {
    severity: 'error',
    text: '{node} was judged in part only: coverage {coverage}; --min-coverage {minCoverage} was expected',
    hint: 'Each n/a to a question that applies lowers it: flowmcp grading explain {target} --node <node>. Grade it again, or accept it: --baseline <file> --update-baseline',
  },
  'GAT-015': {
    severity: 'error',
    text: '{node} was tested against another origin, which says nothing of its API',
    hint: 'Test it without --origin-map and have it graded again: flowmcp grading run {target} --emit-prompts --scope all --regrade-reason scheduled. Or let it count: --allow-mapped',
  },
  'GAT-016': {
    severity: 'info',
    text: '{tested}: {nodes}',
    hint: 'This fails nothing. Where tests of an earlier version went is known once they are made again: --emit-prompts --scope all --regrade-reason scheduled',
  },
  'GAT-020': {
    severity: 'error',
    text: 'the gate has nothing to go by',
    hint: 'Give at least one of --min-grade, --min-coverage (above 0), --baseline and --max-age-days.',
    exit: 2,
  },
  'GAT-021': {
    severity: 'error',
    text: '{target} can not have grade A: its tier, autonomous, allows B at most',
    hint: 'Use --min-grade B for namespaces. Beside a selection, which can have A, they are held to B.',
    exit: 2,
  },
  'GAT-022': {
    severity: 'error',
    text: 'the baseline can not be used: {reason}',
    hint: 'Correct the file, or have it written anew with --update-baseline and another name.',
    exit: 2,
  },
  'GAT-023': {
    severity: 'error',
    text: 'the baseline is one of {found}; {expected} was expected, whose thresholds are others',
    hint: 'Have a baseline written anew with --update-baseline and another name.',
    exit: 2,
  },
  'GAT-024': {
    severity: 'error',
    text: 'the file can not be written ({reason})',
    hint: 'Name a file in a folder that exists and may be written to.',
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
    text: '--expires was given without --update-baseline, and would change nothing',
    hint: 'Have the baseline written: --baseline grading-baseline.json --update-baseline --expires {expires}',
    exit: 2,
  },
} satisfies Record<string, ErrorCodeRow>;
