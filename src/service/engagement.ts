import * as z from 'zod';
import type { TriggerType } from './triggers.ts';

const CommonFields = {
  eventId: z.string().describe("the network's id of what the person did"),
  from: z.strictObject({
    id: z.string().describe("the person's Instagram-scoped id"),
    username: z.string().nullable().describe('null if the network does not provide it'),
  }),
  at: z
    .number()
    .nullable()
    .describe('time in milliseconds since 1970; null if the network does not provide it'),
};

const Comment = z.strictObject({
  kind: z.literal('comment'),
  ...CommonFields,
  commentId: z.string(),
  text: z.string(),
  postId: z.string().describe("the network's id of the post or reel"),
  servicePostId: z.string().nullable().optional().describe('the Service Post ID of that post, if it has one'),
});

const StoryReply = z.strictObject({
  kind: z.literal('story_reply'),
  ...CommonFields,
  messageId: z.string(),
  text: z.string(),
  storyId: z.string(),
});

const StoryComment = z.strictObject({
  kind: z.literal('story_comment'),
  ...CommonFields,
  commentId: z.string(),
  text: z.string(),
  storyId: z.string(),
});

const Dm = z.strictObject({
  kind: z.literal('dm'),
  ...CommonFields,
  messageId: z.string(),
  text: z.string(),
});

const Reaction = z.strictObject({
  kind: z.literal('reaction'),
  ...CommonFields,
  messageId: z.string().describe('the DM that was reacted to'),
  emoji: z.string(),
});

/**
 * An engagement event on Instagram that automations react to, as the network reports it.
 *
 * @see docs/service/automations.md#triggers
 * @see docs/service/callbacks.md#request
 */
export const Engagement = z.discriminatedUnion('kind', [Comment, StoryReply, StoryComment, Dm, Reaction]);
export type Engagement = z.infer<typeof Engagement>;
export type EngagementKind = Engagement['kind'];

interface EngagementFact {
  /** With its article, for use in sentences. */
  name: string;
  /** The trigger type that listens to it. */
  trigger: TriggerType;
  /**
   * Whether the event includes the person's username; if not, only the id is known.
   *
   * @see docs/service/webhooks.md#HOOK-23
   * @see docs/service/engine.md#M-13
   */
  carriesUsername: boolean;
  /** Whether webhooks, callbacks and activity have its text. @see docs/service/engine.md#M-12 */
  reportsText: boolean;
}

export const ENGAGEMENTS = {
  comment: { name: 'a comment', trigger: 'comment_keyword', carriesUsername: true, reportsText: true },
  story_reply: {
    name: 'a reply to a story',
    trigger: 'story_reply',
    carriesUsername: false,
    reportsText: false,
  },
  story_comment: {
    name: 'a comment on a story',
    trigger: 'story_comment',
    carriesUsername: true,
    reportsText: true,
  },
  dm: { name: 'a DM', trigger: 'dm_keyword', carriesUsername: false, reportsText: true },
  reaction: { name: 'a reaction to a DM', trigger: 'dm_reaction', carriesUsername: false, reportsText: true },
} as const satisfies Record<EngagementKind, EngagementFact>;
