import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CrierError } from '../../../src/errors.ts';
import type { Outbound, OutboundAnswer, OutboundRequest } from '../../../src/outbound/outbound.ts';
import { shareCapacity, trackInFlightJobs } from '../../../src/sandbox/engine/outbound-queue/lanes.ts';
import {
  createOutboundQueue,
  type JobKind,
  type OutboundJob,
} from '../../../src/sandbox/engine/outbound-queue/queue.ts';
import { ASSUMED } from '../../../src/service/assumed.ts';
import { type Database, openDatabase } from '../../../src/storage/open-database.ts';
import { readNothing } from '../../support/engine/fake-outbound.ts';
import { eventually } from '../../support/eventually.ts';

interface NamedJob extends OutboundJob {
  readonly name: string;
}

/** A job whose claim fails after it wrote something. */
const FAULTY = 'faulty';
/** The same of its record. */
const UNRECORDABLE = 'unrecordable';
/** A job whose reports fail. */
const UNREPORTABLE = 'unreportable';

const ANSWER: OutboundAnswer = { status: 200, body: null, fault: null, byAllowance: false, ms: 1 };

const DEFECT = new Error('a defect');
const throwDefect = () => {
  throw DEFECT;
};

type NamedJobChanges = Partial<JobKind<NamedJob, OutboundAnswer>>;

interface NamedQueueOptions {
  /** Called at the end of each commit. */
  sync?(events: readonly string[]): void;
  /** Whether another process writes. */
  isWriteLocked?(): boolean;
  post?: Outbound['post'];
  crashPoint?(point: string): void;
  /** Changes of the kind of job. */
  changes?: NamedJobChanges;
  /** Jobs that are due together (default: the next one is due when the one before was recorded). */
  dueAtOnce?: number;
}

/** A queue of named jobs to one address, and what it does in order. */
function openQueue(names: readonly string[], options: NamedQueueOptions = {}) {
  const { sync = () => {}, isWriteLocked = () => false, post = async () => ANSWER, dueAtOnce = 1 } = options;
  const events: string[] = [];
  const faults: unknown[] = [];
  const due = names.slice(0, dueAtOnce);
  const kind: JobKind<NamedJob, OutboundAnswer> = {
    name: 'deliveries',
    steps: { claim: 'claimDeliveries', post: 'postDelivery', record: 'recordDeliveries' },
    nextDue: ({ max }) => (due.length > 0 && max > 0 ? 0 : null),
    listInFlight: () => [],
    releaseExpired: () => void events.push('release'),
    listDueAddresses: () => ['hooks.example:443'],
    claim: (address, _max, afterCommit) =>
      due.splice(0).map((name) => {
        afterCommit(name === UNREPORTABLE ? throwDefect : () => events.push(`claimed ${name}`));
        store.run('insert into written values (?)', `claim ${name}`);
        if (name === FAULTY) throwDefect();
        events.push(`claim ${name}`);
        return { address, name };
      }),
    prepare(job) {
      events.push(`post ${job.name}`);
      return {
        url: `https://hooks.example/${job.name}`,
        headers: { 'X-Name': job.name },
        body: Buffer.from(''),
        deadlineMs: 1,
        answerBytes: 1,
      };
    },
    renewLeases: (jobs) => void events.push(`renew ${jobs.map(({ name }) => name).join(' ')}`),
    record({ job: { name }, outcome: { status } }, afterCommit) {
      events.push(status === ANSWER.status ? `record ${name}` : `record ${name} ${status}`);
      store.run('insert into written values (?)', `record ${name}`);
      due.push(...names.slice(names.indexOf(name) + dueAtOnce).slice(0, 1));
      afterCommit(name === UNREPORTABLE ? throwDefect : () => events.push(`report ${name}`));
      if (name === UNRECORDABLE) throwDefect();
    },
    ...options.changes,
  };
  const database = openDatabase(':memory:');
  database.script('create table written (step text)');
  const store: Database = {
    ...database,
    isWriteLocked,
    writeAtOnce: (work) => (isWriteLocked() ? null : database.writeAtOnce(work)),
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
    outbound: { post, get: readNothing, allowed: [] },
    onChange: () => void events.push('change'),
    crashPoint: options.crashPoint,
  });
  return { queue, events, faults, listWritten: () => store.column('select step from written') };
}

test('a result is synced with the claim of the next job, before it is reported and the next one is posted', {
  tags: ['T1'],
}, async () => {
  const requests: OutboundRequest[] = [];
  const points: string[] = [];
  const { queue, events, faults } = openQueue(['a', 'b'], {
    async post(request) {
      requests.push(request);
      return ANSWER;
    },
    crashPoint: (point) => void points.push(point),
  });
  queue.start();
  await eventually(() => expect(queue.completed).toBe(2));
  expect(faults).toEqual([]);
  expect(events).toEqual([
    ...['begin', 'release', 'claim a', 'sync', 'claimed a', 'post a'],
    ...['begin', 'record a', 'release', 'claim b', 'sync', 'report a', 'claimed b', 'post b', 'change'],
    ...['begin', 'record b', 'sync', 'report b', 'change'],
  ]);
  expect(points).toEqual([
    ...['before claimDeliveries', 'after claimDeliveries', 'before postDelivery', 'after postDelivery'],
    ...['before claimDeliveries', 'before recordDeliveries', 'after recordDeliveries'],
    ...['after claimDeliveries', 'before postDelivery', 'after postDelivery'],
    ...['before recordDeliveries', 'after recordDeliveries'],
  ]);
  expect(requests[1]).toMatchObject({
    url: 'https://hooks.example/b',
    headers: { 'X-Name': 'b', 'User-Agent': 'crier-sandbox' },
  });
  const length = events.length;
  queue.start(); // nothing is due any more
  expect(events).toHaveLength(length);
  await queue.stop();
});

test('a job whose claim could not be synced is not posted', { tags: ['T1'] }, async () => {
  const full = new Error('the disk is full');
  const { queue, events, faults } = openQueue(['a', 'b'], {
    sync(soFar) {
      if (soFar.includes('record a')) throw full;
    },
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
  expect(faults).toEqual([DEFECT]);
  expect(listWritten()).toEqual(['claim a', 'record a']);
  expect(events.slice(-4)).toEqual(['release', 'sync', 'report a', 'change']);
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
  const { queue, faults, listWritten } = openQueue(['a', 'b'], { isWriteLocked });
  queue.start();
  await eventually(() => expect(queue.completed).toBe(2));
  expect(faults).toEqual([unreadable]);
  expect(listWritten()).toEqual(['claim a', 'record a', 'claim b', 'record b']);
  await queue.stop();
});

test('a fault of a result undoes that one, and not those that are recorded in the same commit', {
  tags: ['T1'],
}, async () => {
  const { queue, events, faults, listWritten } = openQueue([UNRECORDABLE, UNREPORTABLE, 'c'], {
    dueAtOnce: 3,
  });
  queue.start();
  while (queue.inFlight > 0) await queue.waitForChange();
  expect(queue.completed).toBe(2);
  expect(faults).toEqual([DEFECT, DEFECT, DEFECT]);
  expect(listWritten().filter((step) => String(step).startsWith('record'))).toEqual([
    `record ${UNREPORTABLE}`,
    'record c',
  ]);
  expect(events.filter((event) => event === 'begin')).toHaveLength(2);
  expect(events.filter((event) => event.startsWith('report'))).toEqual(['report c']);
});

const PAGE = { url: 'https://blog.example', headers: {}, body: null, deadlineMs: 1, answerBytes: 1 };
const outcome = (status: number): OutboundAnswer => ({ ...ANSWER, status });
const FULL = new CrierError('unavailable', 'the disk is full');
const throwFull = () => {
  throw FULL;
};

test.each<[why: string, NamedJobChanges, recorded: readonly string[], faults: readonly unknown[]]>([
  ['without a body, it is read', { prepare: () => PAGE }, ['record a null'], []],
  ['what is unsent has its outcome', { prepare: () => ({ unsent: outcome(1) }) }, ['record a 1'], []],
  ['an answer is read first', { readAnswer: async () => outcome(2) }, ['record a 2'], []],
  ['after a defect, its lease expires', { prepare: throwDefect }, [], [DEFECT]],
  ['or it has an outcome', { prepare: throwDefect, faultOutcome: outcome(3) }, ['record a 3'], [DEFECT]],
  ['which a full disk has not', { readAnswer: throwFull, faultOutcome: outcome(3) }, [], [FULL]],
  ['nor one that is full at the record', { record: throwFull }, [], [FULL]],
])('%s', { tags: ['T1'] }, async (_why, changes, recorded, expected) => {
  const { queue, events, faults } = openQueue(['a'], { changes });
  queue.start();
  await queue.waitForChange();
  expect([events.filter((event) => event.startsWith('record')), faults]).toEqual([recorded, expected]);
  expect([queue.inFlight, queue.completed, events.at(-1)]).toEqual([0, recorded.length, 'change']);
  expect(events.filter((event) => event === 'sync')).toHaveLength(1 + recorded.length);
});

test('leases are renewed three times in their length, or soon after another process wrote, until the last job ends', {
  tags: ['HOOK-09', 'T1'],
}, async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let isWriteLocked = () => false;
  const answers: ((answer: OutboundAnswer) => void)[] = [];
  const { queue, events, faults } = openQueue(['a', 'b'], {
    dueAtOnce: 2,
    isWriteLocked: () => isWriteLocked(),
    post: () => new Promise((resolve) => answers.push(resolve)),
  });
  const waitFor = (ms: number) => {
    vi.advanceTimersByTime(ms);
    return events.splice(0).filter((event) => event.startsWith('renew'));
  };
  queue.start();
  expect(waitFor(ASSUMED.leaseMs / 3 - 1)).toEqual([]);
  expect(waitFor(2)).toEqual(['renew a b']);
  isWriteLocked = () => true;
  expect(waitFor(ASSUMED.leaseMs / 2)).toEqual([]);
  isWriteLocked = () => false;
  expect(waitFor(50)).toEqual(['renew a b']);
  isWriteLocked = throwFull;
  expect(waitFor(ASSUMED.leaseMs / 2)).toEqual([]);
  expect(faults).toEqual([FULL]);
  isWriteLocked = () => false;
  expect(waitFor(ASSUMED.leaseMs)).toEqual(['renew a b', 'renew a b', 'renew a b']);
  answers[0]?.(ANSWER);
  await queue.waitForChange();
  expect(waitFor(ASSUMED.leaseMs / 3)).toEqual(['renew b']);
  answers[1]?.(ANSWER);
  await queue.waitForChange();
  expect(vi.getTimerCount()).toBe(0);
  await queue.waitForChange(); // at once
});

test('results wait until another process has written, for at most 30 seconds, and are recorded together', {
  tags: ['T1'],
}, async () => {
  let looks = 0;
  let elapsed = 0;
  const machine = vi.spyOn(performance, 'now').mockImplementation(() => elapsed);
  onTestFinished(() => machine.mockRestore());
  const endWait = () => {
    elapsed = 30_000;
  };
  const isWriteLocked = () => {
    looks += 1;
    if (looks === 3) elapsed = 29_999;
    if (looks === 5) setImmediate(endWait);
    return looks !== 6;
  };
  const { queue, events } = openQueue(['a', 'b', 'c'], { dueAtOnce: 2, isWriteLocked });
  queue.start();
  await eventually(() => expect(queue.completed).toBe(3));
  expect(looks).toBe(6); // 5 until the end of the wait; 1 of the next result
  expect(events.slice(9, 15)).toEqual(['begin', 'record a', 'record b', 'release', 'claim c', 'sync']);
});

test('a queue that stops aborts its requests, records them while another process writes, and claims nothing more', {
  tags: ['T1'],
}, async () => {
  const { queue, events, faults } = openQueue(['a', 'b', 'c'], {
    dueAtOnce: 2,
    isWriteLocked: () => true,
    post: ({ signal }) =>
      new Promise((resolve) => {
        signal?.addEventListener('abort', () => resolve({ ...ANSWER, status: null, fault: 'interrupted' }));
      }),
  });
  expect(queue.nextDue()).toBe(0);
  queue.start();
  expect([queue.inFlight, queue.nextDue()]).toEqual([2, null]);
  await queue.stop();
  expect([queue.inFlight, queue.completed, queue.nextDue()]).toEqual([0, 2, null]);
  queue.start();
  expect(events.filter((event) => /^(?:claim|post|record) /.test(event))).toEqual([
    ...['claim a', 'claim b', 'post a', 'post b'],
    ...['record a null', 'record b null'],
  ]);
  expect(faults).toEqual([]);
  const early = openQueue(['a'], { changes: { nextDue: () => 1 } });
  early.queue.start();
  expect(early.events).toEqual([]); // before it is due
});

const { all: ALL, ofAddress: OF_ADDRESS, kept: KEPT } = ASSUMED.maxOutgoing;
const differing = (count: number) => Array.from({ length: count }, (_, place) => `hook-${place}`);

test.each<[why: string, inFlight: readonly string[], remaining: object, spare: number]>([
  ['nothing in flight', [], {}, ALL - KEPT],
  ['some to two addresses', ['a', 'a', 'b', 'a'], { a: OF_ADDRESS - 3, b: OF_ADDRESS - 1 }, ALL - KEPT - 4],
  ['one slot before the kept ones', ['a', ...differing(ALL - KEPT - 2)], { a: OF_ADDRESS - 1 }, 1],
  ['only kept slots left', ['a', ...differing(ALL - KEPT - 1)], { a: 0, 'hook-1': 0 }, 0],
  ['one slot left', ['a', ...differing(ALL - 2)], { a: 0 }, 0],
])('the capacity with %s', { tags: ['HOOK-05'] }, (_why, inFlight, remaining, spare) => {
  const jobs = trackInFlightJobs(() => true);
  const added = inFlight.map((address) => ({ address }));
  for (const job of added) jobs.add(job);
  const capacity = jobs.getCapacity();
  expect(capacity).toMatchObject({ max: ALL - inFlight.length, perAddress: OF_ADDRESS, spare });
  expect(Object.fromEntries(capacity?.remaining ?? [])).toMatchObject(remaining);
  expect(capacity?.remaining.size).toBe(new Set(inFlight).size);
  const rest = differing(ALL - inFlight.length).map((address) => ({ address }));
  for (const job of rest) jobs.add(job);
  expect(jobs.getCapacity()).toBeNull();
  jobs.remove([...added, ...rest]);
});

test.each<
  [why: string, max: number, spare: number, inFlight: object, due: object, claims: readonly string[]]
>([
  ['idle addresses share it', 64, 10, {}, { a: 9, b: 9, c: 9 }, ['a 4', 'b 3', 'c 3']],
  ['an address has a limit', 64, 48, {}, { a: 20, b: 20 }, ['a 8', 'b 8']],
  ['what one leaves is shared by the next', 64, 10, {}, { a: 1, b: 9, c: 9 }, ['a 4', 'b 5', 'c 4']],
  [
    'those with fewer in flight come first',
    64,
    10,
    { a: 6, b: 1 },
    { a: 9, b: 9, c: 9 },
    ['c 4', 'b 3', 'a 2'],
  ],
  ['a busy one gets no kept slot', 64, 1, { a: 3 }, { a: 9, b: 9, c: 9 }, ['b 1', 'c 1']],
  ['one that is full gets none', 64, 9, { a: 8 }, { a: 9, b: 1 }, ['b 5']],
  ['kept slots are for idle ones', 2, 0, { d: 8 }, { d: 9, a: 9, b: 9, c: 9 }, ['a 1', 'b 1']],
  ['it has an end', 3, 10, {}, { a: 9, b: 9 }, ['a 3']],
])('of capacity, %s', { tags: ['HOOK-05'] }, (_why, max, spare, inFlight, due, expected) => {
  const claims: string[] = [];
  const waiting = new Map<string, number>(Object.entries(due));
  const remaining = new Map(Object.entries(inFlight).map(([address, count]) => [address, 8 - count]));
  const claimed = shareCapacity(
    { max, perAddress: 8, remaining, spare },
    [...waiting.keys()],
    (address, most) => {
      claims.push(`${address} ${most}`);
      return Array.from({ length: Math.min(most, waiting.get(address) ?? 0) }, () => address);
    },
  );
  expect(claims).toEqual(expected);
  expect(claimed.length).toBeLessThanOrEqual(max);
});
