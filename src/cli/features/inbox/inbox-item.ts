import * as z from 'zod';
import type { ReferenceTarget } from '../../framework/output/reference.ts';
import { type Column, type ListView, pickMember } from '../../framework/output/view.ts';
import { Author } from '../comments/comment.ts';
import { ProfileAlias } from '../comments/read-profiles.ts';

export const ItemKind = z.enum(['comment', 'message', 'review']);
export type ItemKind = z.infer<typeof ItemKind>;

const ItemState = z.enum(['waiting', 'answered', 'done', 'unknown']);
type ItemState = z.infer<typeof ItemState>;

/** A comment, the conversation with a person, or a review. Members that the kind does not have are null. */
export const InboxItem = z.strictObject({
  kind: ItemKind,
  profile: ProfileAlias,
  platform: z.string().describe('a Platform Value'),
  id: z.string().describe('of the comment, the newest message, or the review; "inbox done" takes it'),
  state: ItemState.describe('unknown: its replies are not all listed, so one of yours may be among them'),
  person: Author.describe('who wrote it, or writes with you'),
  text: z.string().nullable().describe('of a conversation, the newest message of either side'),
  mediaUrls: z.array(z.string()).describe('images and videos of the newest message'),
  at: z.string().nullable().describe('UTC, YYYY-MM-DDThh:mm:ssZ'),
  likes: z.number().nullable(),
  url: z.string().nullable().describe('of the comment, or of its post there'),
  postId: z.string().nullable().describe('comment: Service Post ID of the post, whose text is in `posts`'),
  videoId: z.string().nullable().describe('comment on TikTok: id of the video, which a reply needs'),
  commentUrn: z
    .string()
    .nullable()
    .describe('comment on LinkedIn: URN, which a reply needs if the id is none'),
  conversationId: z.string().nullable().describe('message: id of the conversation'),
  answerUntil: z
    .string()
    .nullable()
    .describe('message: when the network stops to take an answer, UTC; null without a limit'),
  stars: z.int().nullable().describe('review on gmb: 1 to 5'),
  isRecommended: z.boolean().nullable().describe('review on facebook: whether the page is recommended'),
  reply: z.string().nullable().describe('review: your reply'),
});
export type InboxItem = z.infer<typeof InboxItem>;

/** What only some kinds have. */
export const NOTHING_MORE = {
  ...{ mediaUrls: [], likes: null, url: null, postId: null, videoId: null, commentUrn: null },
  ...{ conversationId: null, answerUntil: null, stars: null, isRecommended: null, reply: null },
} as const satisfies Partial<InboxItem>;

/** @param isDone whether it is marked as done on this machine, or in the file of the team */
export function deriveState(isAnswered: boolean | null, isDone: boolean): ItemState {
  if (isAnswered === true) return 'answered';
  if (isDone) return 'done';
  return isAnswered === null ? 'unknown' : 'waiting';
}

/** Which items `--state` lists. */
export const LISTED_STATES: Readonly<Record<'waiting' | 'done' | 'all', readonly ItemState[]>> = {
  waiting: ['waiting'],
  done: ['answered', 'done'],
  all: ItemState.options,
};

/** @param namesProfile whether tables show the profile, since there are several */
export function buildItemColumns(namesProfile: boolean): readonly Column<InboxItem>[] {
  return [
    {
      ...pickMember('profile', 'profile'),
      placeholder: () => 'Primary',
      role: 'name',
      drop: 0,
      least: 9,
      dataOnly: !namesProfile,
    },
    { ...pickMember('kind', 'kind'), role: 'dim', drop: 2 },
    { ...pickMember('platform', 'network'), role: 'network', drop: 0, least: 9 },
    { ...pickMember('id', 'id'), role: 'id', dataOnly: true, inWide: true },
    { ...pickMember('state', 'state'), role: 'status', drop: 4 },
    {
      name: 'person.handle',
      title: 'from',
      value: ({ person }) => person.handle,
      show: ({ person: { handle, name, id } }) => (handle === null ? (name ?? id ?? '') : `@${handle}`),
      placeholder: () => '-',
      role: 'name',
      drop: 1,
      least: 16,
    },
    { name: 'person.name', title: 'name', value: ({ person }) => person.name, dataOnly: true },
    { ...pickMember('stars', 'stars'), role: 'stars', dataOnly: true, inWide: true },
    {
      ...pickMember('text', 'text'),
      show: ({ text, mediaUrls }) => [text ?? '', ...mediaUrls].filter(Boolean).join(' '),
      role: 'text',
      flexible: true,
    },
    { ...pickMember('at', 'when'), role: 'time', least: 8, drop: 2 },
    { ...pickMember('likes', 'likes'), role: 'count', dataOnly: true },
    { ...pickMember('postId', 'post id'), role: 'id', dataOnly: true },
    { ...pickMember('conversationId', 'conversation'), role: 'id', dataOnly: true },
    { ...pickMember('answerUntil', 'answer until'), role: 'time', dataOnly: true },
    { ...pickMember('isRecommended', 'recommended'), dataOnly: true },
    { ...pickMember('reply', 'reply'), dataOnly: true },
    { ...pickMember('url', 'url'), dataOnly: true },
  ];
}

/** Comments and reviews have short references; a conversation is named by its person. */
export const ITEM_REFERENCES: NonNullable<ListView<InboxItem>['references']> = {
  column: 'id',
  target: ({ kind, id, platform, profile, videoId, commentUrn }): ReferenceTarget | null =>
    kind === 'message'
      ? null
      : {
          ...{ kind, id, platform, profile },
          ...(videoId !== null && { videoId }),
          ...(commentUrn !== null && { commentUrn }),
        },
};
