import type { Engagement } from '../../../src/service/engagement.ts';

type EngagementOf<K extends Engagement['kind']> = Extract<Engagement, { kind: K }>;

const EVERY = {
  eventId: '18055000000000789',
  from: { id: '17841499000000777', username: 'mara' },
  at: Date.UTC(2026, 2, 2, 8, 15),
};

/** A comment on an instagram post, with what the test is about. */
export function commentOn(fields: Partial<EngagementOf<'comment'>> = {}): Engagement {
  return {
    kind: 'comment',
    ...EVERY,
    commentId: '18055000000000789',
    text: 'price please',
    postId: '17999000000000456',
    ...fields,
  };
}

export function storyReply(fields: Partial<EngagementOf<'story_reply'>> = {}): Engagement {
  return {
    kind: 'story_reply',
    ...EVERY,
    messageId: 'mid.1',
    text: 'lovely',
    storyId: '18100000000000001',
    ...fields,
  };
}

export function storyComment(fields: Partial<EngagementOf<'story_comment'>> = {}): Engagement {
  return {
    kind: 'story_comment',
    ...EVERY,
    commentId: '1805',
    text: 'lovely',
    storyId: '18100000000000001',
    ...fields,
  };
}

export function dm(text: string): Engagement {
  return { kind: 'dm', ...EVERY, messageId: 'mid.2', text };
}

export function reaction(emoji: string): Engagement {
  return { kind: 'reaction', ...EVERY, messageId: 'mid.3', emoji };
}
