import * as z from 'zod';

/** Target that matches every post or story of the linked account, and nothing else. */
export const ALL = 'all';

const LOOKS_LIKE_ALL = /^\s*all\s*$/i;

/**
 * Schema of a target: an id of the network or exactly `all`; variants of `all` are rejected.
 *
 * @see docs/service/automations.md#AUT-07
 * @see docs/service/engine.md#M-05
 */
function createTargetSchema(kind: 'post' | 'story') {
  return z.string().refine((id) => id === ALL || (/^\S(.*\S)?$/s.test(id) && !LOOKS_LIKE_ALL.test(id)), {
    message: `must be a ${kind} id or exactly "${ALL}"`,
    params: { choices: [ALL] },
  });
}

const Keywords = z
  .array(z.string().regex(/\S/, 'must not be blank'))
  .min(1, 'must have at least one keyword')
  .describe('any of these words, as a whole word, in any case');

const StoryId = createTargetSchema('story').optional().describe(`id of a story, or ${ALL} (default: ${ALL})`);

const CommentKeyword = z.strictObject({
  type: z.literal('comment_keyword'),
  postId: createTargetSchema('post').describe(`the network's id of a post or reel, or ${ALL}`),
  keywords: Keywords,
});

const StoryReply = z.strictObject({ type: z.literal('story_reply'), storyId: StoryId });

const StoryComment = z.strictObject({
  type: z.literal('story_comment'),
  storyId: StoryId,
  keywords: Keywords.optional(),
});

const DmReaction = z.strictObject({
  type: z.literal('dm_reaction'),
  emoji: z
    .string()
    .regex(/\S/, 'must not be blank')
    .optional()
    .describe('emoji of the reaction (default: any)'),
});

const DmKeyword = z.strictObject({ type: z.literal('dm_keyword'), keywords: Keywords });

/**
 * The trigger types, all for Instagram, with the first words of an automation's default name. The service does not describe the configuration of `story_comment`; it
 * follows the other triggers.
 *
 * @see docs/service/automations.md#triggers, #story-comment, #AUT-02 to #AUT-07
 */
export const TRIGGERS = {
  comment_keyword: {
    shape: CommentKeyword,
    name: 'Comment',
    summary: 'a user comments on a post or reel with a keyword',
  },
  story_reply: { shape: StoryReply, name: 'Story reply', summary: 'a user replies to a story by DM' },
  story_comment: { shape: StoryComment, name: 'Story comment', summary: 'a user comments on a story' },
  dm_reaction: { shape: DmReaction, name: 'Reaction', summary: 'a user reacts to a DM with an emoji' },
  dm_keyword: { shape: DmKeyword, name: 'DM', summary: 'a user sends a DM with a keyword' },
} as const;
export type TriggerType = keyof typeof TRIGGERS;

/** What an automation reacts to; the fields of a trigger are siblings of `type`. */
export const Trigger = z.discriminatedUnion('type', [
  CommentKeyword,
  StoryReply,
  StoryComment,
  DmReaction,
  DmKeyword,
]);
export type Trigger = z.infer<typeof Trigger>;
