// Texts that we ship never install or run a package by a name that somebody else has, or could take.
import { expect, it } from 'vitest';
import { findRegistryNames } from './registry-names.js';

it.each([
  'npx flowmcp lint .',
  'npx -y flowmcp-cli@latest',
  '    npx flowmcp-grading lint providers --min-grade C',
])('refuses %s for good', (line) => {
  for (const published of [false, true]) expect(findRegistryNames(line, published)).toHaveLength(1);
});

it.each([
  'npx -y @flowmcp/grading-cli lint .',
  'npx --package=@flowmcp/grading-cli flowmcp-grading lint .',
  'npm install -g @flowmcp/grading-cli',
  'npm i --save-dev @flowmcp/grading-core@0.1.0',
  'run `npm install @flowmcp/grading-core` first',
  'pnpm dlx @flowmcp/grading-cli lint .',
  'npm install left-pad @flowmcp/grading-core',
  '"command": "npx", "args": ["-y", "@flowmcp/grading-cli", "grading", "mcp"]',
])('refuses %s until the package is published', (line) => {
  expect(findRegistryNames(line, false)).toHaveLength(1);
  expect(findRegistryNames(line, true)).toEqual([]);
});

it.each([
  'npm install -g ./flowmcp-grading-cli-0.1.0.tgz',
  'npm install -g ./flowmcp-grading-cli-0.1.0.tgz && flowmcp-grading lint .',
  'npm install -g ./flowmcp-grading-cli-0.1.0.tgz   # installs the command flowmcp',
  'npm run -s flowmcp -- lint .',
  'npm run -s --prefix flowmcp-grading build',
  'npm pack ./packages/cli',
  'npx tsx scripts/example-grader.ts',
  'npx vitest run packages/cli',
  "import { grade } from '@flowmcp/grading-core';",
  '"command": "flowmcp-grading", "args": ["grading", "mcp"]',
])('takes %s', (line) => {
  expect(findRegistryNames(line, false)).toEqual([]);
});
