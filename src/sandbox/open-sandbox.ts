import { statSync } from 'node:fs';
import type { PrivateAllowlist } from '../domain/addresses/public-url.ts';
import { CrierError } from '../errors.ts';
import { LIMITS } from '../service/limits.ts';
import { keepCopy } from '../storage/database-copies.ts';
import { isMigrationNeeded, migrate } from '../storage/migrate.ts';
import { type Database, openDatabase, requireWhole } from '../storage/open-database.ts';
import { createSandboxClock, type SandboxClock } from './clock.ts';
import { createEngine, type Engine } from './engine/engine.ts';
import type { EngineLoop } from './engine/scheduler/keep-running.ts';
import { type ContentOptions, IN_MEMORY, importFrom, openContents, refill } from './fill-sandbox.ts';
import { generateAdminToken, generateKeys, generateTraceId } from './generate-ids.ts';
import { type App, createApp } from './http/app.ts';
import { addShortLinks } from './http/follow-links.ts';
import { fromFetch, type SandboxAnswer, type SandboxRequest, toFetch } from './http/sandbox-request.ts';
import { createMediaFiles, type MediaFiles } from './media-files.ts';
import { createFaultRegister } from './networks/injected-faults.ts';
import { readKeys, writeAdminToken, writeKeys, type XPair } from './store/access.ts';
import { serveShortLinksBelow } from './store/links.ts';
import { listUserProfiles, type UserProfile } from './store/profiles.ts';
import { createSandboxSchema, setDiskUse } from './store/schema/schema.ts';

export interface SandboxOptions extends ContentOptions {
  /** What a sandbox in memory begins with, as the bytes of another one's file: tests open many that are alike. */
  image?: Uint8Array;
  /** Check the integrity of the file before it is used: a damaged one is refused unchanged. */
  isChecked?: boolean;
  /** Called after the file was migrated, with the path of the backup. */
  onMigrated?(migrated: Migrated): void;
  /** Called when a dispatch has ended in this process, with the id of its activity. */
  onEnded?: Engine['onEnded'];
  /** Called for each scheduled post that this process published, or that was refused. */
  onPublished?: Engine['onPublished'];
  /** Called after each delivery attempt. */
  onAttempted?: Engine['onAttempted'];
  /** Called for each delivery that this run may not attempt. */
  onHeld?: Engine['onBlocked'];
  /** Creates the client for webhooks and callbacks; without it, nothing is sent. */
  openOutbound?: Engine['openOutbound'];
  /**
   * Private addresses that may be registered and reached in this run (default: none).
   *
   * @see docs/safety.md#S9
   */
  allowance?: PrivateAllowlist;
  /** Crash points for tests. */
  crashPoint?: Engine['crashPoint'];
  /**
   * Called for an internal fault (1500); the client only sees its trace id.
   *
   * @param traceId the same for all faults of one kind
   * @param count number of occurrences of this kind, including this one
   */
  onDefect?(traceId: string, error: unknown, count: number): void;
}

export interface Migrated {
  readonly from: number;
  readonly to: number;
  /** A backup of the file before the migration. */
  readonly copy: string;
}

export interface Sandbox {
  /** Responds as the service does, without a socket or another process. */
  fetch(request: Request): Promise<Response>;
  /** The same without `Request` and `Response`, which take longer to load than a read takes. */
  answer(request: SandboxRequest): Promise<SandboxAnswer>;
  credentials: SandboxCredentials;
  /** Says at which address it is served, without a trailing slash: new short links are below it. */
  serveBelow(address: string): void;
  /** Runs due work continuously until it is stopped; otherwise due work runs before each request. */
  keepRunning(): Promise<EngineLoop>;
  /** @throws CrierError `usage` when its files were removed or replaced since they were opened */
  requireInPlace(): void;
  /** Aborts outbound requests and starts no more. @returns how many requests were aborted */
  stop(): Promise<number>;
  close(): void;
}

/** The sandbox's own keys, which are valid nowhere else. */
export interface SandboxCredentials {
  readonly apiKey: string;
  /** Only for the control interface. */
  readonly adminToken: string;
  /** The key pair of the X app that its accounts were linked with. */
  readonly xPair: XPair;
  /** The current User Profiles; the Primary Profile needs only the API key. */
  readonly profiles: readonly SandboxProfile[];
}

interface SandboxProfile {
  /** Local name of the profile. */
  alias: string;
  title: string;
  refId: string;
  profileKey: string;
}

/**
 * Opens the sandbox of a file. A missing one is created and filled in one transaction: of several processes that
 * start at the same time, one creates it and all see the same keys.
 *
 * @throws CrierError `usage` when the file is something else, or was written by a newer crier; `unavailable` when
 * another process locks it for too long
 * @example
 * const sandbox = await openSandbox({ file: ':memory:', clock, random });
 * const { apiKey } = sandbox.credentials;
 * const response = await sandbox.fetch(
 *   new Request('http://sandbox.localhost/comments/abc', { headers: { authorization: `Bearer ${apiKey}` } }),
 * );
 */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  if (options.isChecked === true && isThere(options.file)) requireWhole(options.file);
  const store = openDatabase(options.file, { image: options.image });
  try {
    await fill(store, options);
    setDiskUse(store);
    return createSandbox(store, options);
  } catch (error) {
    store.close();
    throw error;
  }
}

async function fill(store: Database, options: SandboxOptions): Promise<void> {
  const nothing = () => {};
  const { file, random, clock } = options;
  const existing = createSandboxSchema({ fill: nothing, addAdminToken: nothing, now: () => clock.now() });
  if (!isMigrationNeeded(store, existing)) return;
  const contents = await openContents(store, options);
  const schema = createSandboxSchema({
    fill() {
      writeKeys(store, generateKeys(random));
      contents.write([]);
    },
    addAdminToken: () => writeAdminToken(store, generateAdminToken(random)),
    now: () => clock.now(),
  });
  let migrated: Migrated | null = null;
  contents.during(() =>
    migrate(store, schema, (from, to) => {
      if (file !== IN_MEMORY) migrated = { from, to, copy: keepCopy(file, `version-${from}`, clock.now()) };
    }),
  );
  if (migrated !== null) options.onMigrated?.(migrated);
}

function isThere(file: string): boolean {
  return file !== IN_MEMORY && (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function createSandbox(store: Database, options: SandboxOptions): Sandbox {
  const { file, random, allowance = [] } = options;
  const keys = readKeys(store);
  const clock = createSandboxClock(options.clock, store);
  const faults = createFaultRegister(
    () => generateTraceId(random),
    () => options.clock.now(),
  );
  const reportFault = (error: unknown): string => {
    const { traceId, count } = faults.record(error);
    options.onDefect?.(traceId, error, count);
    return traceId;
  };
  const engine = openEngine(store, clock, { ...options, onFault: reportFault });
  const files = createMediaFiles({
    file: file === IN_MEMORY ? null : file,
    store,
    random,
    now: () => options.clock.now(),
  });
  let isServed = false;
  const control = {
    ...createStoreControl(engine, files, options),
    lastFault: faults.last,
    isServed: () => isServed,
  };
  const app = createApp({ keys, store, clock, control, random, allowance, files, reportFault });
  const answer = settleBeforeAnswer(addShortLinks(app, { store, clock }), engine);
  let isOpen = true;
  let profiles = listUserProfiles(store).map(toSandboxProfile);
  return {
    fetch: async (request) => toFetch(await answer(await fromFetch(request, LIMITS.requestBodyBytes))),
    answer,
    credentials: {
      ...keys,
      get profiles() {
        if (isOpen) profiles = listUserProfiles(store).map(toSandboxProfile);
        return profiles;
      },
    },
    serveBelow: (address) => serveShortLinksBelow(store, address),
    async keepRunning() {
      isServed = true;
      files.sweep({ withUploads: false });
      return engine.keepRunning();
    },
    requireInPlace: store.requireInPlace,
    stop: engine.stop,
    close() {
      isOpen = false;
      files.close();
      store.close();
    },
  };
}

function openEngine(
  store: Database,
  { now }: SandboxClock,
  options: SandboxOptions & { onFault(error: unknown): void },
): Engine {
  const { clock, random, onFault, onHeld: onBlocked } = options;
  const { onEnded, onPublished, onAttempted, openOutbound, crashPoint } = options;
  const reports = { onFault, onEnded, onPublished, onAttempted, onBlocked };
  return createEngine({ store, now, real: () => clock.now(), random, ...reports, openOutbound, crashPoint });
}

/** What the control interface does with the whole store. */
function createStoreControl(engine: Engine, files: MediaFiles, options: SandboxOptions) {
  const { store } = engine;
  return {
    file: options.file,
    engine,
    async refill(seedFile?: string) {
      await refill(engine, seedFile === undefined ? options : { ...options, seedFile });
      files.sweep({ withUploads: true });
    },
    sweepFiles: () => files.sweep({ withUploads: false }),
    storeBytes: () => getStoreBytes(store),
    compact: () => compact(store),
    exportTo: store.copyTo,
    async importFrom(from: string) {
      const kept = await importFrom(from, engine, options);
      files.sweep({ withUploads: true });
      return kept;
    },
  };
}

/** Runs due work before each request; a failure of it does not fail the request. */
function settleBeforeAnswer(app: App, engine: Engine): App {
  return async (request) => {
    await engine.runOverdue().catch(engine.onFault);
    return app(request);
  };
}

function toSandboxProfile({ alias, title, refId, profileKey }: UserProfile): SandboxProfile {
  return { alias, title, refId, profileKey };
}

/** Size of a store in bytes, by its pages. */
function getStoreBytes(database: Database): number {
  const pages = database.first<{ bytes: number }>(
    'select page_count * page_size as bytes from pragma_page_count, pragma_page_size',
  );
  return pages?.bytes ?? 0;
}

/**
 * Returns unused pages to the disk (`vacuum`). Needs the store's size in free space, and no other reader; otherwise
 * it does nothing.
 */
function compact(database: Database): void {
  try {
    database.script('vacuum; pragma wal_checkpoint(truncate)');
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
  }
}
