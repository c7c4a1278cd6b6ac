import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { ASSUMED } from '../../../src/facts/assumed.ts';
import { HOUR_MS } from '../../../src/facts/durations.ts';
import { ingest } from '../../../src/sandbox/engine/ingest.ts';
import { keepRunning } from '../../../src/sandbox/engine/keep-running.ts';
import { runNext } from '../../../src/sandbox/engine/run-series.ts';
import { pretendOutbound, withText } from '../../support/asking-engine.ts';
import { type AskingRoom, askingRooms, CALLED } from '../../support/asking-room.ts';
import { saying } from '../../support/asking-sandbox.ts';
import { dm } from '../../support/engagements.ts';
import { outlet } from '../../support/history/outlet.ts';
import { openReceiver } from '../../support/receiver.ts';
import { scaled } from '../../support/scale.ts';
import { NOW } from '../../support/small-sandbox.ts';

const rooms = askingRooms();
afterEach(rooms.close);
afterAll(rooms.remove);

const { all, ofAddress, kept } = ASSUMED.outgoingAtOnce;

const MANY = 1_000_000;

/** So many people wrote a word an hour ago, and the network tells only now: they are answered at once. */
function write({ engine, account }: AskingRoom, word: string, people: number): void {
  for (let person = 0; person < people; person++) {
    const named = { eventId: `${word}-${person}`, from: { id: `${word}-${person}`, username: null } };
    ingest(engine, { accountId: account.id, engagement: { ...dm(word), ...named, at: NOW - HOUR_MS } });
  }
}

const asking = (room: AskingRoom, word: string, messageUrl: string) =>
  room.automate(
    `auto_${word}`,
    [{ type: 'dm_keyword', keywords: [word] }],
    [{ ...CALLED, messageUrl, timeoutMs: 5_000 }],
  );

test('500 that ask a slow address delay none that ask another one', async () => {
  const [slow, quick] = [await openReceiver(() => 'hang'), await openReceiver(() => saying('hello'))];
  const room = rooms.open([]);
  room.engine.store.settings.change({ dmsPerHour: MANY, dmsPerDay: MANY });
  asking(room, 'slow', slow.url);
  asking(room, 'quick', quick.url);
  write(room, 'slow', scaled(500, 5_000));
  const out = await outlet([slow.address, quick.address]).openOutbound?.();
  if (out === undefined) throw new Error('nothing may leave');
  const running = await keepRunning(room.asking(out).engine);
  await slow.hasReceived(ofAddress);
  write(room, 'quick', 50);
  running.wake();
  await vi.waitFor(() => expect(room.dms().filter((text) => text === 'hello')).toHaveLength(50), 5_000);
  expect(slow.received).toHaveLength(ofAddress);
  const { dispatches } = room.engine.store;
  await vi.waitFor(() => {
    slow.letGo();
    expect(dispatches.unended().count).toBe(0);
  }, 20_000);
  await running.stop();
  await Promise.all([slow.close(), quick.close()]);
}, 60_000);

test('HOOK-05 where all are slow, a place is left for whom nothing is underway, and whoever has the fewest is next', async () => {
  const room = rooms.open([]);
  const busy = all / ofAddress;
  for (let place = 0; place < busy; place++)
    asking(room, `busy${place}`, `https://busy${place}.example.com/`);
  asking(room, 'zoo', 'https://zoo.example.com/');
  const ends: (() => void)[] = [];
  const outbound = pretendOutbound(() => new Promise((end) => ends.push(() => end(withText('hello')))));
  const { engine } = room.asking(outbound);
  const [callbacks] = await engine.errands();
  const runAll = () => {
    while (runNext(engine) !== 'nothing is due');
    callbacks?.begin();
  };
  for (let place = 0; place < busy; place++) write(room, `busy${place}`, 3 * ofAddress);
  runAll();
  expect(outbound.asked).toHaveLength(all - kept);
  write(room, 'zoo', 2);
  runAll();
  expect(outbound.asked).toHaveLength(all - kept + 1);
  ends.shift()?.();
  await callbacks?.change();
  runAll();
  ends.shift()?.();
  await callbacks?.change();
  runAll();
  expect(outbound.asked.slice(all - kept).map(({ url }) => new URL(url).hostname)).toEqual([
    'zoo.example.com',
    'zoo.example.com',
  ]);
  for (let end = ends.shift(); end !== undefined; end = ends.shift()) {
    end();
    await callbacks?.change();
    runAll();
  }
  expect(engine.store.dispatches.unended().count).toBe(0);
});
