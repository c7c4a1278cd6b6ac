import { describe, expect, test } from 'vitest';
import { checkHistory } from '../support/history/check-history.ts';
import type { History, HistoryResult, HistoryRow } from '../support/history/history.ts';
import { readHistory, writeLine } from '../support/history/read-history.ts';

const MINUTE = 60_000;

const dm = (fields: Partial<HistoryResult> = {}): HistoryResult => ({
  actionId: 'act_dm',
  type: 'send_dm',
  status: 'sent',
  errorDetails: null,
  ...fields,
});
const email = (fields: Partial<HistoryResult> = {}): HistoryResult =>
  dm({ actionId: 'act_mail', type: 'send_email', ...fields });
const hook = (fields: Partial<HistoryResult> = {}): HistoryResult =>
  dm({ actionId: 'act_hook', type: 'fire_webhook', ...fields });

const row = (event: string, fields: Partial<HistoryRow> = {}): HistoryRow => ({
  id: `auto_1:trg_1:${event}`,
  automationId: 'auto_1',
  eventId: event,
  recipientId: 'mara',
  status: 'sent',
  results: [dm(), email(), hook()],
  ...fields,
});
const keyOf = (event: string, action: string) => `auto_1:trg_1:${event}:${action}`;

/** Mara comments, and again within the hour; Ben once, in the middle of a kill. */
const GOOD: History = {
  offered: 4,
  accepted: [
    { eventId: 'e1', dispatches: ['auto_1:trg_1:e1'] },
    { eventId: 'e2', dispatches: ['auto_1:trg_1:e2'] },
    { eventId: 'e4', dispatches: [] },
  ],
  kills: 2,
  integrity: ['ok', 'ok'],
  looks: [
    {
      sinceRestartMs: 400,
      rows: [
        { id: 'auto_1:trg_1:e1', status: 'sent', dueForMs: 60_000 },
        { id: 'auto_1:trg_1:e2', status: 'in_flight', dueForMs: 20_000 },
      ],
    },
    {
      sinceRestartMs: 10_000,
      rows: [
        { id: 'auto_1:trg_1:e1', status: 'sent', dueForMs: 70_000 },
        { id: 'auto_1:trg_1:e2', status: 'sent', dueForMs: 30_000 },
        { id: 'auto_1:trg_1:e3', status: 'pending', dueForMs: 9_000 },
      ],
    },
  ],
  rows: [
    row('e1'),
    row('e2', {
      results: [dm({ status: 'deduplicated' }), email(), hook({ status: 'failed', errorDetails: 'none' })],
    }),
    row('e3', {
      recipientId: 'ben',
      status: 'sent',
      results: [dm({ status: 'failed', errorDetails: 'outcome unknown: the process died' }), email(), hook()],
    }),
  ],
  messages: [
    { key: keyOf('e1', 'act_dm'), at: 0 },
    { key: keyOf('e3', 'act_dm'), at: 0 },
  ],
  emails: [
    { key: keyOf('e1', 'act_mail'), at: 0 },
    { key: keyOf('e2', 'act_mail'), at: 10 * MINUTE },
    { key: keyOf('e3', 'act_mail'), at: 0 },
  ],
  deliveries: [
    { hookId: 'h1', type: 'automation.triggered', activityId: 'auto_1:trg_1:e1', actionId: 'act_hook' },
    { hookId: 'h2', type: 'automation.completed', activityId: 'auto_1:trg_1:e1', actionId: null },
    { hookId: 'h3', type: 'automation.triggered', activityId: 'auto_1:trg_1:e3', actionId: 'act_hook' },
    { hookId: 'h4', type: 'automation.triggered', activityId: 'auto_1:trg_1:e3', actionId: 'act_hook' },
  ],
  windows: { act_dm: 60, act_mail: 10, act_hook: 0 },
};

const [FIRST, SECOND, THIRD] = GOOD.rows as [HistoryRow, HistoryRow, HistoryRow];
const [EARLY, LATE] = GOOD.looks as [History['looks'][number], History['looks'][number]];

test('a history without a fault is found to be one, and is counted', () => {
  expect(checkHistory(GOOD)).toEqual({
    faults: [],
    counts: {
      offered: 4,
      accepted: 3,
      kills: 2,
      rows: 3,
      dms: 2,
      emails: 3,
      deliveries: 4,
      repeatedDeliveries: 1,
      unknownOutcomes: 1,
    },
  });
});

describe('a fault is found, and nothing beside it:', () => {
  test.each<[string, Partial<History>, string, string]>([
    [
      'an answer promised a row that is not there',
      { accepted: [...GOOD.accepted, { eventId: 'e4', dispatches: ['auto_1:trg_1:e4'] }] },
      'event lost',
      'auto_1:trg_1:e4',
    ],
    ['an event that nobody offered', { offered: 3 }, 'more than offered', '4 events of 3'],
    [
      'U-12 two rows of one event',
      { rows: [...GOOD.rows, row('e1', { id: 'auto_1:trg_2:e1', results: [] })] },
      'row twice',
      'auto_1 e1',
    ],
    [
      'A-10 a row that had ended another way',
      {
        looks: [
          { ...EARLY, rows: [{ id: FIRST.id, status: 'failed', dueForMs: 0 }] },
          { ...LATE, rows: [{ id: FIRST.id, status: 'failed', dueForMs: 0 }] },
        ],
      },
      'ending changed',
      `${FIRST.id}: failed, then sent`,
    ],
    [
      'a row that had ended is gone',
      {
        looks: [
          { ...EARLY, rows: [] },
          { ...LATE, rows: [{ id: 'gone', status: 'sent', dueForMs: 0 }] },
        ],
      },
      'row forgotten',
      'gone',
    ],
    [
      'a row that is still in flight ten seconds after the restart',
      { looks: [{ ...LATE, rows: [{ id: SECOND.id, status: 'in_flight', dueForMs: 10_000 }] }] },
      'row left over',
      SECOND.id,
    ],
    [
      'a row that never ended',
      { rows: [...GOOD.rows, row('e4', { status: 'pending', results: [] })] },
      'row left over',
      'auto_1:trg_1:e4',
    ],
    [
      'D-05 a DM twice',
      { messages: [...GOOD.messages, { key: keyOf('e1', 'act_dm'), at: 99 * MINUTE }] },
      'DM twice',
      keyOf('e1', 'act_dm'),
    ],
    [
      'an email twice',
      { emails: [...GOOD.emails, { key: keyOf('e1', 'act_mail'), at: 99 * MINUTE }] },
      'email twice',
      keyOf('e1', 'act_mail'),
    ],
    [
      'D-06 an email a millisecond before its window is over',
      { emails: GOOD.emails.map((each) => (each.at > 0 ? { ...each, at: 10 * MINUTE - 1 } : each)) },
      'fired within the window',
      keyOf('e2', 'act_mail'),
    ],
    [
      'D-01 a DM for another event of the same person',
      {
        rows: [FIRST, { ...SECOND, results: [dm(), email()] }, THIRD],
        messages: [...GOOD.messages, { key: keyOf('e2', 'act_dm'), at: 59 * MINUTE }],
      },
      'fired within the window',
      keyOf('e2', 'act_dm'),
    ],
    [
      'a DM that is told to be sent, and never left',
      { messages: GOOD.messages.filter(({ key }) => key !== keyOf('e1', 'act_dm')) },
      'effect lost',
      keyOf('e1', 'act_dm'),
    ],
    [
      'an email that never left',
      { emails: GOOD.emails.filter(({ key }) => key !== keyOf('e3', 'act_mail')) },
      'effect lost',
      keyOf('e3', 'act_mail'),
    ],
    [
      'HOOK-19 a delivery that was not queued',
      { deliveries: GOOD.deliveries.filter(({ hookId }) => hookId !== 'h1') },
      'effect lost',
      keyOf('e1', 'act_hook'),
    ],
    [
      'a DM that left, of an action that says it failed',
      {
        rows: [
          FIRST,
          SECOND,
          { ...THIRD, results: [dm({ status: 'failed', errorDetails: '491' }), email(), hook()] },
        ],
      },
      'effect of no row',
      `send_dm ${keyOf('e3', 'act_dm')}`,
    ],
    [
      'one hookId for two deliveries',
      {
        deliveries: GOOD.deliveries.map((each) => (each.hookId === 'h4' ? { ...each, hookId: 'h3' } : each)),
      },
      'delivery twice',
      'h3',
    ],
    [
      'a damaged file',
      { integrity: ['ok', 'row 3 missing from index'] },
      'file damaged',
      'row 3 missing from index',
    ],
    ['a kill after which nobody looked at the file', { kills: 3 }, 'not looked at', 'the file, after a kill'],
    [
      'nobody looked late enough',
      { looks: [{ ...EARLY, sinceRestartMs: 9_999 }] },
      'not looked at',
      'the rows, ten seconds after',
    ],
  ])('%s', (_why, change, kind, of) => {
    expect(checkHistory({ ...GOOD, ...change }).faults).toEqual([{ kind, of }]);
  });
});

test('what killed processes wrote down is read, but for a line that was torn', () => {
  const { rows, messages, emails, deliveries, windows } = GOOD;
  const texts = [
    [
      writeLine({ offered: 1 }),
      writeLine({ offered: 3 }),
      ...GOOD.accepted.map((accepted) => writeLine({ accepted })),
      '{"accepted":{"eventId":"e3","dispa',
    ].join(''),
    [
      writeLine({ killed: 1 }),
      writeLine({ integrity: 'ok' }),
      writeLine({ killed: 2 }),
      writeLine({ integrity: 'ok' }),
      ...GOOD.looks.map((look) => writeLine({ look })),
    ].join(''),
  ];
  expect(readHistory(texts, { rows, messages, emails, deliveries, windows })).toEqual(GOOD);
});

test('a line that is torn in the middle is no history', () => {
  expect(() => readHistory(['{"offered":\n{"offered":1}\n'], GOOD)).toThrow(SyntaxError);
});
