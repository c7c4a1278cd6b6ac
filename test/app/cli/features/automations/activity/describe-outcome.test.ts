import { expect, test } from 'vitest';
import { formatClockTime } from '../../../../../../src/cli/framework/output/cell.ts';
import {
  classifyOutcome,
  describeOutcome,
  getReason,
  listReasons,
} from '../../../../../../src/domain/automations/activity-outcome.ts';
import type { ActivityRow } from '../../../../../../src/service/endpoints/activity.ts';

type Written = readonly [type: string, status: string, rest?: object];

function row(status: string, actions: readonly Written[], errorDetails: string | null = null): ActivityRow {
  const actionResults = actions.map(([type, ended, rest]) => ({
    actionId: 'act_1',
    type,
    status: ended,
    completedAt: null,
    ...rest,
  }));
  return { id: 'a', status, errorDetails, actionResults, created: null, completedAt: null };
}

const HI = { sent: { message: 'Hi ana' } };
const DELETED = { errorDetails: '491: the comment was deleted' };

test.each([
  ['a DM is shown with its text', row('sent', [['send_dm', 'sent', HI]]), 'Hi ana'],
  [
    'an email says whom it went to',
    row('sent', [['send_email', 'sent', { sent: { to: 'ops@a.example', message: 'Text' } }]]),
    'email to ops@a.example',
  ],
  [
    'an email without an address is named',
    row('sent', [['send_email', 'sent', { sent: { to: 7 } }]]),
    'email',
  ],
  ['a DM without a text is named', row('sent', [['send_dm', 'sent', { sent: {} }]]), 'send_dm sent'],
  [
    'a webhook is named, whatever it carried',
    row('sent', [['fire_webhook', 'sent', { sent: { message: 'Hi' } }]]),
    'fire_webhook sent',
  ],
  [
    'a fallback says why the text of the callback was not used',
    row('sent', [
      [
        'send_dm',
        'sent',
        { ...HI, messageSource: 'fallback', errorDetails: 'callback not used:  it took 6 s' },
      ],
    ]),
    'Hi ana (fallback: it took 6 s)',
  ],
  [
    'a text of the callback has no reason',
    row('sent', [['send_dm', 'sent', { ...HI, messageSource: 'callback', errorDetails: 'x' }]]),
    'Hi ana',
  ],
  [
    'a fallback without a reason',
    row('sent', [['send_dm', 'sent', { ...HI, messageSource: 'fallback' }]]),
    'Hi ana',
  ],
  [
    'of two that ended alike without a reason, what the status means',
    row('deduplicated', [
      ['send_dm', 'deduplicated'],
      ['fire_webhook', 'deduplicated'],
    ]),
    getReason(row('deduplicated', [])),
  ],
  [
    'a reason that only mentions the callback is shown whole',
    row('sent', [
      [
        'send_dm',
        'sent',
        { ...HI, messageSource: 'fallback', errorDetails: 'retry: callback not used: late' },
      ],
    ]),
    'Hi ana (fallback: retry: callback not used: late)',
  ],
  [
    'of several that failed for different reasons, each',
    row('failed', [
      ['send_dm', 'failed', DELETED],
      ['fire_webhook', 'failed', { errorDetails: 'no webhook is registered' }],
    ]),
    'send_dm failed: 491: the comment was deleted; fire_webhook failed: no webhook is registered',
  ],
  ['a status that is not documented, without a reason', row('paused', []), ''],
  ['a row that lists no actions', { ...row('sent', []), actionResults: undefined }, ''],
  ['a row without actions says why', row('skipped', [], 'it was paused'), 'it was paused'],
  ['a webhook is named', row('sent', [['fire_webhook', 'sent']]), 'fire_webhook sent'],
  [
    'what failed beside what was sent is not named as sent',
    row('sent', [
      ['send_dm', 'failed', DELETED],
      ['fire_webhook', 'sent'],
    ]),
    '1 of 2: fire_webhook sent; send_dm failed: 491: the comment was deleted',
  ],
  [
    'a DM that was sent hides no webhook that failed',
    row('sent', [
      ['send_dm', 'sent', HI],
      ['fire_webhook', 'failed'],
    ]),
    '1 of 2: Hi ana; fire_webhook failed',
  ],
  [
    'of several that were sent, each says what it did',
    row('sent', [
      ['send_dm', 'sent', HI],
      ['fire_webhook', 'sent'],
    ]),
    'Hi ana; fire_webhook sent',
  ],
  [
    'an auth error hides no webhook that was sent',
    row('auth_error', [
      ['send_dm', 'auth_error', { errorDetails: 'the token expired' }],
      ['fire_webhook', 'sent'],
    ]),
    '1 of 2: fire_webhook sent; send_dm auth_error: the token expired',
  ],
  [
    'of several that ended differently, each says how',
    row('failed', [
      ['send_dm', 'deduplicated'],
      ['fire_webhook', 'failed', { errorDetails: 'no webhook is registered' }],
    ]),
    'send_dm deduplicated; fire_webhook failed: no webhook is registered',
  ],
  [
    'of several that ended alike, why, once',
    row('failed', [
      ['send_dm', 'failed', DELETED],
      ['send_dm', 'failed', DELETED],
    ]),
    DELETED.errorDetails,
  ],
  ['of what was not sent, why', row('failed', [['send_dm', 'failed', DELETED]]), DELETED.errorDetails],
])('%s', { tags: ['A-02', 'A-01'] }, (_what, given, outcome) => {
  expect(describeOutcome(given)).toBe(outcome);
});

test.each([
  ['sent', 'sent'],
  ['failed', 'failed'],
  ['auth_error', 'failed'],
  ['deduplicated', 'other'],
])('a row that is %s counts as %s', (status, outcome) => {
  expect(classifyOutcome(status)).toBe(outcome);
});

test('of a long text its beginning, which ends with a whole character', () => {
  const outcome = describeOutcome(
    row('sent', [['send_dm', 'sent', { sent: { message: '👩‍🚀'.repeat(200) } }]]),
  );
  expect(outcome).toBe(`${'👩‍🚀'.repeat(160)}…`);
  for (const whole of ['a'.repeat(160), '👩‍🚀'.repeat(160)])
    expect(describeOutcome(row('sent', [['send_dm', 'sent', { sent: { message: whole } }]]))).toBe(whole);
});

test("a row's reason is that of an action which ended as it did", () => {
  const given = row('auth_error', [
    ['fire_webhook', 'failed', { errorDetails: 'no webhook is registered' }],
    ['send_dm', 'auth_error'],
  ]);
  expect(getReason(given)).toContain('the credentials or messaging permissions');
});

test('of an unknown status, any reason is better than none', () => {
  expect(getReason(row('paused', [['send_dm', 'failed', DELETED]]))).toBe(DELETED.errorDetails);
  expect(getReason(row('paused', [['send_dm', 'failed']]))).toBeNull();
  expect(getReason({ ...row('paused', []), actionResults: undefined })).toBeNull();
});

test('a row that failed has the reason of each of its actions', () => {
  const given = row('failed', [
    ['send_dm', 'failed', DELETED],
    ['fire_webhook', 'failed', { errorDetails: 'no webhook is registered' }],
  ]);
  expect(listReasons(given)).toEqual([DELETED.errorDetails, 'no webhook is registered']);
  expect(listReasons(row('skipped', [], 'it was paused'))).toEqual(['it was paused']);
});

test('a row that was sent has the reasons of the actions that were not, each once', () => {
  const given = row('sent', [
    ['send_dm', 'failed', DELETED],
    ['send_dm', 'failed', DELETED],
    ['fire_webhook', 'sent'],
  ]);
  expect(listReasons(given)).toEqual([DELETED.errorDetails]);
  expect(listReasons(row('sent', [['send_dm', 'sent', HI]]))).toEqual([]);
  expect(listReasons({ ...row('sent', []), actionResults: undefined })).toEqual([]);
});

const NOW = Date.UTC(2026, 8, 21, 14, 13, 20);

test.each([
  ['2026-09-21T08:05:09.500Z', '08:05:09Z'],
  ['2026-09-20T23:59:59Z', '09-20 23:59'],
  ['2025-12-31T08:05:09Z', '2025-12-31'],
])('%s on a clock is %s', (moment, shown) => {
  expect(formatClockTime(Date.parse(moment), NOW)).toBe(shown);
});
