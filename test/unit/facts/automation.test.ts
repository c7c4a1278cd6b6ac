import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { ACTIONS } from '../../../src/facts/actions.ts';
import { ACTIVITY_STATES, ActivityStatus } from '../../../src/facts/activity.ts';
import {
  AutomationChanged,
  AutomationCreated,
  AutomationRecord,
  AutomationSummary,
  AutomationsAnswer,
  AutomationUpdate,
  NewAutomation,
} from '../../../src/facts/automation.ts';
import { ENGAGEMENTS, Engagement } from '../../../src/facts/engagement.ts';
import { LIMITS } from '../../../src/facts/limits.ts';
import { PLACEHOLDERS } from '../../../src/facts/placeholders.ts';
import { ALL, TRIGGERS } from '../../../src/facts/triggers.ts';
import { deriveOverallStatus } from '../../../src/rules/derive-overall-status.ts';
import { listQuoted, readDocTable, readServiceDoc } from '../../support/read-doc.ts';

/** Fields of an entry beside `type`, each with whether it may be left out. */
function fieldsOf({ shape }: z.ZodObject): Readonly<Record<string, boolean>> {
  const fields = Object.entries(shape).filter(([name]) => name !== 'type' && name !== 'dedupWindowMinutes');
  return Object.fromEntries(fields.map(([name, type]) => [name, type.safeParse(undefined).success]));
}

/** The same as a table tells it: `name` optional (…); `other` required. */
function fieldsTold(cell: string): Readonly<Record<string, boolean>> {
  const told = [...cell.matchAll(/`(\w+)` (required|optional)/g)];
  return Object.fromEntries(told.map(([, name = '', need]) => [name, need === 'optional']));
}

const byType = (...heads: readonly string[]) =>
  readDocTable('automation', '`type`', ...heads).map(
    ([type = '', , fields = '']) => [listQuoted(type)[0], fields] as const,
  );

describe('triggers', () => {
  const rows = byType('Fires when');
  const described = Object.keys(TRIGGERS).filter((type) => type !== 'story_comment');

  test('AUT-02 are those of the table, and the one that is only mentioned', () => {
    expect(rows.map(([type]) => type)).toEqual(described);
    expect(readServiceDoc('automation')).toContain('A `story_comment` trigger kind is mentioned');
  });

  test.each(rows)('AUT-03 AUT-04 AUT-05 AUT-06 the fields of %s', (type, fields) => {
    const trigger = Object.entries(TRIGGERS).find(([name]) => name === type)?.[1];
    expect(trigger && fieldsOf(trigger.shape)).toEqual(fieldsTold(fields));
  });

  test('AUT-02 the fields of story_comment are all optional, as those of its neighbour with keywords', () => {
    const names = readDocTable('undescribed-automations', 'Part', 'Shape').flatMap(([part = '']) =>
      listQuoted(part),
    );
    expect(Object.keys(fieldsOf(TRIGGERS.story_comment.shape))).toEqual(names);
    expect(Object.values(fieldsOf(TRIGGERS.story_comment.shape))).toEqual([true, true]);
  });

  test('AUT-07 the word that reaches all is exactly that', () => {
    expect(readServiceDoc('automation')).toContain(`\`${ALL}\` must be exactly that lowercase string`);
  });
});

describe('actions', () => {
  const rows = byType('Effect');

  test('are those of the table', () => expect(rows.map(([type]) => type)).toEqual(Object.keys(ACTIONS)));

  test.each(rows)('AUT-08 AUT-09 AUT-10 the fields of %s', (type, fields) => {
    const action = Object.entries(ACTIONS).find(([name]) => name === type)?.[1];
    expect(action && fieldsOf(action.shape)).toEqual(fieldsTold(fields));
  });

  test.each(Object.entries(ACTIONS))('AUT-11 %s can have a window', (_type, { shape }) => {
    const { min, max, default: usual } = LIMITS.dedupWindowMinutes;
    expect(shape.shape.dedupWindowMinutes.safeParse(undefined).success).toBe(true);
    expect(readServiceDoc('automation')).toContain(
      `\`dedupWindowMinutes\` (optional integer, default window 7 days = ${usual} minutes, \`${min}\` disables dedup, maximum ${max})`,
    );
  });

  test('AUT-12 placeholders stand in the texts that the document names', () => {
    const [, places = ''] = /placeholders \(allowed in ([^)]*)\)/.exec(readServiceDoc('automation')) ?? [];
    const ours = Object.entries(ACTIONS).flatMap(([type, { templates }]) =>
      templates.map((name) => `${type}.${name}`),
    );
    expect(ours).toEqual(listQuoted(places));
  });
});

test('AUT-12 ENG-17 placeholders are those of the table', () => {
  const names = readDocTable('automation', 'Placeholder').flatMap(([cell = '']) => listQuoted(cell));
  expect(Object.keys(PLACEHOLDERS).map((name) => `{{${name}}}`)).toEqual(names);
});

describe('the documents of automations', () => {
  const blocks = [...readServiceDoc('undescribed-automations').matchAll(/```json\n([\s\S]*?)```/g)].map(
    ([, text = '']): unknown => JSON.parse(text.replace('"...": "the rest of 2.2"', '"description": ""')),
  );

  test.each([
    ['2.1 what is sent', NewAutomation, 0],
    ['2.2 the list', AutomationsAnswer, 1],
    ['2.3 one', AutomationRecord, 2],
  ] as const)('%s', (_what, schema, at) => {
    expect(schema.parse(blocks[at])).toEqual(blocks[at]);
  });

  test('2.1 the answer to a change', () => {
    const [, answer = ''] = /all answer `(\{.*?\})`/.exec(readServiceDoc('undescribed-automations')) ?? [];
    const told = { status: 'success', id: 'auto_K4mZ8qT2xW' };
    expect(AutomationCreated.parse(JSON.parse(answer))).toEqual(told);
    expect(AutomationChanged.parse(JSON.parse(answer))).toEqual(told);
  });

  test('an id that was sent need not come back, and one that was made must', () => {
    expect(AutomationChanged.safeParse({ status: 'success' }).success).toBe(true);
    expect(AutomationCreated.safeParse({ status: 'success' }).success).toBe(false);
  });

  test('2.2 the items carry what the schema names, and no entries', () => {
    const { automations } = AutomationsAnswer.parse(blocks[1]);
    expect(Object.keys(automations[0] ?? {}).sort()).toEqual(Object.keys(AutomationSummary.shape).sort());
    expect(Object.keys(automations[0]?.stats ?? {})).toEqual([
      'totalSent',
      'totalFailed',
      'lastTriggeredAt',
      'lastSentAt',
    ]);
  });

  test('2.4 what can be changed', () => {
    const [row = []] = readDocTable('undescribed-automations', 'Field or rule', 'Conf.');
    const [, editable = ''] = /editable: ([^;]*);/.exec(row.join()) ?? [];
    expect(Object.keys(AutomationUpdate.shape)).toEqual(listQuoted(editable));
  });
});

describe('states', () => {
  const rows = readDocTable('activity-status', 'State', 'Meaning', 'Terminal').map(
    ([state = '', , terminal]) => [listQuoted(state)[0], terminal === 'yes'] as const,
  );

  test('are those of the table, in its order', () => {
    expect(ActivityStatus.options).toEqual(rows.map(([state]) => state));
    expect(Object.keys(ACTIVITY_STATES)).toEqual(ActivityStatus.options);
  });

  test.each(rows)('%s is terminal: %s', (state, isTerminal) => {
    expect(ActivityStatus.parse(state) in ACTIVITY_STATES).toBe(true);
    expect(ACTIVITY_STATES[ActivityStatus.parse(state)].isTerminal).toBe(isTerminal);
  });

  test.each(readDocTable('activity-status', 'Order', 'Condition on per-action results'))(
    'ENG-10 condition %s: %s gives %s',
    (_order, condition = '', status = '') => {
      const cases = DERIVED[condition] ?? [];
      expect(cases.length).toBeGreaterThan(0);
      for (const endings of cases) expect(deriveOverallStatus(endings)).toBe(listQuoted(status)[0]);
    },
  );
});

/** Dispatches for which a condition is the first that holds. */
const DERIVED: Readonly<Record<string, readonly Parameters<typeof deriveOverallStatus>[0][]>> = {
  'any action hit an auth error': [['auth_error'], ['sent', 'failed', 'auth_error']],
  'any action was accepted': [['sent'], ['failed', 'sent', 'skipped']],
  'every action was deduplicated': [['deduplicated'], ['deduplicated', 'deduplicated']],
  'every action was skipped or deduplicated': [['skipped'], ['deduplicated', 'skipped']],
  otherwise: [['failed'], ['failed', 'skipped'], ['deduplicated', 'failed']],
};

describe('engagements', () => {
  test('each is listened to by one type of trigger, and every type by one', () => {
    expect(
      Object.values(ENGAGEMENTS)
        .map(({ trigger }) => trigger)
        .sort(),
    ).toEqual(Object.keys(TRIGGERS).sort());
  });

  test('their kinds are those of the schema', () => {
    const kinds = Engagement.options.map(({ shape }) => shape.kind.value);
    expect(Object.keys(ENGAGEMENTS)).toEqual(kinds);
  });

  test('M-13 those that carry no name are the ones that the document says so of', () => {
    const [, nameless = ''] =
      /`recipientUsername` is null for ([^.]*)\./.exec(readServiceDoc('automation-events')) ?? [];
    const ours = Object.values(ENGAGEMENTS).filter(({ carriesUsername }) => !carriesUsername);
    expect(ours.map(({ trigger }) => trigger).sort()).toEqual(listQuoted(nameless).sort());
  });
});
