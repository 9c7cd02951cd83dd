import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** Tests of pure code: they need no file, server, process or clock. */
const FAST = [
  'packages/core/test/{spec,values,rules,questions,grade,documents,problems,contract}/**/*.test.ts',
  'packages/core/test/**/logic/**/*.test.ts',
  'packages/cli/test/terminal/*.test.ts',
  'packages/cli/test/*/render.test.ts',
  'packages/cli/test/review/page/*.test.ts',
  'bench/reach/{causes,table}.test.ts',
  'bench/reach/mock/*.test.ts',
];
/** Tests that take many seconds: kills, full disks, growth, browsers, builds. */
const SLOW = ['{packages/*/test,scripts,bench}/**/*.slow.test.ts'];
const ALL = ['{packages/*/test,scripts,bench}/**/*.test.ts'];

const MEMORY_DISK = '/dev/shm';
const MEMORY_NEEDED = 2 * 1024 ** 3;

export default defineConfig({
  resolve: { conditions: ['flowmcp-source'] },
  ssr: { resolve: { conditions: ['flowmcp-source'], externalConditions: ['flowmcp-source'] } },
  test: {
    env: { NO_COLOR: '1', ...temporaryFolder() },
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

/**
 * Tests write thousands of small files and wait until each is on the disk. In memory that wait is short. A `TMPDIR` that
 * is set stays; little memory, or one that runs no programs, is not used.
 */
function temporaryFolder(): { TMPDIR?: string } {
  if (process.env.TMPDIR !== undefined || !hasMemoryDisk()) return {};
  const folder = mkdtempSync(`${MEMORY_DISK}/flowmcp-tests-`);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return { TMPDIR: folder };
}

function hasMemoryDisk(): boolean {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.includes(` ${MEMORY_DISK} `));
    const { bavail, bsize } = statfsSync(MEMORY_DISK);
    return mount !== undefined && !/\b(noexec|ro)\b/.test(mount) && bavail * bsize >= MEMORY_NEEDED;
  } catch {
    // Not Linux.
    return false;
  }
}
