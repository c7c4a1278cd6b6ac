import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { findAutomationFaults } from '../../../src/domain/automations/automation-entries.ts';
import { buildFaultDetails } from '../../../src/domain/requests/find-body-faults.ts';
import { deriveOverallStatus } from '../../../src/sandbox/engine/dispatcher/complete.ts';
import { ACTIONS, PLACEHOLDERS } from '../../../src/service/actions.ts';
import { ACTIVITY_STATES, ActivityStatus } from '../../../src/service/endpoints/activity.ts';
import {
  AutomationChanged,
  AutomationCreated,
  AutomationRecord,
  AutomationSummary,
  AutomationsAnswer,
  AutomationUpdate,
  NewAutomation,
} from '../../../src/service/endpoints/automations.ts';
import { ENGAGEMENTS, Engagement } from '../../../src/service/engagement.ts';
import { LIMITS } from '../../../src/service/limits.ts';
import { ALL, TRIGGERS } from '../../../src/service/triggers.ts';
import { listQuoted, readDocExamples, readDocProse, readDocTable } from '../../support/docs/read-doc.ts';

const PAGE = 'service/automations';

/** Fields of an entry beside `type`, each with whether it is optional. */
function fieldsOf({ shape }: z.ZodObject): Readonly<Record<string, boolean>> {
  const fields = Object.entries(shape).filter(([name]) => name !== 'type' && name !== 'dedupWindowMinutes');
  return Object.fromEntries(fields.map(([name, type]) => [name, type.safeParse(undefined).success]));
}

/** The same from a table: "`name` (optional), `other` (required)". */
function readFieldNeeds(cell: string): Readonly<Record<string, boolean>> {
  const needs = [...cell.matchAll(/`(\w+)` \((required|optional)\)/g)];
  return Object.fromEntries(needs.map(([, name = '', need]) => [name, need === 'optional']));
}

const listTypes = (section: string) =>
  readDocTable(PAGE, section, 'type').map(
    ([type = '', , fields = '']) => [listQuoted(type)[0], fields] as const,
  );

describe('triggers', () => {
  const rows = listTypes('triggers');

  test('are those of the table', { tags: ['AUT-02'] }, () => {
    expect(rows.map(([type]) => type)).toEqual(Object.keys(TRIGGERS));
  });

  test.each(rows)(
    'the fields of %s',
    { tags: ['AUT-02', 'AUT-03', 'AUT-04', 'AUT-05', 'AUT-06'] },
    (type, fields) => {
      const trigger = Object.entries(TRIGGERS).find(([name]) => name === type)?.[1];
      expect(trigger && fieldsOf(trigger.shape)).toEqual(readFieldNeeds(fields));
    },
  );

  test('the fields of story_comment are all optional', { tags: ['AUT-02'] }, () => {
    const names = readDocTable(PAGE, 'story-comment', 'field').flatMap(([field = '']) => listQuoted(field));
    expect(Object.keys(fieldsOf(TRIGGERS.story_comment.shape))).toEqual(names);
    expect(Object.values(fieldsOf(TRIGGERS.story_comment.shape))).toEqual([true, true]);
  });

  test('the word for all posts or stories is exactly that', { tags: ['AUT-07'] }, () => {
    const rules = readDocTable(PAGE, 'triggers', 'field', 'rule').map(([, rule = '']) => rule);
    expect(rules.filter((rule) => rule.includes(`or exactly \`${ALL}\``))).toHaveLength(2);
  });
});

describe('actions', () => {
  const rows = listTypes('actions');

  test('are those of the table', () => expect(rows.map(([type]) => type)).toEqual(Object.keys(ACTIONS)));

  test.each(rows)('the fields of %s', { tags: ['AUT-08', 'AUT-09', 'AUT-10'] }, (type, fields) => {
    const action = Object.entries(ACTIONS).find(([name]) => name === type)?.[1];
    expect(action && fieldsOf(action.shape)).toEqual(readFieldNeeds(fields));
  });

  const rules = new Map(
    readDocTable(PAGE, 'actions', 'field', 'type', 'rule').map(([field = '', , rule = '']) => [
      listQuoted(field)[0],
      rule,
    ]),
  );

  test('each field has a rule', () => {
    const fields = Object.values(ACTIONS).flatMap(({ shape }) => Object.keys(fieldsOf(shape)));
    expect([...rules.keys()]).toEqual([...new Set([...fields, 'dedupWindowMinutes'])]);
  });

  test.each(Object.entries(ACTIONS))('%s can have a window', { tags: ['AUT-11'] }, (_type, { shape }) => {
    const { min, max, default: usual } = LIMITS.dedupWindowMinutes;
    expect(shape.shape.dedupWindowMinutes.safeParse(undefined).success).toBe(true);
    expect(rules.get('dedupWindowMinutes')).toContain(
      `of every action: ${min} to ${max}, default ${usual} (7 days); ${min} turns deduplication off`,
    );
  });

  test('placeholders are allowed in the texts that the page names', { tags: ['AUT-12'] }, () => {
    const [, places = ''] = /Allowed in (.*?)\. /.exec(readDocProse(PAGE, 'placeholders')) ?? [];
    const ours = Object.entries(ACTIONS).flatMap(([type, { templates }]) =>
      templates.map((name) => `${type}.${name}`),
    );
    expect(ours).toEqual(listQuoted(places));
  });
});

test('placeholders are those of the table', { tags: ['AUT-12', 'ENG-17'] }, () => {
  const rows = readDocTable(PAGE, 'placeholders', 'placeholder');
  expect(Object.keys(PLACEHOLDERS).map((name) => `{{${name}}}`)).toEqual(
    rows.flatMap(([name = '']) => listQuoted(name)),
  );
});

describe('the examples of automations', () => {
  test.each([
    ['create', NewAutomation],
    ['list', AutomationsAnswer],
    ['get', AutomationRecord],
  ] as const)('%s is read, and nothing of it is unknown', (section, schema) => {
    const [example] = readDocExamples(PAGE, section);
    expect(schema.parse(example)).toEqual(example);
  });

  test('the answer to a change', () => {
    const [, answer] = readDocExamples(PAGE, 'create');
    expect(answer).toEqual({ status: 'success', id: 'auto_K4mZ8qT2xW' });
    expect(AutomationCreated.parse(answer)).toEqual(answer);
    expect(AutomationChanged.parse(answer)).toEqual(answer);
  });

  test('the id of a request need not come back, a new one must', () => {
    expect(AutomationChanged.safeParse({ status: 'success' }).success).toBe(true);
    expect(AutomationCreated.safeParse({ status: 'success' }).success).toBe(false);
  });

  test('the items of the list have what the schema names', () => {
    const { automations } = AutomationsAnswer.parse(readDocExamples(PAGE, 'list')[0]);
    expect(Object.keys(automations[0] ?? {}).sort()).toEqual(Object.keys(AutomationSummary.shape).sort());
    const stats = readDocTable(PAGE, 'list', 'field').flatMap(([field = '']) => listQuoted(field));
    expect(Object.keys(automations[0]?.stats ?? {})).toEqual(
      stats.filter((name) => name.startsWith('stats.')).map((name) => name.slice('stats.'.length)),
    );
  });

  test('the details of a refusal are those of the page', { tags: ['AUT-13'] }, () => {
    const body = {
      accountId: '17841499000000123',
      triggers: [{ type: 'comment_keyword', postId: 'ALL', keywords: ['price'] }],
      actions: [{ type: 'fire_webhook' }, { type: 'send_dm', message: 'Hello {{first_name}}' }],
    };
    const details = buildFaultDetails(findAutomationFaults(body, { kind: 'new' }));
    expect(readDocExamples(PAGE, 'validation')[0]).toMatchObject({ code: 473, details });
  });

  test('what can be changed', () => {
    const [[fields = ''] = []] = readDocTable(PAGE, 'update', 'field', 'rule');
    expect(Object.keys(AutomationUpdate.shape)).toEqual(listQuoted(fields));
  });
});

describe('states', () => {
  const rows = readDocTable('service/engine', 'states', 'state', 'meaning', 'terminal').map(
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

  test.each(readDocTable('service/engine', 'derivation', 'order', 'condition'))(
    'condition %s: %s gives %s',
    { tags: ['ENG-10'] },
    (_order, condition = '', status = '') => {
      const cases = DERIVED[condition] ?? [];
      expect(cases.length).toBeGreaterThan(0);
      for (const endings of cases) expect(deriveOverallStatus(endings)).toBe(listQuoted(status)[0]);
    },
  );
});

/** Dispatches for which a condition is the first that holds. */
const DERIVED: Readonly<Record<string, readonly Parameters<typeof deriveOverallStatus>[0][]>> = {
  'an action had an auth error': [['auth_error'], ['sent', 'failed', 'auth_error']],
  'an action was accepted': [['sent'], ['failed', 'sent', 'skipped']],
  'all actions were deduplicated': [['deduplicated'], ['deduplicated', 'deduplicated']],
  'all actions were skipped or deduplicated': [['skipped'], ['deduplicated', 'skipped']],
  'anything else': [['failed'], ['failed', 'skipped'], ['deduplicated', 'failed']],
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

  test('those that carry no name are the ones that the document lists so', { tags: ['M-13'] }, () => {
    const fields = readDocTable('service/webhooks', 'automation-triggered', 'field');
    const row = fields.find(([field]) => field === '`recipientUsername`');
    const [, nameless = ''] = /null for (.*)$/.exec(row?.[1] ?? '') ?? [];
    const ours = Object.values(ENGAGEMENTS).filter(({ carriesUsername }) => !carriesUsername);
    expect(ours.map(({ trigger }) => trigger).sort()).toEqual(listQuoted(nameless).sort());
  });
});
