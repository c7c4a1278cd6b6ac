import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { CALLBACK_REASONS } from '../../../../src/domain/callbacks/message-callback.ts';
import type { OutboundAnswer } from '../../../../src/outbound/outbound.ts';
import {
  insertAutomation,
  requireAutomation,
} from '../../../../src/sandbox/store/automations/automations.ts';
import { getBreaker } from '../../../../src/sandbox/store/outbound/callbacks.ts';
import { findLinkedAccount, listUserProfiles } from '../../../../src/sandbox/store/profiles.ts';
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

const fixtures = createCallbackEngines();
afterEach(fixtures.close);
afterAll(fixtures.remove);

const { failures: MOST, openMs } = ASSUMED.breaker;
const OPEN = `callback not used: ${CALLBACK_REASONS.openBreaker}`;
const FAILED = { status: 503, body: new Uint8Array() };

/** That number of followers write, one after the other, and each is answered. @returns how many requests left */
async function each(
  fixture: CallbackEngine,
  people: number,
  answer: Partial<OutboundAnswer>,
): Promise<number> {
  const outbound = createFakeOutbound(() => answer);
  const { advance } = fixture.asking(outbound);
  for (let place = 0; place < people; place++) {
    writeAt(fixture, 'auto_1', `person-${fixture.rows().length}-${place}`);
    await advance(0);
  }
  return outbound.asked.length;
}

describe('the breaker', { tags: ['U-36', 'K-07', 'CBK-05'] }, () => {
  test('opens after 5 failures in a row: then nothing leaves, and the template is sent', async () => {
    const fixture = fixtures.open();
    expect(await each(fixture, MOST + 3, FAILED)).toBe(MOST);
    expect(fixture.dms()).toEqual(Array(MOST + 3).fill(CALLED.message));
    expect(fixture.rows().filter(({ actions }) => actions[0]?.errorDetails === OPEN)).toHaveLength(3);
    expect(fixture.actions()).toMatchObject([{ status: 'sent', messageSource: 'fallback' }]);
  });

  test('does not open when one of five is used', async () => {
    const fixture = fixtures.open();
    await each(fixture, MOST - 1, FAILED);
    await each(fixture, 1, withText('hello'));
    expect(await each(fixture, MOST - 1, FAILED)).toBe(MOST - 1);
    expect(fixture.reasons()).not.toContain(OPEN);
  });

  test('is tried by one after a minute, by the clock of the sandbox; a success closes it', async () => {
    const fixture = fixtures.open();
    await each(fixture, MOST, FAILED);
    fixture.time.now += openMs - 1;
    fixture.time.real += HOUR_MS;
    expect(await each(fixture, 1, withText('hello'))).toBe(0);
    fixture.time.now += 1;
    expect(await each(fixture, 3, withText('hello'))).toBe(3);
    expect(fixture.dms().slice(-3)).toEqual(['hello', 'hello', 'hello']);
    expect(await each(fixture, MOST + 1, FAILED)).toBe(MOST);
  });

  test('opens for another minute when the one that tries it fails', async () => {
    const fixture = fixtures.open();
    await each(fixture, MOST, FAILED);
    fixture.time.now += openMs;
    expect(await each(fixture, 3, FAILED)).toBe(1);
    fixture.time.now += openMs - 1;
    expect(await each(fixture, 3, FAILED)).toBe(0);
    fixture.time.now += 1;
    expect(await each(fixture, 3, FAILED)).toBe(1);
  });

  test('is that of a profile and an origin: others are asked', async () => {
    const fixture = fixtures.open();
    const { store } = fixture.engine;
    fixture.automate(
      'auto_2',
      [{ type: 'dm_keyword', keywords: ['size'] }],
      [{ ...CALLED, messageUrl: 'https://texts.example.com:8443/secret-path' }],
    );
    const other = listUserProfiles(store)[0];
    const account = other && findLinkedAccount(store, other.id, 'instagram');
    if (other === undefined || account === undefined) throw new Error('the seed has no other account');
    insertAutomation(store, {
      ...requireAutomation(store, 'auto_1'),
      id: 'auto_3',
      profile: other.id,
      accountId: account.id,
      actions: [{ id: 'act_3', type: 'send_dm', config: { ...CALLED, type: undefined } }],
    });
    await each(fixture, MOST, FAILED);
    const outbound = createFakeOutbound(() => withText('hello'));
    const { advance } = fixture.asking(outbound);
    writeAt(fixture, 'auto_1', 'ada');
    writeAt(fixture, 'auto_2', 'ada');
    writeAt({ ...fixture, account: { id: account.id, profile: other.id } }, 'auto_1', 'noor');
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

test('a late success does not close it, and of two processes that come to try it at once one sends a request', {
  tags: ['U-36'],
}, async () => {
  const { fixture, inFlight, processes } = await openTwoProcesses(fixtures);
  const key = { profile: fixture.account.profile, origin: ORIGIN };
  const [{ engine: first, jobs: requests }] = processes;
  for (let place = 0; place <= MOST; place++) {
    writeAt(fixture, 'auto_1', `person-${place}`);
    runNextDispatch(first);
  }
  requests.start();
  const [late, ...failing] = inFlight.splice(0);
  for (const request of failing) request.end(FAILED);
  while (requests.inFlight > 1) await requests.waitForChange();
  late?.end(withText('hello'));
  await requests.waitForChange();
  expect(getBreaker(fixture.engine.store, key)).toMatchObject({ failures: MOST, openedAt: fixture.time.now });
  for (let place = 0; place <= MOST; place++) runNextDispatch(first);
  fixture.time.now += openMs;
  for (const one of processes) {
    const { engine, jobs } = one;
    writeAt(fixture, 'auto_1', `ada-${processes.indexOf(one)}`);
    runNextDispatch(engine);
    jobs.start();
  }
  expect(inFlight).toHaveLength(1);
  const [probe] = inFlight;
  probe?.end(withText('hello'));
  await probe?.jobs.waitForChange();
  expect(getBreaker(fixture.engine.store, key)).toMatchObject({
    failures: 0,
    openedAt: null,
  });
});

const ORIGIN = new URL(CALLED.messageUrl).origin;

const _seed = testSeed();
