import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { CALLBACK_REASONS } from '../../../../src/domain/callbacks/message-callback.ts';
import type { OutboundAnswer } from '../../../../src/outbound/outbound.ts';
import { ASSUMED } from '../../../../src/service/assumed.ts';
import { HOUR_MS } from '../../../../src/service/durations.ts';
import {
  CALLED,
  type CallbackEngine,
  createCallbackEngines,
  openTwoProcesses,
  writeAt,
} from '../../../support/engine/callback-engine.ts';
import { runNextDispatch } from '../../../support/engine/engine-work.ts';
import { createFakeOutbound, withText } from '../../../support/engine/fake-outbound.ts';
import { testSeed } from '../../../support/test-seed.ts';

const rooms = createCallbackEngines();
afterEach(rooms.close);
afterAll(rooms.remove);

const { failures: MOST, openMs } = ASSUMED.breaker;
const OPEN = `callback not used: ${CALLBACK_REASONS.openBreaker}`;
const FAILED = { status: 503, body: new Uint8Array() };

/** That number of followers write, one after the other, and each is answered. @returns how many requests left */
async function each(room: CallbackEngine, people: number, answer: Partial<OutboundAnswer>): Promise<number> {
  const outbound = createFakeOutbound(() => answer);
  const { advance } = room.asking(outbound);
  for (let place = 0; place < people; place++) {
    writeAt(room, 'auto_1', `person-${room.rows().length}-${place}`);
    await advance(0);
  }
  return outbound.asked.length;
}

describe('U-36 K-07 CBK-05 the breaker', () => {
  test('opens after 5 failures in a row: then nothing leaves, and the template is sent', async () => {
    const room = rooms.open();
    expect(await each(room, MOST + 3, FAILED)).toBe(MOST);
    expect(room.dms()).toEqual(Array(MOST + 3).fill(CALLED.message));
    expect(room.rows().filter(({ actions }) => actions[0]?.errorDetails === OPEN)).toHaveLength(3);
    expect(room.actions()).toMatchObject([{ status: 'sent', messageSource: 'fallback' }]);
  });

  test('does not open when one of five is used', async () => {
    const room = rooms.open();
    await each(room, MOST - 1, FAILED);
    await each(room, 1, withText('hello'));
    expect(await each(room, MOST - 1, FAILED)).toBe(MOST - 1);
    expect(room.reasons()).not.toContain(OPEN);
  });

  test('is tried by one after a minute, by the clock of the sandbox; a success closes it', async () => {
    const room = rooms.open();
    await each(room, MOST, FAILED);
    room.time.now += openMs - 1;
    room.time.real += HOUR_MS;
    expect(await each(room, 1, withText('hello'))).toBe(0);
    room.time.now += 1;
    expect(await each(room, 3, withText('hello'))).toBe(3);
    expect(room.dms().slice(-3)).toEqual(['hello', 'hello', 'hello']);
    expect(await each(room, MOST + 1, FAILED)).toBe(MOST);
  });

  test('opens for another minute when the one that tries it fails', async () => {
    const room = rooms.open();
    await each(room, MOST, FAILED);
    room.time.now += openMs;
    expect(await each(room, 3, FAILED)).toBe(1);
    room.time.now += openMs - 1;
    expect(await each(room, 3, FAILED)).toBe(0);
    room.time.now += 1;
    expect(await each(room, 3, FAILED)).toBe(1);
  });

  test('is that of a profile and an origin: others are asked', async () => {
    const room = rooms.open();
    const { store } = room.engine;
    room.automate(
      'auto_2',
      [{ type: 'dm_keyword', keywords: ['size'] }],
      [{ ...CALLED, messageUrl: 'https://texts.example.com:8443/secret-path' }],
    );
    const other = store.profiles.users()[0];
    const account = other && store.accounts.findLinked(other.id, 'instagram');
    if (other === undefined || account === undefined) throw new Error('the seed has no other account');
    store.automations.add({
      ...store.automations.get('auto_1'),
      id: 'auto_3',
      profile: other.id,
      accountId: account.id,
      actions: [{ id: 'act_3', type: 'send_dm', config: { ...CALLED, type: undefined } }],
    });
    await each(room, MOST, FAILED);
    const outbound = createFakeOutbound(() => withText('hello'));
    const { advance } = room.asking(outbound);
    writeAt(room, 'auto_1', 'ada');
    writeAt(room, 'auto_2', 'ada');
    writeAt({ ...room, account: { id: account.id, profile: other.id } }, 'auto_1', 'noor');
    await advance(0);
    const asked = outbound.asked.map(({ url, body }) => [
      new URL(url).port,
      JSON.parse(new TextDecoder().decode(body)).automationId,
    ]);
    expect(asked.toSorted()).toEqual([
      ['', 'auto_3'],
      ['8443', 'auto_2'],
    ]);
  });
});

test('U-36 two processes that come to try it at the same moment: one request leaves', async () => {
  const { room, underway, processes } = await openTwoProcesses(rooms);
  await each(room, MOST, FAILED);
  room.time.now += openMs;
  for (const one of processes) {
    const { engine, errands } = one;
    writeAt(room, 'auto_1', `ada-${processes.indexOf(one)}`);
    runNextDispatch(engine);
    errands.start();
  }
  expect(underway).toHaveLength(1);
  const [probe] = underway;
  probe?.end(withText('hello'));
  await probe?.errands.waitForChange();
  expect(room.engine.store.breakers.get({ profile: room.account.profile, origin: ORIGIN })).toMatchObject({
    failures: 0,
    openedAt: null,
  });
});

const ORIGIN = new URL(CALLED.messageUrl).origin;

const _seed = testSeed();
