import { afterAll, afterEach, expect, test } from 'vitest';
import { summarizeOpenDispatches } from '../../../../src/sandbox/store/automations/dispatches.ts';
import { changeSettings } from '../../../../src/sandbox/store/settings.ts';
import { ASSUMED } from '../../../../src/service/assumed.ts';
import { HOUR_MS } from '../../../../src/service/durations.ts';
import { dm } from '../../../support/automations/engagements.ts';
import {
  CALLED,
  type CallbackEngine,
  createCallbackEngines,
} from '../../../support/engine/callback-engine.ts';
import { ingest, runNextDispatch } from '../../../support/engine/engine-work.ts';
import { createFakeOutbound, withText } from '../../../support/engine/fake-outbound.ts';
import { eventually } from '../../../support/eventually.ts';
import { scaled } from '../../../support/scale.ts';
import { NOW } from '../../../support/small-sandbox.ts';

const fixtures = createCallbackEngines();
afterEach(fixtures.close);
afterAll(fixtures.remove);

const { all, ofAddress, kept } = ASSUMED.maxOutgoing;

const MANY = 1_000_000;

/** That number of followers wrote a word an hour ago; the network reports it only now: they are answered at once. */
function write({ engine, account }: CallbackEngine, word: string, people: number): void {
  for (let person = 0; person < people; person++) {
    const named = { eventId: `${word}-${person}`, from: { id: `${word}-${person}`, username: null } };
    ingest(engine, { accountId: account.id, engagement: { ...dm(word), ...named, at: NOW - HOUR_MS } });
  }
}

const asking = (fixture: CallbackEngine, word: string, messageUrl: string) =>
  fixture.automate(
    `auto_${word}`,
    [{ type: 'dm_keyword', keywords: [word] }],
    [{ ...CALLED, messageUrl, timeoutMs: 5_000 }],
  );

test('500 that ask a slow address delay none that ask another one', async () => {
  const [slow, quick] = ['https://slow.example.com/', 'https://quick.example.com/'];
  const fixture = fixtures.open([]);
  changeSettings(fixture.engine.store, { dmsPerHour: MANY, dmsPerDay: MANY });
  asking(fixture, 'slow', slow);
  asking(fixture, 'quick', quick);
  write(fixture, 'slow', scaled(500, 5_000));
  const { promise: isOver, resolve: letGo } = Promise.withResolvers<void>();
  const outbound = createFakeOutbound(async ({ url }) => {
    if (url !== quick) await isOver;
    return withText(url === quick ? 'hello' : 'at last');
  });
  const askedSlow = () => outbound.asked.filter(({ url }) => url === slow);
  const running = await fixture.asking(outbound).engine.keepRunning();
  await eventually(() => expect(askedSlow()).toHaveLength(ofAddress));
  write(fixture, 'quick', 50);
  running.wake();
  await eventually(() => expect(fixture.dms().filter((text) => text === 'hello')).toHaveLength(50));
  expect(askedSlow()).toHaveLength(ofAddress);
  letGo();
  await eventually(() => expect(summarizeOpenDispatches(fixture.engine.store).count).toBe(0));
  await running.stop();
});

test('where all are slow, a slot is left for an address with nothing in flight, and the one with the fewest is next', {
  tags: ['HOOK-05'],
}, async () => {
  const fixture = fixtures.open([]);
  const busy = all / ofAddress;
  for (let place = 0; place < busy; place++)
    asking(fixture, `busy${place}`, `https://busy${place}.example.com/`);
  asking(fixture, 'zoo', 'https://zoo.example.com/');
  const ends: (() => void)[] = [];
  const outbound = createFakeOutbound(() => new Promise((end) => ends.push(() => end(withText('hello')))));
  const { engine } = fixture.asking(outbound);
  const [callbacks] = await engine.outboundQueues();
  const runAll = () => {
    while (runNextDispatch(engine) !== 'nothing is due');
    callbacks?.start();
  };
  for (let place = 0; place < busy; place++) write(fixture, `busy${place}`, 3 * ofAddress);
  runAll();
  expect(outbound.asked).toHaveLength(all - kept);
  write(fixture, 'zoo', 2);
  runAll();
  expect(outbound.asked).toHaveLength(all - kept + 1);
  ends.shift()?.();
  await callbacks?.waitForChange();
  runAll();
  ends.shift()?.();
  await callbacks?.waitForChange();
  runAll();
  expect(outbound.asked.slice(all - kept).map(({ url }) => new URL(url).hostname)).toEqual([
    'zoo.example.com',
    'zoo.example.com',
  ]);
  for (let end = ends.shift(); end !== undefined; end = ends.shift()) {
    end();
    await callbacks?.waitForChange();
    runAll();
  }
  expect(summarizeOpenDispatches(engine.store).count).toBe(0);
});
