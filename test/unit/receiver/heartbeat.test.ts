import { expect, test } from 'vitest';
import { describeOwnProcess, isRunning, startHeartbeat } from '../../../src/receiver/heartbeat.ts';
import type { ReceiverProcess } from '../../../src/receiver/inbox/inbox.ts';
import { openSqliteInbox } from '../../../src/receiver/inbox/sqlite/open-sqlite-inbox.ts';
import { stoppedClock } from '../../support/clock.ts';
import { ARRIVAL } from '../../support/receiver/arrived.ts';

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

test.each([
  ['was seen a moment ago', 0, 'id', false, true],
  ['was seen within the minute', 59_999, 'id', false, true],
  ['was not seen for a minute', 60_000, 'id', false, false],
  ['has ended on this machine', 0, 'id', true, false],
  ['runs on another machine', 0, null, true, true],
])('whether a process runs that %s', async (_what, seenMs, identity, hasEnded, expected) => {
  const own = describeOwnProcess('listener', ['a'], { pid: 7, identity: 'id' });
  const asked: unknown[] = [];
  const look = async (...process: readonly unknown[]) => {
    asked.push(process);
    return hasEnded;
  };
  expect(await isRunning({ ...own, identity, seenMs, startedAt: ARRIVAL }, look)).toBe(expected);
  expect(asked).toEqual(identity === null || seenMs >= 60_000 ? [] : [[7, 'id']]);
});

test('a process is noted every 15 seconds, also after a failure, and removed when it stops', async () => {
  const clock = stoppedClock(ARRIVAL);
  const inbox = openSqliteInbox(':memory:');
  const noted: [ReceiverProcess, number][] = [];
  let isFull = true;
  const noteProcess: typeof inbox.noteProcess = async (process, now) => {
    noted.push([process, now - ARRIVAL]);
    if (isFull) throw new Error('full');
    await inbox.noteProcess(process, now);
  };
  const own = describeOwnProcess('forwarder', ['a'], { pid: 7, identity: 'id' });
  expect(own).toMatchObject({ role: 'forwarder', targets: ['a'], pid: 7, identity: 'id' });
  const heartbeat = startHeartbeat({ ...inbox, noteProcess }, own, clock);
  await nextTurn();
  isFull = false;
  clock.advance(14_999);
  await nextTurn();
  clock.advance(1);
  await nextTurn();
  expect(noted).toEqual([
    [own, 0],
    [own, 15_000],
  ]);
  expect(await inbox.listProcesses(clock.now())).toMatchObject([{ id: own.id, seenMs: 0 }]);
  await heartbeat.stop();
  expect(await inbox.listProcesses(clock.now())).toEqual([]);
  clock.advance(60_000);
  await nextTurn();
  expect(noted).toHaveLength(2);
});
