import * as z from 'zod';
import { COMMENT_RECORDS } from '../facts/comment-records.ts';
import { CommentPlatform, PLATFORMS, Platform } from '../facts/platforms.ts';

/** What works on one network, as `networks list` and `networks show` print it. */
export const NetworkEntry = z.strictObject({
  platform: Platform,
  name: z.string(),
  posts: z.boolean().describe('posts can be sent to it'),
  comments: z.strictObject({
    byPost: z.boolean().describe('comments come with a Service Post ID'),
    bySocialPost: z.boolean().describe("comments can be read by the network's own id of a post"),
    bySocialComment: z.boolean().describe("comments can be read by the network's own id of a comment"),
    create: z.boolean(),
    reply: z.boolean(),
    fields: z.array(z.string()).describe('what a comment of this network can carry'),
    replyFields: z
      .array(z.string())
      .describe('what a reply can carry; empty when replies do not come nested'),
  }),
  messages: z.boolean(),
  automations: z.boolean(),
});
export type NetworkEntry = z.infer<typeof NetworkEntry>;

export function networkEntry(platform: Platform): NetworkEntry {
  const { name, posts, comments, messages, automations } = PLATFORMS[platform];
  const { byPost, bySocialPost, bySocialComment, create, reply } = comments;
  return {
    platform,
    name,
    posts,
    comments: { byPost, bySocialPost, bySocialComment, create, reply, ...fieldsOf(platform) },
    messages,
    automations,
  };
}

function fieldsOf(platform: Platform): { fields: string[]; replyFields: string[] } {
  const known = CommentPlatform.safeParse(platform);
  if (!known.success) return { fields: [], replyFields: [] };
  const { comment, reply } = COMMENT_RECORDS[known.data];
  return { fields: Object.keys(comment.shape), replyFields: Object.keys(reply?.shape ?? {}) };
}
