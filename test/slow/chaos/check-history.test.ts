import { describe, expect, test } from 'vitest';
import { checkHistory } from '../../support/history/check-history.ts';
import { dm, email, GOOD, hook, keyOf, row } from '../../support/history/good-history.ts';
import type { History, HistoryRow } from '../../support/history/history.ts';
import { readHistory, writeLine } from '../../support/history/read-history.ts';

const MINUTE = 60_000;

const [FIRST, SECOND, THIRD] = GOOD.rows as [HistoryRow, HistoryRow, HistoryRow];
const [POSTED] = GOOD.posts as [History['posts'][number]];
const [ANSWER] = GOOD.messages as [History['messages'][number]];
const [EARLY, LATE] = GOOD.looks as [History['looks'][number], History['looks'][number]];

/** All of one delivery is gone, at both ends. */
const without = (gone: string): Partial<History> => {
  const isOther = ({ hookId }: { readonly hookId: string }) => hookId !== gone;
  return {
    deliveries: GOOD.deliveries.filter(isOther),
    attempts: GOOD.attempts.filter(isOther),
    heard: { ...GOOD.heard, deliveries: GOOD.heard.deliveries.filter(isOther) },
  };
};

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
      delivered: 2,
      attempts: 18,
      cutShort: 1,
      callbacks: 2,
      callbacksAsked: 2,
      callbackTexts: 1,
      repeatedDeliveries: 1,
      unknownOutcomes: 1,
      planned: 1,
      copies: 2,
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
    ['an event that was not offered', { offered: 3 }, 'more than offered', '4 events of 3'],
    [
      'two rows of one event',
      { rows: [...GOOD.rows, row('e1', { id: 'auto_1:trg_2:e1', results: [] })] },
      'row twice',
      'auto_1 e1',
    ],
    [
      'a row that had ended another way',
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
      'a DM twice',
      { messages: [...GOOD.messages, { ...ANSWER, at: 99 * MINUTE }] },
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
      'an email a millisecond before its window is over',
      { emails: GOOD.emails.map((each) => (each.at > 0 ? { ...each, at: 10 * MINUTE - 1 } : each)) },
      'fired within the window',
      keyOf('e2', 'act_mail'),
    ],
    [
      'a DM for another event of the same person',
      {
        rows: [FIRST, { ...SECOND, results: [dm(), email()] }, THIRD],
        messages: [...GOOD.messages, { key: keyOf('e2', 'act_dm'), at: 59 * MINUTE, text: 'Here it is.' }],
      },
      'fired within the window',
      keyOf('e2', 'act_dm'),
    ],
    [
      'a DM that is reported as sent, and was not',
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
    ['a delivery that was not queued', without('h1'), 'effect lost', keyOf('e1', 'act_hook')],
    [
      'a DM that left, of an action that says it failed',
      {
        rows: [
          FIRST,
          SECOND,
          {
            ...THIRD,
            results: [
              dm({ status: 'failed', errorDetails: '491', messageSource: 'fallback' }),
              email(),
              hook(),
            ],
          },
        ],
      },
      'effect of no row',
      `send_dm ${keyOf('e3', 'act_dm')}`,
    ],
    [
      'a damaged file',
      { integrity: ['ok', 'row 3 missing from index'] },
      'file damaged',
      'row 3 missing from index',
    ],
    ['a post that was taken in, and is not there', { planned: ['p1', 'p3'] }, 'post lost', 'p3'],
    [
      'a post that went to a network twice',
      { posts: [{ ...POSTED, copies: ['tiktok', 'tiktok'] }] },
      'post twice',
      'p1 tiktok',
    ],
    [
      'a network that neither took nor refused a post',
      { posts: [{ ...POSTED, refused: [] }] },
      'post not sent',
      'p1 facebook',
    ],
    ['a post that is still to be seen to', { posts: [{ ...POSTED, isOpen: true }] }, 'post left over', 'p1'],
    ['a kill after which the file was not checked', { kills: 3 }, 'not looked at', 'the file, after a kill'],
    [
      'no check was late enough',
      { looks: [{ ...EARLY, sinceRestartMs: 9_999 }] },
      'not looked at',
      'the rows, ten seconds after',
    ],
  ])(
    '%s',
    { tags: ['U-12', 'A-10', 'D-05', 'D-06', 'D-01', 'HOOK-19', 'POST-12'] },
    (_why, change, kind, of) => {
      expect(checkHistory({ ...GOOD, ...change }).faults).toEqual([{ kind, of }]);
    },
  );
});

test('what killed processes wrote down is read, but for a line that was torn', () => {
  const { offered, accepted, planned, kills, integrity, looks, ...recovery } = GOOD;
  const texts = [
    [
      writeLine({ offered: 1 }),
      writeLine({ offered: offered - 1 }),
      ...accepted.map((each) => writeLine({ accepted: each })),
      ...planned.map((each) => writeLine({ planned: each })),
      '{"accepted":{"eventId":"e3","dispa',
    ].join(''),
    [
      ...integrity.flatMap((answer, before) => [
        writeLine({ killed: before }),
        writeLine({ integrity: answer }),
      ]),
      ...looks.map((look) => writeLine({ look })),
    ].join(''),
  ];
  expect(readHistory(texts, recovery)).toEqual(GOOD);
});

test('a line that is torn in the middle is no history', () => {
  expect(() => readHistory(['{"offered":\n{"offered":1}\n'], GOOD)).toThrow(SyntaxError);
});
