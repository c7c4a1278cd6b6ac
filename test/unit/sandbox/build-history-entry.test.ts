import { describe, expect, test } from 'vitest';
import { buildSocialEvent } from '../../../src/sandbox/handlers/profiles.ts';
import { buildHistoryEntry, type RecordedDelivery } from '../../../src/sandbox/handlers/webhooks.ts';
import { readDocExamples } from '../../support/docs/read-doc.ts';
import { NOW } from '../../support/small-sandbox.ts';

const SECOND_MS = 1_000;

function attempt(attempt: number, more: Partial<RecordedDelivery['attempts'][number]> = {}) {
  const deliveryId = `delivery-${attempt}`;
  const at = NOW;
  return { attempt, deliveryId, at, ms: 4, status: 503, error: 'status 503', byAllowance: false, ...more };
}

const DELIVERY: RecordedDelivery = {
  action: 'social',
  hookId: 'Xa9sCv4BnM1kLp7OiU5y',
  created: NOW,
  refId: '5f0c8b1e9a7d4c2386e1f09b3ad57c64d2e8a901',
  title: 'Primary Profile',
  url: 'https://hooks.example/s',
  event: buildSocialEvent({ type: 'link' }, { platform: 'tiktok', displayName: 'mara' }),
  state: 'waiting',
  dueAt: NOW + 20 * SECOND_MS,
  requirement: null,
  endError: null,
  attempts: [attempt(0), attempt(1)],
};

/** The result, as the entry has it. */
function recorded(delivery: Partial<RecordedDelivery>) {
  const entry = buildHistoryEntry({ ...DELIVERY, ...delivery });
  // Every entry has it, and a test names what it looks at.
  return entry['delivery'] as Readonly<Record<string, unknown>>;
}

test('it is the one of the document, with the attempts beside', { tags: ['HOOK-20'] }, () => {
  const { delivery, ...body } = buildHistoryEntry(DELIVERY);
  // As above.
  const { log, ...rest } = delivery as Readonly<Record<string, unknown>>;
  expect({ social: [{ ...body, delivery: rest }] }).toEqual(
    readDocExamples('service/webhooks', 'history')[0],
  );
  expect(log).toEqual([
    expect.objectContaining({ attempt: 0 }),
    {
      attempt: 1,
      deliveryId: 'delivery-1',
      at: '2026-09-21T14:13:20Z',
      ms: 4,
      status: 503,
      error: 'status 503',
      allowedPrivate: false,
    },
  ]);
});

describe('the time of the body', () => {
  test.each([
    ['is that of the last attempt', [attempt(0), attempt(1, { at: NOW + 5_999 })], 5],
    ['is when it happened before the first one', [], 0],
  ])('%s', (_what, attempts, seconds) => {
    const entry = buildHistoryEntry({ ...DELIVERY, attempts });
    expect(entry).toMatchObject({ timeStamp: NOW / SECOND_MS + seconds, created: '2026-09-21T14:13:20Z' });
  });
});

test.each([
  ['the first', [attempt(0, { ms: null, status: null, error: null })]],
  ['another', [attempt(0), attempt(1, { ms: null, status: null, error: null })]],
])(
  'while %s is in flight, it is unknown when the next one is due',
  { tags: ['HOOK-20'] },
  (_which, attempts) => {
    expect(recorded({ attempts })).toMatchObject({ state: 'retrying', nextAttempt: null });
  },
);

const IN_FLIGHT = { ms: null, status: null, error: null };

test.each([
  ['nothing was tried yet', [], { attempts: 0, lastStatus: null, lastError: null }],
  ['the first is in flight', [attempt(0, IN_FLIGHT)], { attempts: 1, lastStatus: null, lastError: null }],
  ['the second is', [attempt(0), attempt(1, IN_FLIGHT)], { attempts: 2, lastStatus: 503, lastError: null }],
  [
    'one was cut short',
    [attempt(0), attempt(1, { ...IN_FLIGHT, error: 'interrupted' })],
    { attempts: 2, lastStatus: null, lastError: 'interrupted' },
  ],
  [
    'no answer came',
    [attempt(0, { status: null, error: 'timeout' })],
    { lastStatus: null, lastError: 'timeout' },
  ],
  [
    'the answer broke off',
    [attempt(0, { status: 200, error: 'connection lost' })],
    { lastStatus: 200, lastError: 'connection lost' },
  ],
  ['it was taken', [attempt(0, { status: 200, error: null })], { lastStatus: 200, lastError: null }],
])('the last answer when %s', { tags: ['HOOK-22'] }, (_what, attempts, expected) => {
  expect(recorded({ attempts })).toMatchObject(expected);
});

test.each([
  ['waiting', 'retrying'],
  ['delivered', 'delivered'],
  ['failed', 'failed'],
] as const)('%s is %s; when there is no next attempt, none is named', (state, named) => {
  const dueAt = state === 'waiting' ? NOW + 5_000 : null;
  const nextAttempt = state === 'waiting' ? '2026-09-21T14:13:25Z' : null;
  expect(recorded({ state, dueAt })).toMatchObject({ state: named, nextAttempt });
  expect(recorded({ state, dueAt })).not.toHaveProperty('requirement');
});

test('what waits for a run that allows its address is marked so, and has no time', { tags: ['S9'] }, () => {
  const requirement = 'a run with --allow-private 127.0.0.1:8080';
  const attempts = [attempt(0, { byAllowance: true })];
  expect(recorded({ requirement: requirement, attempts })).toMatchObject({
    state: 'retrying',
    nextAttempt: null,
    requirement,
    log: [{ allowedPrivate: true }],
  });
});
