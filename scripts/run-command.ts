// npm run flowmcp: the command from the sources. npm runs scripts in the root of the checkout, but paths on the command
// line start where the caller is.
const { INIT_CWD, npm_lifecycle_event: script } = process.env;
if (script === 'flowmcp' && INIT_CWD) process.chdir(INIT_CWD);
await import('../packages/cli/src/bin.js');
