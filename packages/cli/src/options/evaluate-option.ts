import { Option } from 'commander';

/** Without it, no code of a schema runs. */
export function evaluateOption(): Option {
  return new Option(
    '--evaluate <how>',
    'run a schema whose main is computed, apart from everything (default: such a schema is refused)',
  ).choices(['sandbox']);
}
