import type { PostPart } from '../../domain/posts/post-part.ts';
import { replaceLinks } from '../../domain/posts/replace-links.ts';
import { findTextFaults } from '../../domain/posts/text-faults.ts';
import type { PostBody } from '../../service/post-body.ts';
import type { Random } from '../generate-keys.ts';
import { generateShortLink } from './generate-short-link.ts';
import { type HashtagOptions, insertHashtags } from './insert-hashtags.ts';

/** What the service adds to the texts of one post. */
export interface TextAdditions {
  /** @param part limits the hashtags to what the network's text limits allow */
  apply(text: string, part?: PostPart): string;
  /** The short links created so far. */
  urls(): readonly string[];
}

const HASHTAGS = { max: 2, position: 'auto' } as const;

/**
 * Shortens links and adds hashtags where the post asks for it. A link gets the same short link on every network.
 *
 * @see docs/service/posts.md#body
 */
export function createAdditions(
  { shortenLinks, autoHashtag = false }: PostBody,
  random: Random,
): TextAdditions {
  const short = new Map<string, string>();
  const shortened = (link: string) => {
    const known = short.get(link) ?? generateShortLink(random).url;
    short.set(link, known);
    return known;
  };
  return {
    urls: () => [...short.values()],
    apply(text, part) {
      const whole = text.toWellFormed();
      const linked = shortenLinks === true ? replaceLinks(whole, shortened) : whole;
      if (autoHashtag === false) return linked;
      const { max = HASHTAGS.max, position = HASHTAGS.position } = autoHashtag === true ? {} : autoHashtag;
      return addFittingHashtags(linked, { max, position }, part);
    },
  };
}

function addFittingHashtags(
  text: string,
  { max, position }: HashtagOptions,
  part: PostPart | undefined,
): string {
  for (let most = max; most > 0; most -= 1) {
    const tagged = insertHashtags(text, { max: most, position });
    if (part === undefined || findTextFaults({ ...part, text: tagged }).length === 0) return tagged;
  }
  return text;
}
