import { describe, expect, test } from 'vitest';
import {
  findAutomationFaults,
  listMessageUrls,
} from '../../../../src/domain/automations/automation-entries.ts';
import { buildFaultDetails, formatFault } from '../../../../src/domain/requests/find-body-faults.ts';
import { PLACEHOLDERS } from '../../../../src/service/actions.ts';
import { LIMITS } from '../../../../src/service/limits.ts';
import { REFUSED } from '../../../support/automations/refused-automations.ts';

const TRIGGER = { type: 'dm_keyword', keywords: ['INFO'] };
const ACTION = { type: 'fire_webhook' };
const DM = { type: 'send_dm', message: 'Hi' };
const EMAIL = { type: 'send_email', to: 'me@shop.example', message: 'x' };

const of = (triggers: unknown, actions: unknown) => ({ triggers, actions });
const trigger = (entry: object) => of([entry], [ACTION]);
const action = (entry: object) => of([TRIGGER], [entry]);
const on = (postId: unknown) => trigger({ type: 'comment_keyword', postId, keywords: ['a'] });
const story = (storyId: unknown, type = 'story_reply') => trigger({ type, storyId });
const dm = (fields: object) => action({ ...DM, ...fields });
const email = (fields: object) => action({ ...EMAIL, ...fields });
const within = (dedupWindowMinutes: unknown) => action({ ...ACTION, dedupWindowMinutes });
const times = (count: number, entry: object) => Array.from({ length: count }, () => entry);
const everyPlaceholder = Object.keys(PLACEHOLDERS)
  .map((name) => `{{${name}}}`)
  .join('');

/** Its faults when it is made; they must be the same when an automation is to become so. */
function lines(body: unknown): readonly string[] {
  const made = findAutomationFaults(body, { kind: 'new' }).map(formatFault);
  expect(findAutomationFaults(body, { kind: 'update' }).map(formatFault)).toEqual(made);
  return made;
}

test.each([
  ['as many as there may be', of(times(50, TRIGGER), times(50, ACTION))],
  ['a comment on a post', on('17999000000000456')],
  ['a comment on any post', on('all')],
  ['a story', story('18100000000000001')],
  ['any story', story('all')],
  ['a story that is missing', trigger({ type: 'story_reply' })],
  ['a comment on a story, by analogy', trigger({ type: 'story_comment' })],
  ['a comment on a story with keywords', trigger({ type: 'story_comment', storyId: 'all', keywords: ['a'] })],
  ['a reaction', trigger({ type: 'dm_reaction', emoji: '❤️' })],
  ['any reaction', trigger({ type: 'dm_reaction' })],
  ['the least of a DM', dm({})],
  ['a DM that asks as long as it may', dm({ messageUrl: 'https://shop.example/', timeoutMs: 5000 })],
  ['a webhook that reports its end', action({ ...ACTION, sendCompletedEvent: true })],
  ['the least of an email', email({})],
  ['an email with a subject', email({ subject: 'From {{recipient_username}}' })],
  ['no window', within(0)],
  ['the longest window', within(525_600)],
  ['a keyword twice', trigger({ ...TRIGGER, keywords: ['Info', 'INFO'] })],
  ['every placeholder', dm({ message: everyPlaceholder })],
  ['braces that hold nothing', dm({ message: 'a {{ b }, {c} and {{{platform}}}' })],
])(
  'taken: %s',
  {
    tags: [
      'AUT-01',
      'AUT-03',
      'AUT-04',
      'AUT-02',
      'AUT-05',
      'AUT-08',
      'K-03',
      'AUT-09',
      'AUT-10',
      'AUT-12',
      'AUT-11',
      'D-07',
      'U-28',
      'M-09',
      'U-32',
    ],
  },
  (_what, body) => {
    expect(lines(body)).toEqual([]);
  },
);

test.each(REFUSED)(
  'refused: $title',
  {
    tags: [
      'AUT-01',
      'AUT-02',
      'AUT-03',
      'AUT-04',
      'AUT-05',
      'AUT-06',
      'AUT-07',
      'AUT-08',
      'AUT-09',
      'AUT-10',
      'AUT-11',
      'AUT-12',
      'AUT-13',
      'AUT-15',
      'AUT-16',
      'AUT-19',
      'K-03',
      'M-05',
      'M-08',
      'U-28',
      'U-32',
    ],
  },
  ({ kind, body, formErrors = [], fieldErrors = {} }) => {
    expect(buildFaultDetails(findAutomationFaults(body, { kind }))).toEqual({ formErrors, fieldErrors });
  },
);

describe('refused: triggers', () => {
  test.each([
    ['a blank behind an id', on('179 '), ['triggers[0].postId: must be a post id or exactly "all"']],
    ['a blank story', story('\t'), ['triggers[0].storyId: must be a story id or exactly "all"']],
    ['a story that is null', story(null), ['triggers[0].storyId: must be a string']],
    [
      'blank keywords',
      trigger({ ...TRIGGER, keywords: ['', 'ok', ' \n'] }),
      ['triggers[0].keywords[0]: must not be blank', 'triggers[0].keywords[2]: must not be blank'],
    ],
  ])('%s', { tags: ['AUT-03', 'AUT-04', 'AUT-07'] }, (_what, body, expected) => {
    expect(lines(body)).toEqual(expected);
  });

  test('a type that the service does not take is not among the ones it names', { tags: ['AUT-02'] }, () => {
    const body = of([{ type: 'story_comment', storyId: 'all' }, TRIGGER], [ACTION]);
    const [fault, ...others] = findAutomationFaults(body, {
      kind: 'new',
      unsupportedTriggers: ['story_comment', 'dm_reaction'],
    });
    expect(others).toEqual([]);
    expect(fault && formatFault(fault)).toBe(
      'triggers[0].type: must be one of comment_keyword, story_reply, dm_keyword',
    );
  });
});

describe('refused: actions', () => {
  const address = 'actions[0].to: must be an email address';

  test.each([
    [
      'an address that is too long',
      dm({ messageUrl: 'https://shop.example/'.padEnd(2_049, 'a') }),
      ['actions[0].messageUrl: must be at most 2,048 characters long'],
    ],
    ['no text', dm({ messageUrl: null }), ['actions[0].messageUrl: must be a string']],
    [
      'an address that it has no use for',
      action({ ...ACTION, messageUrl: 'http://x' }),
      ['actions[0].messageUrl: not a known field'],
    ],
    ['two addresses', email({ to: 'a@shop.example, b@shop.example' }), [address]],
    ['a header in the address', email({ to: 'a@shop.example\r\nBcc: b@shop.example' }), [address]],
    [
      'a header in the subject',
      email({ subject: 'a\r\nBcc: b@shop.example' }),
      ['actions[0].subject: must be one line'],
    ],
  ])('%s', { tags: ['AUT-08', 'AUT-10', 'D8', 'S12'] }, (_what, body, expected) => {
    expect(lines(body)).toEqual(expected);
  });
});

test('the callback URLs of a body are those that are texts', () => {
  const urls = ['https://shop.example/a', undefined, 7, 'https://shop.example/b'];
  expect(
    listMessageUrls(
      of(
        [],
        urls.map((messageUrl) => ({ ...DM, messageUrl })),
      ),
    ),
  ).toEqual([urls[0], urls[3]]);
});

describe('refused: placeholders', () => {
  test.each([
    ['in the subject of an email', email({ subject: '{{email}}' }), 'actions[0].subject', 'email'],
    ['in an email', email({ message: '{{recipient_email}}' }), 'actions[0].message', 'recipient_email'],
    ['a member that every object has', dm({ message: '{{toString}}' }), 'actions[0].message', 'toString'],
    ['inside of more braces', dm({ message: '{{{name}}}' }), 'actions[0].message', 'name'],
  ])('%s', { tags: ['AUT-12', 'M-08', 'U-32'] }, (_what, body, place, name) => {
    expect(lines(body)).toEqual([`${place}: unknown placeholder {{${name}}}`]);
  });

  test('each once, whatever else is wrong', { tags: ['AUT-12'] }, () => {
    expect(lines(dm({ message: '{{b}} {{a}} {{b}}', timeoutMs: 0 }))).toEqual([
      'actions[0].message: unknown placeholder {{b}}',
      'actions[0].message: unknown placeholder {{a}}',
      'actions[0].timeoutMs: must be at least 1',
    ]);
  });

  test('the names that would have been right are there to choose from', { tags: ['AUT-14'] }, () => {
    expect(findAutomationFaults(dm({ message: '{{sender}}' }), { kind: 'new' })).toMatchObject([
      { typed: 'sender', choices: Object.keys(PLACEHOLDERS) },
    ]);
  });
});

describe('refused: the body', () => {
  const recorded = (given: unknown) => findAutomationFaults(given, { kind: 'update' }).map(formatFault);

  test('null for a change', () => {
    expect(recorded(null)).toEqual(['body: must be an object']);
  });

  test('only a part can be changed', () => {
    for (const part of [{ name: 'x' }, { description: '' }, { active: true }, { triggers: [TRIGGER] }]) {
      expect(recorded(part)).toEqual([]);
    }
  });
});

describe('all at once', { tags: ['AUT-14'] }, () => {
  const wrong = {
    actions: [
      { ...DM, mesage: 'x' },
      { ...DM, messageUrl: 'http://x', timeoutMs: LIMITS.callbackTimeoutMs.max + 1 },
    ],
    triggers: [
      TRIGGER,
      { type: 'comment_keywrd' },
      { type: 'comment_keyword', postID: 'all', keywords: [' '] },
    ],
    nmae: 'Spring',
  };

  test('in the order of the form, each with the names that would have been right', () => {
    const faults = findAutomationFaults(wrong, { kind: 'new' });
    expect(faults.map(formatFault)).toEqual([
      'triggers[1].type: must be one of comment_keyword, story_reply, story_comment, dm_reaction, dm_keyword',
      'triggers[2].postId: is required',
      'triggers[2].keywords[0]: must not be blank',
      'triggers[2].postID: not a known field',
      'actions[0].mesage: not a known field',
      'actions[1].timeoutMs: must be at most 5000',
      'actions[1].messageUrl: must be a public https address',
      'nmae: not a known field',
    ]);
    const choices = new Map(faults.map(({ typed, choices }) => [typed, choices]));
    expect(choices.get('postID')).toEqual(['type', 'postId', 'keywords']);
    expect(choices.get('mesage')).toEqual([
      'type',
      'message',
      'messageUrl',
      'timeoutMs',
      'dedupWindowMinutes',
    ]);
    expect(choices.get('nmae')).toEqual(['platform', 'name', 'description', 'triggers', 'actions']);
    expect(choices.get('comment_keywrd')).toContain('comment_keyword');
    expect(faults.filter((fault) => fault.typed === undefined && fault.choices !== undefined)).toEqual([]);
  });

  test('the fields of a body in the order of the form', () => {
    const body = { nmae: 7, actions: 7, triggers: 7, active: 7, description: 7, name: 7, platform: 7 };
    const names = findAutomationFaults(body, { kind: 'update' }).map(({ path }) => path[0]);
    expect(names).toEqual(['platform', 'name', 'description', 'active', 'triggers', 'actions', 'nmae']);
  });

  test('a fault of a list comes before those of its entries, and these by their places', () => {
    const http = { ...DM, messageUrl: 'http://x' };
    expect(lines(of([TRIGGER], times(51, http))).slice(0, 2)).toEqual([
      'actions: must have 1 to 50 entries',
      'actions[0].messageUrl: must be a public https address',
    ]);
    expect(lines(of([TRIGGER], [http, { ...DM, mesage: 'x' }]))).toEqual([
      'actions[0].messageUrl: must be a public https address',
      'actions[1].mesage: not a known field',
    ]);
  });

  test('a fault inside of an entry is under its list', () => {
    const { formErrors, fieldErrors } = buildFaultDetails(findAutomationFaults(wrong, { kind: 'new' }));
    expect(formErrors).toEqual(['nmae: not a known field']);
    expect(Object.entries(fieldErrors).map(([name, all]) => [name, all.length])).toEqual([
      ['triggers', 4],
      ['actions', 3],
    ]);
  });
});
