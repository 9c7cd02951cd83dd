import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['flowmcp-source'] },
  ssr: { resolve: { conditions: ['flowmcp-source'], externalConditions: ['flowmcp-source'] } },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    env: { NO_COLOR: '1' },
    // A test that hangs has to end; how fast one is depends on what else the machine does.
    testTimeout: 120_000,
    // By default one processor is left for whoever watches.
    maxWorkers: '100%',
  },
});
