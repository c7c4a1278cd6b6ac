import { expect, test } from 'vitest';
import { createJsonLog, type LogEntry } from '../../../../src/cli/framework/output/printing/log.ts';
import type { ForwardReport } from '../../../../src/receiver/forwarding.ts';
import { createReceiverLog, RECEIVER_EVENTS } from '../../../../src/receiver/run/receiver-log.ts';
import { stoppedClock } from '../../../support/clock.ts';
import { eventually } from '../../../support/eventually.ts';
import { ARRIVAL, arrived } from '../../../support/receiver/arrived.ts';

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** @param hookId of the deliveries */
function openLog(hookId: string | null = null) {
  const clock = stoppedClock(ARRIVAL);
  const entries: LogEntry[] = [];
  const ending = new AbortController();
  const { signal } = ending;
  const log = createReceiverLog(
    { clock, signal, log: async (entry) => void entries.push(entry) },
    () => 'http://127.0.0.1/x',
    (id) => (id === 'h2' ? null : 'trace-1'),
  );
  const attempt = (number: number, error: string | null, again: number | null = null): ForwardReport => ({
    job: {
      ...{ number, target: 'http://a:b@127.0.0.1/x?token=S', attempt: 1, round: 1, fence: 1 },
      facts: { action: null, type: null, hookId, person: 'P', post: null },
      headers: {},
      body: new Uint8Array(),
    },
    outcome: { kind: error === null ? 'done' : 'failed', status: error === null ? 200 : 503, error },
    ...{ ms: 4, again },
  });
  const said = () => entries.splice(0).flatMap(({ message }) => message ?? []);
  return { clock, ending, entries, log, attempt, said };
}

test('every entry has its level, a sentence for people and fields for programs', () => {
  const { log, attempt, entries } = openLog('h1');
  const request = { receivedAt: ARRIVAL, status: 200, bytes: 2, ms: 1.6 };
  const take = (number: number, repeats: number | null, event: Readonly<Record<string, unknown>>) =>
    ({ ...request, kind: 'taken', number, repeats, arrived: arrived(event) }) as const;
  const refused = { ...request, kind: 'refused', status: 401, fault: 'mismatch', received: null } as const;
  const taken = take(7, null, { hookId: 'h1', action: 'messages', type: 'received' });
  const facts = { action: null, type: null, source: 'request', ms: 2 };
  const unread = 'it was not read for too long';
  const target = { target: 'http://127.0.0.1/x' };
  const ofAttempt = (status: number) => ({ attempt: 1, status, ms: 4, traceId: 'trace-1' });
  const failed = { ...ofAttempt(503), error: 'status 503' };
  const again = new Date(ARRIVAL).toISOString();
  for (const [add, ...expected] of [
    [
      () => log.addReport(taken),
      [
        'info',
        'delivery.received',
        null,
        {
          ...facts,
          ...{ number: 7, hookId: 'h1', action: 'messages' },
          ...{ type: 'received', verdict: 'new', repeats: null, traceId: 'trace-1' },
        },
      ],
    ],
    [
      () => log.addReport(take(8, 7, { hookId: 'h2' })),
      [
        'info',
        'delivery.received',
        null,
        { ...facts, number: 8, hookId: 'h2', verdict: 'repeated', repeats: 7 },
      ],
    ],
    [
      () => log.addReport(take(9, null, {})),
      [
        'info',
        'delivery.received',
        null,
        { ...facts, number: 9, hookId: null, verdict: 'new', repeats: null },
      ],
    ],
    [
      () => log.addReport(refused),
      ['warn', 'delivery.refused', null, { reason: 'mismatch', status: 401, ms: 2 }],
    ],
    [
      () => log.addAttempt(attempt(1, 'status 503', ARRIVAL)),
      ['warn', 'attempt.failed', null, { ...target, ...failed, number: 1, again }],
      [
        'warn',
        'target.failing',
        'http://127.0.0.1/x fails: status 503; its deliveries are attempted again',
        { ...target, error: 'status 503' },
      ],
    ],
    [
      () => log.addAttempt(attempt(2, null)),
      ['info', 'delivery.forwarded', null, { ...target, ...ofAttempt(200), number: 2 }],
      ['info', 'target.working', 'http://127.0.0.1/x works again', target],
    ],
    [
      () => log.addAttempt(attempt(3, 'status 503')),
      [
        'error',
        'delivery.dead',
        'delivery 3 is given up for http://127.0.0.1/x: status 503',
        { ...target, ...failed, number: 3 },
      ],
      ['warn', 'target.failing', null, { ...target, error: 'status 503' }],
    ],
    [
      () => log.addFault(new Error('full')),
      ['error', 'store.failing', 'deliveries cannot be stored or forwarded now: full', { error: 'full' }],
    ],
    [() => log.clearFault(), ['info', 'store.working', 'deliveries are stored again', undefined]],
    [
      () => log.addCollectorFault('refused'),
      ['warn', 'collector.failing', 'the collector takes no spans or metrics: refused', { error: 'refused' }],
    ],
    [
      () => log.addCollectorFault(null),
      ['info', 'collector.working', 'the collector works again', undefined],
    ],
    [
      () => log.addBehind(true),
      [
        'warn',
        'output.behind',
        'the output is not read: deliveries are kept in the inbox, and printed when it is read again',
        undefined,
      ],
    ],
    [
      () => log.addBehind(false),
      ['info', 'output.caught-up', 'the output is read again, and has all deliveries up to now', undefined],
    ],
    ...(
      [
        [2, 1, '2 refused requests and 1 delivery'],
        [1, 0, '1 refused request'],
        [0, 2, '2 deliveries'],
      ] as const
    ).map(
      ([refused, deliveries, what]) =>
        [
          () => log.addLost({ refused, deliveries }),
          ['warn', 'output.lost', `the output lacks ${what}: ${unread}`, { refused, deliveries }],
        ] as const,
    ),
    [
      () => log.addUnprinted(2),
      ['warn', 'output.lost', `the output lacks 2 attempts: ${unread}`, { attempts: 2 }],
    ],
    [
      () => log.addUnreadable(taken, new Error('damaged')),
      [
        'error',
        'output.incomplete',
        'the event of delivery 7 cannot be printed: damaged',
        { number: 7, error: 'damaged' },
      ],
    ],
    [
      () => log.addUnreadable(refused, new Error('damaged')),
      [
        'error',
        'output.incomplete',
        'a refused request cannot be printed: damaged',
        { number: null, error: 'damaged' },
      ],
    ],
  ] as const) {
    add();
    expect(entries.splice(0).map((each) => [each.level, each.event, each.message, each.fields])).toEqual(
      expected,
    );
  }
});

test('what is given up is reported once a second for each target, with how many more', async () => {
  const { log, attempt, said, clock, entries, ending } = openLog();
  for (const number of [1, 2, 3, 4]) log.addAttempt(attempt(number, 'status 404'));
  expect(entries.filter(({ event }) => event === 'delivery.dead')).toHaveLength(4);
  expect(said()).toEqual(['delivery 1 is given up for http://127.0.0.1/x: status 404']);
  clock.advance(1_000);
  const fields = { target: 'http://127.0.0.1/x', error: 'status 404', count: 3 };
  await eventually(async () =>
    expect(entries.splice(0).at(-1)).toEqual({
      ...{ level: 'error', event: 'target.gave-up', fields },
      message: '3 other deliveries are given up for http://127.0.0.1/x: status 404',
    }),
  );
  clock.advance(500);
  log.addAttempt(attempt(5, 'status 404'));
  clock.advance(600);
  // a second after the last one, but others wait to be reported first
  log.addAttempt(attempt(6, 'status 404'));
  expect(said()).toEqual([]);
  ending.abort('interrupted');
  await eventually(async () =>
    expect(said()).toEqual(['2 other deliveries are given up for http://127.0.0.1/x: status 404']),
  );
  clock.advance(1_000);
  log.addAttempt(attempt(7, 'status 404'));
  expect(said()).toEqual(['delivery 7 is given up for http://127.0.0.1/x: status 404']);
  log.addAttempt(attempt(8, 'status 404'));
  await eventually(async () =>
    expect(said()).toEqual(['1 other delivery is given up for http://127.0.0.1/x: status 404']),
  );
});

test('a target that fails is reported once, and when it works again', () => {
  const { log, attempt, said } = openLog();
  for (const number of [1, 2]) log.addAttempt(attempt(number, 'status 503', ARRIVAL));
  expect(said()).toEqual(['http://127.0.0.1/x fails: status 503; its deliveries are attempted again']);
  for (const number of [1, 2]) log.addAttempt(attempt(number, null));
  expect(said()).toEqual(['http://127.0.0.1/x works again']);
});

test('a store that fails is reported once, and it is healthy when it works again', () => {
  const { log, said } = openLog();
  log.clearFault();
  for (const _time of [1, 2]) log.addFault(new Error('the disk is full'));
  expect(log.fault).toBe('the disk is full');
  log.clearFault();
  expect(log.fault).toBeNull();
  expect(said()).toEqual([
    'deliveries cannot be stored or forwarded now: the disk is full',
    'deliveries are stored again',
  ]);
});

test('refused connections are reported at once, and then together', { tags: ['L8'] }, async () => {
  const { log, said, clock, entries } = openLog();
  log.addDrop();
  for (const _time of [1, 2]) log.addDrop();
  expect(said()).toEqual(['1 connection refused: too many are open; let the proxy before it keep fewer']);
  clock.advance(9_999);
  await nextTurn();
  expect(said()).toEqual([]);
  clock.advance(1);
  const [level, event] = ['warn', 'connections.refused'];
  await eventually(async () => expect(entries).toMatchObject([{ level, event, fields: { count: 2 } }]));
  said();
  clock.advance(10_000);
  await nextTurn();
  log.addDrop();
  expect(said()[0]).toMatch(/^1 connection refused/);
});

test('every event has a description', () => {
  for (const text of Object.values(RECEIVER_EVENTS)) expect(text).toMatch(/^[a-z#]/);
});

test('what a reader of stderr does not take is dropped, and counted', { tags: ['T19'] }, async () => {
  const lines: string[] = [];
  const taken = Promise.withResolvers<void>();
  const write = async (text: string) => {
    lines.push(text);
    await taken.promise;
  };
  const add = createJsonLog(write, stoppedClock(ARRIVAL));
  const added = Array.from({ length: 1_500 }, (_, at) =>
    add({ level: 'info', event: 'x', message: null, fields: { at, text: 'a\nb' } }),
  );
  expect(lines).toHaveLength(1_000);
  taken.resolve();
  await Promise.all(added);
  expect(lines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual({
    time: '2026-09-21T14:13:20.000Z',
    level: 'warn',
    event: 'log.dropped',
    count: 500,
  });
});
