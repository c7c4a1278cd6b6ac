import { describe, expect, test } from 'vitest';
import { findDifferences } from '../../../../../../src/cli/features/hooks/reconcile/find-differences.ts';
import type {
  ActivityEvent,
  HistoryEvent,
  InboxArrival,
  Sources,
} from '../../../../../../src/cli/features/hooks/reconcile/sources.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../../../src/service/durations.ts';
import type { HookDelivery } from '../../../../../../src/service/endpoints/webhooks.ts';

const NOW = Date.parse('2026-09-21T14:13:20Z');
const AT = NOW - 2 * HOUR_MS;
const NONE: Sources = { history: [], arrivals: [], expected: [], refusals: [] };

const ids = (hookId: string | null, more: object = {}) => ({
  action: 'automations',
  type: 'automation.triggered',
  hookId,
  activityId: null,
  actionId: null,
  person: null,
  ...more,
});
const listed = (delivery: HookDelivery | null, more: Partial<HistoryEvent> = {}): HistoryEvent => ({
  ids: ids('h1'),
  at: AT,
  url: 'https://hooks.example.com/crier',
  delivery,
  entry: { hookId: 'h1' },
  payloadKey: 'k1',
  taken: [],
  ...more,
});
let number = 0;
const came = (afterMs: number, more: Partial<InboxArrival> = {}): InboxArrival => {
  number += 1;
  return {
    store: 'the inbox',
    number,
    ids: ids(`h${number}`),
    at: AT,
    receivedAt: AT + afterMs,
    source: 'request',
    keys: [`k${number}`],
    ...more,
  };
};
const expected = (
  more: Partial<ActivityEvent['event']> = {},
  taken: ActivityEvent['taken'] = [],
): ActivityEvent => ({
  event: {
    type: 'automation.completed',
    activityId: 'auto_1:trg_1:1',
    actionId: null,
    person: null,
    at: AT,
    rules: ['HOOK-15', 'HOOK-26'],
    reason: 'the dispatch ended sent',
    ...more,
  },
  payloadKey: 'k9',
  taken,
});
const find = (sources: Partial<Sources>, lateMs: number | null = HOUR_MS) =>
  findDifferences({ ...NONE, ...sources }, { now: NOW, lateMs }).map(({ finding }) => finding);

describe('what the history has, and no inbox', () => {
  test.each([
    [
      'no attempt was accepted',
      { state: 'failed', attempts: 13, lastError: 'timeout' },
      'missing',
      'none of 13 attempts was accepted: timeout',
      'HOOK-05',
    ],
    [
      'a client error that ends it',
      { state: 'failed', lastStatus: 401 },
      'refused',
      'the receiver refused it with 401, which ends a delivery',
      'HOOK-06',
    ],
    [
      'a client error that is retried does not',
      { state: 'failed', attempts: 13, lastStatus: 429 },
      'missing',
      'none of 13 attempts was accepted: status 429',
      'HOOK-05',
    ],
    [
      'another receiver took it',
      { state: 'delivered', lastStatus: 200 },
      'missing',
      'hooks.example.com:443 answered 200, and it is not in the inbox',
      'HOOK-12',
    ],
    ['the service gives no result', null, 'missing', 'the history lists it, without its result', 'HOOK-20'],
    [
      'it is still tried',
      { state: 'retrying', lastStatus: 503, nextAttempt: '2026-09-21T14:15:00Z' },
      'waiting',
      'status 503; the service tries again at 2026-09-21T14:15:00Z',
      'HOOK-05',
    ],
  ] as const)(
    '%s',
    { tags: ['HOOK-05', 'HOOK-22', 'HOOK-06', 'HOOK-12', 'HOOK-20'] },
    (_why, delivery, finding, reason, rule) => {
      const [found, ...others] = find({ history: [listed(delivery)] });
      expect(found).toMatchObject({ finding, reason, hookId: 'h1', isProblem: finding !== 'waiting' });
      expect(found?.rules).toContain(rule);
      expect(others).toEqual([]);
    },
  );

  test('what any inbox has taken is no finding, whatever the service says of it', () => {
    const taken = [{ store: 'b.db', number: 3 }];
    for (const state of ['failed', 'retrying', 'delivered'])
      expect(find({ history: [listed({ state }, { taken })] })).toEqual([]);
  });

  test('without its result, one that is younger than a minute is waited for', () => {
    expect(find({ history: [listed(null, { at: NOW - 30 * SECOND_MS })] })).toMatchObject([
      { finding: 'waiting' },
    ]);
  });
});

describe('what the activity expects', () => {
  test('it is missing when neither the history nor the inbox has it', { tags: ['HOOK-26'] }, () => {
    expect(find({ expected: [expected()] })).toMatchObject([
      {
        finding: 'missing',
        activityId: 'auto_1:trg_1:1',
        reason: 'the dispatch ended sent, and neither the history nor the inbox has the event',
        advice: 'the row has what happened: crier automations explain auto_1:trg_1:1',
      },
    ]);
    expect(find({ expected: [expected({}, [{ store: 'the inbox', number: 1 }])] })).toEqual([]);
    expect(find({ expected: [expected({ at: NOW - SECOND_MS })] })).toMatchObject([{ finding: 'waiting' }]);
  });

  test('one event that both expect is one finding, that of the history', () => {
    const history = [listed({ state: 'failed', lastStatus: 401 }, { payloadKey: 'k9' })];
    expect(find({ history, expected: [expected()] })).toMatchObject([{ finding: 'refused' }]);
  });
});

describe('what inboxes have', () => {
  test('the same claim twice as new is doubled, once', { tags: ['HOOK-12', 'HOOK-13'] }, () => {
    const one = came(SECOND_MS, { keys: ['hook', 'payload'] });
    const other = came(2 * SECOND_MS, { keys: ['hook', 'payload'] });
    const third = came(3 * SECOND_MS, { keys: ['payload'] });
    expect(find({ arrivals: [one, other, came(SECOND_MS)] })).toMatchObject([
      {
        finding: 'doubled',
        deliveries: [{ number: one.number }, { number: other.number }],
        advice: expect.stringContaining('its claim had expired'),
      },
    ]);
    expect(find({ arrivals: [one, other, third] })).toMatchObject([
      { reason: expect.stringContaining('taken in 3 times as new') },
    ]);
    expect(find({ arrivals: [one, { ...other, store: 'b.db' }] })).toMatchObject([
      { advice: 'receivers that share the work need one inbox' },
    ]);
  });

  test.each([
    ['longer than the limit', HOUR_MS + 1, 'request', HOUR_MS, [true]],
    ['exactly the limit', HOUR_MS, 'request', HOUR_MS, []],
    ['taken from the history: only information', 3 * HOUR_MS, 'history', HOUR_MS, [false]],
    ['by another clock', 3 * HOUR_MS, 'request', null, []],
  ] as const)('late: %s', { tags: ['HOOK-05'] }, (_why, after, source, lateMs, problems) => {
    const found = find({ arrivals: [came(after, { source })] }, lateMs);
    expect(found.map(({ finding, isProblem }) => (finding === 'late' ? isProblem : finding))).toEqual(
      problems,
    );
  });

  test('automation.completed before automation.triggered is information', {
    tags: ['HOOK-21', 'W-18'],
  }, () => {
    const activityId = 'auto_1:trg_1:1';
    const completed = came(SECOND_MS, { ids: ids('c', { type: 'automation.completed', activityId }) });
    const triggered = came(2 * SECOND_MS, { ids: ids('t', { activityId }) });
    expect(find({ arrivals: [completed, triggered] })).toMatchObject([
      {
        finding: 'unordered',
        isProblem: false,
        rules: ['HOOK-21'],
        deliveries: [{ number: completed.number }, { number: triggered.number }],
      },
    ]);
    expect(find({ arrivals: [came(0, { ids: triggered.ids }), came(1, { ids: completed.ids })] })).toEqual(
      [],
    );
  });

  test('a later event of the same person before an earlier one, and of others', { tags: ['HOOK-21'] }, () => {
    const of = (person: string, at: number, afterMs: number) =>
      came(afterMs, { ids: ids(`${person}${at}`, { person }), at: AT + at });
    const later = of('mara', MINUTE_MS, MINUTE_MS);
    const earlier = of('mara', 0, 2 * MINUTE_MS);
    expect(find({ arrivals: [later, earlier, of('ben', 0, 3 * MINUTE_MS)] })).toMatchObject([
      {
        finding: 'unordered',
        person: 'mara',
        deliveries: [{ number: later.number }, { number: earlier.number }],
      },
    ]);
  });

  test('refused requests, with their reason and number', { tags: ['HOOK-14'] }, () => {
    const refusals = [{ store: 'the inbox', reason: 'mismatch', count: 3, latestAt: AT }];
    expect(find({ refusals })).toMatchObject([
      { finding: 'refused', isProblem: true, reason: 'the inbox has refused 3 requests so far: mismatch' },
    ]);
  });
});

test('the oldest is first', () => {
  const history = [listed(null, { at: AT }), listed(null, { at: AT - HOUR_MS, ids: ids('h0') })];
  expect(find({ history }).map(({ hookId }) => hookId)).toEqual(['h0', 'h1']);
});
