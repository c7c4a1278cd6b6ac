import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqliteInbox } from '../../../src/receiver/inbox/sqlite/open-sqlite-inbox.ts';
import { createSeededNumbers } from '../../../src/sandbox/demo/crowd.ts';
import { eventually } from '../../support/eventually.ts';
import { openReceiver, type Receiver } from '../../support/receiver/receiver.ts';
import { postAll, startReceiver } from '../../support/receiver/started-receiver.ts';
import { report } from '../../support/report.ts';
import { scaled } from '../../support/scale.ts';
import { testSeed } from '../../support/test-seed.ts';

const DELIVERIES = scaled(3_000, 20_000);
const COPIES = 50;
const DUPLICATES_PERCENT = 30;
/** The target that hangs has longer than the whole test: an answer that waited for it would not come in time. */
const ATTEMPT_TIMEOUT = '1h';

let folder: string;
let targets: Receiver[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crier-load-'));
});
afterEach(async () => {
  await Promise.all(targets.map((each) => each.close()));
  rmSync(folder, { recursive: true, force: true });
});

/** Ids of deliveries in random order: three in ten repeat another one, and one comes fifty times at once. */
function listIds(random: (below: number) => number): readonly string[] {
  const ids: string[] = [];
  let fresh = 0;
  while (ids.length < DELIVERIES) {
    const isDuplicate = fresh > 0 && random(100) < DUPLICATES_PERCENT;
    ids.push(`h${isDuplicate ? random(fresh) : fresh++}`);
    if (ids.length === Math.floor(DELIVERIES / 2)) ids.push(...Array.from({ length: COPIES }, () => 'often'));
  }
  return ids;
}

const findP99 = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0;

test('each of many deliveries is forwarded once, and answers do not wait for a target that hangs', {
  tags: ['T11', 'L3', 'W-15'],
}, async () => {
  const seed = testSeed();
  const ids = listIds(createSeededNumbers(seed));
  const got = new Map<string, number>();
  const good = await openReceiver(({ json }) => {
    const hookId = String(json()['hookId']);
    got.set(hookId, (got.get(hookId) ?? 0) + 1);
    return 200;
  });
  const hanging = await openReceiver(() => 'hang');
  targets = [good, hanging];
  const store = join(folder, 'in.db');
  const forward = ['--forward', good.url, '--forward', hanging.url, '--attempt-timeout', ATTEMPT_TIMEOUT];
  const words = ['--store', store, ...forward, '--concurrency', '32'];
  const receiver = await startReceiver(folder, words);
  const bodies = ids.map((hookId) => JSON.stringify({ action: 'feed', hookId }));
  const times = await postAll(receiver.url, bodies, COPIES);
  await eventually(() => expect(hanging.received.length).toBeGreaterThan(0));
  const wanted = new Set(ids);
  while (got.size < wanted.size) {
    const before = got.size;
    await eventually(() => expect(got.size).toBeGreaterThan(before));
  }
  receiver.child.kill('SIGKILL');
  await receiver.ended;
  const several = [...got].filter(([, count]) => count !== 1);
  expect({ seed, several }).toEqual({ seed, several: [] });
  const inbox = openSqliteInbox(store);
  const { deliveries } = await inbox.count({});
  expect({ seed, repeated: deliveries.repeated }).toEqual({ seed, repeated: ids.length - wanted.size });
  await inbox.close();

  const alone = await startReceiver(folder, ['--store', join(folder, 'alone.db')]);
  const quick = findP99(await postAll(alone.url, bodies, COPIES));
  alone.child.kill('SIGKILL');
  await alone.ended;
  const p99 = findP99(times);
  report(
    `${ids.length} deliveries, ${ids.length - wanted.size} duplicates, ${wanted.size} forwarded once each; p99 of answers ${p99.toFixed(0)} ms, ${quick.toFixed(0)} ms without targets`,
  );
});
