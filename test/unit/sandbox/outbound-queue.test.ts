import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { OutboundAnswer } from '../../../src/outbound/outbound.ts';
import {
  createOutboundQueue,
  type JobKind,
  type OutboundJob,
} from '../../../src/sandbox/engine/outbound-queue/queue.ts';
import { type Database, openDatabase } from '../../../src/storage/open-database.ts';
import { readNothing } from '../../support/engine/fake-outbound.ts';
import { eventually } from '../../support/eventually.ts';

interface NamedJob extends OutboundJob {
  readonly name: string;
}

/** A job whose claim fails after it wrote something. */
const FAULTY = 'faulty';

const ANSWER: OutboundAnswer = { status: 200, body: null, fault: null, byAllowance: false, ms: 1 };

/**
 * A queue whose jobs fall due one after the other: the next one when the one before was recorded.
 *
 * @param sync called at the end of each commit
 * @param isWriteLocked whether another process writes
 */
function openQueue(
  names: readonly string[],
  sync: (events: readonly string[]) => void = () => {},
  isWriteLocked = () => false,
) {
  const events: string[] = [];
  const faults: unknown[] = [];
  const due = names.slice(0, 1);
  const kind: JobKind<NamedJob, OutboundAnswer> = {
    name: 'deliveries',
    steps: { claim: 'claimDeliveries', post: 'postDelivery', record: 'recordDeliveries' },
    nextDue: () => (due.length > 0 ? 0 : null),
    listInFlight: () => [],
    releaseExpired() {},
    listDueAddresses: () => ['hooks.example:443'],
    claim: (address) =>
      due.splice(0).map((name) => {
        store.run('insert into written values (?)', `claim ${name}`);
        if (name === FAULTY) throw new Error('a defect');
        events.push(`claim ${name}`);
        return { address, name };
      }),
    prepare(job) {
      events.push(`post ${job.name}`);
      return {
        url: 'https://hooks.example',
        headers: {},
        body: Buffer.from(''),
        deadlineMs: 1,
        answerBytes: 1,
      };
    },
    renewLeases() {},
    record({ job: { name } }, afterCommit) {
      events.push(`record ${name}`);
      store.run('insert into written values (?)', `record ${name}`);
      due.push(...names.slice(names.indexOf(name) + 1).slice(0, 1));
      afterCommit(() => events.push(`report ${name}`));
    },
  };
  const database = openDatabase(':memory:');
  database.script('create table written (step text)');
  const store: Database = {
    ...database,
    isWriteLocked,
    transaction(work) {
      events.push('begin');
      const result = database.transaction(work);
      sync(events);
      events.push('sync');
      return result;
    },
  };
  const queue = createOutboundQueue(kind, {
    store,
    random: randomBytes,
    now: () => 0,
    real: () => 0,
    onFault: (fault) => void faults.push(fault),
    outbound: { post: async () => ANSWER, get: readNothing, allowed: [] },
    onChange() {},
  });
  return { queue, events, faults, listWritten: () => store.column('select step from written') };
}

test('a result is synced with the claim of the next job, before it is reported and the next one is posted', {
  tags: ['T1'],
}, async () => {
  const { queue, events, faults } = openQueue(['a', 'b']);
  queue.start();
  await eventually(() => expect(queue.completed).toBe(2));
  expect(faults).toEqual([]);
  expect(events).toEqual([
    ...['begin', 'claim a', 'sync', 'post a'],
    ...['begin', 'record a', 'claim b', 'sync', 'report a', 'post b'],
    ...['begin', 'record b', 'sync', 'report b'],
  ]);
  await queue.stop();
});

test('a job whose claim could not be synced is not posted', { tags: ['T1'] }, async () => {
  const full = new Error('the disk is full');
  const { queue, events, faults } = openQueue(['a', 'b'], (soFar) => {
    if (soFar.includes('record a')) throw full;
  });
  queue.start();
  await eventually(() => expect(faults).toEqual([full]));
  await queue.stop();
  expect(events).toContain('claim b');
  expect(events).not.toContain('post b');
  expect(queue.inFlight).toBe(0);
});

test('a fault of the next claim undoes that claim, and not what was recorded in the same commit', {
  tags: ['T1'],
}, async () => {
  const { queue, events, faults, listWritten } = openQueue(['a', FAULTY]);
  queue.start();
  await eventually(() => expect(queue.completed).toBe(1));
  expect(faults).toEqual([new Error('a defect')]);
  expect(listWritten()).toEqual(['claim a', 'record a']);
  expect(events.slice(-3)).toEqual(['record a', 'sync', 'report a']);
  expect(queue.inFlight).toBe(0);
  await queue.stop();
});

test('results are recorded although the file cannot be read when they come', { tags: ['T1'] }, async () => {
  const unreadable = new Error('the disk cannot be read');
  let looks = 0;
  const isWriteLocked = () => {
    looks += 1;
    if (looks === 1) throw unreadable;
    return false;
  };
  const { queue, faults, listWritten } = openQueue(['a', 'b'], undefined, isWriteLocked);
  queue.start();
  await eventually(() => expect(queue.completed).toBe(2));
  expect(faults).toEqual([unreadable]);
  expect(listWritten()).toEqual(['claim a', 'record a', 'claim b', 'record b']);
  await queue.stop();
});
