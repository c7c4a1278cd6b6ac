import { keepCopy } from '../storage/database-copies.ts';
import type { Database } from '../storage/open-database.ts';
import { floorToSecond } from './clock.ts';
import type { Engine } from './engine/engine.ts';
import { commit } from './engine/ports.ts';
import type { Random } from './generate-ids.ts';
import type { Seed } from './seed.ts';
import { listAllProfiles, type Profile } from './store/profiles.ts';
import { changeSettings, readSettings } from './store/settings.ts';

/** A store in memory has no file beside which copies could be kept. */
export const IN_MEMORY = ':memory:';

export interface ContentOptions {
  /** Where its data is stored: a path, or `:memory:` for a temporary sandbox. */
  file: string;
  clock: { now(): number };
  /** Cryptographically secure random bytes for keys and ids. */
  random: Random;
  /** Initial content of a new sandbox (default: the demo data). */
  seed?(): Promise<Seed>;
  /** An exported file to use as initial content instead; also after a reset. */
  seedFile?: string | undefined;
}

/** @throws CrierError `usage` when the seed file cannot be used */
export async function openContents(
  store: Database,
  options: ContentOptions,
): Promise<{
  /** Runs `work`, which may call `write`. */
  during(work: () => void): void;
  /** Fills an empty store. The caller holds the transaction. @param profiles previous profiles, whose keys are kept */
  write(profiles: readonly Profile[]): void;
}> {
  const { seedFile, random, clock } = options;
  if (seedFile !== undefined) {
    const [{ openExportedFile, fillFromFile }, { runWithSource }] = await Promise.all([
      import('./exported-file.ts'),
      import('./store/schema/copy-rows.ts'),
    ]);
    const exported = openExportedFile(seedFile, options);
    return {
      during(work) {
        try {
          runWithSource(store, exported.file, work);
        } catch (error) {
          exported.discard();
          throw error;
        }
        exported.close('was read');
      },
      write: (profiles) => fillFromFile({ store, random, profiles }),
    };
  }
  const [seed, { seedStore }] = await Promise.all([
    (options.seed ?? loadDemoSeed)(),
    import('./seed-store.ts'),
  ]);
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
export async function refill(engine: Engine, options: ContentOptions): Promise<void> {
  const { store } = engine;
  const contents = await openContents(store, options);
  contents.during(() =>
    commit(engine, 'reset', () => {
      const profiles = listAllProfiles(store);
      const { clockGeneration } = readSettings(store);
      clearStore(store);
      contents.write(profiles);
      startGeneration(store, clockGeneration + 1);
    }),
  );
}

/** Replaces everything by an exported file, keys included. @returns the path of a backup of what was replaced */
export async function importFrom(
  file: string,
  engine: Engine,
  options: ContentOptions,
): Promise<string | null> {
  const [{ openExportedFile }, { copyRows, runWithSource }] = await Promise.all([
    import('./exported-file.ts'),
    import('./store/schema/copy-rows.ts'),
  ]);
  const exported = openExportedFile(file, options);
  const { store } = engine;
  let kept: string | null;
  try {
    kept = options.file === IN_MEMORY ? null : keepCopy(options.file, 'replaced', options.clock.now());
    runWithSource(store, exported.file, () =>
      commit(engine, 'reset', () => {
        const { clockGeneration } = readSettings(store);
        clearStore(store);
        copyRows(store, { withKeys: true });
        startGeneration(store, Math.max(clockGeneration, readSettings(store).clockGeneration) + 1);
      }),
    );
  } catch (error) {
    exported.discard();
    throw error;
  }
  exported.close('is imported');
  return kept;
}

/** Fencing tokens of one generation: far more than a row is ever claimed. */
const TOKENS = 2 ** 32;

/**
 * Replaced content starts a generation. Copied rows may have the numbers of rows that were there before, whose requests
 * are still in flight: fencing tokens of another generation keep their results from being recorded on the copied rows.
 */
function startGeneration(database: Database, generation: number): void {
  changeSettings(database, { clockGeneration: generation });
  for (const table of ['deliveries', 'callbacks', 'feeds'])
    database.run(`update ${table} set fencing_token = fencing_token % :tokens + :generation * :tokens`, {
      generation,
      tokens: TOKENS,
    });
}

/** Deletes every row except the keys. The caller holds the transaction. */
function clearStore(database: Database): void {
  // Replies are below what they answer, and are deleted in one statement with it: foreign keys are checked at its
  // end.
  for (const table of TABLES) database.run(`delete from ${table}`);
}

/** Referencing tables come before the tables they refer to. */
const TABLES = [
  'settings',
  'sent_requests',
  'breakers',
  'callbacks',
  'attempts',
  'delivery_addresses',
  'deliveries',
  'outbox',
  'dm_recipients',
  'private_replies',
  'inbox',
  'auto_responses',
  'link_sessions',
  'link_pages',
  'dm_slots',
  'dm_conversations',
  'dm_monthly_counts',
  'dm_daily_counts',
  'dedup_claims',
  'action_results',
  'dispatches',
  'engagements',
  'automations',
  'webhooks',
  'webhook_profiles',
  'faults',
  'refusals',
  'requests',
  'x_requests',
  'refreshes',
  'service_comment_copies',
  'service_comments',
  'media_files',
  'youtube_uploads',
  'feed_keys',
  'feed_articles',
  'feed_posted_links',
  'feeds',
  'comments',
  'reviews',
  'media',
  'link_clicks',
  'links',
  'posting_slots',
  'posting_schedules',
  'social_posts',
  'account_posts',
  'post_facets',
  'posts',
  'accounts',
  'users',
  'tracks',
  'profiles',
] as const;
