import { Sandbox } from '../../src/sandbox/sandbox.js';

// Run by a test as a program of its own: it is to end by itself, though nobody closes the sandbox.
const sandbox = new Sandbox();
const { ok } = await sandbox.run({
  kind: 'module',
  source: 'export const main = 1',
  exportName: 'main',
  lists: '{}',
});
console.log(ok);
