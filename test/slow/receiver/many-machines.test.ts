import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrateInbox, openInbox } from '../../../src/receiver/inbox/open-inbox.ts';
import { createSeededNumbers } from '../../../src/sandbox/demo/crowd.ts';
import { eventually } from '../../support/eventually.ts';
import { findServerPrograms, type PostgresCluster, startCluster } from '../../support/postgres/cluster.ts';
import {
  type CrierMachine,
  type NotingTarget,
  postDelivery,
  startMachine,
  startNotingTarget,
} from '../../support/postgres/machines.ts';
import { createRecoveryMeter } from '../../support/postgres/recovery.ts';
import { openSilentProxy, type SilentProxy } from '../../support/postgres/silent-proxy.ts';
import { report } from '../../support/report.ts';
import { scaled } from '../../support/scale.ts';
import { testSeed } from '../../support/test-seed.ts';

const KILLS = scaled(3, 100);
const DATABASE_KILLS = scaled(1, 20);
const SILENCES = scaled(1, 10);
const LISTENERS = 3;
const FORWARDERS = 3;
/** Those that went silent stay open at the server, some thirty each time. */
const CONNECTIONS = 100 + 40 * SILENCES;
/** What the service waits for an answer. */
const DEADLINE_MS = 15_000;
/** The target of docs/safety.md; a machine on which programs take long to start gets that time, too. */
const QUIET_MS = 10_000;
const STARTS = 4;
/** What is stored and not forwarded yet: with more, a slow machine would be measured, not what a fault delays. */
const MOST_OPEN = 50;
const limitFor = (startMs: number) => QUIET_MS + STARTS * startMs;

const programs = findServerPrograms();
if (programs === null) report('no Postgres: three listeners and three forwarders on it were not tested');

let cluster: PostgresCluster;
let proxy: SilentProxy;
let target: NotingTarget;
let machines: CrierMachine[];
let store: string;

async function startAll(): Promise<void> {
  const common = ['--forward', target.url, '--store', store];
  const listen = ['hooks', 'listen', '--unsigned', '--no-catch-up', '--no-forward', ...common];
  const words = [
    ...Array.from({ length: LISTENERS }, () => listen),
    ...Array.from({ length: FORWARDERS }, () => ['hooks', 'forward', ...common]),
  ];
  machines = await Promise.all(words.map((each) => startMachine(each, 'press Ctrl-C')));
}

const endAll = () => Promise.all(machines.map((machine) => machine.end()));

/** @returns how long it took, in milliseconds */
async function measureStart(): Promise<number> {
  const starting = performance.now();
  await startAll();
  return performance.now() - starting;
}

describe.each(programs === null ? [] : [programs])('on Postgres of %s', (folder) => {
  beforeEach(async () => {
    const settings = { max_connections: String(CONNECTIONS) };
    cluster = await startCluster(folder, { place: tmpdir(), parent: process.pid, settings });
    proxy = await openSilentProxy(cluster.port);
    target = await startNotingTarget();
    store = `postgres://postgres@127.0.0.1:${proxy.port}/postgres`;
    await migrateInbox({ location: `${cluster.url}/postgres` }, []);
    machines = [];
  });
  afterEach(async () => {
    await endAll();
    await target.close();
    proxy.close();
    await cluster.stop();
  });

  test('kills of listeners, forwarders and the database, and connections that go silent, lose nothing that was answered', {
    tags: ['T14', 'T10', 'L4'],
  }, async () => {
    const seed = testSeed();
    const random = createSeededNumbers(seed);
    let startMs = await measureStart();
    const answered = new Set<string>();
    const statuses = new Map<number | null, number>();
    let sent = 0;
    let isOver = false;

    async function send(place: number): Promise<void> {
      while (!isOver) {
        if (answered.size - target.got.size > MOST_OPEN) {
          await new Promise((resolve) => setTimeout(resolve, 20));
          continue;
        }
        const isRepetition = sent > 0 && random(3) === 0;
        const hookId = `h${isRepetition ? random(sent) : sent++}`;
        const status = await postDelivery(machines[place]?.url ?? '', hookId, DEADLINE_MS);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status === 200) answered.add(hookId);
        else await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }

    const recovery = createRecoveryMeter(`${cluster.url}/postgres`);
    const sending = Promise.all(Array.from({ length: 2 * LISTENERS }, (_, at) => send(at % LISTENERS)));
    const events = [
      ...Array.from({ length: KILLS }, () => 'machine' as const),
      ...Array.from({ length: DATABASE_KILLS }, () => 'database' as const),
      ...Array.from({ length: SILENCES }, () => 'silence' as const),
    ]
      .map((event) => ({ event, order: random(1_000_000) }))
      .toSorted((one, other) => one.order - other.order);
    for (const { event } of events) {
      await new Promise((resolve) => setTimeout(resolve, 100 + random(400)));
      await recovery.during(async () => {
        if (event === 'machine') await machines[random(machines.length)]?.killAndStart();
        else if (event === 'silence') proxy.silence();
        else {
          await cluster.kill();
          await cluster.start();
        }
      });
    }
    isOver = true;
    const began = performance.now();
    await sending;
    const inbox = await openInbox({ location: `${cluster.url}/postgres` });
    await eventually(async () => expect((await inbox.count({})).deliveries.waiting).toBe(0));
    const quietMs = Math.round(performance.now() - began);
    const recoveries = await recovery.finish();
    const p99Ms = recoveries[Math.floor(0.99 * recoveries.length)] ?? 0;
    const lost = [...answered].filter((hookId) => !target.got.has(hookId));
    // each attempt has its own number, so that a repetition is never taken for the first one
    const unmarked = [...target.got].filter(([, attempts]) => new Set(attempts).size !== attempts.length);
    const repeated = [...target.got.values()].filter(({ length }) => length > 1).length;
    const doubled = (await inbox.count({})).deliveries;
    await inbox.close();
    report(
      `${KILLS} kills of machines, ${DATABASE_KILLS} of Postgres, ${SILENCES} silences: ${answered.size} deliveries answered with 200, ` +
        `${lost.length} lost, ${repeated} forwarded again with a mark, ${unmarked.length} without; ` +
        `${statuses.get(503) ?? 0} answers 503; quiet after ${quietMs} ms; ` +
        `what was stored before one of them was forwarded ${recoveries[recoveries.length >> 1]} ms after it at the median, ` +
        `${p99Ms} at p99, ${recoveries.at(-1)} at most (seed ${seed})`,
    );
    expect({ seed, lost, unmarked }).toEqual({ seed, lost: [], unmarked: [] });
    expect(doubled.forwarded).toBe(target.got.size);
    expect(answered.size).toBeGreaterThan(KILLS);
    if (quietMs >= limitFor(startMs)) {
      // the machine may have become slower since the beginning
      await endAll();
      startMs = Math.max(startMs, await measureStart());
    }
    expect({ seed, quietMs }).toSatisfy(() => quietMs < limitFor(startMs));
    // the next two kills may hit what recovers from this one: their leases have to expire, too
    expect({ seed, p99Ms }).toSatisfy(() => p99Ms < 3 * limitFor(startMs));
  });
});

/** A file system of its own, small enough to fill. @returns null without the right to mount one */
function mountSmallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'crier-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=755`, 'tmpfs', folder]);
  if (status === 0) return folder;
  rmdirSync(folder);
  return null;
}

function unmountSmallDisk(folder: string): void {
  spawnSync('umount', ['--lazy', folder]);
  rmdirSync(folder);
}

const DISK_MB = 160;
const LARGE_TEXT = 'x'.repeat(200_000);

const tried = programs === null ? null : mountSmallDisk();
if (tried !== null) unmountSmallDisk(tried);
else report('no small disk could be mounted: a full disk under Postgres was not tested');

describe.each(programs === null || tried === null ? [] : [programs])('on a small disk, with %s', (folder) => {
  let own: PostgresCluster;
  let place: string;
  beforeEach(async () => {
    place = mountSmallDisk() ?? '';
    own = await startCluster(folder, { place, parent: process.pid });
    target = await startNotingTarget();
  });
  afterEach(async () => {
    try {
      await own.stop();
      await target.close();
    } finally {
      unmountSmallDisk(place);
    }
  });

  test('a full disk under Postgres is answered with 503, and deliveries are stored again when it has room', {
    tags: ['T14', 'L4'],
  }, async () => {
    const url = `${own.url}/postgres`;
    await migrateInbox({ location: url }, []);
    const flags = ['--unsigned', '--no-catch-up', '--forward', target.url, '--store', url];
    const starting = performance.now();
    const machine = await startMachine(['hooks', 'listen', ...flags], 'press Ctrl-C');
    const limitMs = limitFor(performance.now() - starting);
    const answered = new Set<string>();
    let count = 0;
    const post = async () => {
      const hookId = `h${count++}`;
      const status = await postDelivery(machine.url, hookId, DEADLINE_MS, LARGE_TEXT);
      if (status === 200) answered.add(hookId);
      return status;
    };
    expect(await post()).toBe(200);
    const filler = join(place, 'filler');
    spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M']);
    const statuses: (number | null)[] = [];
    for (let tries = 0; tries < 200 && !statuses.includes(503); tries += 1) statuses.push(await post());
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    rmSync(filler);
    const began = performance.now();
    // it may have ended itself; its service manager starts it again
    await own.startIfEnded();
    await eventually(async () => expect(await post()).toBe(200));
    await eventually(() => expect([...answered].filter((hookId) => !target.got.has(hookId))).toEqual([]));
    const quietMs = Math.round(performance.now() - began);
    const unmarked = [...target.got].filter(([, attempts]) => new Set(attempts).size !== attempts.length);
    report(
      `a full disk: ${answered.size} answered with 200, 0 lost; quiet ${quietMs} ms after it had room again`,
    );
    expect(unmarked).toEqual([]);
    expect(quietMs).toBeLessThan(limitMs);
    expect(await machine.end()).toContain('deliveries are stored again');
  });
});
