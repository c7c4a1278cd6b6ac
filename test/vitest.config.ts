import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest begins first: else one worker is at it when the other one has long ended. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => /\/(?:kills|engine-model)\.test\.ts$/.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    isolate: false,
    // by itself it leaves a core of two to nobody
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // what hangs is found by them, not what is slow: a machine may be several times slower than the last
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { NODE_EXTRA_CA_CERTS: '' },
    projects: [
      { extends: true, test: { name: 'unit', include: ['test/*.test.ts', 'test/unit/**/*.test.ts'] } },
      { extends: true, test: { name: 'app', include: ['test/app/**/*.test.ts'] } },
      { extends: true, test: { name: 'slow', include: ['test/slow/**/*.test.ts'] } },
    ],
  },
});
