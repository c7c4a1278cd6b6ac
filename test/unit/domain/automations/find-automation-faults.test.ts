import { describe, expect, test } from 'vitest';
import { findAutomationFaults } from '../../../../src/domain/automations/automation-entries.ts';
import { buildFaultDetails, formatFault } from '../../../../src/domain/requests/find-body-faults.ts';
import { PLACEHOLDERS } from '../../../../src/service/actions.ts';
import { LIMITS } from '../../../../src/service/limits.ts';

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

describe('refused: how many', () => {
  const entries = 'must have 1 to 50 entries';

  test.each([
    ['no triggers', of([], [ACTION]), [`triggers: ${entries}`]],
    ['no actions', of([TRIGGER], []), [`actions: ${entries}`]],
    ['too many triggers', of(times(51, TRIGGER), [ACTION]), [`triggers: ${entries}`]],
    ['too many actions', of([TRIGGER], times(51, ACTION)), [`actions: ${entries}`]],
    ['no list', of({}, 'send_dm'), ['triggers: must be a list', 'actions: must be a list']],
  ])('%s', { tags: ['AUT-01', 'U-28'] }, (_what, body, expected) => {
    expect(lines(body)).toEqual(expected);
  });
});

describe('refused: triggers', () => {
  const types = 'comment_keyword, story_reply, story_comment, dm_reaction, dm_keyword';
  const post = 'triggers[0].postId: must be a post id or exactly "all"';
  const anyStory = 'triggers[0].storyId: must be a story id or exactly "all"';

  test.each([
    ['another type', trigger({ type: 'mention' }), [`triggers[0].type: must be one of ${types}`]],
    ['no type', trigger({}), [`triggers[0].type: must be one of ${types}`]],
    ['no object', of(['dm_keyword'], [ACTION]), ['triggers[0]: must be an object']],
    [
      'a field of another type',
      trigger({ ...TRIGGER, emoji: '🔥' }),
      ['triggers[0].emoji: not a known field'],
    ],
    [
      'the nested form',
      trigger({ ...TRIGGER, config: {}, id: 'trg_1' }),
      ['triggers[0].config: not a known field', 'triggers[0].id: not a known field'],
    ],
    ['no post', trigger({ type: 'comment_keyword', keywords: ['a'] }), ['triggers[0].postId: is required']],
    ['a post that is a number', on(17), ['triggers[0].postId: must be a string']],
    ['ALL', on('ALL'), [post]],
    ['a blank before all', on(' all'), [post]],
    ['a blank behind all', on('all '), [post]],
    ['All', on('All'), [post]],
    ['no id at all', on(''), [post]],
    ['a blank for an id', on(' '), [post]],
    ['a blank behind an id', on('179 '), [post]],
    ['a story All', story('All'), [anyStory]],
    ['a blank story', story('\t'), [anyStory]],
    ['a story that is null', story(null), ['triggers[0].storyId: must be a string']],
    ['the story of a comment', story('ALL', 'story_comment'), [anyStory]],
    [
      'no keywords',
      trigger({ type: 'comment_keyword', postId: 'all' }),
      ['triggers[0].keywords: is required'],
    ],
    ['no keywords', trigger({ type: 'dm_keyword' }), ['triggers[0].keywords: is required']],
    [
      'an empty list',
      trigger({ ...TRIGGER, keywords: [] }),
      ['triggers[0].keywords: must have at least one keyword'],
    ],
    [
      'blank ones',
      trigger({ ...TRIGGER, keywords: ['', 'ok', ' \n'] }),
      ['triggers[0].keywords[0]: must not be blank', 'triggers[0].keywords[2]: must not be blank'],
    ],
    ['no list', trigger({ ...TRIGGER, keywords: 'INFO' }), ['triggers[0].keywords: must be a list']],
    [
      'an empty list of story_comment',
      trigger({ type: 'story_comment', storyId: 'all', keywords: [] }),
      ['triggers[0].keywords: must have at least one keyword'],
    ],
    ['a blank emoji', trigger({ type: 'dm_reaction', emoji: '' }), ['triggers[0].emoji: must not be blank']],
  ])(
    '%s',
    { tags: ['AUT-02', 'AUT-01', 'AUT-03', 'AUT-07', 'M-05', 'AUT-04', 'AUT-06', 'U-28', 'AUT-05'] },
    (_what, body, expected) => {
      expect(lines(body)).toEqual(expected);
    },
  );

  test('a type that the service does not take is not among the ones it names', { tags: ['AUT-02'] }, () => {
    const body = story('all', 'story_comment');
    const [fault, ...others] = findAutomationFaults(body, {
      kind: 'new',
      unsupportedTriggers: ['story_comment'],
    });
    expect(others).toEqual([]);
    expect(fault && formatFault(fault)).toBe(
      'triggers[0].type: must be one of comment_keyword, story_reply, dm_reaction, dm_keyword',
    );
  });
});

describe('refused: actions', () => {
  const wait = 'actions[0].timeoutMs: must be';
  const window = 'actions[0].dedupWindowMinutes: must be';
  const url = 'actions[0].messageUrl: must be a public https address';
  const address = 'actions[0].to: must be an email address';

  test.each([
    [
      'another type',
      action({ type: 'reply' }),
      ['actions[0].type: must be one of send_dm, fire_webhook, send_email'],
    ],
    ['a DM without text', action({ type: 'send_dm' }), ['actions[0].message: is required']],
    ['a blank text', dm({ message: ' ' }), ['actions[0].message: must not be blank']],
    ['too long a wait', dm({ timeoutMs: 5001 }), [`${wait} at most 5000`]],
    ['no wait', dm({ timeoutMs: 0 }), [`${wait} at least 1`]],
    ['half a millisecond', dm({ timeoutMs: 1.5 }), [`${wait} a whole number`]],
    ['a wait in words', dm({ timeoutMs: '3000' }), [`${wait} a number`]],
    ['no https', dm({ messageUrl: 'http://shop.example/' }), [url]],
    [
      'an address that is too long',
      dm({ messageUrl: 'https://shop.example/'.padEnd(2_049, 'a') }),
      ['actions[0].messageUrl: must be at most 2,048 characters long'],
    ],
    ['the own machine', dm({ messageUrl: 'https://127.0.0.1/' }), [url]],
    [
      'a user in it',
      dm({ messageUrl: 'https://a:b@shop.example/' }),
      ['actions[0].messageUrl: must not contain a user name or password'],
    ],
    ['no text', dm({ messageUrl: null }), ['actions[0].messageUrl: must be a string']],
    [
      'yes for true',
      action({ ...ACTION, sendCompletedEvent: 'yes' }),
      ['actions[0].sendCompletedEvent: must be true or false'],
    ],
    [
      'an address that it has no use for',
      action({ ...ACTION, messageUrl: 'http://x' }),
      ['actions[0].messageUrl: not a known field'],
    ],
    ['a message', action({ ...ACTION, message: 'x' }), ['actions[0].message: not a known field']],
    ['no address', action({ type: 'send_email', message: 'x' }), ['actions[0].to: is required']],
    ['half an address', email({ to: 'me' }), [address]],
    ['two addresses', email({ to: 'a@shop.example, b@shop.example' }), [address]],
    ['a header in the address', email({ to: 'a@shop.example\r\nBcc: b@shop.example' }), [address]],
    [
      'a header in the subject',
      email({ subject: 'a\r\nBcc: b@shop.example' }),
      ['actions[0].subject: must be one line'],
    ],
    [
      'no message',
      action({ type: 'send_email', to: 'me@shop.example' }),
      ['actions[0].message: is required'],
    ],
    ['too long a window', within(525_601), [`${window} at most 525600`]],
    ['less than none', within(-1), [`${window} at least 0`]],
    ['a minute and a half', within(1.5), [`${window} a whole number`]],
    ['a number in words', within('60'), [`${window} a number`]],
    ['no number', within(null), [`${window} a number`]],
  ])(
    '%s',
    { tags: ['AUT-08', 'K-03', 'AUT-19', 'D8', 'AUT-09', 'AUT-10', 'S12', 'AUT-11', 'D-07'] },
    (_what, body, expected) => {
      expect(lines(body)).toEqual(expected);
    },
  );
});

describe('refused: placeholders', () => {
  test.each([
    ['in a DM', dm({ message: 'Hi {{first_name}}' }), 'actions[0].message', 'first_name'],
    ['in the subject of an email', email({ subject: '{{email}}' }), 'actions[0].subject', 'email'],
    ['in an email', email({ message: '{{recipient_email}}' }), 'actions[0].message', 'recipient_email'],
    ['with blanks', dm({ message: '{{ platform }}' }), 'actions[0].message', ' platform '],
    ['with a capital', dm({ message: '{{Platform}}' }), 'actions[0].message', 'Platform'],
    ['without a name', dm({ message: '{{}}' }), 'actions[0].message', ''],
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
  const body = of([TRIGGER], [ACTION]);
  const recorded = (given: unknown, kind: 'new' | 'update') =>
    findAutomationFaults(given, { kind }).map(formatFault);

  test.each([
    ['another platform', 'new', { ...body, platform: 'facebook' }, ['platform: must be exactly "instagram"']],
    ['a blank name', 'new', { ...body, name: ' ' }, ['name: must not be blank']],
    ['an account', 'new', { ...body, accountId: '1' }, ['accountId: not a known field']],
    ['a state', 'new', { ...body, active: false }, ['active: not a known field']],
    ['nothing in it', 'new', {}, ['triggers: is required', 'actions: is required']],
    ['no object', 'new', [body], ['body: must be an object']],
    [
      'a platform that is to change',
      'update',
      { ...body, platform: 'instagram' },
      ['platform: not a known field'],
    ],
    ['a state in words', 'update', { active: 'false' }, ['active: must be true or false']],
    ['nothing to change', 'update', {}, ['body: there is nothing to update']],
    ['no object', 'update', null, ['body: must be an object']],
  ] as const)('%s, %s', { tags: ['AUT-02', 'AUT-01'] }, (_what, kind, given, expected) => {
    expect(recorded(given, kind)).toEqual(expected);
  });

  test('only a part can be changed', () => {
    for (const part of [{ name: 'x' }, { description: '' }, { active: true }, { triggers: [TRIGGER] }]) {
      expect(recorded(part, 'update')).toEqual([]);
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
