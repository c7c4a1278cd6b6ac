import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { openOutbound } from '../../../../src/outbound/open-outbound.ts';
import { MINUTE_MS } from '../../../../src/service/durations.ts';
import { CALLED, createCallbackEngines } from '../../../support/callback-engine.ts';
import { stoppedClock } from '../../../support/clock.ts';
import { NOW } from '../../../support/small-sandbox.ts';

const rooms = createCallbackEngines();
afterEach(rooms.close);
afterAll(rooms.remove);

describe('an address that may not be reached', () => {
  const nowhere = () => {
    throw new Error('nothing is to be sent');
  };

  test.each([
    ['CBK-08 of loopback', ['127.0.0.1']],
    ['CBK-08 of a private network', ['10.0.0.7']],
    ['CBK-08 link-local, where metadata is', ['169.254.169.254']],
    ['CBK-08 K-08 of one public address and a private one', ['93.184.216.34', '10.0.0.7']],
    ['CBK-08 of loopback in another form', ['::ffff:127.0.0.1']],
  ])('%s, by its name: nothing leaves, and the template is sent', async (_what, addresses) => {
    const room = rooms.openWaiting();
    const outbound = openOutbound({
      allowance: [],
      clock: stoppedClock(NOW),
      resolve: async () => addresses,
      dial: nowhere,
    });
    await room.asking(outbound).advance(0);
    expect(room.dms()).toEqual([CALLED.message]);
    expect(room.engine.store.outbound.countSent().callbacks).toBe(0);
    expect(room.actions()).toMatchObject([
      {
        status: 'sent',
        messageSource: 'fallback',
        errorDetails: 'callback not used: address not allowed',
      },
    ]);
  });

  test('CBK-08 that an earlier run had allowed: neither', async () => {
    const room = rooms.openWaiting([{ ...CALLED, messageUrl: 'http://127.0.0.1:9/text' }]);
    const outbound = openOutbound({ allowance: [], clock: stoppedClock(NOW), dial: nowhere });
    await room.asking(outbound).advance(0);
    expect(room.actions()[0]?.errorDetails).toBe('callback not used: address not allowed');
  });

  test('CBK-08 U-36 it does not count against the receiver: no breaker opens', async () => {
    const room = rooms.open();
    const outbound = openOutbound({
      allowance: [],
      clock: stoppedClock(NOW),
      resolve: async () => ['10.0.0.7'],
      dial: nowhere,
    });
    for (let each = 0; each < 8; each++) room.engage(`person${each}`);
    await room.asking(outbound).advance(MINUTE_MS);
    expect(room.reasons()).toEqual(['callback not used: address not allowed']);
  });
});
