import { describe, expect, test } from 'vitest';
import { checkHistory } from '../../support/history/check-history.ts';
import { attempt, GOOD, heard, keyOf } from '../../support/history/good-history.ts';
import type { HeardEntry, History, HistoryAttempt, HistoryDelivery } from '../../support/history/history.ts';
import { callbackText } from '../../support/history/receiver-plan.ts';

const [EARLY, LATE] = GOOD.looks as [History['looks'][number], History['looks'][number]];
const [USED, UNUSED] = GOOD.callbacks as [History['callbacks'][number], History['callbacks'][number]];
const [ASKED] = GOOD.heard.callbacks as [HeardEntry['callbacks'][number]];
const DM = keyOf('e1', 'act_dm');

/** One delivery is another. */
const delivery = (of: string, change: Partial<HistoryDelivery>): Partial<History> => ({
  deliveries: GOOD.deliveries.map((each) => (each.hookId === of ? { ...each, ...change } : each)),
});
/** Additional attempts, each beside the others of its delivery. */
const attempts = (...more: readonly HistoryAttempt[]): Partial<History> => ({
  attempts: [...GOOD.attempts, ...more].toSorted((one, other) => one.hookId.localeCompare(other.hookId)),
});
/** Some attempts are others. */
const attemptsAre = (by: (each: HistoryAttempt) => HistoryAttempt | null): Partial<History> => ({
  attempts: GOOD.attempts.map(by).filter((each) => each !== null),
});
const hears = (change: Partial<HeardEntry>): Partial<History> => ({ heard: { ...GOOD.heard, ...change } });
/** Everything that was heard of one delivery is another. */
const hearsOf = (of: string, change: Partial<HeardEntry['deliveries'][number]>): Partial<History> =>
  hears({
    deliveries: GOOD.heard.deliveries.map((each) => (each.hookId === of ? { ...each, ...change } : each)),
  });

describe('a fault of what leaves is found, and nothing beside it:', () => {
  test.each<[string, Partial<History>, string, string]>([
    ['a delivery that never ended', delivery('h3', { state: 'waiting' }), 'delivery left over', 'h3'],
    [
      'a delivery that was due ten seconds before, and waits',
      { looks: [EARLY, { ...LATE, lateDeliveries: ['h9'] }] },
      'delivery left over',
      'h9',
    ],
    [
      'one hookId for two deliveries',
      { deliveries: [...GOOD.deliveries, ...GOOD.deliveries.filter(({ hookId }) => hookId === 'h4')] },
      'delivery twice',
      'h4',
    ],
    [
      'a delivery id of two attempts',
      {
        ...attemptsAre((each) => (each.deliveryId === 'h3.1' ? { ...each, deliveryId: 'h3.0' } : each)),
      },
      'delivery id twice',
      'h3.0',
    ],
    [
      'delivered, and not received',
      hearsOf('h4', { way: 'reset in the body' }),
      'delivered, not received',
      'h4',
    ],
    ['failed, and received', delivery('h4', { state: 'failed' }), 'answer forgotten', 'h4'],
    [
      'given up after twelve attempts',
      attemptsAre((each) => (each.deliveryId === 'h3.12' ? null : each)),
      'given up too soon',
      'h3',
    ],
    ['a fourteenth attempt', attempts(attempt('h3', 13, { status: null })), 'attempted too often', 'h3'],
    [
      'sent again after a 404',
      attempts(attempt('h2', 1, { status: null, error: 'connection lost' })),
      'attempted too often',
      'h2',
    ],
    [
      'sent again after it was received',
      {
        ...attempts(attempt('h4', 1)),
        ...hears({ deliveries: [...GOOD.heard.deliveries, heard('h4', 1)] }),
      },
      'attempted too often',
      'h4',
    ],
    [
      'an attempt that is missing',
      attemptsAre((each) => (each.deliveryId === 'h3.12' ? { ...each, attempt: 13 } : each)),
      'attempt out of order',
      'h3',
    ],
    [
      'an attempt number that came before',
      {
        ...attemptsAre((each) => (each.deliveryId === 'h1.1' ? { ...each, deliveryId: 'h1.x' } : each)),
        ...hears({
          deliveries: [
            ...GOOD.heard.deliveries.filter(({ deliveryId }) => deliveryId !== 'h1.1'),
            heard('h1', 1, { deliveryId: 'h1.x' }),
          ],
        }),
      },
      'attempt heard twice',
      'h1 1',
    ],
    [
      'a request that was not recorded',
      hears({ deliveries: [...GOOD.heard.deliveries, heard('h9', 0)] }),
      'request of no row',
      'h9.0',
    ],
    [
      'an answer that is not the one that was given',
      hearsOf('h2', { way: 'status 429' }),
      'request of no row',
      'h2.0',
    ],
    [
      'a response without a callback',
      attemptsAre((each) => (each.deliveryId === 'h3.4' ? { ...each, status: 503 } : each)),
      'answer made up',
      'h3.4',
    ],
    [
      'a redirect that was followed',
      hears({ strays: ['GET /elsewhere'] }),
      'request astray',
      'GET /elsewhere',
    ],
    [
      'a signature over other bytes',
      hearsOf('h2', { signed: { main: 'wrong', second: 'none', at: 100 } }),
      'signature wrong',
      'h2.0',
    ],
    [
      'a request without a signature',
      hearsOf('h2', { signed: { main: 'none', second: 'none', at: 100 } }),
      'signature wrong',
      'h2.0',
    ],
    [
      'a second signature before there is a second secret',
      hearsOf('h2', { signed: { main: 'first', second: 'second', at: 100 } }),
      'signature wrong',
      'h2.0',
    ],
    [
      'only the old secret, when the new one is there',
      hearsOf('h2', { timeStamp: 201, signed: { main: 'first', second: 'none', at: 201 } }),
      'signature wrong',
      'h2.0',
    ],
    [
      'a time that is not that of the body',
      hearsOf('h2', { signed: { main: 'first', second: 'none', at: 99 } }),
      'signature wrong',
      'h2.0',
    ],
    [
      'a callback that is signed wrongly',
      hears({
        callbacks: GOOD.heard.callbacks.map((each) =>
          each.key === DM ? { ...each, signed: { ...each.signed, main: 'second' } } : each,
        ),
      }),
      'signature wrong',
      DM,
    ],
    ['a callback twice', hears({ callbacks: [...GOOD.heard.callbacks, ASKED] }), 'callback twice', DM],
    [
      'a callback that was not recorded',
      hears({ callbacks: [...GOOD.heard.callbacks, { ...ASKED, key: 'x:y' }] }),
      'request of no row',
      'x:y',
    ],
    [
      'a callback that never ended',
      { callbacks: [USED, { ...UNUSED, state: 'asking' }] },
      'callback left over',
      UNUSED.key,
    ],
    [
      'a text that is not the one of the callback',
      { messages: GOOD.messages.map((each) => (each.key === DM ? { ...each, text: 'Another.' } : each)) },
      'text of another source',
      DM,
    ],
    [
      'the text of an answer that was of no use',
      hears({ callbacks: GOOD.heard.callbacks.map((each) => ({ ...each, way: 'too much' as const })) }),
      'text of another source',
      DM,
    ],
    [
      'the text of a callback where the row says that it fell back',
      {
        messages: GOOD.messages.map((each) =>
          each.key === DM ? each : { ...each, text: callbackText(each.key) },
        ),
      },
      'text of another source',
      keyOf('e3', 'act_dm'),
    ],
  ])(
    '%s',
    {
      tags: [
        'HOOK-07',
        'HOOK-09',
        'HOOK-22',
        'T1',
        'W-02',
        'W-03',
        'HOOK-24',
        'W-01',
        'W-05',
        'W-07',
        'S10',
        'W-16',
        'W-06',
        'CBK-06',
        'K-06',
        'CBK-02',
        'CBK-05',
        'CBK-07',
      ],
    },
    (_why, change, kind, of) => {
      expect(checkHistory({ ...GOOD, ...change }).faults).toEqual([{ kind, of }]);
    },
  );
});
