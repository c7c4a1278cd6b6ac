import { statSync } from 'node:fs';
import type { Clock } from '../clock.ts';
import { keepCopy } from '../disk/keep-copy.ts';
import { isMigrationNeeded, migrate } from '../disk/migrate.ts';
import { type Database, openDatabase, requireWhole } from '../disk/open-database.ts';
import { LIMITS } from '../facts/limits.ts';
import type { PrivateAllowlist } from '../rules/private-allowlist.ts';
import { type App, createApp } from './app.ts';
import { createSandboxClock } from './clock.ts';
import { createEngine, type Engine } from './engine/engine.ts';
import type { EngineLoop } from './engine/engine-loop.ts';
import { runOverdue } from './engine/run-overdue.ts';
import { createFaultRegister } from './fault-register.ts';
import { IN_MEMORY, importFrom, openContents, refill } from './fill-sandbox.ts';
import { generateAdminToken, generateKeys, generateTraceId, type Random } from './generate-keys.ts';
import type { Seed } from './networks/seed.ts';
import { fromFetch, type SandboxAnswer, type SandboxRequest, toFetch } from './sandbox-request.ts';
import { readKeys, writeAdminToken, writeKeys, type XPair } from './store/keys.ts';
import type { UserProfile } from './store/profiles.ts';
import { createSandboxSchema } from './store/schema.ts';
import { compact, getStoreBytes } from './store/size.ts';
import { createStore, type Store } from './store/store.ts';

export interface SandboxOptions {
  /** Where its data lives: a path, or `:memory:` for a sandbox that is gone when it is closed. */
  readonly file: string;
  readonly clock: Pick<Clock, 'now'>;
  /** Gives bytes that nobody can guess: keys and ids are made of them. */
  readonly random: Random;
  /** What a sandbox in memory begins with, as the bytes of another one's file: tests open many that are alike. */
  readonly image?: Uint8Array;
  /** What a new sandbox holds; default: the demo data. */
  seed?(): Promise<Seed>;
  /** A file that was exported, which a new sandbox holds in place of that; also after a reset. */
  readonly seedFile?: string | undefined;
  /** The file is read as a whole before it is used: a damaged one is refused, and nothing of it changed. */
  readonly isChecked?: boolean;
  /** Hears that the file was brought to this version, and where a copy of it as it was is kept. */
  onMigrated?(migrated: Migrated): void;
  /** Hears of each answer of an automation that ended here, by the id of its row of activity. */
  onEnded?: Engine['onEnded'];
  /** Hears of each post that was published here by the clock, or refused. */
  onPublished?: Engine['onPublished'];
  /** Hears of each attempt to deliver something, when it is over. */
  onAttempted?: Engine['onAttempted'];
  /** Hears of each delivery that this run may not attempt. */
  onHeld?: Engine['onBlocked'];
  /** The way to webhooks and callbacks; left out, nothing leaves. */
  openOutbound?: Engine['openOutbound'];
  /**
   * What of the network that is not public may be registered, and reached, in this run; default: nothing.
   *
   * @see docs/safety.md#S9
   */
  readonly allowance?: PrivateAllowlist;
  /** Tests let the engine die there. */
  crashPoint?: Engine['crashPoint'];
  /**
   * Gets a fault of the sandbox's own (1500); the caller is told its trace id alone. Default: nobody.
   *
   * @param traceId the same for all faults of one kind
   * @param count how often that kind came, this time included
   */
  onDefect?(traceId: string, error: unknown, count: number): void;
}

/** A file that was brought from one version to another. */
export interface Migrated {
  readonly from: number;
  readonly to: number;
  /** A copy of the file as it was before. */
  readonly copy: string;
}

/** The service, on this machine. */
export interface Sandbox {
  /** Answers as the service does: no socket, no process between. */
  fetch(request: Request): Promise<Response>;
  /** The same without `Request` and `Response`, which take longer to load than a read takes. */
  answer(request: SandboxRequest): Promise<SandboxAnswer>;
  readonly credentials: SandboxCredentials;
  /** Runs what falls due by itself, until it is stopped; else a request runs what is due before it is answered. */
  keepRunning(): Promise<EngineLoop>;
  /** @throws CrierError `usage` when its files were removed or replaced since they were opened */
  requireInPlace(): void;
  /** Ends what is asked of others here, and begins nothing more. @returns how many requests were cut short */
  stop(): Promise<number>;
  close(): void;
}

/** The sandbox's own keys: good here, and nowhere else. */
export interface SandboxCredentials {
  readonly apiKey: string;
  /** Opens the control routes, and nothing else. */
  readonly adminToken: string;
  /** The X app that its accounts were linked with. */
  readonly xPair: XPair;
  /** The User Profiles that there are at this moment; the Primary Profile needs no key beside the API key. */
  readonly profiles: readonly SandboxProfile[];
}

interface SandboxProfile {
  /** This machine's name for it. */
  readonly alias: string;
  readonly title: string;
  readonly refId: string;
  readonly profileKey: string;
}

/**
 * Opens the sandbox of a file. When it is not there yet it is made and filled, in one transaction: of several
 * processes that come first at the same moment, one does it and all see the same keys.
 *
 * @throws CrierError `usage` when the file is something else, or was written by a newer crier; `unavailable`
 * when another process keeps it for too long
 * @example
 * const sandbox = await openSandbox({ file: ':memory:', clock, random });
 * const { apiKey } = sandbox.credentials;
 * const response = await sandbox.fetch(
 *   new Request('http://sandbox.localhost/comments/abc', { headers: { authorization: `Bearer ${apiKey}` } }),
 * );
 */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  if (options.isChecked === true && isThere(options.file)) requireWhole(options.file);
  const database = openDatabase(options.file, { image: options.image });
  try {
    const store = createStore(database);
    await fill(database, store, options);
    return createSandbox(database, store, options);
  } catch (error) {
    database.close();
    throw error;
  }
}

async function fill(database: Database, store: Store, options: SandboxOptions): Promise<void> {
  const nothing = () => {};
  const existing = createSandboxSchema({ fill: nothing, addAdminToken: nothing });
  if (!isMigrationNeeded(database, existing)) return;
  const { file, random, clock } = options;
  const contents = await openContents(database, store, options);
  const schema = createSandboxSchema({
    fill() {
      writeKeys(database, generateKeys(random));
      contents.write([]);
    },
    addAdminToken: () => writeAdminToken(database, generateAdminToken(random)),
  });
  let migrated: Migrated | null = null;
  contents.during(() =>
    migrate(database, schema, (from, to) => {
      if (file !== IN_MEMORY) migrated = { from, to, copy: keepCopy(file, `version-${from}`, clock.now()) };
    }),
  );
  if (migrated !== null) options.onMigrated?.(migrated);
}

function isThere(file: string): boolean {
  return file !== IN_MEMORY && (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function createSandbox(database: Database, store: Store, options: SandboxOptions): Sandbox {
  const { file, random, onDefect = () => {}, allowance = [] } = options;
  const { onEnded, onPublished, onAttempted, onHeld, openOutbound, crashPoint } = options;
  const keys = readKeys(database);
  const clock = createSandboxClock(options.clock, store.settings);
  const faults = createFaultRegister(
    () => generateTraceId(random),
    () => options.clock.now(),
  );
  const reportFault = (error: unknown): string => {
    const { traceId, count } = faults.record(error);
    onDefect(traceId, error, count);
    return traceId;
  };
  const engine = createEngine({
    store,
    now: clock.now,
    real: () => options.clock.now(),
    random,
    onFault: (error) => void reportFault(error),
    ...(onEnded && { onEnded }),
    ...(onPublished && { onPublished }),
    ...(onAttempted && { onAttempted }),
    ...(onHeld && { onBlocked: onHeld }),
    ...(openOutbound && { openOutbound }),
    ...(crashPoint && { crashPoint }),
  });
  const app = createApp({
    keys,
    store,
    clock,
    control: {
      file,
      engine,
      lastFault: faults.last,
      isServed: () => isServed,
      refill: (seedFile) =>
        refill(database, engine, seedFile === undefined ? options : { ...options, seedFile }),
      storeBytes: () => getStoreBytes(database),
      compact: () => compact(database),
      exportTo: database.copyTo,
      importFrom: (from) => importFrom(from, database, engine, options),
    },
    random,
    allowance,
    reportFault,
  });
  const answer = settleBeforeAnswer(app, engine);
  let isOpen = true;
  let isServed = false;
  let profiles = store.profiles.users().map(toSandboxProfile);
  return {
    fetch: async (request) => toFetch(await answer(await fromFetch(request, LIMITS.requestBodyBytes))),
    answer,
    credentials: {
      ...keys,
      get profiles() {
        if (isOpen) profiles = store.profiles.users().map(toSandboxProfile);
        return profiles;
      },
    },
    async keepRunning() {
      const { startEngineLoop } = await import('./engine/engine-loop.ts');
      isServed = true;
      return startEngineLoop(engine);
    },
    requireInPlace: store.requireInPlace,
    stop: engine.stop,
    close() {
      isOpen = false;
      database.close();
    },
  };
}

/** Runs what is due before a request is answered; whatever keeps it from that, the request is answered. */
function settleBeforeAnswer(app: App, engine: Engine): App {
  return async (request) => {
    await runOverdue(engine).catch(engine.onFault);
    return app(request);
  };
}

function toSandboxProfile({ alias, title, refId, profileKey }: UserProfile): SandboxProfile {
  return { alias, title, refId, profileKey };
}
