import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['flowmcp-source'] },
  ssr: { resolve: { conditions: ['flowmcp-source'], externalConditions: ['flowmcp-source'] } },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    env: { NO_COLOR: '1' },
    testTimeout: 30_000,
  },
});
