import { expect, test } from 'vitest';
import { buildDeliveryBody } from '../../../../src/domain/webhooks/delivery.ts';

const AT = Date.UTC(2026, 8, 21, 14, 13, 20, 789);
const TOLD = {
  action: 'automations',
  hookId: 'Ws3eDc6RfV0tGb8YhN2u',
  created: AT,
  refId: '5f0c8b1e9a7d4c2386e1f09b3ad57c64d2e8a901',
  title: 'Primary Profile',
  url: 'https://hooks.example/auto',
  event: { type: 'automation.triggered', commentText: null, timestamp: '2026-09-21T14:13:20Z' },
} as const;

test('U-02 HOOK-08 the envelope, and the own fields of the event flat beside it, null and not omitted', () => {
  expect(buildDeliveryBody(TOLD, 1_790_000_000)).toEqual({
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

test('HOOK-08 another attempt has another timeStamp, and nothing else', () => {
  const [first, second] = [1_790_000_000, 1_790_000_005].map((time) => buildDeliveryBody(TOLD, time));
  expect(second).toEqual({ ...first, timeStamp: 1_790_000_005 });
});

test('U-02 HOOK-07 no field of an event replaces one of the envelope', () => {
  const event = { hookId: 'another', timeStamp: 1, action: 'messages', code: 500, status: 'success' };
  expect(buildDeliveryBody({ ...TOLD, event }, 1_790_000_000)).toMatchObject({
    hookId: TOLD.hookId,
    timeStamp: 1_790_000_000,
    action: 'automations',
    code: 200,
    status: 'success',
  });
});
