import type { ErrorCodeRow } from '../../problems/error-code.js';

/** Trials: tasks that cannot be asked, models, files, and what a trial shows. */
export const trialCodes = {
  'TRI-004': {
    severity: 'warning',
    text: 'task {task} contradicts its own tool: {reason}; it is not asked',
    hint: 'Correct the values of the task, or the parameters of the tool. As they stand, no answer can be right.',
  },
  'TRI-005': {
    severity: 'info',
    text: '{count} of {all} tasks leave open a value that their tool requires: {tasks}',
    hint: 'They are asked all the same: choosing a tool needs no value. Put the values into the texts, or leave these tasks out with --self-contained.',
  },
  'TRI-006': {
    severity: 'warning',
    text: 'task {task} has the same text as {others}, but wants another tool; neither is asked',
    hint: 'Say in the texts what sets the tools apart, or let each task name all tools that do it.',
  },
  'TRI-007': {
    severity: 'error',
    text: 'the budget is used up ({budget}); {missing} of {all} attempts are missing',
    hint: 'Repeat the command with a larger budget: only the missing attempts are asked.',
    exit: 2,
  },
  'TRI-008': {
    severity: 'error',
    text: '{model} takes no tools: {shown}',
    hint: 'Choose a model that supports tool calls, or a server that passes them on.',
    exit: 2,
  },
  'TRI-009': {
    severity: 'error',
    text: 'it cannot be read as a trial: {reason}',
    hint: 'Restore the file as the command wrote it, or move it out of its folder and run the trial again. Nothing was written.',
    exit: 2,
  },
  'TRI-010': {
    severity: 'error',
    text: '{first} and {second} cannot be compared: {reason}',
    hint: 'Compare two trials of the same tasks, samples and seed that differ in the tools or in the model.',
    exit: 2,
  },
  'TRI-011': {
    severity: 'error',
    text: 'the trial is open: {lack}',
    hint: 'Repeat the command that began it; it asks only for what is missing.',
    exit: 2,
  },
  'TRI-012': {
    severity: 'error',
    text: 'it holds another trial ({found}, not {expected}): the tools, the tasks, the model or the settings differ',
    hint: 'Name another file with --out, and compare both: flowmcp trial compare <first> <second>',
    exit: 2,
  },
  'TRI-013': {
    severity: 'error',
    text: 'the trial cannot be written ({reason})',
    hint: 'Name a file in a writable folder with --out; each answer is kept there as it comes.',
    exit: 2,
  },
  'TRI-014': {
    severity: 'error',
    text: 'one target was expected, found {found}',
    hint: 'Name one schema file, one provider folder, one address, one snapshot, one program, or one target of the island. --out and --tasks take one target; without them, each word is a target with a file of its own.',
    exit: 2,
  },
  'TRI-015': {
    severity: 'error',
    text: '{place} has {found} tools to offer beside those of the target, but --among needs {wanted}',
    hint: 'Take a smaller number, name a larger catalogue with --in, or import more providers: flowmcp grading import <provider folder>',
    exit: 2,
  },
  'TRI-016': {
    severity: 'info',
    text: 'number of tools left out because another one has the same name: {count} ({tools})',
    hint: 'A model calls a tool by its name. Rename one of them if it is to be found too.',
  },
  'TRI-017': {
    severity: 'error',
    text: '{target} is a part of a target; its tools are offered together with the others',
    hint: 'Name the whole target: flowmcp trial {whole}',
    exit: 2,
  },
  'TRI-018': {
    severity: 'error',
    text: '{count} targets were not asked, because every call would fail in the same way: {targets}',
    hint: 'Correct what failed first, and repeat the command.',
    exit: 2,
  },
  'TRI-019': {
    severity: 'error',
    text: '{target} has members whose tools are not there: {members}',
    hint: 'Import them first: flowmcp grading import <provider folder>. With fewer tools, the right one is easier to choose.',
    exit: 2,
  },
  'TRI-020': {
    severity: 'error',
    text: '{rate} of the tasks succeed, and even {high}, the upper end of the interval, is below {bar}',
    hint: 'See which tools were confused, and reword their descriptions.',
  },
  'TRI-021': {
    severity: 'warning',
    text: '{n} tasks do not show whether success reaches {bar}: {rate} succeed, and the interval is {low} to {high}; {needed}',
    hint: 'Add tasks with --tasks; more samples of the same tasks do not narrow the interval.',
  },
  'TRI-022': {
    severity: 'error',
    text: 'success fell from {before} to {now} over {tasks} tasks, more than chance explains (p = {p})',
    hint: 'See which tools were confused, and reword their descriptions: flowmcp grading explain. Or accept it: --update-baseline',
  },
  'TRI-023': {
    severity: 'error',
    text: 'the trial cannot be judged: {reason}',
    hint: 'Run the trial again: flowmcp trial <target> --model <provider/model>',
  },
} satisfies Record<string, ErrorCodeRow>;
