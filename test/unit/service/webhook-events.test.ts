import { describe, expect, test } from 'vitest';
import {
  WEBHOOK_EVENT_NAMES,
  WEBHOOK_EVENTS,
  type WebhookEvent,
  type WebhookEventName,
} from '../../../src/service/webhook-events.ts';
import { WEBHOOK_PAYLOADS } from '../../../src/service/webhook-payloads.ts';
import { WEBHOOK_ACTIONS } from '../../../src/service/webhooks.ts';
import { listFields, listQuoted, readDocTable } from '../../support/docs/read-doc.ts';
import { eventFieldsOf } from './event-fields-of.ts';

const AT = '2026-09-21T14:13:20Z';
const ID = '18055000000000789';

/** Fields that only tikTokPublished has, besides those of its action. */
const TIKTOK_FIELDS = ['subAction', 'idShare', 'isVideo', 'platform', 'postUrl'];

const events = Object.entries<WebhookEvent>(WEBHOOK_EVENTS).map(([name, event]) => ({
  name,
  ...event,
  fields: event.fields({ at: AT, id: ID }),
}));
const of = (wanted: string) => events.filter(({ action }) => action === wanted);
const fieldsOf = (wanted: string) => {
  const found = events.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`no event ${wanted}`);
  return found.fields;
};

describe('the events of automations', () => {
  const readRows = (name: string) =>
    readDocTable('service/webhooks', name.replace('.', '-'), 'field', 'value');

  test.each(['automation.triggered', 'automation.completed'])(
    'all fields of %s, and no others',
    { tags: ['HOOK-15'] },
    (name) => {
      const listed = readRows(name).flatMap(([fields = '']) => listFields(fields));
      expect(listed.length).toBeGreaterThan(8);
      expect(Object.keys(fieldsOf(name)).sort()).toEqual(listed.sort());
      expect(fieldsOf(name)['type']).toBe(name);
    },
  );

  test('all fields of a result', () => {
    const row = readRows('automation.completed').find(([field]) => field === '`actionResults[]`');
    const [, inside = ''] = /\{([^}]*)\}/.exec(row?.[1] ?? '') ?? [];
    expect(listQuoted(inside)).toEqual(
      Object.keys((fieldsOf('automation.completed') as { actionResults: object[] }).actionResults[0] ?? {}),
    );
  });

  test('what a trigger does not fill is null', { tags: ['W-13'] }, () => {
    expect(fieldsOf('automation.triggered')['storyId']).toBeNull();
  });

  test('they are two, and each says what it is claimed by', { tags: ['HOOK-13'] }, () => {
    expect(of('automations').map(({ name, claim }) => [name, claim])).toEqual([
      ['automation.triggered', 'activityId and actionId'],
      ['automation.completed', 'activityId'],
    ]);
  });

  test('what a receiver claims them by is another one each time', () => {
    for (const name of ['automation.triggered', 'automation.completed']) {
      expect(fieldsOf(name)).toMatchObject({ eventId: ID, activityId: expect.stringMatching(`:${ID}$`) });
    }
  });
});

describe('the events of the other actions', () => {
  const rows = readDocTable('service/webhooks', 'other-events', 'action', 'sent when');

  test('every action has one at least', () => {
    expect(new Set(events.map(({ action }) => action))).toEqual(new Set(Object.keys(WEBHOOK_ACTIONS)));
  });

  test.each(['scheduled', 'social', 'messages', 'comments'])(
    'together they have all fields of %s',
    (action) => {
      const names = new Set(of(action).flatMap(({ fields }) => Object.keys(fields)));
      expect(eventFieldsOf(action).length).toBeGreaterThan(3);
      expect(eventFieldsOf(action).filter((field) => !names.has(field))).toEqual([]);
    },
  );

  test('tikTokPublished has the same as scheduled, and what is known now', { tags: ['HOOK-25'] }, () => {
    expect(Object.keys(fieldsOf('tikTokPublished'))).toEqual(
      expect.arrayContaining([
        ...Object.keys(fieldsOf('scheduled')),
        'subAction',
        'idShare',
        'isVideo',
        'platform',
        'postUrl',
      ]),
    );
  });

  test('the kinds of social and messages are those of the table', () => {
    const row = (action: string) => rows.find(([cell = '']) => cell === `\`${action}\``)?.[2] ?? '';
    const kinds = (text: string) => listQuoted(/\(([^)]*)\)/.exec(text)?.[1] ?? '');
    expect(of('social').map(({ fields }) => fields['type'])).toEqual(kinds(row('social')));
    expect(
      of('messages')
        .map(({ fields }) => fields['subAction'])
        .sort(),
    ).toEqual(kinds(row('messages')).sort());
    expect(of('social').map(({ name }) => name)).toEqual(kinds(row('social')));
  });

  test('messageRead has no id, and the other messages have the one of the moment', () => {
    for (const { name, fields } of of('messages')) {
      expect(fields['id']).toBe(name === 'messageRead' ? undefined : ID);
    }
  });

  test.each(['feed', 'batch', 'mentions', 'accountActivity', 'suspended'])(
    '%s has what is known of it',
    (action) => {
      expect(of(action).map(({ fields }) => Object.keys(fields))).toEqual([['id', 'status', 'details']]);
    },
  );
});

test('no event has a field of the envelope, and each says when it is sent', () => {
  const envelope = readDocTable('service/webhooks', 'envelope', 'field', 'type').flatMap(([cell = '']) =>
    listQuoted(cell),
  );
  expect(envelope).toContain('timeStamp');
  for (const { name, fields, sent } of events) {
    expect({ name, both: Object.keys(fields).filter((field) => envelope.includes(field)) }).toEqual({
      name,
      both: [],
    });
    expect(sent.length).toBeGreaterThan(10);
  }
  expect(WEBHOOK_EVENT_NAMES).toEqual(events.map(({ name }) => name));
});

describe('the schema of a payload', () => {
  test.each(events)('has all fields of a sample of $name, of their types', ({ name, action, fields }) => {
    // `as`: the names of the table
    const schema = WEBHOOK_PAYLOADS[name as WebhookEventName];
    const envelope = {
      action,
      hookId: 'h',
      created: AT,
      timeStamp: 1,
      refId: 'r',
      title: 't',
      url: 'u',
      code: 200,
    };
    expect(Object.keys(schema.shape)).toEqual(
      expect.arrayContaining(Object.keys({ ...envelope, ...fields })),
    );
    expect(schema.parse({ ...envelope, ...fields })).toEqual({ ...envelope, ...fields });
  });

  test.each(['scheduled', 'social', 'messages', 'comments'] as const)(
    'has the fields of %s, and no others',
    (action) => {
      const [{ name = '' } = {}] = of(action);
      const own = Object.keys(WEBHOOK_PAYLOADS[name as WebhookEventName].shape); // `as`: as above
      const envelope = readDocTable('service/webhooks', 'envelope', 'field', 'type').flatMap(([cell = '']) =>
        listQuoted(cell),
      );
      const listed = [
        ...envelope,
        ...eventFieldsOf(action),
        ...(action === 'scheduled' ? TIKTOK_FIELDS : []),
      ];
      expect(own.toSorted()).toEqual([...new Set(listed)].toSorted());
    },
  );
});
