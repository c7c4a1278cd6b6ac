import type { CommentPlatform } from '../../service/platforms.ts';
import type { Random } from '../generate-keys.ts';
import { generateRandomText } from '../generate-random-text.ts';
import { ALPHANUMERIC, BASE_32, BASE_36, DIGITS } from './derived-ids.ts';

/** What a network includes in the id of a new comment. */
interface CommentIdContext {
  /** The network's id of the author's account. */
  readonly accountId: string;
  /** Social Post ID. */
  readonly postId: string;
  /** The parent comment; null for a comment on the post. */
  readonly parentId: string | null;
}

/** Draws random characters of an alphabet. */
type LetterSource = (alphabet: string, length: number) => string;

/** Format of each network's comment ids. */
const COMMENT_IDS: Readonly<
  Record<CommentPlatform, (letters: LetterSource, place: CommentIdContext) => string>
> = {
  bluesky: (letters, { accountId }) => `at://${accountId}/app.bsky.feed.post/3l${letters(BASE_32, 11)}`,
  facebook: (letters, { postId }) => `${postId.split('_').at(-1)}_${letters(DIGITS, 15)}`,
  instagram: (letters) => `18${letters(DIGITS, 15)}`,
  linkedin: (letters, { postId }) => `urn:li:comment:(${postId},7${letters(DIGITS, 18)})`,
  reddit: (letters) => `t1_m${letters(BASE_36, 6)}`,
  threads: (letters) => `180${letters(DIGITS, 14)}`,
  tiktok: (letters) => `74${letters(DIGITS, 17)}`,
  twitter: (letters) => `19${letters(DIGITS, 17)}`,
  youtube: (letters, { parentId }) =>
    parentId === null
      ? `Ugw${letters(`${ALPHANUMERIC}-_`, 16)}4AaABAg`
      : `${parentId.split('.', 1)[0]}.${letters(`${ALPHANUMERIC}-_`, 22)}`,
};

/** A random id in the network's format. */
export function createSocialCommentId(
  platform: CommentPlatform,
  place: CommentIdContext,
  random: Random,
): string {
  return COMMENT_IDS[platform]((alphabet, length) => generateRandomText(random, alphabet, length), place);
}
