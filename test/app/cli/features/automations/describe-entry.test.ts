import { expect, test } from 'vitest';
import {
  describeAction,
  describeTrigger,
  formatDedupWindow,
  formatState,
} from '../../../../../src/domain/automations/describe-automation.ts';
import { describeEntryFields } from '../../../../../src/domain/automations/entry-fields.ts';
import { EVENT_TRIGGERS } from '../../../../../src/domain/automations/event-triggers.ts';
import { ACTIONS } from '../../../../../src/service/actions.ts';
import { TRIGGERS } from '../../../../../src/service/triggers.ts';

const keywords = ['A', 'B  C'];

test.each([
  ['comment_keyword', { postId: 'all', keywords }, 'a comment with A or B  C on any post'],
  ['comment_keyword', { postId: '179', keywords: ['A'] }, 'a comment with A on the post 179'],
  ['story_reply', {}, 'a reply to any story'],
  ['story_reply', { storyId: '42' }, 'a reply to the story 42'],
  ['story_comment', { storyId: '42' }, 'a comment on the story 42'],
  ['story_comment', { keywords }, 'a comment with A or B  C on any story'],
  ['dm_reaction', {}, 'any reaction to a DM'],
  ['dm_reaction', { emoji: '❤️' }, 'the reaction ❤️ to a DM'],
  ['dm_keyword', { keywords }, 'a DM with A or B  C'],
  ['odd', { a: 1 }, '{"type":"odd","a":1}'],
])('the trigger %s with %j', (type, config, sentence) => {
  expect(describeTrigger({ id: 'trg_1', type, active: true, config })).toBe(sentence);
  expect(describeTrigger({ type, ...config })).toBe(sentence);
});

test.each(Object.keys(TRIGGERS))(
  'the trigger %s has a sentence, and one event on the command line',
  (type) => {
    expect(describeTrigger({ type })).not.toContain(type);
    expect(Object.values<string>(EVENT_TRIGGERS).filter((each) => each === type)).toEqual([type]);
  },
);

test.each(Object.keys(ACTIONS))('the action %s has a sentence', (type) => {
  expect(describeAction({ type })).not.toContain(type);
});

test.each([
  ['send_dm', { message: 'Hi' }, 'send a DM, once in 7 days per person\nHi'],
  ['send_dm', {}, 'send a DM, once in 7 days per person\n'],
  [
    'send_dm',
    { message: 'Hi', messageUrl: 'https://a.example', timeoutMs: 500 },
    'send a DM, once in 7 days per person\nrequests the text from https://a.example; fallback after 500 ms:\nHi',
  ],
  ['fire_webhook', { dedupWindowMinutes: 0 }, 'fire the webhook, every time'],
  [
    'fire_webhook',
    { sendCompletedEvent: true },
    'fire the webhook, once in 7 days per person, and an event when the dispatch completes',
  ],
  [
    'send_email',
    { to: 'a@b.example', subject: 'New', message: 'Look' },
    'send an email to a@b.example, once in 7 days per person\nsubject: New\nLook',
  ],
  ['send_email', { to: 'a@b.example' }, 'send an email to a@b.example, once in 7 days per person\n'],
  ['odd', {}, '{"type":"odd"}'],
])('the action %s with %j', (type, config, sentence) => {
  expect(describeAction({ type, config })).toBe(sentence);
});

test.each([
  [undefined, 'once in 7 days per person'],
  [1, 'once in a minute per person'],
  [59, 'once in 59 minutes per person'],
  [60, 'once in an hour per person'],
  [90, 'once in 90 minutes per person'],
  [1_440, 'once in a day per person'],
  [2_880, 'once in 2 days per person'],
])('%s minutes', { tags: ['AUT-11'] }, (minutes, words) => {
  expect(formatDedupWindow(minutes)).toBe(words);
});

test('an automation is active or paused', () => {
  expect([true, false].map((active) => formatState({ active }))).toEqual(['active', 'paused']);
});

const DEDUP = 'runs once per person in this many minutes; 0: every time (default: 10080)';

test.each([
  [
    'comment_keyword',
    [
      ['postId', 'text', false, "the network's id of a post or reel, or all"],
      ['keywords', 'list', false, 'any of these words, as a whole word, in any case'],
    ],
  ],
  ['story_reply', [['storyId', 'text', true, 'id of a story, or all (default: all)']]],
  [
    'fire_webhook',
    [
      ['sendCompletedEvent', 'switch', true, 'also send an event when the dispatch completes'],
      ['dedupWindowMinutes', 'number', true, DEDUP],
    ],
  ],
  ['toString', []],
])('the fields of %s, as forms show them', (type, expected) => {
  const fields = describeEntryFields(type);
  expect(fields.map((field) => [field.name, field.kind, field.isOptional, field.description])).toEqual(
    expected,
  );
});
