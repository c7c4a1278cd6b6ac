import { describe, expect, test } from 'vitest';
import { detectPrivateReplyReason } from '../../../../src/domain/requests/read-answer.ts';
import type { ControlInput } from '../../../../src/service/control/control.ts';
import { ERRORS } from '../../../../src/service/errors.ts';
import {
  DM,
  type EngagedSandbox,
  engagedSandbox,
  HOOK,
  MAIL,
} from '../../../support/automations/engaged-sandbox.ts';
import { control } from '../../../support/control.ts';
import { NOW } from '../../../support/small-sandbox.ts';

const DAY_MS = 86_400_000;
const ago = (ms: number) => new Date(NOW - ms).toISOString();

describe('an account that cannot be used', () => {
  type Change = Omit<ControlInput<'setAccount'>, 'platform'>;
  test.each<[string, Change, string]>([
    ['the token has expired', { token: 'expired' }, "the account's token has expired"],
    ['the token was revoked', { token: 'revoked' }, "the account's token was revoked"],
    ['no page is selected', { page: 'none' }, 'no page is selected for the account'],
    ['messaging is off', { messaging: 'off' }, 'messaging is not activated for the account'],
    ['it is not linked any more', { linked: false }, 'the Instagram account is not linked'],
  ])(
    '%s: auth_error, the others run, and the DM is not tried again',
    { tags: ['ENG-09', 'ENG-20', 'A-09', 'ENG-19'] },
    async (_what, change, reason) => {
      const { automate, engage, advance, rows, sandbox, texts } = await engagedSandbox();
      const id = await automate([DM, MAIL]);
      await engage();
      await control(sandbox, 'setAccount', { platform: 'instagram', ...change });
      await advance(60);
      const [row] = await rows(id);
      expect(row).toMatchObject({ status: 'auth_error', errorDetails: reason });
      expect(row?.actionResults.map(({ status }) => status)).toEqual(['auth_error', 'sent']);
      expect(row?.actionResults[0]?.errorDetails).not.toMatch(/49\d/);
      await control(sandbox, 'setAccount', {
        platform: 'instagram',
        linked: true,
        token: 'ok',
        page: 'selected',
        messaging: 'on',
      });
      await advance(7_200);
      expect([await texts(), await rows(id)]).toEqual([[], [row]]);
    },
  );

  test('without the Messages API a DM is auth_error, and the others run', { tags: ['ENG-19'] }, async () => {
    const { automate, engage, advance, rows, sandbox } = await engagedSandbox();
    const id = await automate([HOOK, DM, MAIL]); // its hook fails without a webhook, which is not what is reported
    await control(sandbox, 'setPlan', { addOns: { messages: false } });
    await engage();
    await advance(60);
    const [row] = await rows(id);
    expect(row).toMatchObject({
      status: 'auth_error',
      errorDetails: 'the add-on Messages API is not active',
    });
    expect(row?.actionResults.map(({ status }) => status)).toEqual(['failed', 'auth_error', 'sent']);
  });

  test('also where the comment could have no reply', { tags: ['ENG-20'] }, async () => {
    const { automate, engage, rows, sandbox } = await engagedSandbox();
    const id = await automate([DM]);
    await control(sandbox, 'setAccount', { platform: 'instagram', token: 'expired' });
    await engage({ at: ago(8 * DAY_MS) });
    expect(await rows(id)).toMatchObject([{ status: 'auth_error' }]);
  });
});

describe('a DM that the network refuses', () => {
  const CASES: readonly [string, (sandbox: EngagedSandbox, id: string) => Promise<unknown>, string][] = [
    [
      'a comment that is older than seven days',
      ({ engage }) => engage({ at: ago(7 * DAY_MS + 1_000) }),
      'the comment is older than 7 days',
    ],
    [
      'a comment that was answered',
      async ({ automate, engage, advance }) => {
        await automate([DM]);
        await engage();
        await advance(60);
      },
      'the comment was already replied to: one private reply per comment',
    ],
    [
      'a comment that was deleted',
      async ({ engage, advance, sandbox }) => {
        const [event] = await engage();
        await control(sandbox, 'deleteComment', { commentId: event?.eventId ?? '' });
        await advance(60);
      },
      'the comment was deleted',
    ],
    [
      'a commenter who blocks message requests',
      async ({ engage, advance, sandbox }) => {
        await control(sandbox, 'setPerson', { username: 'mara', messageRequests: 'blocked' });
        await engage();
        await advance(60);
      },
      'the commenter blocks message requests',
    ],
  ];

  test.each(CASES)('491 %s', { tags: ['ENG-13', 'A-09'] }, async (_what, applyEvent, meaning) => {
    const fixture = await engagedSandbox();
    const ids = [await fixture.automate([DM])];
    await applyEvent(fixture, ids[0] ?? '');
    const all = (await fixture.ask('/automations')).body.automations as readonly { id: string }[];
    const rows = (await Promise.all(all.map(({ id }) => fixture.rows(id)))).flat();
    const failed = rows.filter(({ status }) => status === 'failed');
    expect(failed).toHaveLength(1);
    expect(failed[0]?.errorDetails).toContain('491: ');
    expect(failed[0]?.errorDetails).toBe(failed[0]?.actionResults[0]?.errorDetails);
    expect(detectPrivateReplyReason(failed[0]?.errorDetails ?? '')).toBe(meaning);
    expect(failed[0]?.actionResults[0]).not.toHaveProperty('sent');
  });

  test('a comment of exactly seven days is answered', { tags: ['ENG-13'] }, async () => {
    const { automate, engage, rows } = await engagedSandbox();
    const id = await automate([DM]);
    await engage({ at: ago(7 * DAY_MS) });
    expect(await rows(id)).toMatchObject([{ status: 'sent' }]);
  });

  test.each([491, 495])(
    '%i, when it is ordered: failed with its reason, never tried again, and the others run',
    { tags: ['ENG-13'] },
    async (code) => {
      const { automate, fire, rows, advance, sandbox, texts } = await engagedSandbox();
      const id = await automate([DM, MAIL]);
      await control(sandbox, 'addFault', { code, endpoint: 'sendDm', count: 1 });
      const row = await fire(id);
      expect(row.status).toBe('sent');
      expect(row.actionResults).toMatchObject([
        { status: 'failed', errorDetails: `${code}: ${ERRORS[code]?.meaning}` },
        { status: 'sent' },
      ]);
      await advance(7_200);
      expect(await rows(id)).toEqual([row]);
      expect(await texts()).toEqual([]);
    },
  );

  test('an ordered failure of the authorization is auth_error', { tags: ['ENG-09'] }, async () => {
    const { automate, fire, sandbox } = await engagedSandbox();
    const id = await automate([DM]);
    await control(sandbox, 'addFault', { code: 161, network: 'instagram', count: 1 });
    expect(await fire(id)).toMatchObject({ status: 'auth_error' });
  });

  test('what is dropped in silence is sent, and has no code', { tags: ['ENG-20'] }, async () => {
    const { automate, fire, sandbox } = await engagedSandbox();
    const id = await automate([DM]);
    await control(sandbox, 'setPerson', { username: 'mara', messageRequests: 'silent' });
    expect(await fire(id)).toMatchObject({ status: 'sent', errorDetails: null });
    expect((await control(sandbox, 'listInbox')).body.messages).toMatchObject([{ dropped: true }]);
  });

  test('a recipient who wrote first is no stranger: message requests do not block the DM', async () => {
    const { automate, fire, sandbox } = await engagedSandbox();
    const id = await automate([DM]);
    await control(sandbox, 'setPerson', { username: 'mara', messageRequests: 'blocked' });
    expect(await fire(id, { kind: 'dm' })).toMatchObject({ status: 'sent' });
  });
});

describe('actions one after the other', () => {
  test('the first fails, and the others run in their order', { tags: ['A-11'] }, async () => {
    const { automate, fire, sandbox } = await engagedSandbox();
    const id = await automate([DM, HOOK, MAIL, { ...MAIL, subject: 'Two' }]);
    await control(sandbox, 'addFault', { code: 495, endpoint: 'sendDm' });
    const { status, actionResults } = await fire(id);
    expect(status).toBe('sent');
    expect(actionResults.map((result) => result.status)).toEqual(['failed', 'failed', 'sent', 'sent']);
    expect((await control(sandbox, 'listOutbox')).body.emails.map(({ subject }) => subject)).toEqual([
      null,
      'Two',
    ]);
  });

  test('failed where nothing was accepted, and that stays', {
    tags: ['ENG-10', 'ENG-11', 'A-02'],
  }, async () => {
    const { automate, fire, advance, rows, sandbox } = await engagedSandbox();
    const id = await automate([DM, HOOK]);
    await control(sandbox, 'addFault', { code: 495, endpoint: 'sendDm' });
    const row = await fire(id);
    expect(row).toMatchObject({ status: 'failed', errorDetails: expect.stringContaining('495') });
    await advance(86_400);
    expect(await rows(id)).toEqual([row]);
  });

  test('the stats of an automation count how its rows ended', async () => {
    const { automate, fire, engage, ask, sandbox } = await engagedSandbox();
    const id = await automate([DM]);
    const other = await automate([{ ...MAIL, dedupWindowMinutes: 0 }]);
    const sent = await fire(id, { kind: 'dm' });
    await fire(id, { kind: 'dm' });
    // reported so late that both run at once
    await engage({ kind: 'dm', at: '2026-09-21T13:00:00Z' });
    await control(sandbox, 'setAccount', { platform: 'instagram', token: 'expired' });
    const last = await fire(id, { kind: 'dm', from: { username: 'noor' } });
    const { automations } = (await ask('/automations')).body;
    const stats = Object.fromEntries(
      automations.map((each: Record<string, unknown>) => [each['id'], each['stats']]),
    );
    expect(stats[id]).toEqual({
      totalSent: 1,
      totalFailed: 1,
      lastTriggeredAt: last.created,
      lastSentAt: sent.completedAt,
    });
    expect(stats[other]).toMatchObject({ totalSent: 4, totalFailed: 0 });
  });
});

describe('what a DM says', () => {
  test('nothing: it fails, and nothing is sent', { tags: ['ENG-15', 'A-07'] }, async () => {
    const { automate, fire, texts } = await engagedSandbox();
    const id = await automate([{ ...DM, message: '{{recipient_name}} {{recipient_username}}' }]);
    const row = await fire(id, { kind: 'dm' });
    expect(row).toMatchObject({ status: 'failed', errorDetails: 'the message is empty' });
    expect(await texts()).toEqual([]);
  });

  test('its placeholders are filled in, and the template is its source', { tags: ['ENG-17'] }, async () => {
    const { automate, fire, texts } = await engagedSandbox();
    const message =
      '{{recipient_username}}, {{matched_keyword}}, {{sender_username}}, {{sender_name}}, {{comment_text}}';
    const row = await fire(await automate([{ ...DM, message }]), { text: 'the PRICE, {{platform}}' });
    expect(await texts()).toEqual(['mara, price, us, Us, the PRICE, {{platform}}']);
    expect(row.actionResults[0]).toMatchObject({ messageSource: 'template', errorDetails: null });
  });

  test('no text becomes so long that it fills the memory: the action fails', { tags: ['D8'] }, async () => {
    const { automate, fire, texts } = await engagedSandbox();
    const message = '{{comment_text}}'.repeat(5_000);
    const id = await automate([
      { ...DM, message },
      { ...MAIL, message },
      { ...MAIL, subject: message },
      { ...DM, message: 'short' },
    ]);
    const { status, actionResults } = await fire(id, { text: `price ${'x'.repeat(9_000)}` });
    expect(status).toBe('sent');
    expect(actionResults.map((each) => [each.status, each.errorDetails])).toEqual([
      ['failed', 'the filled text is longer than 100000 characters'],
      ['failed', 'the filled text is longer than 100000 characters'],
      ['failed', 'the filled text is longer than 100000 characters'],
      ['sent', null],
    ]);
    expect(await texts()).toEqual(['short']);
    const longest = await fire(id, { kind: 'dm', text: 'the price, of 20 ch.', from: { username: 'noor' } });
    expect(longest.actionResults.map((each) => each.status)).toEqual(['sent', 'sent', 'sent', 'sent']);
  });

  test('what a stranger writes begins no new header of an email', { tags: ['S12'] }, async () => {
    const { automate, fire, sandbox } = await engagedSandbox();
    await fire(await automate([{ ...MAIL, subject: 'New: {{comment_text}}' }]), {
      text: 'price\r\nBcc: all@shop.example',
    });
    const [email] = (await control(sandbox, 'listOutbox')).body.emails;
    expect(email?.subject).toBe('New: price Bcc: all@shop.example');
  });
});
