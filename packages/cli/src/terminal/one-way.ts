import type { Command, Option } from 'commander';
import { EVALUATOR_SOURCES } from '../asking/evaluator-options.js';

/**
 * Ends the command unless exactly one way to run is chosen (the first half, the second half, or one of the
 * three evaluators, which does both) and no option is given that the chosen way would ignore.
 *
 * @param idle the options that each of the two halves ignores
 */
export function requireOneWay(
  command: Command,
  idle: { readonly '--emit-prompts': readonly Option[]; readonly '--consume-scores': readonly Option[] },
): void {
  const isGiven = (option: Option) => command.getOptionValueSource(option.attributeName()) === 'cli';
  const halves = Object.keys(idle) as (keyof typeof idle)[];
  const evaluators = EVALUATOR_SOURCES.map(({ option }) => option);
  const all = [...halves, ...evaluators.map(({ long }) => `${long}`)];
  const ways = all.filter((long) =>
    command.options.some((option) => option.long === long && isGiven(option)),
  );
  const [way] = ways;
  if (way === undefined || ways.length > 1) {
    const found = way === undefined ? 'none' : ways.join(', ');
    command.error(`exactly one of ${all.join(', ')} was expected, found ${found}`);
  }
  const half = halves.find((one) => one === way);
  const ignored = half ? idle[half].filter(isGiven) : [];
  if (ignored.length > 0) {
    command.error(`${ignored.map(({ long }) => long).join(', ')} can not be used with ${way}`);
  }
}
