import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DELIVERY_WAITS_MS } from '../../../src/domain/webhooks/delivery.ts';
import { FORWARD_LIFE_MS, MOST_ROUNDS } from '../../../src/receiver/forwarding.ts';
import { ASSUMED } from '../../../src/service/assumed.ts';
import { LIMITS } from '../../../src/service/limits.ts';
import { NewWebhook, WebhookAnswer } from '../../../src/service/webhook-registration.ts';
import {
  CALLBACK_FIELDS,
  ENVELOPE_FIELDS,
  REQUESTED_ACTIONS,
  RETRIED_CLIENT_ERRORS,
  WEBHOOK_ACTIONS,
  WEBHOOK_HEADERS,
} from '../../../src/service/webhooks.ts';
import { listNumbers, listQuoted, readDocProse, readDocTable } from '../../support/docs/read-doc.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const PAGE = 'service/webhooks';

describe('webhooks', () => {
  test('the headers are those of the table', () => {
    const rows = readDocTable(PAGE, 'headers', 'header', 'value', 'when');
    expect(rows.flatMap(([header = '']) => listQuoted(header)).toSorted()).toEqual(
      Object.values(WEBHOOK_HEADERS).toSorted(),
    );
    const always = rows
      .filter(([, , when]) => when === 'always')
      .flatMap(([header = '']) => listQuoted(header));
    expect(always).toEqual([WEBHOOK_HEADERS.attempt, WEBHOOK_HEADERS.deliveryId]);
  });

  test('the actions that a sandbox sends only on request are those of the table', () => {
    const rows = readDocTable(
      PAGE,
      'other-events',
      'action',
      'sent when',
      'fields beside the envelope',
      'basis',
    );
    const requested = rows.filter(([, when = '']) => when.includes('only on request'));
    expect(requested.flatMap(([action = '']) => listQuoted(action))).toEqual([...REQUESTED_ACTIONS]);
  });

  test('what is retried, and when', () => {
    const results = readDocTable(PAGE, 'retries', 'result of an attempt', 'next');
    const retried = results.find(([result = '']) => result.includes('any 5xx'));
    expect(retried?.[1]).toBe('retried');
    expect(listNumbers((retried?.[0] ?? '').replace('5xx', ''))).toEqual([...RETRIED_CLIENT_ERRORS]);
    const [first = [], later = []] = readDocTable(PAGE, 'retries', 'attempts', 'wait before each');
    const seconds = [...(first[1] ?? '').matchAll(/(\d+) ([sm])\b/g)].map(
      ([, count, unit]) => Number(count) * (unit === 's' ? 1_000 : MINUTE_MS),
    );
    expect(seconds).toEqual(ASSUMED.webhookFirstWaitsMs);
    const [five, thirty, two, twelve] = LIMITS.webhookLaterWaitsMs;
    expect(later[1]).toContain(
      `${five / MINUTE_MS} minutes, ${thirty / MINUTE_MS} minutes, ${two / HOUR_MS} hours, ${twelve / HOUR_MS} hours`,
    );
    const { firstHour, later: more } = LIMITS.webhookAttempts;
    expect([first[0], later[0]]).toEqual([
      `1 to ${firstHour}, within about an hour`,
      `${firstHour + 1} to ${firstHour + more}`,
    ]);
    expect(LIMITS.webhookLaterWaitsMs).toHaveLength(more);
  });

  const attempts = DELIVERY_WAITS_MS.length + 1;
  const minutes = DELIVERY_WAITS_MS.reduce((sum, ms) => sum + ms, 0) / MINUTE_MS;
  const life = `${Math.floor(minutes / 60)} h ${Math.round(minutes % 60)} m`;
  test.each([
    ['architecture', `${attempts} attempts over ${life}`],
    ['architecture', `the ${attempts}th attempt ends it`],
    ['decisions/0008-one-clock', `The ${attempts} attempts of a delivery over ${life}`],
    ['guides/rotate-a-secret', `retries of older deliveries may come for ${life}`],
    [
      'guides/webhooks',
      `attempted up to ${attempts} times over some ${LIMITS.webhookRetryEndMs / HOUR_MS} hours`,
    ],
    [
      'guides/webhooks',
      `asked again up to ${MOST_ROUNDS} times in ${Math.round(FORWARD_LIFE_MS / HOUR_MS)} hours`,
    ],
    ['safety', `${attempts} attempts at exact times`],
    ['service/readings', `${life} in all fits "about ${LIMITS.webhookRetryEndMs / HOUR_MS} hours"`],
  ])('docs/%s.md says: %s', (page, sentence) => {
    const text = readFileSync(new URL(`../../../docs/${page}.md`, import.meta.url), 'utf8');
    expect(text.replaceAll(/\s+/g, ' ')).toContain(sentence);
  });

  test('any other 4xx is final', () => {
    const results = readDocTable(PAGE, 'retries', 'result of an attempt', 'next');
    const final = results.find(([result = '']) => result.startsWith('any other 4xx'));
    expect(final?.[1]).toBe('failed at once');
    const statuses = listNumbers((final?.[0] ?? '').replace('4xx', ''));
    expect(statuses).toContain(400);
    expect(statuses.filter((status) => RETRIED_CLIENT_ERRORS.some((each) => each === status))).toEqual([]);
  });

  test('how long a claim is kept, and how soon is answered', () => {
    expect(readDocProse(PAGE, 'receiver')).toContain(`at least ${LIMITS.claimRetentionMs / HOUR_MS} hours`);
    expect(readDocProse(PAGE, 'deliveries')).toContain(`${LIMITS.webhookAnswerMs / 1_000} seconds`);
  });

  test('the envelope has the fields of the table', { tags: ['U-02'] }, () => {
    const rows = readDocTable(PAGE, 'envelope', 'field', 'type');
    expect([...ENVELOPE_FIELDS]).toEqual(rows.flatMap(([field = '']) => listQuoted(field)));
  });
});

describe('registering', () => {
  const rows = readDocTable(PAGE, 'routes', 'route', 'request', 'response (HTTP 200)');

  test('its fields are those of the table, and which are optional', { tags: ['HOOK-01'] }, () => {
    const [, request = '', answer = ''] = rows.find(([route = '']) => route.includes('POST')) ?? [];
    const listed = [...request.matchAll(/`(\w+)` \((required|optional)\)/g)].map(([, name, need]) => [
      name,
      need === 'optional',
    ]);
    const ours = Object.entries(NewWebhook.shape).map(([name, type]) => [
      name,
      type.safeParse(undefined).success,
    ]);
    expect(ours).toEqual(listed);
    expect(listQuoted(answer)).toEqual(['status', ...Object.keys(WebhookAnswer.shape)]);
  });

  test('the actions are those of the table', () => {
    const names = readDocTable(PAGE, 'actions', 'action', 'events').flatMap(([name = '']) =>
      listQuoted(name),
    );
    expect(Object.keys(WEBHOOK_ACTIONS)).toEqual(names);
  });
});

describe('the message callback', () => {
  test('the fields are those of the table', () => {
    const rows = readDocTable('service/callbacks', 'request', 'field', 'type');
    expect(Object.keys(CALLBACK_FIELDS)).toEqual(rows.flatMap(([field = '']) => listQuoted(field)));
  });

  test('the size of an answer and of its message', () => {
    const { min, max } = LIMITS.callbackMessageCharacters;
    const rows = new Map(
      readDocTable('service/callbacks', 'response', 'requirement', 'value').map(([name, value]) => [
        name,
        value,
      ]),
    );
    expect(rows.get('body')).toContain(`at most ${LIMITS.callbackAnswerBytes / 1_024} KB`);
    expect(rows.get('`message`')).toContain(`${min} to ${max} characters`);
  });

  test('it is signed as deliveries are', () => {
    expect(listQuoted(readDocProse('service/callbacks', 'signing'))).toEqual(
      expect.arrayContaining([WEBHOOK_HEADERS.signature, WEBHOOK_HEADERS.signedAt]),
    );
  });
});
