import { InvalidArgumentError, Option } from 'commander';
import { COMMAND_NAME } from '../terminal/command-name.js';
import { parseWords } from './parse-options.js';

/** A command that may be told which versions of the rules to follow. */
export interface RulesFlags {
  readonly rules?: readonly string[];
}

/** `--rules` of commands that follow a rule book. */
export function rulesOption(description: string): Option {
  return new Option('--rules <version,...>', description).argParser(parseBook);
}

/** Listed here so that --help loads nothing from the core. */
export const LINT_RULE_SETS = ['mcp-playground/1', 'flowmcp/1'] as const;
type LintRuleSetId = (typeof LINT_RULE_SETS)[number];

/** `--rules` of `lint`, which follows a lint rule set. */
export function lintRulesOption(): Option {
  const [first] = LINT_RULE_SETS;
  return new Option(
    '--rules <lint rule set>',
    `${LINT_RULE_SETS.join(' or ')} (default: rules in flowmcp-lint.json, else ${first})`,
  ).argParser(parseLintRuleSet);
}

/** Parses versions of a rule book; the option may be given repeatedly. */
export function parseBook(text: string, before: readonly string[] = []): string[] {
  const words = parseWords(text, before);
  const ofLint = words.find((word) => FAMILIES.includes(familyOf(word)));
  if (ofLint === undefined) return words;
  throw new InvalidArgumentError(
    `${ofLint} is a lint rule set, for ${COMMAND_NAME} lint --rules ${ofLint}; a rule book such as 3.0.3 was expected.`,
  );
}

function parseLintRuleSet(text: string): LintRuleSetId {
  const found = LINT_RULE_SETS.find((id) => id === text);
  if (found !== undefined) return found;
  const expected = `a lint rule set was expected: ${LINT_RULE_SETS.join(' or ')}.`;
  if (!BOOK.test(text)) throw new InvalidArgumentError(expected);
  throw new InvalidArgumentError(
    `${text} is a rule book, for ${COMMAND_NAME} validate --rules ${text} and other commands that grade schemas; ${expected}`,
  );
}

/** The number of a specification, or an axis of a rule book with its version. */
const BOOK = /^(\d|gradingSpec|(scoring|grading)System)/;
const FAMILIES = LINT_RULE_SETS.map(familyOf);

function familyOf(id: string): string {
  return id.split('/')[0] ?? '';
}
