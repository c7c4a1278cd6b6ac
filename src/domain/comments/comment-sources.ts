import { Platform } from '../../service/platforms.ts';

/** Path of a value in a record. */
export type FieldPath = readonly [string] | readonly [string, string];

/** Where the fields of a normalized comment can be found in a network's record; the first path with a value wins. */
export interface CommentSources {
  readonly id: readonly FieldPath[];
  readonly parentId: readonly FieldPath[];
  readonly text: readonly FieldPath[];
  readonly createdAt: readonly FieldPath[];
  readonly likes: readonly FieldPath[];
  readonly replyCount: readonly FieldPath[];
  readonly url: readonly FieldPath[];
  readonly authorId: readonly FieldPath[];
  readonly name: readonly FieldPath[];
  readonly handle: readonly FieldPath[];
  readonly authorUrl: readonly FieldPath[];
  readonly avatarUrl: readonly FieldPath[];
}

const COMMON: CommentSources = {
  id: [['commentId']],
  parentId: [['parentId'], ['parent', 'id']],
  text: [['comment']],
  createdAt: [['created']],
  likes: [['likeCount']],
  replyCount: [['replyCount']],
  url: [['commentUrl']],
  authorId: [['from', 'id']],
  name: [['from', 'name']],
  handle: [['userName'], ['username']],
  authorUrl: [['from', 'url']],
  avatarUrl: [['profileImageUrl']],
};

/** The field sources of each network. @see docs/service/comments.md#record, #COM-09, #COM-10 */
const COMMENT_SOURCES: Readonly<Record<Platform, CommentSources>> = {
  bluesky: { ...COMMON, name: [['displayName']] },
  facebook: { ...COMMON, replyCount: [['commentCount']] },
  gmb: COMMON,
  instagram: {
    ...COMMON,
    // a reply has `id`
    id: [['commentId'], ['id']],
    authorId: [
      ['from', 'id'],
      ['user', 'id'],
    ],
    handle: [['from', 'username'], ['username'], ['userName']],
  },
  linkedin: COMMON,
  pinterest: COMMON,
  reddit: { ...COMMON, likes: [['ups']], handle: [['from', 'name']] },
  snapchat: COMMON,
  telegram: COMMON,
  threads: COMMON,
  tiktok: {
    ...COMMON,
    // the second of each pair belongs to replies
    parentId: [['parentId'], ['parentCommentId']],
    createdAt: [['created'], ['createTime']],
    likes: [['likeCount'], ['likes']],
    authorId: [['userId']],
    name: [['displayName']],
  },
  twitter: { ...COMMON, name: [['name']] },
  whatsapp: COMMON,
  youtube: { ...COMMON, authorUrl: [['channelUrl']] },
};

/** An unknown network has the common sources. */
export function getCommentSources(platform: string): CommentSources {
  const known = Platform.safeParse(platform);
  return known.success ? COMMENT_SOURCES[known.data] : COMMON;
}
