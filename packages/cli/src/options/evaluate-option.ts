import { Option } from 'commander';

/** Nothing of a schema is run without it. */
export function evaluateOption(): Option {
  return new Option(
    '--evaluate <how>',
    'run a schema whose main is computed, apart from everything (default: such a schema is refused)',
  ).choices(['sandbox']);
}
