import { randomBytes } from 'node:crypto';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createEngine, type Engine } from '../../../src/sandbox/engine/engine.ts';
import type { CrashPoint } from '../../../src/sandbox/engine/ports.ts';
import { seedStore } from '../../../src/sandbox/seed-store.ts';
import { insertAutomation } from '../../../src/sandbox/store/automations/automations.ts';
import { saveWebhook } from '../../../src/sandbox/store/outbound/webhooks.ts';
import { findLinkedAccount, getPrimaryProfile } from '../../../src/sandbox/store/profiles.ts';
import { createSandboxSchema } from '../../../src/sandbox/store/schema/schema.ts';
import type { Action } from '../../../src/service/actions.ts';
import type { Trigger } from '../../../src/service/triggers.ts';
import { migrate } from '../../../src/storage/migrate.ts';
import { type Database, openDatabase } from '../../../src/storage/open-database.ts';
import { quickFolder } from '../quick-folder.ts';
import { NOW } from '../small-sandbox.ts';
import { SLIGHT_SEED } from '../small-seed.ts';

/** An engine on a file of its own, with two clocks that are frozen until they are advanced. */
export interface EngineFixture {
  readonly engine: Engine;
  readonly database: Database;
  /** The instagram account of the Primary Profile. */
  readonly account: { readonly id: string; readonly profile: number };
  readonly time: { now: number; real: number };
  readonly faults: unknown[];
  /** Adds an automation of the Primary Profile; its triggers are trg_0, trg_1 …, its actions act_0 … */
  automate(id: string, triggers: readonly Trigger[], actions: readonly Action[]): void;
  /** Registers a webhook for automations. */
  listen(): void;
  /** The same data in another process, with its own crash points. */
  another(hook?: (point: CrashPoint) => void): EngineFixture;
  /** The same data as a later process finds it: all leases have expired. */
  afterDeath(): EngineFixture;
  close(): void;
}

/** Makes engines on files of their own, and removes the files. */
export interface EngineFixtures {
  open(hook?: (point: CrashPoint) => void): EngineFixture;
  /** Removes all files. */
  remove(): void;
}

/** Seeds one file; every engine gets a copy. */
export function createEngineFixtures(): EngineFixtures {
  const folder = quickFolder('engine');
  const template = join(folder, 'template.db');
  const database = openDatabase(template);
  const fill = () => seedStore({ store: database, seed: SLIGHT_SEED, random: randomBytes, anchor: NOW });
  migrate(database, createSandboxSchema({ fill, addAdminToken() {}, now: () => 0 }));
  database.close();
  let opened = 0;
  return {
    open(hook) {
      opened += 1;
      const file = join(folder, `${opened}.db`);
      copyFileSync(template, file);
      return openFixture(open(file), { time: { now: NOW, real: NOW }, hook });
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** No machine dies here, so no write waits for the disk. */
function open(file: string): Database {
  const database = openDatabase(file);
  database.script('pragma synchronous = off');
  return database;
}

interface FixtureParts {
  readonly time: EngineFixture['time'];
  readonly hook: ((point: CrashPoint) => void) | undefined;
}

function openFixture(database: Database, { time, hook }: FixtureParts): EngineFixture {
  const store = database;
  const primary = getPrimaryProfile(store).id;
  const account = findLinkedAccount(store, primary, 'instagram');
  if (account === undefined) throw new Error('the seed has no instagram account');
  const faults: unknown[] = [];
  const engine = createEngine({
    store,
    now: () => time.now,
    real: () => time.real,
    random: randomBytes,
    onFault: (error) => void faults.push(error),
    ...(hook && { crashPoint: hook }),
  });
  const again = (other?: (point: CrashPoint) => void) =>
    openFixture(open(database.file), { time, hook: other });
  return {
    engine,
    database,
    account,
    time,
    faults,
    automate: (id, triggers, actions) =>
      insertAutomation(store, {
        id,
        profile: primary,
        accountId: account.id,
        name: id,
        description: '',
        active: true,
        created: time.now,
        triggers: triggers.map(({ type, ...config }, place) => ({ id: `trg_${place}`, type, config })),
        actions: actions.map(({ type, ...config }, place) => ({ id: `act_${place}`, type, config })),
      }),
    listen: () =>
      saveWebhook(store, {
        profile: primary,
        action: 'automations',
        url: 'https://hooks.example/a',
        byAllowance: false,
      }),
    another: again,
    afterDeath() {
      database.close();
      time.real += 60_000;
      return again();
    },
    close: () => database.close(),
  };
}

/** A sandbox clock that moves that of a fixture. */
export const createFixtureClock = ({ time }: Pick<EngineFixture, 'time'>) => ({
  now: () => time.now,
  mode: () => 'set' as const,
  generation: () => 0,
  getLead: () => null,
  runningNow: () => time.now,
  moveBy(milliseconds: number) {
    time.now += milliseconds;
  },
  set() {},
  follow() {},
});
