import type { CommentPlatform, MessagePlatform, ReviewPlatform } from './platforms.ts';

/**
 * What a network counts: `weighted` as on X, `emojiBytes` characters with each emoji as its bytes of UTF-8, as on
 * Threads. A code unit is one of UTF-16, a byte one of UTF-8.
 */
export type TextUnit = 'weighted' | 'graphemes' | 'codePoints' | 'codeUnits' | 'bytes' | 'emojiBytes';

/** Maximum length of a text. */
export interface TextLimit {
  readonly unit: TextUnit;
  readonly max: number;
  /** The network documents characters, and not which: it may count more than graphemes. */
  readonly isUnitUnknown?: true;
  /** Known from its app or from other tools, not documented for its interface: only a warning. */
  readonly isSuspected?: true;
}

/** A limit of a network that only says "characters". */
export function limitCharacters(max: number): TextLimit {
  return { unit: 'graphemes', max, isUnitUnknown: true };
}
function markSuspected(limit: TextLimit): TextLimit {
  return { ...limit, isSuspected: true };
}

/** Of comments and replies; several apply together. @see docs/service/limits.md#texts */
export const COMMENT_LIMITS: Readonly<Record<CommentPlatform, readonly TextLimit[]>> = {
  // a reply is a post: lexicons/app/bsky/feed/post.json
  bluesky: [
    { unit: 'graphemes', max: 300 },
    { unit: 'bytes', max: 3_000 },
  ],
  facebook: [markSuspected(limitCharacters(8_000))],
  instagram: [markSuspected(limitCharacters(2_200))],
  linkedin: [markSuspected(limitCharacters(1_250))],
  // https://github.com/reddit-archive/reddit: r2/r2/controllers/api.py, POST_comment
  reddit: [limitCharacters(10_000)],
  // a reply is a post: https://developers.facebook.com/docs/threads/posts
  threads: [{ unit: 'emojiBytes', max: 500 }],
  tiktok: [markSuspected(limitCharacters(150))],
  // a reply is a post, and accounts with premium have longer ones
  twitter: [markSuspected({ unit: 'weighted', max: 280 })],
  youtube: [markSuspected(limitCharacters(10_000))],
};

/** Of direct messages. @see docs/service/limits.md#texts */
export const MESSAGE_LIMITS: Readonly<Record<MessagePlatform, readonly TextLimit[]>> = {
  // https://developers.facebook.com/docs/messenger-platform/reference/send-api, message.text
  facebook: [limitCharacters(2_000)],
  // https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/messaging-api
  instagram: [{ unit: 'bytes', max: 1_000 }],
  // https://developer.x.com/en/docs/x-api/direct-messages/manage/api-reference: text of each of the three methods
  twitter: [limitCharacters(10_000)],
};

/** Of replies to reviews. @see docs/service/limits.md#texts */
export const REVIEW_REPLY_LIMITS: Readonly<Record<ReviewPlatform, readonly TextLimit[]>> = {
  facebook: [markSuspected(limitCharacters(8_000))],
  // https://developers.google.com/my-business/reference/rest/v4/accounts.locations.reviews#reviewreply
  gmb: [{ unit: 'bytes', max: 4_096 }],
};
