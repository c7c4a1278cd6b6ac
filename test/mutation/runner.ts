// Runs each test once as it is, and then once for each mutant that it reaches, in the same process and with the same
// modules: a mutant costs its tests and nothing else.
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type RunnerTestCase,
  type RunnerTestFile,
  type RunnerTestSuite,
  type SerializedConfig,
  TestRunner,
  vi,
} from 'vitest';
import { addToJournal, type MutationOrder, readOrder } from './journal.ts';

/** Those of the machine: a test may replace the global ones before its limit begins. */
const { setTimeout: startTimer, clearTimeout: endTimer } = globalThis;

type Hits = Record<string, number>;

/** What instrumented code reads and writes; the names are those of Stryker's instrumenter. */
interface Instrumentation {
  activeMutant: string | null;
  currentTestId: string | undefined;
  hitCount: number;
  hitLimit: number;
  mutantCoverage: { static: Hits; perTest: Record<string, Hits> };
}

const state: Instrumentation = {
  activeMutant: null,
  currentTestId: undefined,
  hitCount: 0,
  hitLimit: Infinity,
  mutantCoverage: { static: {}, perTest: {} },
};
Object.assign(globalThis, { __stryker__: state });

/** A loop that a mutant made endless reaches it this much more often than the loop did. */
const HIT_FACTOR = 100;
const MIN_HIT_LIMIT = 10_000;
const LIMIT_OF_LOADING = 1_000_000;

/** What a mutant makes wait for ever has ended by then, on a busy machine, too. */
const TIME_FACTOR = 10;
const MIN_TIME_MS = 3_000;
const computeLimit = (ms: number) => Math.max(ms * TIME_FACTOR, MIN_TIME_MS);

type MutantOutcome = 'killed' | 'survived' | 'timeout';

export default class MutationRunner extends TestRunner {
  #order: MutationOrder = { decided: [], only: [], fileMs: 0 };
  /** In effect from the loading on; the file is run once for each. */
  #only: string | null = null;
  #runs = 0;
  #decided = new Set<string>();
  /** Reached less often when a test runs again, since what it computed is kept: needs modules of its own. */
  #reached = new Set<string>();
  /** Reached by a test each time that it runs, so that modules of their own say no more of them. */
  #repeated = new Set<string>();
  /** Reached while the modules are loaded. */
  #loaded = new Set<string>();
  #failure: string | null = null;
  /** Loading and all tests, without a mutant. */
  #fileMs = 0;

  constructor(config: SerializedConfig) {
    super(config);
    for (const event of ['unhandledRejection', 'uncaughtException'])
      process.on(event, () => {
        this.#failure ??= 'an error that nothing handles';
      });
  }

  override async importFile(path: string, source: 'collect' | 'setup'): Promise<unknown> {
    if (source === 'setup') return super.importFile(path, source);
    this.#order = readOrder();
    this.#decided = new Set(this.#order.decided);
    this.#reached = new Set();
    this.#repeated = new Set();
    this.#failure = null;
    vi.resetModules();
    Object.assign(state, { mutantCoverage: { static: {}, perTest: {} }, currentTestId: undefined });
    const only = this.#order.only[this.#runs] ?? null;
    this.#only = only;
    this.#runs += 1;
    Object.assign(state, {
      activeMutant: only,
      hitCount: 0,
      hitLimit: only === null ? Infinity : LIMIT_OF_LOADING,
    });
    if (only !== null)
      addToJournal({ started: only, pid: process.pid, limitMs: computeLimit(this.#order.fileMs) });
    const startedAt = performance.now();
    try {
      return await super.importFile(path, source);
    } finally {
      this.#fileMs = performance.now() - startedAt;
      this.#loaded = new Set(Object.keys(state.mutantCoverage.static));
    }
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test);
    if (this.#only !== null) {
      // the first failure decides
      if (this.#failure !== null) return;
      state.hitCount = 0;
      try {
        const outcome = await withTimeout(run(), computeLimit(this.#order.fileMs));
        if (outcome === 'timeout') this.#failure = test.fullTestName;
      } catch (error) {
        this.#failure = test.fullTestName;
        throw error;
      }
      return;
    }
    state.currentTestId = test.id;
    const startedAt = performance.now();
    try {
      await run();
    } catch (error) {
      addToJournal({ broken: test.fullTestName, message: String(error) });
      throw error;
    } finally {
      state.currentTestId = undefined;
    }
    await finishAttempt(test);
    const ms = performance.now() - startedAt;
    this.#fileMs += ms;
    const timeoutMs = computeLimit(ms);
    for (const [mutant, hits] of Object.entries(state.mutantCoverage.perTest[test.id] ?? {})) {
      if (this.#decided.has(mutant)) continue;
      await this.#runMutant(test, run, mutant, { hits, timeoutMs });
      if (!this.#decided.has(mutant)) (state.hitCount < hits ? this.#reached : this.#repeated).add(mutant);
    }
  }

  async #runMutant(
    test: RunnerTestCase,
    run: () => unknown,
    mutant: string,
    { hits, timeoutMs }: { hits: number; timeoutMs: number },
  ): Promise<void> {
    addToJournal({ started: mutant, pid: process.pid, limitMs: timeoutMs });
    state.hitLimit = Math.max(hits * HIT_FACTOR, MIN_HIT_LIMIT);
    const outcome = await this.#attempt(test, run, mutant, timeoutMs);
    if (outcome === 'survived') return;
    // an error that nothing handles may be a late one of another mutant
    if (this.#failure !== null && (await this.#attempt(test, run, mutant, timeoutMs)) === 'survived') return;
    // a mutant before may have left something behind: only where the test passes without one did this one fail it
    if ((await this.#attempt(test, run, null, timeoutMs)) !== 'survived') {
      addToJournal({ broken: test.fullTestName, message: `after mutant ${mutant}`, after: mutant });
      process.kill(process.pid, 'SIGKILL'); // vitest makes an error of `process.exit`
    }
    this.#decided.add(mutant);
    addToJournal({ mutant, outcome, by: test.fullTestName });
  }

  async #attempt(
    test: RunnerTestCase,
    run: () => unknown,
    mutant: string | null,
    timeoutMs: number,
  ): Promise<MutantOutcome> {
    this.onBeforeTryTask(test, { retry: 0, repeats: 0 });
    try {
      await repeatHooks(test);
      this.#failure = null;
      Object.assign(state, { activeMutant: mutant, hitCount: 0 });
      const outcome = await withTimeout(run(), timeoutMs);
      await nextTurn();
      return this.#failure === null ? outcome : 'killed';
    } catch {
      return 'killed';
    } finally {
      state.activeMutant = null;
      await finishAttempt(test);
    }
  }

  override onAfterRunFiles(files: RunnerTestFile[]): void {
    const [file] = files;
    const only = this.#only;
    if (only !== null) {
      const outcome = this.#failure !== null || file?.result?.state === 'fail' ? 'killed' : 'survived';
      addToJournal({ mutant: only, outcome, by: this.#failure ?? file?.filepath ?? '' });
    } else if (file) {
      if (file.result?.state === 'fail')
        addToJournal({ broken: file.name, message: file.result.errors?.[0]?.message ?? 'a test failed' });
      addToJournal({
        file: file.filepath,
        loads: Object.keys(state.mutantCoverage.static).filter(
          (mutant) => this.#loaded.has(mutant) || !this.#repeated.has(mutant),
        ),
        reaches: [...this.#reached],
        ms: this.#fileMs,
      });
    }
    state.activeMutant = null;
    super.onAfterRunFiles(files);
  }
}

async function withTimeout(running: unknown, timeoutMs: number): Promise<MutantOutcome> {
  const { promise, resolve } = Promise.withResolvers<MutantOutcome>();
  const timer = startTimer(resolve, timeoutMs, 'timeout');
  try {
    return await Promise.race([Promise.resolve(running).then((): MutantOutcome => 'survived'), promise]);
  } finally {
    endTimer(timer);
  }
}

/** The file of a test and the blocks around it, outermost first. */
const listSuites = (suite: RunnerTestSuite): RunnerTestSuite[] =>
  suite === suite.file ? [suite] : [...listSuites(suite.suite ?? suite.file), suite];

/** Closes what was opened for the test, and opens it again: what a run of it stored changes no other one. */
async function repeatHooks(test: RunnerTestCase): Promise<void> {
  const inner = test.suite ?? test.file;
  const hooks = listSuites(inner).map((suite) => TestRunner.getSuiteHooks(suite));
  for (const { afterEach } of hooks.toReversed())
    for (const close of afterEach.toReversed())
      try {
        await close(test.context, inner);
      } catch {
        // a run that failed may have left nothing to close
      }
  for (const { beforeEach } of hooks) for (const open of beforeEach) await open(test.context, inner);
}

/** Runs what the test registered for its end: vitest keeps it in a member that its types leave out. */
async function finishAttempt(test: RunnerTestCase & { onFinished?: unknown }): Promise<void> {
  const { onFinished } = test;
  if (Array.isArray(onFinished)) for (const finish of onFinished.splice(0)) await finish(test.context);
}
