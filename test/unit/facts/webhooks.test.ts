import { describe, expect, test } from 'vitest';
import { CALLBACK_FIELDS } from '../../../src/facts/callback.ts';
import { LIMITS } from '../../../src/facts/limits.ts';
import {
  NewWebhook,
  RETRIED_CLIENT_ERRORS,
  WEBHOOK_ACTIONS,
  WEBHOOK_HEADERS,
  WebhookAnswer,
} from '../../../src/facts/webhooks.ts';
import { listNumbers, listQuoted, readDocTable, readServiceDoc } from '../../support/read-doc.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The numbered rule of the copied section, as text. */
function rule(number: number): string {
  const line = readServiceDoc('webhooks')
    .split('\n')
    .find((each) => each.startsWith(`${number}. `));
  if (line === undefined) throw new Error(`webhooks.md has no rule ${number}`);
  return line;
}

describe('webhooks', () => {
  test.each([
    ['of every delivery', 7, [WEBHOOK_HEADERS.attempt, WEBHOOK_HEADERS.deliveryId]],
    ['of a signed one', 8, [WEBHOOK_HEADERS.signature, WEBHOOK_HEADERS.signedAt]],
  ] as const)('the headers %s: rule %i', (_id, number, headers) => {
    expect(listQuoted(rule(number)).filter((word) => word.startsWith('X-'))).toEqual(headers);
  });

  test('what is tried again, and when', () => {
    const [, retried = '', waits = ''] =
      /^6\. Retry policy: (.*?), any 5xx.*then again about (.*) later/.exec(rule(6)) ?? [];
    expect(listNumbers(retried).sort()).toEqual([...RETRIED_CLIENT_ERRORS]);
    const [five, thirty, two, twelve] = LIMITS.webhookLaterWaitsMs;
    expect(waits).toBe(
      `${five / MINUTE_MS} minutes, ${thirty / MINUTE_MS} minutes, ${two / HOUR_MS} hours and ${twelve / HOUR_MS} hours`,
    );
    expect(LIMITS.webhookLaterWaitsMs).toHaveLength(LIMITS.webhookAttempts.later);
  });

  test('any other 4xx is final', () => {
    const [, final = ''] = /Any other 4xx \(([^)]*)\) is final/.exec(rule(6)) ?? [];
    expect(listNumbers(final)).toContain(400);
    expect(
      listNumbers(final).filter((status) => RETRIED_CLIENT_ERRORS.some((each) => each === status)),
    ).toEqual([]);
  });

  test('how long a claim is held, and how soon is answered', () => {
    expect(rule(5)).toContain(`at least ${LIMITS.claimRetentionMs / HOUR_MS} hours`);
    expect(rule(3)).toContain(`within ${LIMITS.webhookAnswerMs / 1_000} seconds`);
  });
});

describe('registering', () => {
  const rows = readDocTable('undescribed-webhooks', 'Route', 'Request', 'Answer (HTTP 200)');

  test('HOOK-01 its fields are those of the table, and which may be left out', () => {
    const [, request = '', answer = ''] = rows.find(([route = '']) => route.includes('POST')) ?? [];
    const told = [...request.matchAll(/`(\w+)` \((req|opt)\./g)].map(([, name, need]) => [
      name,
      need === 'opt',
    ]);
    const ours = Object.entries(NewWebhook.shape).map(([name, type]) => [
      name,
      type.safeParse(undefined).success,
    ]);
    expect(ours).toEqual(told);
    expect(listQuoted(answer).join()).toContain(
      Object.keys(WebhookAnswer.shape)
        .map((name) => `"${name}"`)
        .join(', '),
    );
  });

  test('the actions are those of the list', () => {
    const [, names = ''] = /^Action names: `([^`]*)`/m.exec(readServiceDoc('undescribed-webhooks')) ?? [];
    expect(Object.keys(WEBHOOK_ACTIONS).sort()).toEqual(names.split(' ').sort());
  });
});

describe('the message callback', () => {
  test('the fields are those of the table', () => {
    const names = readDocTable('callbacks', 'Field', 'Type').flatMap(([cell = '']) => listQuoted(cell));
    expect(Object.keys(CALLBACK_FIELDS)).toEqual(names);
  });

  test('the size of an answer and of its message', () => {
    const { min, max } = LIMITS.callbackMessageCharacters;
    expect(readServiceDoc('callbacks')).toContain(
      `at most ${LIMITS.callbackAnswerBytes / 1_024} KB containing \`message\`, a string of ${min} to ${max} characters`,
    );
  });

  test('it is signed as deliveries are', () => {
    expect(listQuoted(readServiceDoc('callbacks'))).toEqual(
      expect.arrayContaining([WEBHOOK_HEADERS.signature, WEBHOOK_HEADERS.signedAt]),
    );
  });
});
