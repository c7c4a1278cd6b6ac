import { PLATFORMS, type Platform } from '../../service/platforms.ts';
import type { PostBody } from '../../service/post-body.ts';
import { findLinks } from '../text/links.ts';
import type { CountedText } from '../text/text-counts.ts';
import { buildPostPart, type PostPart } from './post-part.ts';
import { countByNearestLimit } from './text-faults.ts';
import { buildThreadPosts, hasTooManyPosts } from './thread-posts.ts';

/** What a network shows of a post, or of one post of a thread, and its length by the limit that is the nearest. */
export interface ShownPost extends CountedText {
  readonly text: string;
  /** In their order. */
  readonly mediaUrls: readonly string[];
  /** The link whose page is shown as a card, as written; null for none. */
  readonly card: string | null;
}

/** What one network will show of a new post. */
export interface NetworkPreview {
  readonly platform: Platform;
  /** Of the network's options; null if the network shows none. */
  readonly title: string | null;
  /** One, or those of a thread; none of a thread of too many posts, which is refused. */
  readonly posts: readonly ShownPost[];
  /** Null if there is none, or the network takes none. */
  readonly firstComment: string | null;
  /** What the service changes in the text, one sentence each. */
  readonly changes: readonly string[];
}

/**
 * Previews what one network will show of a post.
 *
 * @param body as parsed by its schema
 * @see docs/service/posts.md#threads
 */
export function previewPost(body: PostBody, platform: Platform): NetworkPreview {
  const part = buildPostPart(body, platform);
  const { title } = part.options;
  const { firstComment } = body;
  return {
    platform,
    title: part.limits.title !== undefined && typeof title === 'string' && title !== '' ? title : null,
    posts: (hasTooManyPosts(part) ? [] : buildThreadPosts(part, part.text)).map((post) => ({
      ...post,
      ...countByNearestLimit(part, post.text),
      card: findCard(part, post),
    })),
    firstComment: PLATFORMS[platform].comments?.create ? (firstComment?.comment ?? null) : null,
    changes: listChanges(body, part),
  };
}

/** An option that names the link of the card. */
function findCard(
  { platform, options: { link } }: PostPart,
  { text, mediaUrls }: Pick<ShownPost, 'text' | 'mediaUrls'>,
): string | null {
  if (typeof link === 'string' && link !== '') return link;
  const { linkCard } = PLATFORMS[platform];
  if (linkCard === null || mediaUrls.length > 0) return null;
  const links = [...findLinks(text)];
  const shown = linkCard === 'first' ? links[0] : links.at(-1);
  return shown === undefined ? null : text.slice(shown.start, shown.end);
}

function listChanges({ autoHashtag = false }: PostBody, { text, shortenLinks }: PostPart): readonly string[] {
  const links = [...findLinks(text)].filter(({ kind }) => kind === 'url').length;
  return [
    ...(shortenLinks && links > 0
      ? [links === 1 ? 'the link is shortened' : `${links} links are shortened`]
      : []),
    ...(autoHashtag === false ? [] : ['hashtags are added']),
  ];
}
