import { ASSUMED } from '../../service/assumed.ts';
import { insertHashtags } from '../publish/additions.ts';
import { foldWords } from '../store/media.ts';
import type { Handler } from './handler.ts';
import { requireUsableAccount } from './network-legs.ts';

/** Defaults. @see docs/service/endpoints.md#other-endpoints */
const USUAL = { max: 2, position: 'auto' } as const;

export const addHashtags: Handler<'addHashtags'> = ({ body }) => {
  const { post, max = USUAL.max, position = USUAL.position } = body;
  return { post: insertHashtags(post, { max, position }) };
};

/**
 * Hashtags made from the keyword and common endings: the sandbox does not know which ones are popular.
 *
 * @see docs/service/endpoints.md#hashtags
 */
export const suggestHashtags: Handler<'suggestHashtags'> = ({ query: { keyword } }, context) => {
  requireUsableAccount('tiktok', context);
  const name = keyword.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
  return {
    status: 'success',
    keyword,
    hashtags: ['', ...ASSUMED.hashtagEndings].map((ending) => name + ending),
  };
};

/** Compares with a fixed list, regardless of case and accents. @see docs/service/endpoints.md#hashtags */
export const checkHashtag: Handler<'checkHashtag'> = ({ query }) => {
  const hashtag = query.hashtag.replace(/^#/, '');
  return { status: 'success', hashtag, banned: ASSUMED.bannedHashtags.includes(foldWords(hashtag)) };
};
