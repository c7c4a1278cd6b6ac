import { afterEach, describe, expect, test } from 'vitest';
import { CALLBACK_REASONS } from '../../../../src/domain/callbacks/message-callback.ts';
import { LIMITS } from '../../../../src/service/limits.ts';
import { control } from '../../../support/control.ts';
import { createCallbackSandboxes, saying, TEMPLATE } from '../../../support/engine/outbound-sandboxes.ts';
import type { Reply } from '../../../support/receiver/receiver.ts';

const sandboxes = createCallbackSandboxes();
afterEach(sandboxes.close);

/** JSON with a text, made as long as it is to be. */
const ofSize = (bytes: number): Reply => {
  const bare = JSON.stringify({ message: 'hello', rest: '' });
  return { body: JSON.stringify({ message: 'hello', rest: 'x'.repeat(bytes - bare.length) }) };
};
const MOST_BYTES = LIMITS.callbackAnswerBytes;

describe('a text that is used', () => {
  test.each<[string, string, Reply]>([
    ['as it is', 'hello', saying('hello')],
    ['of a blank', ' ', saying(' ')],
    ['with placeholders, unchanged', '{{platform}} {{no_such}}', saying('{{platform}} {{no_such}}')],
    ['of 1,000 emoji', '🎉'.repeat(1_000), saying('🎉'.repeat(1_000))],
    ['in 16,384 bytes', 'hello', ofSize(MOST_BYTES)],
  ])('%s', { tags: ['CBK-02', 'U-08', 'M-11', 'K-02', 'U-09'] }, async (_what, text, reply) => {
    const { fireDm, texts } = await sandboxes.open(() => reply);
    expect(await fireDm()).toMatchObject({
      status: 'sent',
      messageSource: 'callback',
      errorDetails: null,
      sent: { message: text, messageUrl: '[redacted]' },
    });
    expect(await texts()).toEqual([text]);
  });

  test('where the template would be empty', { tags: ['ENG-15'] }, async () => {
    const { fireDm, texts } = await sandboxes.open();
    expect(await fireDm({ message: '{{recipient_name}}' })).toMatchObject({
      status: 'sent',
      messageSource: 'callback',
    });
    expect(await texts()).toEqual(['hello']);
  });

  test('of a DM that is not delivered: the source of its text is recorded all the same', {
    tags: ['CBK-07'],
  }, async () => {
    const { fireDm, sandbox } = await sandboxes.open();
    await control(sandbox, 'addFault', { code: 495, endpoint: 'sendDm' });
    const result = await fireDm();
    expect(result).toMatchObject({ status: 'failed', messageSource: 'callback' });
    expect(result.errorDetails).toMatch(/^495: /);
    expect(result.errorDetails).not.toContain('callback');
    expect(result).not.toHaveProperty('sent');
  });
});

test('without a messageUrl it is the template', { tags: ['CBK-07'] }, async () => {
  const { automate, fire, receiver } = await sandboxes.open();
  const { actionResults } = await fire(await automate([{ type: 'send_dm', message: TEMPLATE }]));
  expect(actionResults[0]).toMatchObject({ messageSource: 'template', errorDetails: null });
  expect(actionResults[0]?.sent).toEqual({ message: TEMPLATE });
  expect(receiver.received).toEqual([]);
});

/** Long enough for a receiver that answers at once, on a machine that is busy. */
const SHORT = { timeoutMs: 300 };

const FELL_BACK: readonly [string, Reply, string, { timeoutMs?: number }?][] = [
  ['whose body drips past its time', 'drip', 'timeout', SHORT],
  ['that leads elsewhere', 'redirect', 'status 302: a redirect is not followed'],
  ['that breaks off', 'reset', 'connection lost'],
  ['with status 503', saying('hello', 503), 'status 503'],
  ['of 16,385 bytes', ofSize(MOST_BYTES + 1), CALLBACK_REASONS.tooLarge],
  ['of 1,001 emoji', saying('🎉'.repeat(1_001)), CALLBACK_REASONS.wrongLength],
];

describe('a response that is not used: the template is sent, and the reason is recorded', () => {
  test.each(FELL_BACK)(
    '%s',
    {
      tags: [
        'A-08',
        'ENG-16',
        'CBK-07',
        'L-10',
        'CBK-03',
        'K-01',
        'CBK-04',
        'CBK-05',
        'U-08',
        'K-02',
        'U-09',
      ],
    },
    async (_what, reply, reason, more) => {
      const { fireDm, texts, receiver, advance } = await sandboxes.open(() => reply);
      expect(await fireDm({ message: 'For {{recipient_username}}', ...more })).toMatchObject({
        status: 'sent',
        messageSource: 'fallback',
        errorDetails: `callback not used: ${reason}`,
        sent: { message: 'For mara', messageUrl: '[redacted]' },
      });
      expect(await texts()).toEqual(['For mara']);
      await advance(86_400);
      expect(receiver.received).toHaveLength(1);
    },
  );

  test('the DM fails as well: its error first, then the reason', { tags: ['A-08', 'ENG-16'] }, async () => {
    const { fireDm, sandbox } = await sandboxes.open(() => 503);
    await control(sandbox, 'addFault', { code: 495, endpoint: 'sendDm' });
    const result = await fireDm();
    expect(result).toMatchObject({ status: 'failed', messageSource: 'fallback' });
    expect(result.errorDetails).toMatch(/^495: .*; callback not used: status 503$/);
    expect(result).not.toHaveProperty('sent');
  });

  test('with nothing to fall back on: failed, with both', { tags: ['A-07', 'A-08', 'ENG-15'] }, async () => {
    const { fireDm, texts } = await sandboxes.open(() => 503);
    expect(await fireDm({ message: '{{recipient_name}}' })).toMatchObject({
      status: 'failed',
      messageSource: 'fallback',
      errorDetails: 'the message is empty; callback not used: status 503',
    });
    expect(await texts()).toEqual([]);
  });

  test('the account cannot be used: its error first, then the reason', { tags: ['A-08'] }, async () => {
    const { fireDm, sandbox } = await sandboxes.open(() => 503);
    await control(sandbox, 'setAccount', { platform: 'instagram', token: 'expired' });
    expect(await fireDm()).toMatchObject({
      status: 'auth_error',
      messageSource: 'fallback',
      errorDetails: "the account's token has expired; callback not used: status 503",
    });
  });

  test('a failure of one is nothing to the next: each has its own chance', { tags: ['CBK-05'] }, async () => {
    const { automate, fire, called } = await sandboxes.open(({ place }) =>
      place === 0 ? 503 : saying('hello'),
    );
    const id = await automate([called({ dedupWindowMinutes: 0 })]);
    const rows = [await fire(id, { kind: 'dm' }), await fire(id, { kind: 'dm' })];
    const sources = rows.map(({ actionResults }) => actionResults[0]?.messageSource);
    expect(sources).toEqual(['fallback', 'callback']);
    expect(rows).toMatchObject([
      { status: 'sent', errorDetails: null },
      { status: 'sent', errorDetails: null },
    ]);
  });

  test('nothing of the response, nor of the address, is reported', { tags: ['S8', 'L-10'] }, async () => {
    const { fire, automate, called } = await sandboxes.open(() => ({
      status: 500,
      body: 'planted-9f2c at 10.0.0.7',
    }));
    const row = await fire(await automate([called()]));
    expect(JSON.stringify(row)).not.toMatch(/planted|10\.0\.0\.7|127\.0\.0\.1/);
  });
});
