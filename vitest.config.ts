import { defineConfig } from 'vitest/config';

/** Tests of pure code: they need no file, server, process or clock. */
const FAST = [
  'packages/core/test/{spec,values,rules,questions,grade,documents,problems,contract}/**/*.test.ts',
  'packages/core/test/**/logic/**/*.test.ts',
  'packages/cli/test/terminal/*.test.ts',
  'packages/cli/test/*/render.test.ts',
];
/** Tests that take many seconds: kills, full disks, growth, browsers, builds. */
const SLOW = ['{packages/*/test,scripts,bench}/**/*.slow.test.ts'];
const ALL = ['{packages/*/test,scripts,bench}/**/*.test.ts'];

export default defineConfig({
  resolve: { conditions: ['flowmcp-source'] },
  ssr: { resolve: { conditions: ['flowmcp-source'], externalConditions: ['flowmcp-source'] } },
  test: {
    env: { NO_COLOR: '1' },
    // A hanging test has to end; how long an honest one takes depends on what else the machine does.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // By default Vitest leaves one processor idle.
    maxWorkers: '100%',
    // Loading the modules anew for each file takes longer than most of its tests; only the slow lane does so.
    projects: [
      lane('slow', { include: SLOW, exclude: [], isolate: true }),
      lane('world', { include: ALL, exclude: [...FAST, ...SLOW], isolate: false }),
      lane('fast', { include: FAST, exclude: SLOW, isolate: false }),
    ],
  },
});

interface Lane {
  readonly include: string[];
  readonly exclude: string[];
  readonly isolate: boolean;
}

function lane(name: string, { include, exclude, isolate }: Lane) {
  return {
    extends: true as const,
    test: { name, include, exclude: ['**/node_modules/**', ...exclude], isolate },
  };
}
