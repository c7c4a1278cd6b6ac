import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    include: ['test/**/*.test.ts'],
    isolate: false,
    // by itself it leaves a core of two to nobody
    maxWorkers: 2,
    // what hangs is found by them, not what is slow: a machine may be several times slower than the last
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { NODE_EXTRA_CA_CERTS: '' },
  },
});
