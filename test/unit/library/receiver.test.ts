import { describe, expect, test } from 'vitest';
import { createMemoryClaims } from '../../../src/library/receiver/memory.ts';
import {
  createReceiver,
  type DeliveryReceiverOptions,
  type ReceiverVerdict,
  type WebhookDelivery,
} from '../../../src/library/receiver.ts';
import {
  BODY_TEXT,
  OTHER_SECRET,
  SECRET,
  SIGNED_AT,
  signedDelivery,
} from '../../support/receiver/signed-delivery.ts';

const NOW = SIGNED_AT * 1_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A receiver with a clock that its waits advance, and what it accepted and judged. */
function openReceiver(options: Partial<DeliveryReceiverOptions> = {}) {
  let now = NOW;
  const accepted: WebhookDelivery[] = [];
  const verdicts: ReceiverVerdict[] = [];
  const receiver = createReceiver({
    secrets: SECRET,
    claims: createMemoryClaims(),
    accept: (delivery) => accepted.push(delivery),
    onVerdict: (verdict) => verdicts.push(verdict),
    now: () => now,
    async sleep(milliseconds) {
      now += milliseconds;
      await new Promise(setImmediate);
    },
    ...options,
  });
  const send = (fields: Readonly<Record<string, unknown>> = JSON.parse(BODY_TEXT), signing = {}) => {
    const { body, headers } = signedDelivery(JSON.stringify(fields), signing);
    return receiver.receive(body, headers);
  };
  const advance = (milliseconds: number) => {
    now += milliseconds;
  };
  return { receiver, send, accepted, verdicts, advance };
}

const event = { action: 'automations', timeStamp: SIGNED_AT, type: 'automation.triggered' };

describe('a delivery that is new', () => {
  test('is accepted with its event, and answered with 200', async () => {
    const { receiver, accepted, verdicts } = openReceiver({ secrets: [OTHER_SECRET, SECRET] });
    const { body, headers } = signedDelivery();
    const verdict = await receiver.receive(body, { ...headers, 'X-Service-Delivery-Attempt': '3' });
    const delivery = {
      event: JSON.parse(BODY_TEXT),
      action: 'comments',
      type: null,
      hookId: 'Ws3eDc6RfV0tGb8YhN2u',
      keys: [expect.stringMatching(/^[\da-f]{64}$/)],
      attempt: 3,
      timeStamp: SIGNED_AT,
      secret: 1,
    };
    expect(verdict).toEqual({ kind: 'accepted', status: 200, delivery });
    expect(accepted).toEqual([delivery]);
    expect(verdicts).toEqual([verdict]);
  });

  test.each([
    ['with another hookId, and the same payload key', { hookId: 'other' }, 'repeated'],
    ['of another action of the same activity', { hookId: 'other', actionId: 'act_2' }, 'accepted'],
    ['of another type', { hookId: 'other', type: 'automation.completed' }, 'accepted'],
  ])('and then one %s', { tags: ['HOOK-13', 'W-12', 'HOOK-21', 'W-18'] }, async (_why, changed, kind) => {
    const { send, accepted } = openReceiver();
    const first = { ...event, hookId: 'one', activityId: 'act', actionId: 'act_1' };
    await send(first);
    expect(await send({ ...first, ...changed })).toMatchObject({ kind, status: 200 });
    expect(accepted).toHaveLength(kind === 'accepted' ? 2 : 1);
  });

  test('then one with its hookId, whatever else it has', { tags: ['HOOK-12', 'HOOK-24'] }, async () => {
    const { send, accepted } = openReceiver();
    await send({ action: 'social', hookId: 'one', timeStamp: SIGNED_AT });
    const later = { action: 'social', hookId: 'one', timeStamp: SIGNED_AT + 1, other: true };
    expect(await send(later, { timestamp: String(SIGNED_AT + 1) })).toMatchObject({ kind: 'repeated' });
    expect(await send({ ...later, hookId: 'two' }, { timestamp: String(SIGNED_AT + 1) })).toMatchObject({
      kind: 'accepted',
    });
    expect(accepted.map(({ hookId }) => hookId)).toEqual(['one', 'two']);
  });

  test('without a hookId, its bytes are claimed', { tags: ['L3'] }, async () => {
    const { send } = openReceiver();
    const kinds = [await send(event), await send(event), await send({ ...event, x: 1 })].map(
      ({ kind }) => kind,
    );
    expect(kinds).toEqual(['accepted', 'repeated', 'accepted']);
  });

  test('it is claimed for a day at least, and for as long as it is not stale', {
    tags: ['HOOK-12', 'L2'],
  }, async () => {
    const kept: number[] = [];
    for (const toleranceMs of [undefined, MINUTE_MS]) {
      const memory = createMemoryClaims();
      const claims = {
        ...memory,
        async complete(claim: Parameters<typeof memory.complete>[0]) {
          kept.push(claim.expiresAt - claim.now);
        },
      };
      await openReceiver({ claims, ...(toleranceMs && { toleranceMs }) }).send();
    }
    // a time of five minutes ahead is accepted, too
    expect(kept).toEqual([7 * DAY_MS + 5 * MINUTE_MS, DAY_MS + 5 * MINUTE_MS]);
  });
});

describe('what is not a valid delivery is refused before anything is claimed', {
  tags: ['HOOK-14', 'L1', 'L2'],
}, () => {
  const { body, headers } = signedDelivery();
  const large = Buffer.alloc(1024 * 1024 + 64 * 1024 + 1, ' ');
  test.each([
    ['forged', signedDelivery(BODY_TEXT, { secret: OTHER_SECRET }), 401, 'mismatch'],
    ['changed', { body: Buffer.from(BODY_TEXT.replace('naïve', 'naive')), headers }, 401, 'mismatch'],
    ['unsigned', { body, headers: {} }, 401, 'unsigned'],
    ['not JSON', signedDelivery('no JSON'), 401, 'undated'],
    ['with another time', signedDelivery(BODY_TEXT, { timestamp: '1' }), 401, 'other time'],
    ['stale', signedDelivery(JSON.stringify({ timeStamp: 1 }), { timestamp: '1' }), 401, 'stale'],
    ['too large, though it is signed', signedDelivery(large), 413, 'too large'],
  ])('%s', { tags: ['W-14', 'L8'] }, async (_why, received, status, reason) => {
    const untouched = async () => {
      throw new Error('the claims were used');
    };
    const { receiver, accepted } = openReceiver({
      claims: { claim: untouched, complete: untouched, release: untouched },
    });
    expect(await receiver.receive(received.body, received.headers)).toEqual({
      kind: 'refused',
      status,
      reason,
    });
    expect(accepted).toEqual([]);
  });

  test('a megabyte is not too large', async () => {
    const { send } = openReceiver();
    expect(await send({ ...event, text: 'x'.repeat(1024 * 1024) })).toMatchObject({ status: 200 });
  });
});

describe('a fault of the receiver is never a 4xx, which would end the delivery', { tags: ['L4'] }, () => {
  const disk = new Error('the disk is full');
  const failing = async () => {
    throw disk;
  };

  test('accept rejects: the same delivery is accepted when it comes again', async () => {
    const fails = [true, false];
    const { send } = openReceiver({ accept: () => (fails.shift() ? failing() : undefined) });
    expect(await send()).toEqual({ kind: 'failed', status: 503, reason: 'not accepted', error: disk });
    expect(await send()).toMatchObject({ kind: 'accepted' });
    expect(await send()).toMatchObject({ kind: 'repeated' });
  });

  test.each(['claim', 'complete'] as const)('the store cannot %s', async (step) => {
    const claims = { ...createMemoryClaims(), [step]: failing };
    const verdict = await openReceiver({ claims }).send();
    expect(verdict).toEqual({ kind: 'failed', status: 503, reason: 'not claimed', error: disk });
  });

  test('a process dies while it accepts: after a minute, the delivery is accepted by another one', async () => {
    const claims = createMemoryClaims();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const accept = () => {
      begin();
      return new Promise(() => {});
    };
    void openReceiver({ claims, accept }).send();
    await begun;
    const { send, accepted, advance } = openReceiver({ claims });
    // it waits for the other one, and then answers that it may come again
    expect(await send()).toEqual({ kind: 'failed', status: 503, reason: 'in progress', error: undefined });
    advance(MINUTE_MS);
    expect(await send()).toMatchObject({ kind: 'accepted' });
    expect(accepted).toHaveLength(1);
  });

  test.each([
    ['a parsed body', JSON.parse(BODY_TEXT), {}],
    ['no body', undefined, {}],
    ['no headers', BODY_TEXT, undefined],
  ])('%s is passed, by a program without types', async (_why, body, headers) => {
    const receive = openReceiver().receiver.receive as (...words: readonly unknown[]) => Promise<unknown>;
    expect(await receive(body, headers)).toMatchObject({
      kind: 'failed',
      status: 500,
      reason: 'unusable input',
    });
  });

  test('the log throws, or rejects', async () => {
    for (const onVerdict of [failing, () => void JSON.parse('')])
      expect(await openReceiver({ onVerdict }).send()).toMatchObject({ kind: 'accepted' });
  });
});

describe('fifty copies at once', { tags: ['HOOK-12', 'W-15'] }, () => {
  const sleep = () => new Promise<void>(setImmediate);

  test('are all answered with 200 when one of them is accepted', async () => {
    const started: string[] = [];
    const { send, verdicts } = openReceiver({
      sleep,
      async accept({ hookId }) {
        started.push(String(hookId));
        for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
      },
    });
    const answers = await Promise.all(Array.from({ length: 50 }, () => send()));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    expect(started).toHaveLength(1);
    const { accepted, repeated } = Object.groupBy(verdicts, ({ kind }) => kind);
    expect([accepted?.length, repeated?.length]).toEqual([1, 49]);
  });

  test('when the first fails, another one is accepted in its place', async () => {
    let count = 0;
    const { send } = openReceiver({
      sleep,
      async accept() {
        count += 1;
        const isFirst = count === 1;
        await new Promise(setImmediate);
        if (isFirst) throw new Error('no room');
      },
    });
    const answers = await Promise.all(Array.from({ length: 50 }, () => send()));
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(1);
    expect(count).toBe(2);
  });
});

test('a receiver without secrets, or with a blank one, cannot be created', () => {
  for (const secrets of ['', ' ', [], [SECRET, '']])
    expect(() => createReceiver({ secrets, claims: createMemoryClaims() })).toThrow(TypeError);
});

describe('what cannot work is noticed at the start', () => {
  const store = createMemoryClaims();
  test.each([
    ['a store that is not awaited', { claims: Promise.resolve(store) }, 'claims: '],
    ['no store', { claims: undefined }, 'claims: '],
    ['a store without release', { claims: { claim: store.claim, complete: store.complete } }, 'release'],
    ['accept that is no function', { claims: store, accept: 'save' }, 'accept: give a function'],
    ['onVerdict that is no function', { claims: store, onVerdict: {} }, 'onVerdict: give a function'],
    ['now that is no function', { claims: store, now: 5 }, 'now: give a function'],
  ])('%s', (_what, options, words) => {
    // as a program without types passes them
    const untyped = { secrets: SECRET, ...options } as unknown as DeliveryReceiverOptions;
    expect(() => createReceiver(untyped)).toThrow(words);
  });
});

test.each([true, undefined, 'done', null])(
  'a store that answers %s does not accept deliveries',
  async (answer) => {
    const claim = async () => answer as unknown as 'claimed'; // as a store without types answers
    const { send, accepted } = openReceiver({ claims: { ...createMemoryClaims(), claim } });
    expect(await send()).toMatchObject({
      kind: 'failed',
      status: 503,
      reason: 'not claimed',
      error: { message: expect.stringContaining(`not to ${answer}`) },
    });
    expect(accepted).toEqual([]);
  },
);
