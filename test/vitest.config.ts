import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, as long as the machine has nothing that it remembers of an earlier run. */
const LONGEST =
  /\/(?:github-action|dashboard\/\w+|sandbox-server\/(?:processes|lock|write-locked|server-\w+)|many-ids|kills|engine-model|recipes|feed-processes|secrets\/\w+|media-upload|post-faults-any|telemetry|library\/\w+|binary|screens|bytes|power-loss\/\w+|disk-faults\/\w+|chaos\/\w+|inbox-model|thirty-clients|read-outbox-batches|many-machines|app\/contracts|comments\/(?:archive|inbox|export)|references|flat-memory|ending-on-time|linear|site-histories|long-texts|schemas|slow\/examples|slow\/pages)\.test\.ts$/;

/** Runs the longest files first: else one worker still runs one when the other one has long finished. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Ends the Postgres server that tests may have started. */
const POSTGRES = new URL('support/postgres/end-server.ts', import.meta.url).pathname;

const isChaos = process.env.CRIER_CHAOS === '1';

const CHAOS_TIMEOUT_MS = 3_600_000;
const TIMEOUT_MS = isChaos ? CHAOS_TIMEOUT_MS : 120_000;
const SLOW_TIMEOUT_MS = isChaos ? CHAOS_TIMEOUT_MS : 600_000;
/** What a test waits for may take a second on one machine and ten on another; vitest's default is a second. */
const POLL_TIMEOUT_MS = 60_000;
/** Each takes some 700 MB. */
const MAX_WORKERS = 6;
// vitest's default leaves one core unused, which is half of two
const WORKERS = Math.min(Math.max(availableParallelism(), 2), MAX_WORKERS);
// workers that wait for processes and time leave their cores to others; with two more, a seventh of two cores was unused
const SLOW_WORKERS = WORKERS + (isChaos ? 2 : 3);
/** Space for new objects: with V8's own size, a worker that runs hundreds of files spends a tenth of its time on collecting them. */
const YOUNG_MB = 64;

/**
 * Most of the program runs a few times in a fast test: to optimize it fully after V8's own 3,000 calls takes a tenth of
 * the processor time, and gives less back. What runs far more often is still optimized: without, a long table takes
 * three times as long.
 */
const CALLS_BEFORE_OPTIMIZING = 30_000;
const LOOPS_BEFORE_OPTIMIZING = 5_000;

const ROOT = new URL('..', import.meta.url);
const RULE_PAGES = readdirSync(new URL('docs/service', ROOT)).map((page) => `docs/service/${page}`);

/** Rules of the service, threats and budgets, by the anchors of their pages: a test that names another id fails. */
const TAGS = ['docs/safety.md', 'docs/performance.md', ...RULE_PAGES].flatMap((page) =>
  [...readFileSync(new URL(page, ROOT), 'utf8').matchAll(/<a id="([A-Z]+-?\d+)"/g)].map(([, name = '']) => ({
    name,
  })),
);

export default defineConfig({
  root: ROOT.pathname,
  test: {
    isolate: false,
    // chaos runs all together: a single random test of half an hour would make each slow one wait
    maxWorkers: isChaos ? SLOW_WORKERS : WORKERS,
    sequence: { sequencer: LongestFirst },
    // they end a test that hangs, never one on a machine that is many times slower than another
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
    expect: { poll: { timeout: POLL_TIMEOUT_MS } },
    tags: TAGS,
    env: { NODE_EXTRA_CA_CERTS: '' },
    projects: [
      {
        extends: true,
        test: {
          // one project, since each starts workers of its own, which load the program again
          name: 'fast',
          execArgv: [
            `--max-semi-space-size=${YOUNG_MB}`,
            `--min-semi-space-size=${YOUNG_MB}`,
            `--invocation-count-for-turbofan=${CALLS_BEFORE_OPTIMIZING}`,
            `--invocation-count-for-osr=${LOOPS_BEFORE_OPTIMIZING}`,
          ],
          include: ['test/*.test.ts', 'test/unit/**/*.test.ts', 'test/app/**/*.test.ts'],
          globalSetup: POSTGRES,
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          maxWorkers: SLOW_WORKERS,
          sequence: { groupOrder: isChaos ? 0 : 1 },
          globalSetup: POSTGRES,
          include: ['test/slow/**/*.test.ts'],
          testTimeout: SLOW_TIMEOUT_MS,
          hookTimeout: SLOW_TIMEOUT_MS,
        },
      },
      // these install packages of others: only `npm run chaos` runs them
      {
        extends: true,
        test: {
          name: 'registry',
          include: ['test/registry/**/*.test.ts'],
          // npm may need it to trust the registry
          env: { NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'] ?? '' },
        },
      },
    ],
  },
});
