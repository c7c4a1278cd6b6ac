import { afterAll, describe, expect, test } from 'vitest';
import {
  type DeliveryCursor,
  FORWARD_LEASE_MS,
  type ForwardJob,
  type Inbox,
  LONGEST_UNSEEN_MS,
  type ReceiverProcess,
} from '../../../src/receiver/inbox/inbox.ts';
import { listInboxKinds } from '../../support/postgres/inboxes.ts';
import { ARRIVAL, arrived } from '../../support/receiver/arrived.ts';

const URL = 'http://127.0.0.1:3000/';
const OTHER = 'http://127.0.0.1:3001/';

const numbersOf = (jobs: readonly ForwardJob[]) => jobs.map(({ number }) => number);
const claimAll = (inbox: Inbox, now = ARRIVAL, target = URL) => inbox.claim({ target, most: 100, now });
const end = (inbox: Inbox, job: ForwardJob, next: 'done' | 'dead' | { waitMs: number }) =>
  inbox.record([{ job, ms: 5, status: 200, error: next === 'done' ? null : 'status 500', next }], ARRIVAL);

const kinds = await listInboxKinds();
afterAll(async () => void (await Promise.all(kinds.map(({ close }) => close()))));

describe.each(kinds)('$name', ({ create, openAgain }) => {
  describe('take in', () => {
    test('of fifty copies at once, one is the first and the others repeat it', {
      tags: ['HOOK-12', 'W-15'],
    }, async () => {
      const inbox = await create();
      const sent = { deliveryId: 'd', attempt: 3, signature: 's' };
      const copies = Array.from({ length: 50 }, (_, at) => ({
        ...arrived({ hookId: 'h', timeStamp: at }, [URL]),
        ...sent,
      }));
      const taken = await inbox.takeIn(copies);
      expect(taken.filter(({ repeats }) => repeats === null)).toEqual([{ number: 1, repeats: null }]);
      expect(new Set(taken.slice(1).map(({ repeats }) => repeats))).toEqual(new Set([1]));
      expect(numbersOf(await claimAll(inbox))).toEqual([1]);
      expect(await inbox.find(2)).toMatchObject({ ...sent, body: null });
      expect(await inbox.find(51)).toBeNull();
    });

    test('what is known of any claim repeats, and then so do its other claims; the history adds nothing', {
      tags: ['HOOK-13'],
    }, async () => {
      const inbox = await create();
      const [known, added, other, last] = [1, 2, 3, 4].map((byte) => new Uint8Array(32).fill(byte));
      const build = (claims: readonly (Uint8Array | undefined)[], source: 'request' | 'history') => ({
        ...arrived({}),
        claims: claims.flatMap((claim) => claim ?? []),
        source,
      });
      const take = async (...given: Parameters<typeof build>) => (await inbox.takeIn([build(...given)]))[0];
      expect(await take([known], 'request')).toEqual({ number: 1, repeats: null });
      expect(await take([added, known], 'request')).toEqual({ number: 2, repeats: 1 });
      expect(await take([added], 'request')).toEqual({ number: 3, repeats: 1 });
      expect(await take([other, known], 'history')).toEqual({ number: 1, repeats: 1 });
      expect(await take([other], 'history')).toEqual({ number: 4, repeats: null });
      expect(await inbox.takeIn([build([known], 'history'), build([last], 'history')])).toEqual([
        { number: 1, repeats: 1 },
        { number: 5, repeats: null },
      ]);
    });

    test('texts with U+0000, halves of surrogate pairs and great length are taken in', {
      tags: ['L4'],
    }, async () => {
      const inbox = await create();
      const odd = {
        hookId: 'h\0\ud800',
        action: `a\0${'x'.repeat(100_000)}`,
        postId: '\0',
        recipientId: '\udfff',
      };
      const [taken] = await inbox.takeIn([arrived(odd, [URL])]);
      expect(taken).toEqual({ number: 1, repeats: null });
      expect(await inbox.find(1)).toMatchObject({
        hookId: 'h\ufffd\ufffd',
        post: '\ufffd',
        person: '\ufffd',
        bytes: JSON.stringify(odd).length,
      });
      expect(await inbox.list({ post: '\ufffd' }, 10)).toHaveLength(1);
    });

    test('what was taken in is there after it is opened again', { tags: ['L4'] }, async () => {
      const before = await create();
      const sent = { deliveryId: 'd', attempt: 3, signature: 's' };
      await before.takeIn([
        { ...arrived({ action: 'feed', subAction: 'new', hookId: 'h' }, [URL]), ...sent },
      ]);
      expect(await before.readMark('path')).toBeNull();
      expect(await before.ensureMark('path', '/first')).toBe('/first');
      expect(await before.readMark('path')).toBe('/first');
      await before.writeMark('path', '/p');
      await before.close();
      const inbox = await openAgain();
      expect(await inbox.find(1)).toMatchObject({
        ...sent,
        state: 'waiting',
        hookId: 'h',
        action: 'feed',
        type: 'new',
      });
      expect(await inbox.readMark('path')).toBe('/p');
      expect(await inbox.ensureMark('path', '/other')).toBe('/p');
    });
  });

  describe('forwardings', () => {
    test('a claimed one is not claimed again before its lease ends, and then as the next attempt', async () => {
      const inbox = await create();
      await inbox.takeIn([arrived({ hookId: 'h' }, [URL])]);
      expect([await inbox.findWait(OTHER, ARRIVAL), await inbox.findWait(URL, ARRIVAL - 7)]).toEqual([
        null,
        7,
      ]);
      const [first] = await claimAll(inbox);
      expect(first).toMatchObject({ number: 1, attempt: 1, headers: { 'content-type': 'application/json' } });
      expect(await inbox.findWait(URL, ARRIVAL)).toBe(FORWARD_LEASE_MS);
      expect(await claimAll(inbox, ARRIVAL + FORWARD_LEASE_MS - 1)).toEqual([]);
      const [second] = await claimAll(inbox, ARRIVAL + FORWARD_LEASE_MS);
      expect(second).toMatchObject({ number: 1, attempt: 2 });
      // the process that lost its claim reports late
      if (first !== undefined) await end(inbox, first, 'done');
      expect((await inbox.find(1))?.forwardings[0]).toMatchObject({ state: 'running' });
      if (second !== undefined) await end(inbox, second, 'dead');
      expect(await inbox.find(1)).toMatchObject({
        state: 'dead',
        forwardings: [{ attempts: [{ ms: 5 }, { ms: 5, error: 'status 500' }] }],
      });
    });

    test('a renewed one stays claimed', async () => {
      const inbox = await create();
      await inbox.takeIn([arrived({ hookId: 'h' }, [URL])]);
      const jobs = await claimAll(inbox);
      await inbox.renew(jobs, ARRIVAL + FORWARD_LEASE_MS - 1);
      expect(await claimAll(inbox, ARRIVAL + FORWARD_LEASE_MS)).toEqual([]);
    });

    test('a claim ends when the clock was set back', async () => {
      const inbox = await create();
      await inbox.takeIn([arrived({ hookId: 'h' }, [URL], 0)]);
      await claimAll(inbox, ARRIVAL);
      expect(numbersOf(await claimAll(inbox, ARRIVAL - 60_000))).toEqual([1]);
    });

    test('an attempt whose process died has no result', async () => {
      const inbox = await create();
      await inbox.takeIn([arrived({ hookId: 'h' }, [URL])]);
      await claimAll(inbox);
      expect((await inbox.find(1))?.forwardings[0]?.attempts).toEqual([
        { attempt: 1, startedAt: ARRIVAL, ms: null, status: null, error: null },
      ]);
    });

    test('in a lane, each waits for the one before, and other lanes do not', async () => {
      const inbox = await create();
      const inLane = (hookId: string, lane: string) => arrived({ hookId }, [{ target: URL, lane }, OTHER]);
      await inbox.takeIn([
        inLane('1', 'mara'),
        inLane('2', 'mara'),
        inLane('3', 'len'),
        inLane('4', 'mara'),
        arrived({ hookId: '5' }, [OTHER]),
      ]);
      expect(numbersOf(await claimAll(inbox, ARRIVAL, OTHER))).toEqual([1, 2, 3, 4, 5]);
      const [first, third] = await claimAll(inbox);
      expect([first?.number, third?.number]).toEqual([1, 3]);
      if (first !== undefined) await end(inbox, first, { waitMs: 1_000 });
      expect(await claimAll(inbox)).toEqual([]);
      const [again] = await claimAll(inbox, ARRIVAL + 1_000);
      if (again !== undefined) await end(inbox, again, 'dead');
      expect(numbersOf(await claimAll(inbox))).toEqual([2]);
      await inbox.remove({ numbers: [2] });
      expect(numbersOf(await claimAll(inbox))).toEqual([4]);
    });

    test('each target is attempted on its own', async () => {
      const inbox = await create();
      await inbox.takeIn([arrived({ hookId: 'h' }, [URL, OTHER])]);
      const [job] = await claimAll(inbox);
      if (job !== undefined) await end(inbox, job, 'done');
      expect(await inbox.find(1)).toMatchObject({
        state: 'waiting',
        forwardings: [
          { dueAt: null, attempts: [{ status: 200, error: null }] },
          { dueAt: ARRIVAL, attempts: [] },
        ],
      });
      expect(await inbox.listWaitingTargets()).toEqual([OTHER]);
      const [last] = await claimAll(inbox, ARRIVAL, OTHER);
      if (last !== undefined) await end(inbox, last, 'done');
      expect((await inbox.find(1))?.state).toBe('forwarded');
    });

    test('forwarding again counts on, and a repetition stands for the first one', async () => {
      const inbox = await create();
      await inbox.takeIn([arrived({ hookId: 'h' }, [URL]), arrived({ hookId: 'h', timeStamp: 2 }, [URL])]);
      const [job] = await claimAll(inbox);
      if (job !== undefined) await end(inbox, job, 'dead');
      expect(await inbox.forwardAgain({ numbers: [2] }, URL, ARRIVAL)).toBe(1);
      expect(await claimAll(inbox)).toMatchObject([{ number: 1, attempt: 2, round: 1 }]);
      expect(await inbox.forwardAgain({}, OTHER, ARRIVAL)).toBe(1);
      expect(await claimAll(inbox, ARRIVAL, OTHER)).toMatchObject([{ number: 1, attempt: 1 }]);
      expect(await inbox.forwardAgain({}, OTHER, ARRIVAL)).toBe(1);
      expect(await claimAll(inbox, ARRIVAL, OTHER)).toEqual([]); // it is in flight
      await inbox.remove({ numbers: [1] });
      expect(await inbox.forwardAgain({ numbers: [2] }, URL, ARRIVAL)).toBe(0);
    });
  });

  describe('list, count and remove', () => {
    const fill = async () => {
      const inbox = await create();
      await inbox.takeIn([
        arrived({ action: 'comments', hookId: '1', from: { id: 'p' }, postId: 'x' }, [URL], ARRIVAL),
        arrived(
          { action: 'messages', subAction: 'messageRead', hookId: '2', senderId: 'p' },
          [],
          ARRIVAL + 1_000,
        ),
        arrived(
          { action: 'messages', subAction: 'messageRead', hookId: '2', senderId: 'p' },
          [],
          ARRIVAL + 2_000,
        ),
      ]);
      return inbox;
    };

    test.each([
      ['all, newest first', {}, [3, 2, 1]],
      ['by action', { action: 'comments' }, [1]],
      ['by event', { type: 'messageRead' }, [3, 2]],
      ['by person', { person: 'p' }, [3, 2, 1]],
      ['by post', { post: 'x' }, [1]],
      ['by state', { state: 'waiting' as const }, [1]],
      ['repetitions', { state: 'repeated' as const }, [3]],
      ['kept', { state: 'kept' as const }, [2]],
      ['given up', { state: 'dead' as const }, []],
      ['from a time', { since: ARRIVAL + 1_000 }, [3, 2]],
      ['before a time', { until: ARRIVAL + 1_000 }, [1]],
      ['by number', { numbers: [1, 3, 9] }, [3, 1]],
      ['by all of them', { action: 'messages', state: 'kept' as const }, [2]],
      ['none', { action: "x' or true --" }, []],
    ])('%s', async (_what, filter, expected) => {
      const inbox = await fill();
      expect((await inbox.list(filter, 100)).map(({ number }) => number)).toEqual(expected);
      expect(await inbox.remove(filter)).toBe(expected.length);
      expect(await inbox.list({}, 100)).toHaveLength(3 - expected.length);
    });

    test('a page begins after the last number of the one before', async () => {
      const inbox = await fill();
      expect((await inbox.list({}, 1, { number: 3, receivedAt: 0 })).map(({ number }) => number)).toEqual([
        2,
      ]);
    });

    test('counts by state and reason', async () => {
      const inbox = await fill();
      await inbox.countRefusals(new Map([['mismatch', 2]]), ARRIVAL);
      await inbox.countRefusals(
        new Map([
          ['mismatch', 1],
          ['stale', 1],
        ]),
        ARRIVAL,
      );
      expect(await inbox.count({})).toEqual({
        deliveries: { kept: 1, waiting: 1, forwarded: 0, dead: 0, repeated: 1 },
        oldestWaiting: ARRIVAL,
        refused: { mismatch: 3, stale: 1 },
      });
    });

    test('what is given up is counted as such, and by a filter; only what waits has an age', async () => {
      const inbox = await fill();
      const [job] = await claimAll(inbox);
      if (job !== undefined) await end(inbox, job, 'dead');
      await inbox.takeIn([arrived({ hookId: '3' }, [URL], ARRIVAL + 3_000)]);
      expect(await inbox.list({ state: 'dead' }, 9)).toMatchObject([{ number: 1, state: 'dead' }]);
      const deliveries = { kept: 1, waiting: 1, forwarded: 0, dead: 1, repeated: 1 };
      expect(await inbox.count({})).toMatchObject({ deliveries, oldestWaiting: ARRIVAL + 3_000 });
      const none = { kept: 0, waiting: 0, forwarded: 0, dead: 0, repeated: 0 };
      expect(await inbox.count({ post: 'x' })).toMatchObject({
        deliveries: { ...none, dead: 1 },
        oldestWaiting: null,
      });
    });

    test('contents are listed oldest first, without repetitions and changed copies', async () => {
      const inbox = await fill();
      const copy = { ...arrived({ hookId: 'copy' }), claims: [], editedFrom: 1 };
      await inbox.takeIn([copy, arrived({ hookId: 'last' })]);
      const list = async (...parts: Parameters<Inbox['listContents']>) =>
        (await inbox.listContents(...parts)).map(({ number, body }) => [
          number,
          JSON.parse(new TextDecoder().decode(body)).hookId,
        ]);
      expect(await list({}, 2, 0)).toEqual([
        [1, '1'],
        [2, '2'],
      ]);
      expect(await list({}, 9, 2)).toEqual([[5, 'last']]);
      expect(await list({ person: 'p' }, 9, 1)).toEqual([[2, '2']]);
    });

    test('more than one transaction looks at is removed in several, claims as well as deliveries', async () => {
      const inbox = await create();
      const many = Array.from({ length: 501 }, (_, at) => arrived({ hookId: `h${at}` }));
      await inbox.takeIn(many);
      const keys = many.flatMap(({ claims }) => claims);
      const prune = async (limits: { deliveries: number; claims: number }) => {
        let calls = 0;
        for (let [cursor, isDone]: [DeliveryCursor | null, boolean] = [null, false]; !isDone; calls += 1)
          ({ cursor, isDone } = await inbox.prune(limits, cursor));
        return calls;
      };
      expect(await prune({ deliveries: ARRIVAL + 1, claims: ARRIVAL })).toBeGreaterThan(1);
      expect(await inbox.list({}, 1)).toEqual([]);
      expect(await inbox.findClaims(keys)).not.toContain(null);
      expect(await prune({ deliveries: ARRIVAL + 1, claims: ARRIVAL + 1 })).toBeGreaterThan(1);
      expect(new Set(await inbox.findClaims(keys))).toEqual(new Set([null]));
    });

    test('numbers are not used again', async () => {
      const inbox = await fill();
      await inbox.remove({});
      expect(await inbox.takeIn([arrived({ hookId: '9' })])).toEqual([{ number: 4, repeats: null }]);
    });

    test('a removed delivery is still known when it comes again', { tags: ['HOOK-12'] }, async () => {
      const inbox = await fill();
      await inbox.remove({});
      const again = (after: number) => inbox.takeIn([arrived({ hookId: '1' }, [URL], ARRIVAL + after)]);
      expect(await again(1_000)).toEqual([{ number: 4, repeats: 1 }]);
      await inbox.prune({ deliveries: ARRIVAL, claims: ARRIVAL + 1_000 }, null);
      expect(await again(2_000)).toEqual([{ number: 5, repeats: 1 }]);
    });

    test('old deliveries go, and old claims, but nothing that waits', async () => {
      const inbox = await fill();
      const before = { deliveries: ARRIVAL + 1_500, claims: ARRIVAL + 500 };
      const { cursor, isDone } = await inbox.prune(before, null);
      expect(isDone).toBe(true);
      expect((await inbox.list({}, 100)).map(({ number }) => number)).toEqual([3, 1]);
      expect((await inbox.takeIn([arrived({ hookId: '1' })]))[0]?.repeats).toBeNull();
      expect((await inbox.takeIn([arrived({ hookId: '2' })]))[0]?.repeats).toBe(2);
      // what it left was looked at: it is not looked at again from there
      await inbox.remove({ numbers: [1] });
      expect(cursor).toEqual({ receivedAt: ARRIVAL + 1_000, number: 2 });
      expect(await inbox.prune({ ...before, deliveries: ARRIVAL + 5_000 }, cursor)).toEqual({
        cursor: { receivedAt: ARRIVAL + 2_000, number: 3 },
        isDone: true,
      });
      expect((await inbox.list({}, 100)).map(({ number }) => number)).toEqual([5, 4]);
      await inbox.prune({ ...before, deliveries: ARRIVAL + 1 }, { receivedAt: ARRIVAL, number: 4 });
      expect((await inbox.list({}, 100)).map(({ number }) => number)).toEqual([4]);
    });

    test('what each target has not got is counted', async () => {
      const inbox = await fill();
      const other = 'http://127.0.0.1:4000/';
      await inbox.takeIn([arrived({ hookId: '8' }, [URL, other], ARRIVAL + 3_000)]);
      expect(await inbox.listBacklogs()).toEqual([
        { target: URL, waiting: 2, dead: 0, oldestWaiting: ARRIVAL },
        { target: other, waiting: 1, dead: 0, oldestWaiting: ARRIVAL + 3_000 },
      ]);
      const claim = (most: number) => inbox.claim({ target: URL, most, now: ARRIVAL + 5_000 });
      const [first] = await claim(1);
      expect(await inbox.listBacklogs()).toMatchObject([{ waiting: 2, oldestWaiting: ARRIVAL }, {}]);
      for (const job of [...(first === undefined ? [] : [first]), ...(await claim(9))])
        await inbox.record(
          [{ job, ms: 1, status: 404, error: 'status 404', next: job.number === 1 ? 'dead' : 'done' }],
          ARRIVAL + 5_000,
        );
      expect(await inbox.listBacklogs()).toMatchObject([{ waiting: 0, dead: 1, oldestWaiting: null }, {}]);
    });

    test('who has claimed what is found, also after the delivery was removed', {
      tags: ['HOOK-12', 'HOOK-13'],
    }, async () => {
      const inbox = await fill();
      const [first] = arrived({ hookId: '1' }).claims;
      const [none] = arrived({ hookId: 'never' }).claims;
      const keys = [none, first, none].filter((key) => key !== undefined);
      expect(await inbox.findClaims(keys)).toEqual([null, 1, null]);
      await inbox.remove({});
      expect(await inbox.findClaims(keys)).toEqual([null, 1, null]);
      expect(await inbox.findClaims([])).toEqual([]);
    });

    test('by its hook id, a delivery is found with its repetitions and changed copies, also without its claim', async () => {
      const inbox = await create();
      await inbox.takeIn([
        arrived({ hookId: 'h', action: 'feed' }),
        arrived({ hookId: 'other' }, [URL]),
        arrived({ hookId: 'h', action: 'feed', again: true }),
        { ...arrived({ hookId: 'copy' }), claims: [], editedFrom: 1 },
      ]);
      expect(await inbox.findByHookId('h')).toEqual([1, 3]);
      expect(await inbox.findByHookId('copy')).toEqual([4]);
      expect(await inbox.findByHookId('none')).toEqual([]);
      await inbox.prune({ deliveries: ARRIVAL + 1, claims: ARRIVAL + 1 }, null); // what waits is kept
      expect(await inbox.findByHookId('other')).toEqual([2]);
      expect(await inbox.findByHookId('h')).toEqual([]);
    });

    test('a process is listed until it ends, or was not seen for a day', async () => {
      const inbox = await create();
      const build = (id: string): ReceiverProcess => {
        return { id, host: 'h', pid: 7, identity: `of ${id}`, role: 'listener', targets: [URL, OTHER] };
      };
      const note = (id: string, after: number) => inbox.noteProcess(build(id), ARRIVAL + after);
      await note('a', 0);
      for (const id of ['c', 'b']) await note(id, 5);
      await note('a', 9);
      expect(await inbox.listProcesses(ARRIVAL + 10)).toEqual([
        { ...build('a'), startedAt: ARRIVAL, seenMs: 1 },
        { ...build('b'), startedAt: ARRIVAL + 5, seenMs: 5 },
        { ...build('c'), startedAt: ARRIVAL + 5, seenMs: 5 },
      ]);
      await note('b', 9);
      await inbox.removeProcess('a');
      await note('d', LONGEST_UNSEEN_MS + 9);
      const left = await inbox.listProcesses(ARRIVAL + LONGEST_UNSEEN_MS + 9);
      expect(left.map(({ id }) => id)).toEqual(['d', 'b']);
    });

    test('refused requests are counted by reason, with the time of the last one', async () => {
      const inbox = await fill();
      expect(await inbox.listRefusals()).toEqual([]);
      await inbox.countRefusals(
        new Map([
          ['stale', 1],
          ['mismatch', 2],
        ]),
        ARRIVAL,
      );
      await inbox.countRefusals(new Map([['mismatch', 1]]), ARRIVAL + 5);
      expect(await inbox.listRefusals()).toEqual([
        { reason: 'mismatch', count: 3, latestAt: ARRIVAL + 5 },
        { reason: 'stale', count: 1, latestAt: ARRIVAL },
      ]);
    });
  });
});
