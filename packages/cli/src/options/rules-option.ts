import { Option } from 'commander';
import { parseWords } from './parse-options.js';

/** A command that may be told which versions of the rules to follow. */
export interface RulesFlags {
  readonly rules?: readonly string[];
}

export function rulesOption(description: string): Option {
  return new Option('--rules <version,...>', description).argParser(parseWords);
}
