import { expect, test } from 'vitest';
import { createJsonLog, type LogEntry } from '../../../../src/cli/framework/output/printing/log.ts';
import type { ForwardReport } from '../../../../src/receiver/forwarding.ts';
import { createReceiverLog, RECEIVER_EVENTS } from '../../../../src/receiver/run/receiver-log.ts';
import { stoppedClock } from '../../../support/clock.ts';
import { eventually } from '../../../support/eventually.ts';
import { ARRIVAL } from '../../../support/receiver/arrived.ts';

function openLog() {
  const clock = stoppedClock(ARRIVAL);
  const entries: LogEntry[] = [];
  const ending = new AbortController();
  const { signal } = ending;
  const log = createReceiverLog(
    { clock, signal, log: async (entry) => void entries.push(entry) },
    () => 'http://127.0.0.1/x',
  );
  const attempt = (number: number, error: string | null, again: number | null = null): ForwardReport => ({
    job: {
      ...{ number, target: 'http://a:b@127.0.0.1/x?token=S', attempt: 1, round: 1, fence: 1 },
      facts: { action: null, type: null, hookId: null, person: 'P', post: null },
      headers: {},
      body: new Uint8Array(),
    },
    outcome: { kind: error === null ? 'done' : 'failed', status: error === null ? 200 : 503, error },
    ...{ ms: 4, again },
  });
  const said = () => entries.splice(0).flatMap(({ message }) => message ?? []);
  return { clock, ending, entries, log, attempt, said };
}

test('what is given up is reported once a second for each target, with how many more', async () => {
  const { log, attempt, said, clock, entries, ending } = openLog();
  for (const number of [1, 2, 3, 4]) log.addAttempt(attempt(number, 'status 404'));
  expect(entries.filter(({ event }) => event === 'delivery.dead')).toHaveLength(4);
  expect(said()).toEqual(['delivery 1 is given up for http://127.0.0.1/x: status 404']);
  clock.advance(1_000);
  await eventually(async () =>
    expect(said()).toEqual(['3 other deliveries are given up for http://127.0.0.1/x: status 404']),
  );
  log.addAttempt(attempt(5, 'status 404'));
  expect(said()).toEqual([]);
  ending.abort('interrupted');
  await eventually(async () =>
    expect(said()).toEqual(['1 other delivery is given up for http://127.0.0.1/x: status 404']),
  );
  clock.advance(1_000);
  log.addAttempt(attempt(6, 'status 404'));
  expect(said()).toEqual(['delivery 6 is given up for http://127.0.0.1/x: status 404']);
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
  clock.advance(10_000);
  await eventually(async () => expect(entries).toMatchObject([{ level: 'warn', fields: { count: 2 } }]));
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
