import { Sandbox } from '../../src/sandbox/sandbox.js';

// A test runs this as a separate program, which must end although nobody closes the sandbox.
const sandbox = new Sandbox();
const { ok } = await sandbox.run({
  kind: 'value',
  source: 'export const main = 1',
  exportName: 'main',
});
console.log(ok);
