import { expect, test } from 'vitest';
import { findUnsureTarget } from '../../../../../src/domain/automations/unknown-target.ts';
import type { Engagement } from '../../../../../src/service/engagement.ts';
import type { Trigger } from '../../../../../src/service/triggers.ts';
import { commentOn, dm, storyReply } from '../../../../support/automations/engagements.ts';

const OURS = 'Lt5nQ8wZ2xRk7VbM3cYp';
const onPost = (postId: string): Trigger => ({ type: 'comment_keyword', postId, keywords: ['price'] });

test("a story by the service's id may be the one of the network's id", () => {
  const trigger: Trigger = { type: 'story_reply', storyId: OURS };
  expect(findUnsureTarget(trigger, storyReply({ storyId: '19' }))).toEqual({
    assumedTrigger: { type: 'story_reply', storyId: 'all' },
    message: `cannot be determined here: ${OURS} looks like a Service Post ID, and 19 may be the same story; "crier posts get" shows the ids of ${OURS}`,
  });
});

test.each([
  ['ids of one kind', onPost('1799'), commentOn({ postId: '1800' })],
  ['two ids of the service', onPost(OURS), commentOn({ postId: OURS.toLowerCase() })],
  ['every post', onPost('all'), commentOn({ postId: OURS })],
  [
    'the post whose id of the service is known',
    onPost(OURS),
    commentOn({ postId: '1', servicePostId: OURS }),
  ],
  ['another kind of event', onPost(OURS), dm('price')],
  ['a trigger that listens to no place', { type: 'story_reply' }, storyReply({ storyId: OURS })],
] satisfies [string, Trigger, Engagement][])('%s are distinguished', (_what, trigger, engagement) => {
  expect(findUnsureTarget(trigger, engagement)).toBeNull();
});
