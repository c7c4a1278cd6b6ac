import { describe, expect, test } from 'vitest';
import { explainActions } from '../../../../../../src/cli/features/automations/explain/explain-actions.ts';
import type { SandboxRow } from '../../../../../../src/cli/features/automations/explain/explanation.ts';
import {
  CALLBACK_REASONS,
  describeFallback,
} from '../../../../../../src/domain/callbacks/message-callback.ts';
import type { ActionResult } from '../../../../../../src/service/endpoints/activity.ts';
import { COMMANDS, IN_SANDBOX } from '../../../../../support/automations/explained-row.ts';

const URL_OF = 'https://texts.example.com/answer?to=all';
const dm = (rest: Partial<ActionResult>): ActionResult => ({
  actionId: 'act_dm',
  type: 'send_dm',
  status: 'sent',
  errorDetails: null,
  ...rest,
});

interface CallbackCase {
  readonly messageUrl?: string | undefined;
  readonly timeoutMs?: number;
  readonly sandbox?: Partial<SandboxRow>;
}

/** The findings of actions, one a line. */
function said(
  results: readonly ActionResult[],
  { messageUrl, timeoutMs, sandbox }: CallbackCase = {},
): readonly string[] {
  const config = {
    message: 'Hi',
    messageUrl: messageUrl ?? URL_OF,
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
  return explainActions({
    row: { id: 'auto_1:trg_1:1805', status: 'sent', actionResults: [...results] },
    id: 'auto_1',
    automation: {
      id: 'auto_1',
      active: true,
      triggers: [],
      actions: messageUrl === '' ? [] : [{ id: 'act_dm', type: 'send_dm', config }],
    },
    earlier: [],
    now: 0,
    webhook: null,
    commands: COMMANDS,
    sandbox: sandbox === undefined ? null : { ...IN_SANDBOX, ...sandbox },
  }).map(({ subject, code, reason, advice, command }) =>
    [subject, code, reason, advice, command].filter((part) => part !== null).join(' | '),
  );
}

const fellBackTo = (reason: string) => [
  dm({ messageSource: 'fallback', errorDetails: describeFallback(reason) }),
];
const CHECK = `crier callbacks check '${URL_OF}'`;

describe('why the text of a callback was not used, with how to fix it', {
  tags: ['ENG-16', 'CBK-05'],
}, () => {
  test.each<[string, string, string]>([
    ['timeout', 'it must respond within 3 seconds', CHECK],
    ['name not found', 'check that it is running and reachable', CHECK],
    ['connection refused', 'check that it is running and reachable', CHECK],
    ['connection lost', 'check that it is running and reachable', CHECK],
    ['certificate not valid', 'it needs a certificate for its name', CHECK],
    ['address not allowed', 'only to public addresses, and use https', CHECK],
    ['status 503', 'see the log of the endpoint', CHECK],
    ['status 401', 'check that it uses the same secret', CHECK],
    ['status 302: a redirect is not followed', 'must be the final URL', CHECK],
    [CALLBACK_REASONS.tooLarge, 'in at most 16384 bytes', CHECK],
    [CALLBACK_REASONS.notJson, 'it must respond with {"message": "..."}', CHECK],
    [CALLBACK_REASONS.noMessage, 'it must respond with {"message": "..."}', CHECK],
    [CALLBACK_REASONS.wrongLength, 'a text of 1 to 1000 characters', CHECK],
    [CALLBACK_REASONS.brokenText, 'it must respond with {"message": "..."}', CHECK],
    [CALLBACK_REASONS.openBreaker, 'find out why the earlier ones failed', CHECK],
    ['something of its own', 'there is only one request per DM', CHECK],
    [
      CALLBACK_REASONS.unreadableSecret,
      'set the secret again',
      'crier hooks register automations <url> --secret-file <file> --sandbox',
    ],
  ])('%s', (reason, advice, command) => {
    const [first = '', second] = said(fellBackTo(reason));
    expect(first).toContain(
      `messageUrl of send_dm act_dm | the callback returned no usable text: ${reason} | `,
    );
    expect(first).toContain(advice);
    expect(first.endsWith(` | ${command}`)).toBe(true);
    expect(second).toContain('send_dm act_dm | the network accepted the DM');
    expect(second).toContain('it contains the message of the automation');
  });

  test.each([CALLBACK_REASONS.interrupted, CALLBACK_REASONS.ownFault])(
    'no address is to blame: %s',
    { tags: ['K-06'] },
    (reason) => {
      expect(said(fellBackTo(reason))[0]).toMatch(/the endpoint is not at fault[^|]*$/);
    },
  );

  test('in the words of another service', () => {
    const [first] = said([dm({ messageSource: 'fallback', errorDetails: 'Callback timed out' })]);
    expect(first).toContain(
      'the callback returned no usable text: Callback timed out | it must respond within 3 seconds',
    );
  });

  test('with the time that the action gives it', () => {
    const [first] = said(fellBackTo('timeout'), { timeoutMs: 500 });
    expect(first).toContain(`${CHECK} --timeout-ms 500`);
  });

  test('of an action that is not there any more: which address it was is not known', () => {
    expect(said(fellBackTo('timeout'), { messageUrl: '' })[0]).toContain('crier callbacks check <url>');
  });

  const LOCAL = 'http://127.0.0.1:8080/answer';

  test('of this machine: the command may go there', { tags: ['S9'] }, () => {
    const [first] = said(fellBackTo('status 500'), { messageUrl: LOCAL });
    expect(first).toContain(`crier callbacks check ${LOCAL} --allow-private 127.0.0.1:8080`);
  });

  test.each([
    [LOCAL, '127.0.0.1:8080'],
    ['https://inside.example.com/answer', 'inside.example.com:443'],
  ])('in the sandbox, what lets it go there: %s', { tags: ['S9', 'CBK-08'] }, (messageUrl, allowed) => {
    const [first] = said(fellBackTo('address not allowed'), { messageUrl, sandbox: {} });
    expect(first).toContain(
      `use a run with --allow-private | crier sandbox start --allow-private ${allowed}`,
    );
  });

  test('a sandbox that is served is stopped first, and restart the sandbox with what it may reach already', {
    tags: ['S9'],
  }, () => {
    const sandbox = { isServed: true, allowed: ['localhost:9000'] };
    const [first] = said(fellBackTo('address not allowed'), { messageUrl: LOCAL, sandbox });
    expect(first).toContain(
      'restart the sandbox with "crier sandbox start --allow-private localhost:9000 --allow-private 127.0.0.1:8080" | crier sandbox stop',
    );
  });
});

describe('a DM that failed as well', { tags: ['A-08'] }, () => {
  const failed = (error: string, status = 'failed') => [
    dm({ status, messageSource: 'fallback', errorDetails: `${error}; ${describeFallback('status 495')}` }),
  ];

  test('the error of the DM first, then that of the callback', () => {
    const [first, second] = said(failed('the message is empty'));
    expect(first).toMatch(
      /^send_dm act_dm \| the message is empty \| add text beside the placeholders of its message/,
    );
    expect(second).toMatch(
      /^messageUrl of send_dm act_dm \| the callback returned no usable text: status 495 \| /,
    );
  });

  test('a status of the callback is no code of the DM', () => {
    expect(said(failed('the commenter is gone'))[0]).toBe('send_dm act_dm | the commenter is gone');
    expect(said(failed('491: the comment was deleted'))[0]).toContain('send_dm act_dm | 491 | ');
  });

  test('nor does it hide why the account could not be used', { tags: ['ENG-09'] }, () => {
    const [first] = said(failed("the account's token has expired", 'auth_error'));
    expect(first).toContain("the account's token has expired | link the account again");
    expect(first).not.toContain('495');
  });

  test('where nothing distinguishes the two, both are kept', () => {
    const [first, second] = said([
      dm({ status: 'failed', messageSource: 'fallback', errorDetails: 'no DM, and no text' }),
    ]);
    expect(first).toContain('no DM, and no text');
    expect(second).toContain('no reason given');
  });
});

test('of an event that is queued, the history has the result', { tags: ['HOOK-19'] }, () => {
  const fired: ActionResult = { actionId: 'act_hook', type: 'fire_webhook', status: 'sent' };
  expect(said([fired])[0]).toContain('hooks history --action automations');
});

describe('a text that was used', { tags: ['CBK-07', 'U-08'] }, () => {
  const used = [dm({ messageSource: 'callback' })];

  test('is reported as such, elsewhere', () => {
    expect(said(used)).toEqual([
      expect.stringContaining('not mean that it was seen; its text comes from messageUrl | '),
    ]);
  });

  test('in the sandbox with the status that it had, and that it was allowed for that run only', {
    tags: ['S9'],
  }, () => {
    const asked = { actionId: 'act_dm', state: 'answered', at: null, error: null } as const;
    const callbacks = [{ ...asked, status: 201, ms: 12, allowedPrivate: true }];
    expect(said(used, { sandbox: { callbacks } })[0]).toContain(
      'its text comes from messageUrl (201, 12 ms), at an address that only --allow-private allows',
    );
  });
});

test('what fell back is listed before what is as expected, and after what failed', () => {
  const about = said([
    dm({ actionId: 'act_ok' }),
    dm({ actionId: 'act_dm', messageSource: 'fallback', errorDetails: describeFallback('timeout') }),
    dm({ actionId: 'act_lost', status: 'failed', errorDetails: 'lost' }),
  ]).map((line) => line.split(' | ')[0]);
  expect(about).toEqual([
    'send_dm act_lost',
    'messageUrl of send_dm act_dm',
    'send_dm act_ok',
    'send_dm act_dm',
  ]);
});
