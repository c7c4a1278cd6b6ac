import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    include: ['test/**/*.test.ts'],
    isolate: false,
    testTimeout: 20_000,
    env: { NODE_EXTRA_CA_CERTS: '' },
  },
});
