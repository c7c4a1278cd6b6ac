import { describe, expect, test } from 'vitest';
import {
  listExpectedEvents,
  readWebhookActions,
} from '../../../../../../src/cli/features/hooks/reconcile/expected-events.ts';
import { ACTIVITY_STATES, type ActivityRow } from '../../../../../../src/service/endpoints/activity.ts';

const CREATED = '2026-09-21T14:13:20Z';
const BEFORE = '2026-09-20T00:00:00Z';
const AFTER = '2026-09-22T00:00:00Z';

const fire = (status: string, actionId = 'act_1') => ({ actionId, type: 'fire_webhook', status });
const dm = (status: string) => ({ actionId: 'act_2', type: 'send_dm', status });
const createRow = (status: string, actionResults: ActivityRow['actionResults'] = []): ActivityRow => ({
  id: 'auto_1:trg_1:18055',
  recipientId: '17841499000000777',
  status,
  actionResults,
  created: CREATED,
  completedAt: '2026-09-21T14:14:00Z',
});
const actionsOf = (sendCompletedEvent: boolean, updated = BEFORE) =>
  readWebhookActions({
    actions: [
      { id: 'act_1', type: 'fire_webhook', config: { sendCompletedEvent } },
      { id: 'act_2', type: 'send_dm' },
    ],
    updated,
  });
const typesOf = (row: ActivityRow, actions = actionsOf(true)) =>
  listExpectedEvents(row, actions).map(({ type }) => type.replace('automation.', ''));

describe('which events a row expects', () => {
  test.each([
    ['both, when the action was queued', createRow('sent', [fire('sent')]), ['triggered', 'completed']],
    [
      'only the second, when the action did not run',
      createRow('sent', [dm('sent'), fire('deduplicated')]),
      ['completed'],
    ],
    ['neither, when it failed without a registration', createRow('failed', [fire('failed')]), []],
    ['neither, also when another action was sent', createRow('sent', [dm('sent'), fire('failed')]), []],
    ['of rate_limited, the second, without results', createRow('rate_limited'), ['completed']],
    ['of deduplicated, the second', createRow('deduplicated', [fire('deduplicated')]), ['completed']],
    ['of failed after the last retry, the second', createRow('failed'), ['completed']],
    [
      'of auth_error, both',
      createRow('auth_error', [dm('auth_error'), fire('sent')]),
      ['triggered', 'completed'],
    ],
    ['of skipped, none: a row does not say why', createRow('skipped', [fire('skipped')]), []],
    ['of pending, none yet', createRow('pending'), []],
    ['of in_flight, none yet', createRow('in_flight', [fire('sent')]), []],
  ] as const)(
    '%s',
    { tags: ['HOOK-15', 'HOOK-19', 'HOOK-17', 'HOOK-18', 'HOOK-16', 'U-18'] },
    (_why, row, expected) => {
      expect(typesOf({ ...row })).toEqual(expected);
    },
  );

  test.each(Object.keys(ACTIVITY_STATES))(
    'of %s, no automation.completed without sendCompletedEvent',
    { tags: ['HOOK-15'] },
    (status) => {
      expect(typesOf(createRow(status), actionsOf(false))).toEqual([]);
      expect(typesOf(createRow(status, [fire('sent')]), actionsOf(false))).not.toContain('completed');
    },
  );

  test('an automation that was changed since is not taken for what it was', () => {
    expect(typesOf(createRow('rate_limited'), actionsOf(true, AFTER))).toEqual([]);
    expect(typesOf(createRow('deduplicated', [fire('deduplicated', 'act_old')]))).toEqual([]);
    // the same action, with another name of the automation
    expect(typesOf(createRow('sent', [fire('sent')]), actionsOf(true, AFTER))).toEqual([
      'triggered',
      'completed',
    ]);
  });

  test('of an automation that is not known, only what was queued', () => {
    const row = createRow('sent', [fire('sent'), fire('sent', 'act_3')]);
    expect(listExpectedEvents(row, null)).toMatchObject([
      { type: 'automation.triggered', activityId: row.id, actionId: 'act_1', rules: ['HOOK-15', 'HOOK-19'] },
      { type: 'automation.triggered', activityId: row.id, actionId: 'act_3' },
    ]);
  });

  test('the reason names the status and the rules', { tags: ['HOOK-26'] }, () => {
    expect(listExpectedEvents(createRow('rate_limited'), actionsOf(true))).toEqual([
      {
        type: 'automation.completed',
        activityId: 'auto_1:trg_1:18055',
        actionId: null,
        person: '17841499000000777',
        at: Date.parse('2026-09-21T14:14:00Z'),
        rules: ['HOOK-18', 'HOOK-26'],
        reason: 'the dispatch ended rate_limited, and its fire_webhook asks for this event',
      },
    ]);
  });
});

test('an automation without fire_webhook has no events', () => {
  expect(readWebhookActions({ actions: [{ id: 'a', type: 'send_dm' }], updated: BEFORE })).toBeNull();
});
