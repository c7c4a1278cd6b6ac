import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { getHostPort } from '../../src/domain/addresses/url-shape.ts';
import { openOutbound } from '../../src/outbound/open-outbound.ts';
import type { Outbound } from '../../src/outbound/outbound.ts';
import { DEMO_SEED } from '../../src/sandbox/demo/demo-seed.ts';
import { createEngine } from '../../src/sandbox/engine/engine.ts';
import { generateHookId, poolRandom } from '../../src/sandbox/generate-ids.ts';
import { seedStore } from '../../src/sandbox/seed-store.ts';
import { insertDelivery } from '../../src/sandbox/store/outbound/deliveries.ts';
import { saveWebhookProfile } from '../../src/sandbox/store/outbound/webhooks.ts';
import { getPrimaryProfile } from '../../src/sandbox/store/profiles.ts';
import { createSandboxSchema, setDiskUse } from '../../src/sandbox/store/schema/schema.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { type Database, openDatabase } from '../../src/storage/open-database.ts';
import { listDeliveries } from '../support/engine/stored-rows.ts';
import { REAL_TIME } from '../support/real-time.ts';
import { median } from './measure.ts';
import type { ReceiverOrder, ReceiverSaid } from './receiver-process.ts';
import { type Bench, result } from './result.ts';

const NOW = Date.UTC(2026, 8, 21, 14, 13, 20);
/** What automations of the demo did is recorded with deliveries of its own. */
const WITHOUT_DELIVERIES = { ...DEMO_SEED, activity: [] };
const SECRET = 'the-secret-of-the-bench';
const DELIVERIES = 5_000;
const POSTS = 20_000;
const TIMES = 5;
/** Of one address not too many are asked at once: a few of them keep a sandbox busy. */
const ADDRESSES = 8;
const CONNECTIONS = 8;

/** Signed deliveries to receivers in another process, every attempt and its answer durable. */
export const DELIVERED: Bench = {
  id: 'P12',
  async run() {
    const receiver = await openReceiver(ADDRESSES);
    const rounds: (readonly [number, number])[] = [];
    try {
      for (let round = 0; round < TIMES; round++) {
        rounds.push([await delivered(receiver), await posted(receiver)]);
      }
    } finally {
      receiver.close();
    }
    const [own, floor] = [median(rounds.map(([rate]) => rate)), median(rounds.map(([, rate]) => rate))];
    return [
      result({
        id: 'P12',
        what: 'rate of signed deliveries, durable, against bare posts',
        figure: median(rounds.map(([rate, posts]) => rate / posts)),
        unit: 'x',
        budget: 0.125,
        goal: 1 / 2.5,
        isRate: true,
        detail: `${own.toFixed(0)} deliveries/s to ${ADDRESSES} receivers against ${floor.toFixed(0)} posts/s`,
      }),
    ];
  },
};

interface BenchReceiver {
  readonly urls: readonly string[];
  /** How many requests it has answered. */
  answered(): Promise<number>;
  close(): void;
}

async function openReceiver(addresses: number): Promise<BenchReceiver> {
  const file = join(import.meta.dirname, 'receiver-process.ts');
  const child = fork(file, [String(addresses)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const said = await recorded(child);
  return {
    urls: 'ports' in said ? said.ports.map((port) => `http://127.0.0.1:${port}/hook`) : [],
    async answered() {
      const order: ReceiverOrder = 'how many';
      child.send(order);
      const count = await recorded(child);
      return 'answered' in count ? count.answered : 0;
    },
    close: () => child.kill(),
  };
}

async function recorded(child: ChildProcess): Promise<ReceiverSaid> {
  const [said] = await once(child, 'message');
  return said; // it says nothing else
}

/** @returns how many a second, from the first that is taken up to the last that is written down */
async function delivered(receiver: BenchReceiver): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'crier-bench-'));
  const database = openDatabase(join(folder, 'sandbox.db'));
  const store = database;
  fill(database, store, receiver.urls);
  setDiskUse(store); // as a server does
  const ended = Promise.withResolvers<void>();
  let left = DELIVERIES;
  const engine = createEngine({
    store,
    now: () => NOW,
    real: Date.now,
    random: poolRandom(randomBytes),
    onFault: ended.reject,
    onAttempted() {
      left -= 1;
      if (left === 0) ended.resolve();
    },
    openOutbound: async () => outboundTo(receiver.urls),
  });
  const before = await receiver.answered();
  const startedAt = performance.now();
  const running = await engine.keepRunning();
  await ended.promise;
  const rate = perSecond(DELIVERIES, startedAt);
  await running.stop();
  const answered = (await receiver.answered()) - before;
  const count = listDeliveries(store).filter(({ state }) => state === 'delivered').length;
  database.close();
  rmSync(folder, { recursive: true });
  if (count !== DELIVERIES || answered !== DELIVERIES) {
    throw new Error(`${count} of ${DELIVERIES} are delivered, and ${answered} were answered`);
  }
  return rate;
}

/** The events that a webhook of automations gets, to every receiver in turn. */
function fill(database: Database, store: Database, urls: readonly string[]): void {
  const seed = () => seedStore({ store, seed: WITHOUT_DELIVERIES, random: randomBytes, anchor: NOW });
  migrate(database, createSandboxSchema({ fill: seed, addAdminToken() {}, now: () => 0 }));
  const owner = getPrimaryProfile(store).id;
  store.transaction(() => {
    saveWebhookProfile(store, owner, { secret: SECRET, previous: null, isReadable: true, updated: NOW });
    for (let number = 0; number < DELIVERIES; number++) {
      insertDelivery(store, {
        hookId: generateHookId(randomBytes),
        key: `triggered:${number}`,
        profile: owner,
        owner,
        action: 'automations',
        url: urls[number % urls.length] ?? '',
        event: eventOf(number),
        created: NOW,
      });
    }
  });
}

/** The event of one person's comment. @see docs/service/webhooks.md#envelope */
const eventOf = (number: number) => ({
  type: 'automation.triggered',
  automationId: 'auto_K4mZ8qT2xW',
  triggerId: 'trg_p7Rk2a',
  trigger: 'comment_keyword',
  platform: 'instagram',
  recipientId: String(17_841_499_000_000_000 + number),
  recipientUsername: `person${number}`,
  keyword: 'price',
  activityId: `auto_K4mZ8qT2xW:trg_p7Rk2a:${18_055_000_000_000_000 + number}`,
  actionId: 'act_v3Nd9s',
  eventId: String(18_055_000_000_000_000 + number),
  commentId: String(18_055_000_000_000_000 + number),
  commentText: 'price please',
  postId: '18119826100716099',
  storyId: null,
  timestamp: '2026-09-21T14:13:20Z',
});

function outboundTo(urls: readonly string[]): Outbound {
  return openOutbound({ allowance: urls.map(getHostPort), clock: REAL_TIME });
}

/** The least that posts as many bytes: connections stay open, nothing is judged, signed or written down. */
async function posted({ urls }: BenchReceiver): Promise<number> {
  const body = JSON.stringify({ hookId: generateHookId(randomBytes), timeStamp: NOW / 1_000, ...eventOf(0) });
  const headers = { 'content-type': 'application/json', 'x-authorization-content-sha256': '0'.repeat(64) };
  const pools = urls.map((url) => new Pool(new URL(url).origin, { connections: CONNECTIONS }));
  let left = POSTS;
  const startedAt = performance.now();
  const loop = async (pool: Pool) => {
    for (; left > 0; left--) {
      const answer = await pool.request({ path: '/hook', method: 'POST', headers, body });
      await answer.body.dump();
    }
  };
  await Promise.all(pools.flatMap((pool) => Array.from({ length: CONNECTIONS }, () => loop(pool))));
  const rate = perSecond(POSTS, startedAt);
  await Promise.all(pools.map((pool) => pool.close()));
  return rate;
}

function perSecond(count: number, startedAt: number): number {
  return (count / (performance.now() - startedAt)) * 1_000;
}
