import { tmpdir } from 'node:os';
import pg from 'pg';
import { migrateInbox } from '../../src/receiver/inbox/open-inbox.ts';
import { findServerPrograms, startCluster } from '../support/postgres/cluster.ts';
import { median } from './measure.ts';
import { openPlace } from './place.ts';
import { openHangingTarget, startReceiver } from './receiving.ts';
import { type Bench, type BenchResult, result } from './result.ts';
import { sendDeliveries } from './sender.ts';

const TIMES = 5;
const INSERTS = 1_000;

/** The same as P13 with a store on Postgres, against single durable inserts into the same Postgres. */
export const RECEIVED_ON_POSTGRES: Bench = {
  id: 'P13',
  async run() {
    const programs = findServerPrograms();
    return programs === null ? [] : measure(programs);
  },
};

async function measure(programs: string): Promise<readonly BenchResult[]> {
  const cluster = await startCluster(programs, { place: tmpdir(), parent: process.pid });
  const url = `${cluster.url}/postgres`;
  await migrateInbox({ location: url }, []);
  const place = openPlace();
  const target = await openHangingTarget();
  const own = await startReceiver(place, url, []);
  const hanging = await startReceiver(place, url, ['--forward', target.url]);
  try {
    await sendDeliveries(own);
    await sendDeliveries(hanging);
    const rounds: (readonly [perSecond: number, inserts: number, ownMs: number, hungMs: number])[] = [];
    for (let round = 0; round < TIMES; round++) {
      const sent = await sendDeliveries(own);
      const hung = await sendDeliveries(hanging);
      rounds.push([sent.perSecond, await measureInserts(url), sent.p99Ms, hung.p99Ms]);
    }
    const rate = median(rounds.map(([perSecond]) => perSecond));
    const floor = median(rounds.map(([, inserts]) => inserts));
    return [
      result({
        id: 'P13',
        what: 'the same on Postgres, against inserts there',
        figure: median(rounds.map(([perSecond, inserts]) => perSecond / inserts)),
        unit: 'x',
        budget: 1.5,
        goal: 2,
        isRate: true,
        detail: `${rate.toFixed(0)} deliveries/s against ${floor.toFixed(0)} single inserts/s`,
      }),
      result({
        id: 'P13',
        what: 'p99 on Postgres while the target hangs, against none',
        figure: median(rounds.map(([, , ownMs, hungMs]) => hungMs / ownMs)),
        unit: 'x',
        budget: 2,
        goal: 1.1,
        detail: `${median(rounds.map(([, , , hungMs]) => hungMs)).toFixed(1)} ms against ${median(rounds.map(([, , ownMs]) => ownMs)).toFixed(1)}`,
      }),
    ];
  } finally {
    await Promise.all([own.stop(), hanging.stop()]);
    target.close();
    place.remove();
    await cluster.stop();
  }
}

/** @returns how many rows a second are inserted one by one, each waiting for the disk */
async function measureInserts(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create table if not exists inserted (text text)');
  const startedAt = performance.now();
  for (let row = 0; row < INSERTS; row++) await client.query('insert into inserted values ($1)', ['x']);
  const perSecond = (INSERTS / (performance.now() - startedAt)) * 1_000;
  await client.end();
  return perSecond;
}
