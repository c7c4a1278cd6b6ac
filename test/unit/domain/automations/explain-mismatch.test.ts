import { describe, expect, test } from 'vitest';
import { explainMismatch } from '../../../../src/domain/automations/match-trigger.ts';
import type { Engagement } from '../../../../src/service/engagement.ts';
import type { Trigger } from '../../../../src/service/triggers.ts';
import { commentOn, dm, reaction, storyComment, storyReply } from '../../../support/engagements.ts';

const onDm = (...keywords: string[]): Trigger => ({ type: 'dm_keyword', keywords });

test.each([
  ['another kind', onDm('price'), commentOn(), 'it listens for a DM, but this is a comment'],
  [
    'a reply where a comment is awaited',
    { type: 'story_comment' },
    storyReply(),
    'it listens for a comment on a story, but this is a reply to a story',
  ],
  [
    'a reaction where a comment is awaited',
    { type: 'comment_keyword', postId: 'all', keywords: ['a'] },
    reaction('🔥'),
    'it listens for a comment, but this is a reaction to a DM',
  ],
  [
    'another post',
    { type: 'comment_keyword', postId: '1799', keywords: ['price'] },
    commentOn({ postId: '1800' }),
    'it listens only to the post 1799, but this is on 1800',
  ],
  [
    'another story',
    { type: 'story_reply', storyId: '18' },
    storyReply({ storyId: '19' }),
    'it listens only to the story 18, but this is on 19',
  ],
  ['another emoji', { type: 'dm_reaction', emoji: '🔥' }, reaction('❤️'), 'it listens for 🔥, but this is ❤️'],
  [
    'another skin tone',
    { type: 'dm_reaction', emoji: '👍' },
    reaction('👍🏽'),
    'it listens for 👍, but this is 👍🏽: their skin tones differ',
  ],
  [
    'no keyword, on a story',
    { type: 'story_comment', keywords: ['a b'] },
    storyComment(),
    'the text contains none of its keywords: "a b"',
  ],
] satisfies [string, Trigger, Engagement, string][])('%s', (_what, trigger, engagement, expected) => {
  expect(explainMismatch(trigger, engagement)).toBe(expected);
});

describe('a keyword that is not there', () => {
  test.each([
    ['a part of a longer word', 'freedom!', ['free'], '"free" is only part of "freedom"'],
    ['a part of what no blank parts', 'INFO希望です', ['info'], '"info" is only part of "INFO希望です"'],
    ['an emoji that is a part of another', 'yes 👍🏽', ['👍'], '"👍" is only part of "👍🏽"'],
    ['an accent too few', 'where is the cafe', ['café'], '"café" and "cafe" differ by an accent'],
    ['an accent too many', 'İNFO lütfen', ['info'], '"info" and "İNFO" differ by an accent'],
    [
      'an accent in one of two words',
      'menu du café',
      ['menu du cafe'],
      '"menu du cafe" and the text differ by an accent',
    ],
    ['a letter that is wrong', 'send giude', ['GUIDE'], '"GUIDE" and "giude" differ by a letter'],
    ['a letter too few', 'send Recpe', ['recipe'], '"recipe" and "Recpe" differ by a letter'],
    [
      'words that are apart',
      'price of the list',
      ['price list'],
      'the words of "price list" are not next to each other',
    ],
    [
      'none near: short words are a letter away from many',
      'hey',
      ['her'],
      'the text contains none of its keywords: "her"',
    ],
    [
      'none near',
      'hello',
      ['a b', 'guide', 'link'],
      'the text contains none of its keywords: "a b", "guide", "link"',
    ],
    [
      'none near, though its letters are there',
      'c lang',
      ['c++'],
      'the text contains none of its keywords: "c++"',
    ],
    ['no text', '', ['guide'], 'the text contains none of its keywords: "guide"'],
    ['the nearest of several', 'freedom cafe', ['free', 'café'], '"café" and "cafe" differ by an accent'],
    [
      'a long list',
      'hello',
      ['k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7'],
      'the text contains none of its keywords: "k1", "k2", "k3", "k4", "k5" and 2 more',
    ],
    ['a long word', `${'x'.repeat(60)}guide`, ['guide'], `"guide" is only part of "${'x'.repeat(39)}…"`],
  ])('%s', (_what, text, keywords, expected) => {
    expect(explainMismatch(onDm(...keywords), dm(text))).toBe(expected);
  });
});

test('nothing is reported of a trigger that fires', () => {
  expect(explainMismatch(onDm('info'), dm('INFO'))).toBeNull();
  expect(explainMismatch({ type: 'dm_reaction' }, reaction('🔥'))).toBeNull();
  expect(explainMismatch({ type: 'story_reply' }, storyReply())).toBeNull();
});
