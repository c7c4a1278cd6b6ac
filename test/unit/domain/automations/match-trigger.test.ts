import { describe, expect, test } from 'vitest';
import { explainMismatch, matchTrigger } from '../../../../src/domain/automations/match-trigger.ts';
import type { Engagement } from '../../../../src/service/engagement.ts';
import type { Trigger } from '../../../../src/service/triggers.ts';
import {
  commentOn,
  dm,
  reaction,
  storyComment,
  storyReply,
} from '../../../support/automations/engagements.ts';

const POST = '17999000000000456';
const STORY = '18100000000000001';
const onPost = (postId: string, ...keywords: string[]): Trigger => ({
  type: 'comment_keyword',
  postId,
  keywords,
});
const onDm = (...keywords: string[]): Trigger => ({ type: 'dm_keyword', keywords });

/** Keywords of the triggers that fire, by their places; `-` where there is none. */
function fired(trigger: Trigger, engagement: Engagement): string | null {
  const match = matchTrigger([trigger], engagement);
  return match && (match.keyword === null ? '-' : match.keyword);
}

describe('a comment', () => {
  test.each([
    ['on the post', onPost(POST, 'price'), commentOn(), 'price'],
    ['on another post', onPost('17999000000000457', 'price'), commentOn(), null],
    ['on any post', onPost('all', 'price'), commentOn({ postId: '1' }), 'price'],
    ['on a post whose id begins alike', onPost('1799', 'price'), commentOn(), null],
    [
      'on the post by the id that the service has for it',
      onPost('Ab1', 'price'),
      commentOn({ servicePostId: 'Ab1' }),
      'price',
    ],
    ['on another post of the service', onPost('Ab1', 'price'), commentOn({ servicePostId: null }), null],
    ['with any one keyword', onPost('all', 'link', 'PRICE'), commentOn(), 'PRICE'],
    ['without a keyword', onPost('all', 'pric'), commentOn(), null],
    ['that is a DM', onPost('all', 'price'), dm('price'), null],
    ['that is on a story', onPost('all', 'price'), storyComment({ text: 'price' }), null],
  ])('%s', { tags: ['ENG-02', 'ENG-01', 'M-04'] }, (_what, trigger, engagement, expected) => {
    expect(fired(trigger, engagement)).toBe(expected);
  });
});

describe('a story', () => {
  test.each([
    ['a reply to it', { type: 'story_reply', storyId: STORY }, storyReply(), '-'],
    ['a reply to another', { type: 'story_reply', storyId: '1' }, storyReply(), null],
    ['a reply to any', { type: 'story_reply', storyId: 'all' }, storyReply(), '-'],
    ['a reply to any, by default', { type: 'story_reply' }, storyReply({ storyId: '2' }), '-'],
    ['a comment is no reply', { type: 'story_reply' }, storyComment(), null],
    ['any comment', { type: 'story_comment' }, storyComment(), '-'],
    ['a comment with a keyword', { type: 'story_comment', keywords: ['Lovely'] }, storyComment(), 'Lovely'],
    ['a comment without it', { type: 'story_comment', keywords: ['love'] }, storyComment(), null],
    ['a comment on another', { type: 'story_comment', storyId: '1' }, storyComment(), null],
    ['a reply is no comment', { type: 'story_comment' }, storyReply(), null],
  ] satisfies [string, Trigger, Engagement, string | null][])(
    '%s',
    { tags: ['ENG-03', 'M-06'] },
    (_what, trigger, engagement, expected) => {
      expect(fired(trigger, engagement)).toBe(expected);
    },
  );
});

describe('DMs and reactions', () => {
  test.each([
    ['a DM with a keyword', onDm('info'), dm('INFO?'), 'info'],
    ['a DM without one', onDm('info'), dm('hello'), null],
    ['a reply to a story is no DM of its own', onDm('lovely'), storyReply(), null],
    ['any emoji', { type: 'dm_reaction' }, reaction('🔥'), '🔥'],
    ['that emoji', { type: 'dm_reaction', emoji: '🔥' }, reaction('🔥'), '🔥'],
    ['another', { type: 'dm_reaction', emoji: '🔥' }, reaction('❤️'), null],
    ['however it is drawn', { type: 'dm_reaction', emoji: '❤️' }, reaction('❤'), '❤'],
    ['however it was drawn when it was set', { type: 'dm_reaction', emoji: '❤' }, reaction('❤️'), '❤️'],
    ['in text style', { type: 'dm_reaction', emoji: '❤️' }, reaction('❤\uFE0E'), '❤\uFE0E'],
    ['with a mark that is not seen', { type: 'dm_reaction', emoji: '🔥\u200B' }, reaction('🔥'), '🔥'],
    ['another heart', { type: 'dm_reaction', emoji: '❤️' }, reaction('♥️'), null],
    ['composed or not', { type: 'dm_reaction', emoji: 'é' }, reaction('e\u0301'), 'e\u0301'],
    ['another skin tone', { type: 'dm_reaction', emoji: '👍' }, reaction('👍🏽'), null],
    ['a part of it', { type: 'dm_reaction', emoji: '👩' }, reaction('👩‍👧'), null],
    ['a keyword is no emoji', onDm('🔥'), reaction('🔥'), null],
  ] satisfies [string, Trigger, Engagement, string | null][])(
    '%s',
    { tags: ['ENG-01', 'M-07', 'ENG-18', 'ENG-03', 'U-33'] },
    (_what, trigger, engagement, expected) => {
      expect(fired(trigger, engagement)).toBe(expected);
    },
  );
});

describe('several triggers', () => {
  test('the first one in order fires, whichever others would', { tags: ['U-11'] }, () => {
    const triggers = [onDm('price'), onPost('1', 'price'), onPost('all', 'please'), onPost(POST, 'price')];
    expect(matchTrigger(triggers, commentOn())).toEqual({ index: 2, keyword: 'please' });
  });

  test('none of them, or none at all', { tags: ['U-11'] }, () => {
    expect(matchTrigger([onDm('price'), { type: 'dm_reaction' }], commentOn())).toBeNull();
    expect(matchTrigger([], commentOn())).toBeNull();
  });
});

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
    ['a part of what no blank parts', 'INFO를', ['info'], '"info" is only part of "INFO를"'],
    ['an emoji that is a part of another', 'yes 👍🏽', ['👍'], '"👍" is only part of "👍🏽"'],
    ['an accent too few', 'where is the cafe', ['café'], '"café" and "cafe" differ by an accent'],
    ['an accent too many', 'ínfo lütfen', ['info'], '"info" and "ínfo" differ by an accent'],
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
