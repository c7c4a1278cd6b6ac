import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileTriggers } from '../../../../src/domain/automations/compile-triggers.ts';
import { matchTrigger } from '../../../../src/domain/automations/match-trigger.ts';
import type { Engagement } from '../../../../src/service/engagement.ts';
import type { Trigger } from '../../../../src/service/triggers.ts';
import {
  commentOn,
  dm,
  reaction,
  storyComment,
  storyReply,
} from '../../../support/automations/engagements.ts';
import { scaled } from '../../../support/scale.ts';
import { testSeed } from '../../../support/test-seed.ts';

/** Few, so that they meet: plain, inside one another, of several words, without blanks, and no words at all. */
const WORDS = [
  'price',
  'Price',
  'pri',
  'price list',
  'list',
  '価格',
  '価',
  '🔥',
  '🔥🔥',
  'café',
  'straße',
  'c++',
  'sınır',
  'sinir',
  'SINIR',
  'SINIR list',
  'sınır list',
  'ｐｒｉｃｅ',
  ' ',
];
const word = fc.constantFrom(...WORDS);
const keywords = fc.array(fc.constantFrom(...WORDS.slice(0, -1)), { minLength: 1, maxLength: 4 });
const place = fc.constantFrom('1', '2', 'all');

const trigger: fc.Arbitrary<Trigger> = fc.oneof(
  fc.record({ type: fc.constant('comment_keyword' as const), postId: place, keywords }),
  fc.record({ type: fc.constant('dm_keyword' as const), keywords }),
  fc.record({ type: fc.constant('story_reply' as const) }),
  fc.record({ type: fc.constant('story_reply' as const), storyId: place }),
  fc.record({ type: fc.constant('story_comment' as const), storyId: place }),
  fc.record({ type: fc.constant('story_comment' as const), storyId: place, keywords }),
  fc.record({ type: fc.constant('dm_reaction' as const) }),
  fc.record({ type: fc.constant('dm_reaction' as const), emoji: fc.constantFrom('🔥', '❤️') }),
);

const text = fc
  .array(word, { maxLength: 5 })
  .chain((words) => fc.constantFrom(words.join(' '), words.join('')));

const engagement: fc.Arbitrary<Engagement> = fc.oneof(
  fc.tuple(text, place).map(([said, postId]) => commentOn({ text: said, postId })),
  text.map(dm),
  place.map((storyId) => storyReply({ storyId })),
  fc.tuple(text, place).map(([said, storyId]) => storyComment({ text: said, storyId })),
  fc.constantFrom('🔥', '❤', '👍').map(reaction),
);

const seed = testSeed();

test(`many lists together give what each gives separately (seed ${seed})`, { tags: ['U-11', 'M-04'] }, () => {
  let fired = 0;
  fc.assert(
    fc.property(
      fc.array(fc.array(trigger, { maxLength: 5 }), { maxLength: 6 }),
      fc.array(engagement, { minLength: 1, maxLength: 4 }),
      (lists, engagements) => {
        const match = compileTriggers(lists);
        for (const each of engagements) {
          const alone = lists.flatMap((triggers, list) => {
            const found = matchTrigger(triggers, each);
            return found === null ? [] : [[list, found] as const];
          });
          fired += alone.length;
          expect([...match(each)].toSorted(([one], [other]) => one - other)).toEqual(alone);
        }
      },
    ),
    { seed, numRuns: scaled(250, 50_000) },
  );
  expect(fired).toBeGreaterThan(100);
});
