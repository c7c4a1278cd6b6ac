import { describe, expect, test } from 'vitest';
import { CrierError } from '../../../src/errors.ts';
import type { ArrivedDelivery } from '../../../src/receiver/inbox/inbox.ts';
import { openSqliteInbox } from '../../../src/receiver/inbox/sqlite/open-sqlite-inbox.ts';
import {
  createReceiverEndpoint,
  DELIVERY_BODY_BYTES,
  type ReceiverOptions,
  type ReceiverReport,
  type ReceiverRequest,
} from '../../../src/receiver/receiver-endpoint.ts';
import { stoppedClock } from '../../support/clock.ts';
import {
  BODY_TEXT,
  OTHER_SECRET,
  SECRET,
  SIGNED_AT,
  signedDelivery,
} from '../../support/receiver/signed-delivery.ts';

const NOW = SIGNED_AT * 1_000;
const WEEK_MS = 7 * 24 * 3_600_000;

interface PostedDelivery extends Partial<Omit<ReceiverRequest, 'readBody'>> {
  /** Null when it is too long. */
  readonly body?: Uint8Array | null;
}

function openEndpoint(options: Partial<ReceiverOptions> = {}) {
  const reports: ReceiverReport[] = [];
  const faults: unknown[] = [];
  const inbox = openSqliteInbox(':memory:');
  const stored: (readonly ArrivedDelivery[])[] = [];
  let bodiesRead = 0;
  let elapsed = 1_000;
  const answer = createReceiverEndpoint({
    path: '/in',
    probePath: '/probe',
    getSecrets: () => [SECRET],
    toleranceMs: WEEK_MS,
    clock: { ...stoppedClock(NOW), steady: () => (elapsed += 5) },
    inbox: {
      ...openSqliteInbox(':memory:'),
      takeIn(batch) {
        stored.push(batch);
        return inbox.takeIn(batch);
      },
    },
    planForwardings: () => [],
    onReport: (report) => reports.push(report),
    onFault: (fault) => faults.push(fault),
    ...options,
  });
  /** Without what comes after the answer. */
  const send = ({ body, ...request }: PostedDelivery = {}) => {
    const signed = signedDelivery();
    const readBody = async () => {
      bodiesRead += 1;
      return body === undefined ? signed.body : body;
    };
    return answer({ method: 'POST', target: '/in', headers: lower(signed), readBody, ...request });
  };
  const post = async (request: PostedDelivery = {}) => {
    const answered = await send(request);
    answered.ended?.();
    return answered;
  };
  return { send, post, reports, faults, inbox, stored, countBodiesRead: () => bodiesRead };
}

const lower = ({ headers }: { headers: Readonly<Record<string, string>> }) =>
  Object.fromEntries(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text]));

test('a signed delivery is stored as it came, and answered with 200', async () => {
  const { post, reports, inbox } = openEndpoint();
  expect(await post({ target: '/in?x=1' })).toMatchObject({ status: 200, body: new Uint8Array() });
  expect(reports).toMatchObject([{ kind: 'taken', number: 1, repeats: null, status: 200, ms: 5 }]);
  expect(reports[0]?.bytes).toBe(Buffer.byteLength(BODY_TEXT));
  const found = await inbox.find(1);
  expect(Buffer.from(found?.body ?? []).toString()).toBe(BODY_TEXT);
  expect(found).toMatchObject({
    action: 'comments',
    hookId: 'Ws3eDc6RfV0tGb8YhN2u',
    source: 'request',
    signature: 'X-Authorization-Content-SHA256, hex',
  });
});

test('it is answered when it is stored, and before anything else is done', {
  tags: ['HOOK-11', 'L6'],
}, async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const order: string[] = [];
  const { send } = openEndpoint({
    inbox: {
      ...openSqliteInbox(':memory:'),
      async takeIn() {
        await promise;
        order.push('stored');
        return [{ number: 1, repeats: null }];
      },
    },
    onReport: () => order.push('reported'),
  });
  const answering = send();
  order.push('arrived');
  resolve();
  const { status, ended } = await answering;
  order.push(`answered with ${status}`);
  ended?.();
  expect(order).toEqual(['arrived', 'stored', 'answered with 200', 'reported']);
});

test('fifty copies at once: fifty answers of 200, one first, in a few waits for the disk', {
  tags: ['W-15', 'HOOK-12'],
}, async () => {
  const { post, reports, stored } = openEndpoint();
  const answers = await Promise.all(Array.from({ length: 50 }, () => post()));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const firsts = reports.filter((report) => report.kind === 'taken' && report.repeats === null);
  expect(firsts).toHaveLength(1);
  expect(stored.length).toBeLessThan(4);
});

test('completed may come before triggered, and both are taken', { tags: ['HOOK-21', 'W-18'] }, async () => {
  const { post, reports } = openEndpoint();
  for (const [hookId, type] of [
    ['1', 'automation.completed'],
    ['2', 'automation.triggered'],
  ]) {
    const signed = signedDelivery(
      JSON.stringify({
        action: 'automations',
        hookId,
        timeStamp: SIGNED_AT,
        type,
        activityId: 'a',
        actionId: 'b',
      }),
    );
    expect((await post({ body: signed.body, headers: lower(signed) })).status).toBe(200);
  }
  expect(reports).toMatchObject([{ repeats: null }, { repeats: null }]);
});

test('a retry has a new time and signature, and is a repetition', { tags: ['W-06'] }, async () => {
  const { post, reports } = openEndpoint();
  for (const timeStamp of [SIGNED_AT - 100, SIGNED_AT]) {
    const signed = signedDelivery(JSON.stringify({ hookId: 'h', timeStamp }), {
      timestamp: String(timeStamp),
    });
    await post({ body: signed.body, headers: lower(signed) });
  }
  expect(reports).toMatchObject([{ repeats: null }, { repeats: 1 }]);
});

describe('what is refused is not stored', { tags: ['HOOK-14', 'L1', 'L2', 'L8'] }, () => {
  const forged = signedDelivery(BODY_TEXT, { secret: OTHER_SECRET });
  const aged = (timeStamp: number) => {
    const signed = signedDelivery(JSON.stringify({ hookId: 'h', timeStamp }), {
      timestamp: String(timeStamp),
    });
    return { body: signed.body, headers: lower(signed) };
  };
  test.each<[string, PostedDelivery, number, string | null]>([
    ['another path, without a report', { target: '/' }, 404, null],
    ['a path that only begins so', { target: '/in/x' }, 404, null],
    ['another method', { method: 'GET' }, 405, 'not a POST request'],
    ['a page in a browser', { headers: { origin: 'https://evil.example' } }, 403, 'from a browser'],
    ['one without an origin', { headers: { 'sec-fetch-site': 'none' } }, 403, 'from a browser'],
    ['a body that is too large', { body: null }, 413, 'too large'],
    ['no signature', { headers: {} }, 401, 'unsigned'],
    ['a forged one', { headers: lower(forged) }, 401, 'mismatch'],
    [
      'a body that was serialized again',
      { body: new TextEncoder().encode(`${BODY_TEXT} `) },
      500,
      'changed body',
    ],
    [
      'another time in the header',
      { headers: { ...lower(signedDelivery()), 'x-authorization-timestamp': '1' } },
      401,
      'other time',
    ],
    ['a delivery of eight days ago', aged(SIGNED_AT - 8 * 86_400), 401, 'stale'],
    ['one from the future', aged(SIGNED_AT + 3_600), 401, 'from the future'],
  ])('%s', { tags: ['W-07', 'W-19', 'W-14'] }, async (_what, request, status, fault) => {
    const { post, reports, inbox } = openEndpoint();
    const answered = await post(request);
    expect([answered.status, answered.headers]).toEqual([status, status === 405 ? { allow: 'POST' } : {}]);
    if (request.body === null) expect(reports).toMatchObject([{ bytes: DELIVERY_BODY_BYTES }]);
    expect(reports.map((report) => (report.kind === 'refused' ? report.fault : report.kind))).toEqual(
      fault === null ? [] : [fault],
    );
    expect(await inbox.list({}, 10)).toEqual([]);
  });

  test.each<[string, PostedDelivery]>([
    ['another path', { target: '/' }],
    ['the path of the probe', { target: '/probe' }],
    ['another method', { method: 'PUT' }],
    ['a page in a browser', { headers: { origin: 'https://evil.example' } }],
  ])('%s: its body is not read', async (_what, request) => {
    const { post, countBodiesRead } = openEndpoint();
    await post(request);
    expect(countBodiesRead()).toBe(0);
  });

  test('without a secret, a body that is no JSON object', async () => {
    const { post, reports } = openEndpoint({ getSecrets: () => [] });
    for (const text of ['[]', 'x', '']) expect((await post({ body: Buffer.from(text) })).status).toBe(400);
    expect(reports.map((report) => report.kind === 'refused' && report.received?.body)).toEqual(
      ['[]', 'x', ''].map((text) => Buffer.from(text)),
    );
    expect((await post()).status).toBe(200);
  });

  test('where the clock of the sender is another, a delivery of any age is taken, and its times agree', async () => {
    const { post } = openEndpoint({ toleranceMs: null });
    const { body, headers } = aged(SIGNED_AT - 8 * 86_400);
    expect((await post({ body, headers })).status).toBe(200);
    const other = { ...headers, 'x-authorization-timestamp': String(SIGNED_AT) };
    expect((await post({ body, headers: other })).status).toBe(401);
  });

  test('during a rotation, either secret is valid in either header', async () => {
    const { post } = openEndpoint({ getSecrets: () => [OTHER_SECRET, SECRET] });
    expect((await post()).status).toBe(200);
    expect((await post({ headers: lower(forged) })).status).toBe(200);
  });
});

test('what cannot be stored is answered with 503, so that it comes again', {
  tags: ['HOOK-06', 'L4'],
}, async () => {
  const { post, reports, faults } = openEndpoint({
    inbox: { ...openSqliteInbox(':memory:'), takeIn: async () => Promise.reject(new Error('disk full')) },
  });
  expect((await Promise.all([post(), post()])).map(({ status }) => status)).toEqual([503, 503]);
  expect(reports).toMatchObject([{ fault: 'not stored' }, { fault: 'not stored' }]);
  expect(faults).toHaveLength(2);
});

test('one delivery that cannot be stored does not fail those that came with it', async () => {
  const inbox = openSqliteInbox(':memory:');
  const { post } = openEndpoint({
    getSecrets: () => [],
    inbox: {
      ...openSqliteInbox(':memory:'),
      async takeIn(batch) {
        if (batch.some(({ facts }) => facts.hookId === 'bad')) throw new CrierError('usage', 'bad');
        return inbox.takeIn(batch);
      },
    },
  });
  const bodies = ['1', 'bad', '2'].map((hookId) => Buffer.from(JSON.stringify({ hookId })));
  const answers = await Promise.all(bodies.map((body) => post({ body })));
  expect(answers.map(({ status }) => status)).toEqual([200, 503, 200]);
});

test('what comes together while the store does not answer is refused together: each by itself would wait for it', {
  tags: ['T14'],
}, async () => {
  let calls = 0;
  const { post } = openEndpoint({
    getSecrets: () => [],
    inbox: {
      ...openSqliteInbox(':memory:'),
      takeIn() {
        calls += 1;
        return Promise.reject(new CrierError('unavailable', 'it took too long'));
      },
    },
  });
  const answers = await Promise.all([post(), post(), post()]);
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
  expect(calls).toBe(1);
});

async function passTurns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

test.each([
  {
    isRemote: true,
    order: ['1 begins', '1 is stored', '2 begins', '1 is answered', '2 is stored', '2 is answered'],
  },
  {
    isRemote: false,
    order: ['1 begins', '1 is stored', '1 is answered', '2 begins', '2 is stored', '2 is answered'],
  },
])(
  'a group is answered while a remote store works on the next one ($isRemote)',
  { tags: ['P13'] },
  async ({ isRemote, order }) => {
    const events: string[] = [];
    const { promise: second, resolve: sendSecond } = Promise.withResolvers<void>();
    const inbox = openSqliteInbox(':memory:');
    const { post } = openEndpoint({
      getSecrets: () => [],
      inbox: {
        ...inbox,
        isRemote,
        async takeIn(batch) {
          const [name] = batch.map(({ facts }) => facts.hookId);
          events.push(`${name} begins`);
          if (name === '1') sendSecond();
          await passTurns();
          events.push(`${name} is stored`);
          return inbox.takeIn(batch);
        },
      },
    });
    const send = async (hookId: string) => {
      await post({ body: Buffer.from(JSON.stringify({ hookId })) });
      events.push(`${hookId} is answered`);
    };
    await Promise.all([send('1'), second.then(() => send('2'))]);
    expect(events).toEqual(order);
    await passTurns();
    await send('3');
    expect(events.slice(order.length)).toEqual(['3 begins', '3 is stored', '3 is answered']);
  },
);

test('the receiver can ask itself, without a report', async () => {
  const { post, reports } = openEndpoint();
  expect((await post({ method: 'POST', target: '/probe' })).status).toBe(204);
  expect(reports).toEqual([]);
});
