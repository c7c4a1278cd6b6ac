import { keepCopy } from '../storage/database-copies.ts';
import type { Database } from '../storage/open-database.ts';
import { clearStore } from './clear-store.ts';
import { commit } from './engine/commit.ts';
import type { Engine } from './engine/engine.ts';
import { floorToSecond } from './floor-to-second.ts';
import type { SandboxOptions } from './open-sandbox.ts';
import type { Seed } from './seed.ts';
import { seedStore } from './seed-store.ts';
import type { Profile } from './store/profiles.ts';
import type { Store } from './store/store.ts';

/** A store in memory has no file beside which copies could be kept. */
export const IN_MEMORY = ':memory:';

/** The initial content of a sandbox. */
interface SandboxContents {
  /** Runs `work`, which may call `write`. */
  during(work: () => void): void;
  /**
   * Fills an empty store. The caller holds the transaction. @param profiles previous profiles, whose keys are kept
   */
  write(profiles: readonly Profile[]): void;
}

/** @throws CrierError `usage` when the seed file cannot be used */
export async function openContents(
  database: Database,
  store: Store,
  options: SandboxOptions,
): Promise<SandboxContents> {
  const { seedFile, random, clock } = options;
  if (seedFile !== undefined) {
    const [{ openExportedFile }, { runWithSource }, { fillFromFile }] = await Promise.all([
      import('./exported-file.ts'),
      import('./store/schema/copy-rows.ts'),
      import('./fill-from-file.ts'),
    ]);
    const exported = openExportedFile(seedFile, random);
    return {
      during(work) {
        try {
          runWithSource(database, exported.file, work);
        } finally {
          exported.close();
        }
      },
      write: (profiles) => fillFromFile({ database, store, random, profiles }),
    };
  }
  const seed = await (options.seed ?? loadDemoSeed)();
  return {
    during: (work) => work(),
    write: (profiles) => seedStore({ store, seed, random, anchor: floorToSecond(clock.now()), profiles }),
  };
}

/** Loaded only for a new sandbox. */
async function loadDemoSeed(): Promise<Seed> {
  const { DEMO_SEED } = await import('./demo/demo-seed.ts');
  return DEMO_SEED;
}

/** Replaces all content and keeps the keys, so that clients continue to work. */
export async function refill(database: Database, engine: Engine, options: SandboxOptions): Promise<void> {
  const { store } = engine;
  const contents = await openContents(database, store, options);
  contents.during(() =>
    commit(engine, 'reset', () => {
      const profiles = store.profiles.all();
      const { clockGeneration } = store.settings.read();
      clearStore(database);
      contents.write(profiles);
      store.settings.change({ clockGeneration: clockGeneration + 1 });
    }),
  );
}

/** Replaces everything by an exported file, keys included. @returns the path of a backup of what was replaced */
export async function importFrom(
  file: string,
  database: Database,
  engine: Engine,
  options: SandboxOptions,
): Promise<string | null> {
  const [{ openExportedFile }, { copyRows, runWithSource }] = await Promise.all([
    import('./exported-file.ts'),
    import('./store/schema/copy-rows.ts'),
  ]);
  const exported = openExportedFile(file, options.random);
  const { store } = engine;
  try {
    const kept = options.file === IN_MEMORY ? null : keepCopy(options.file, 'replaced', options.clock.now());
    runWithSource(database, exported.file, () =>
      commit(engine, 'reset', () => {
        const { clockGeneration } = store.settings.read();
        clearStore(database);
        copyRows(database, { withKeys: true });
        store.settings.change({
          clockGeneration: Math.max(clockGeneration, store.settings.read().clockGeneration) + 1,
        });
      }),
    );
    return kept;
  } finally {
    exported.close();
  }
}
