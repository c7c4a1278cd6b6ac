import { describe, expect, test } from 'vitest';
import {
  type AttemptOutcome,
  buildDeliveryBody,
  buildDeliveryRequest,
  buildSignatureHeaders,
  computeSignature,
  decideAfterAttempt,
  describeAttemptError,
  type SigningSecret,
} from '../../../../src/domain/webhooks/delivery.ts';
import { applyJitter } from '../../../../src/sandbox/engine/outbound-queue/deliveries.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../src/service/durations.ts';
import { LIMITS } from '../../../../src/service/limits.ts';
import { WEBHOOK_HEADERS } from '../../../../src/service/webhooks.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test.each([
  // RFC 4231, test case 2; the other one by openssl
  [
    'what do ya want for nothing?',
    'Jefe',
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  ],
  ['{"a":1}', 'grün', 'a43fe445b75ca23e1eb0dc0d83ca0ba063a07456ceaca95bf7997d8a9133b774'],
])(
  'the HMAC-SHA256 of %j, in 64 lower-case hex digits',
  { tags: ['HOOK-10', 'U-01'] },
  (text, secret, expected) => {
    expect(computeSignature(bytes(text), secret)).toBe(expected);
  },
);

test('one byte more is another signature', { tags: ['W-07'] }, () => {
  expect(computeSignature(bytes('{"a": 1}'), 'secret')).not.toBe(
    computeSignature(bytes('{"a":1}'), 'secret'),
  );
});

type Readable = Exclude<SigningSecret, { readonly kind: 'unreadable' }>;

test.each<[string, Readable, Readonly<Record<string, string>>]>([
  ['without a secret there is none', { kind: 'none' }, {}],
  [
    'with one there are signature and time',
    { kind: 'secret', secret: 'Jefe', next: null },
    {
      'X-Authorization-Content-SHA256': computeSignature(bytes('{}'), 'Jefe'),
      'X-Authorization-Timestamp': '1790000000',
    },
  ],
  [
    'after a change the former one signs as before, and the new one beside it',
    { kind: 'secret', secret: 'former', next: 'new' },
    {
      'X-Authorization-Content-SHA256': computeSignature(bytes('{}'), 'former'),
      'X-Authorization-Content-SHA256-V2': computeSignature(bytes('{}'), 'new'),
      'X-Authorization-Timestamp': '1790000000',
    },
  ],
])('headers: %s', { tags: ['HOOK-10'] }, (_why, signing, headers) => {
  expect(buildSignatureHeaders(bytes('{}'), signing, 1_790_000_000)).toEqual(headers);
});

test('a request has its fields as JSON, and says which attempt it is', { tags: ['HOOK-08', 'W-06'] }, () => {
  const signing: Readable = { kind: 'secret', secret: 'Jefe', next: null };
  const attempt = { attempt: 2, deliveryId: 'd7', timeStamp: 1_790_000_000, signing };
  const { headers, body } = buildDeliveryRequest({ title: 'grün' }, attempt);
  expect(new TextDecoder().decode(body)).toBe('{"title":"grün"}');
  expect(headers).toEqual({
    'Content-Type': 'application/json',
    [WEBHOOK_HEADERS.attempt]: '2',
    [WEBHOOK_HEADERS.deliveryId]: 'd7',
    ...buildSignatureHeaders(body, signing, 1_790_000_000),
  });
});

const AT = Date.UTC(2026, 8, 21, 14, 13, 20, 789);
const RECORDED = {
  action: 'automations',
  hookId: 'Ws3eDc6RfV0tGb8YhN2u',
  created: AT,
  refId: '5f0c8b1e9a7d4c2386e1f09b3ad57c64d2e8a901',
  title: 'Primary Profile',
  url: 'https://hooks.example/auto',
  event: { type: 'automation.triggered', commentText: null, timestamp: '2026-09-21T14:13:20Z' },
} as const;

test('the envelope, and the own fields of the event flat beside it, null and not omitted', {
  tags: ['U-02', 'HOOK-08'],
}, () => {
  expect(buildDeliveryBody(RECORDED, 1_790_000_000)).toEqual({
    action: 'automations',
    hookId: 'Ws3eDc6RfV0tGb8YhN2u',
    timeStamp: 1_790_000_000,
    created: '2026-09-21T14:13:20Z',
    refId: '5f0c8b1e9a7d4c2386e1f09b3ad57c64d2e8a901',
    title: 'Primary Profile',
    url: 'https://hooks.example/auto',
    code: 200,
    type: 'automation.triggered',
    commentText: null,
    timestamp: '2026-09-21T14:13:20Z',
  });
});

test('another attempt has another timeStamp, and nothing else', { tags: ['HOOK-08'] }, () => {
  const [first, second] = [1_790_000_000, 1_790_000_005].map((time) => buildDeliveryBody(RECORDED, time));
  expect(second).toEqual({ ...first, timeStamp: 1_790_000_005 });
});

test('no field of an event replaces one of the envelope', { tags: ['U-02', 'HOOK-07'] }, () => {
  const event = { hookId: 'another', timeStamp: 1, action: 'messages', code: 500, status: 'success' };
  expect(buildDeliveryBody({ ...RECORDED, event }, 1_790_000_000)).toMatchObject({
    hookId: RECORDED.hookId,
    timeStamp: 1_790_000_000,
    action: 'automations',
    code: 200,
    status: 'success',
  });
});

const answered = (status: number): AttemptOutcome => ({ status, fault: null, isRefused: false });
const fault = (why: string): AttemptOutcome => ({ status: null, fault: why, isRefused: false });
const between = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, place) => first + place);

const SOON = 5 * SECOND_MS;
const AGAIN = { kind: 'again', afterMs: SOON } as const;
const FAILED = { kind: 'failed' } as const;

describe('the state of a delivery after its first attempt', () => {
  test.each<[string, AttemptOutcome, ReturnType<typeof decideAfterAttempt>, string | null]>([
    ['200 is the one good answer', answered(200), { kind: 'delivered' }, null],
    ['201 is tried again, and the history says why', answered(201), AGAIN, 'status 201, not 200'],
    ['202', answered(202), AGAIN, 'status 202, not 200'],
    ['204', answered(204), AGAIN, 'status 204, not 200'],
    ['a redirect is a failure like others', answered(301), AGAIN, 'redirect'],
    ['300', answered(300), AGAIN, 'redirect'],
    ['302', answered(302), AGAIN, 'redirect'],
    ['304', answered(304), AGAIN, 'redirect'],
    ['307', answered(307), AGAIN, 'redirect'],
    ['308', answered(308), AGAIN, 'redirect'],
    ['a timeout', fault('timeout'), AGAIN, 'timeout'],
    ['a dropped connection', fault('connection lost'), AGAIN, 'connection lost'],
    ['no server listens', fault('connection refused'), AGAIN, 'connection refused'],
    ['a TLS error', fault('certificate not valid'), AGAIN, 'certificate not valid'],
    ['a DNS failure', fault('name not found'), AGAIN, 'name not found'],
    ['an answer that is none', fault('answer not readable'), AGAIN, 'answer not readable'],
    ['an unknown status', answered(799), AGAIN, 'status 799'],
    ['a status below all known ones', answered(99), AGAIN, 'status 99, not 200'],
    ['an unreadable secret', fault('secret not readable'), AGAIN, 'secret not readable'],
    [
      'an address that must not be reached',
      { status: null, fault: 'address not allowed', isRefused: true },
      FAILED,
      'address not allowed',
    ],
    [
      'a 200 whose body comes too late',
      { status: 200, fault: 'timeout', isRefused: false },
      AGAIN,
      'timeout',
    ],
    [
      'a 200 whose body breaks off',
      { status: 200, fault: 'connection lost', isRefused: false },
      AGAIN,
      'connection lost',
    ],
    [
      'what follows a 200 is not read, however long it is',
      { status: 200, fault: 'answer too large', isRefused: false },
      { kind: 'delivered' },
      null,
    ],
    [
      'a 404 is final, whatever its body',
      { status: 404, fault: 'connection lost', isRefused: false },
      FAILED,
      'status 404',
    ],
    [
      'a 503 is retried, whatever its body',
      { status: 503, fault: 'answer too large', isRefused: false },
      AGAIN,
      'status 503',
    ],
  ])(
    '%s',
    { tags: ['HOOK-04', 'HOOK-22', 'U-05', 'HOOK-06', 'U-06', 'W-05', 'HOOK-05', 'U-07', 'U-30'] },
    (_why, outcome, verdict, error) => {
      expect(decideAfterAttempt(0, outcome)).toEqual(verdict);
      expect(describeAttemptError(outcome)).toBe(error);
    },
  );

  test.each(between(400, 499))('after %i', { tags: ['HOOK-05', 'HOOK-06', 'W-03'] }, (status) => {
    const isRetried = [408, 425, 429].includes(status);
    expect(decideAfterAttempt(0, answered(status))).toEqual(isRetried ? AGAIN : FAILED);
    expect(describeAttemptError(answered(status))).toBe(`status ${status}`);
  });

  test.each(between(500, 599))('after %i it is tried again', { tags: ['HOOK-05'] }, (status) => {
    expect(decideAfterAttempt(0, answered(status))).toEqual(AGAIN);
  });
});

describe('the schedule', () => {
  const waits = between(0, 12).map((tries) => {
    const verdict = decideAfterAttempt(tries, answered(503));
    return verdict.kind === 'again' ? verdict.afterMs : null;
  });

  test('each wait, from the failure before it', { tags: ['U-03', 'U-04'] }, () => {
    expect(waits).toEqual([
      5 * SECOND_MS,
      15 * SECOND_MS,
      45 * SECOND_MS,
      2 * MINUTE_MS,
      5 * MINUTE_MS,
      10 * MINUTE_MS,
      17 * MINUTE_MS,
      25 * MINUTE_MS,
      5 * MINUTE_MS,
      30 * MINUTE_MS,
      2 * HOUR_MS,
      12 * HOUR_MS,
      null,
    ]);
  });

  test('nine attempts in about an hour, thirteen in all, the last before about 16 hours', {
    tags: ['HOOK-05', 'W-02'],
  }, () => {
    const { firstHour, later } = LIMITS.webhookAttempts;
    expect(waits).toHaveLength(firstHour + later);
    const lifeOf = (attempts: number) =>
      waits.slice(0, attempts - 1).reduce<number>((sum, wait) => sum + (wait ?? 0), 0);
    expect(lifeOf(firstHour)).toBe(HOUR_MS + 5 * SECOND_MS);
    expect(lifeOf(firstHour + later)).toBe(15 * HOUR_MS + 35 * MINUTE_MS + 5 * SECOND_MS);
    expect(lifeOf(firstHour + later)).toBeLessThan(LIMITS.webhookRetryEndMs);
  });

  test.each([13, 14, 1_000])('after %i of them there is no other', { tags: ['U-31'] }, (tries) => {
    expect(decideAfterAttempt(tries, answered(503))).toEqual(FAILED);
    expect(decideAfterAttempt(tries, answered(200))).toEqual({ kind: 'delivered' });
  });
});

test.each([
  [0, 0.9],
  [0.25, 0.95],
  [0.5, 1],
  [0.75, 1.05],
  [1, 1.1],
])('a share of %f of the jitter makes a wait %f times as long', { tags: ['U-03'] }, (share, times) => {
  expect(applyJitter(10 * MINUTE_MS, share)).toBe(10 * MINUTE_MS * times);
});
