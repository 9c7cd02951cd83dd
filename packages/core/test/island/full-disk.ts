// Replaces a file and creates another on a disk that accepts 4 or 8 KB of each: see full-disk.test.ts.
import { nodeFiles } from '../../src/island/files.js';

// Without this, the system ends the process instead of refusing the write.
process.on('SIGXFSZ', () => undefined);
const [folder = ''] = process.argv.slice(2);
const long = 'x'.repeat(100_000);

const codeOf = (run: () => unknown): string => {
  try {
    run();
    return 'done';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
};
console.log(
  [
    codeOf(() => nodeFiles.replace(`${folder}/old.json`, long, 'lasting')),
    codeOf(() => nodeFiles.replace(`${folder}/new.json`, long, 'quick')),
    codeOf(() => nodeFiles.createAll([{ path: `${folder}/fact.json`, bytes: long }], [])),
  ].join(' '),
);
