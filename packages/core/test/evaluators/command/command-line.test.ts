// The script of a command line is found by the rule of the preflight; values of options are not scripts.
import { expect, it } from 'vitest';
import { findScript } from '../../../src/evaluators/command/command-line.js';
import type { Argv } from './commands.js';

it.each([
  [['node', 'a.mjs'], 'a.mjs'],
  [['/usr/bin/node', '--no-warnings', 'a.mjs', 'b'], 'a.mjs'],
  [['node', '--import', 'tsx', 'a.ts'], 'a.ts'],
  [['node', '--import=tsx', 'a.ts'], 'a.ts'],
  [['node', '--', '-a.mjs'], '-a.mjs'],
  [['node', '-e', '1'], null],
  [['node', '--eval=1', 'x'], null],
  [['node', '-p', '1'], null],
  [['node', '-'], null],
  [['node'], null],
  [['node', '--'], null],
  [['python3', '-u', 'a.py'], 'a.py'],
  [['python3.11', 'a.py'], 'a.py'],
  [['python', '-W', 'ignore', 'a.py'], 'a.py'],
  [['python3', '-m', 'grader'], null],
  [['python3', '-Im', 'grader'], null],
  [['bash', 'a.sh'], 'a.sh'],
  [['bash', '-o', 'pipefail', 'a.sh'], 'a.sh'],
  [['bash', '-lc', 'grader'], null],
  [['bash', '-x', 'a.sh'], null],
  [['sh', '-u', 'a.sh'], 'a.sh'],
  [['zsh', 'a.zsh'], 'a.zsh'],
  [['ruby', '-I', 'lib', 'a.rb'], 'a.rb'],
  [['perl', '-ne', 'print'], null],
  [['perl', 'a.pl'], 'a.pl'],
  [['grader', 'a.mjs'], undefined],
  [['./node.sh', 'a.mjs'], undefined],
  [['toString', 'a.mjs'], undefined],
] satisfies [Argv, string | null | undefined][])('%j: %s', (argv, script) => {
  expect(findScript(argv)).toBe(script);
});
