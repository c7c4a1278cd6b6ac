import * as z from 'zod';
import { describeCommentRecord } from '../../../service/comment-records.ts';
import { CommentPlatform, PLATFORMS, Platform, PublishedDeletion } from '../../../service/platforms.ts';
import { type CellValue, type Column, pickMember } from '../../framework/output/view.ts';

/** Capabilities of one network, as `networks list` and `networks show` print them. */
export const NetworkEntry = z.strictObject({
  platform: Platform,
  name: z.string(),
  posts: z.boolean().describe('whether posts can be published to it'),
  deletesPublished: PublishedDeletion.describe(
    'whether a published post can be deleted; page-login: only when linked with the page-based login',
  ),
  comments: z.strictObject({
    byPost: z.boolean().describe('whether comments can be read by Service Post ID'),
    bySocialPost: z.boolean().describe("whether comments can be read by the network's own id of a post"),
    bySocialComment: z
      .boolean()
      .describe("whether comments can be read by the network's own id of a comment"),
    create: z.boolean(),
    reply: z.boolean(),
    fields: z.array(z.string()).describe('fields that a comment of this network can have'),
    replyFields: z
      .array(z.string())
      .describe('fields that a nested reply can have; empty when replies are not nested'),
  }),
  messages: z.boolean(),
  automations: z.boolean(),
});
export type NetworkEntry = z.infer<typeof NetworkEntry>;

/** A yes/no column that shows "no" as a dash, so that supported features stand out. */
function buildYesNoColumn(
  [name, title]: readonly [string, string],
  value: (network: NetworkEntry) => boolean,
  drop?: number,
): Column<NetworkEntry> {
  const shown = drop === undefined ? { dataOnly: true } : { drop };
  return { name, title, value, show: (network) => (value(network) ? 'yes' : '-'), ...shown };
}

function buildDataColumn(
  name: string,
  title: string,
  value: (network: NetworkEntry) => CellValue,
): Column<NetworkEntry> {
  return { name, title, value, dataOnly: true };
}

/** Columns of `networks list` and lines of `networks show`. */
export const NETWORK_COLUMNS: readonly Column<NetworkEntry>[] = [
  { ...pickMember('platform', 'value'), role: 'id', drop: 0 },
  { ...pickMember('name', 'network'), drop: 5 },
  buildYesNoColumn(['posts', 'posts'], ({ posts }) => posts, 2),
  { ...pickMember('deletesPublished', 'deleting posts'), dataOnly: true },
  buildYesNoColumn(['comments.byPost', 'comments'], ({ comments }) => comments.byPost, 1),
  buildYesNoColumn(['comments.bySocialPost', 'by post id'], ({ comments }) => comments.bySocialPost, 6),
  buildYesNoColumn(
    ['comments.bySocialComment', 'by comment id'],
    ({ comments }) => comments.bySocialComment,
    7,
  ),
  buildYesNoColumn(['comments.create', 'writing'], ({ comments }) => comments.create),
  buildYesNoColumn(['comments.reply', 'replying'], ({ comments }) => comments.reply),
  buildDataColumn('comments.fields', 'a comment carries', ({ comments }) => comments.fields),
  buildDataColumn('comments.replyFields', 'a reply carries', ({ comments }) => comments.replyFields),
  buildYesNoColumn(['messages', 'messages'], ({ messages }) => messages, 4),
  buildYesNoColumn(['automations', 'automations'], ({ automations }) => automations, 3),
];

export function toNetworkEntry(platform: Platform): NetworkEntry {
  const { name, posts, deletesPublished, comments, messages, automations } = PLATFORMS[platform];
  const {
    byPost = false,
    bySocialPost = false,
    bySocialComment = false,
    create = false,
    reply = false,
  } = comments ?? {};
  return {
    platform,
    name,
    posts,
    deletesPublished,
    comments: { byPost, bySocialPost, bySocialComment, create, reply, ...listCommentFields(platform) },
    messages: messages !== null,
    automations,
  };
}

function listCommentFields(platform: Platform): { fields: string[]; replyFields: string[] } {
  const known = CommentPlatform.safeParse(platform);
  if (!known.success) return { fields: [], replyFields: [] };
  const { comment, reply } = describeCommentRecord(known.data);
  return { fields: Object.keys(comment.shape), replyFields: Object.keys(reply?.shape ?? {}) };
}
