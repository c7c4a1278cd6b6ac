import type { PostBody } from '../../facts/post-body.ts';
import { replaceLinks } from '../../rules/links-in.ts';
import { withHashtags } from '../../rules/with-hashtags.ts';
import { ALPHANUMERIC } from '../networks/made-id.ts';
import type { Random } from '../new-keys.ts';
import { newLetters } from '../new-letters.ts';

/** What the service itself writes into the texts of one post. */
export interface Additions {
  apply(text: string): string;
  /** The short links that were made so far. */
  urls(): readonly string[];
}

const HASHTAGS = { max: 2, position: 'auto' } as const;
const SHORT_LINK_LETTERS = 7;

/**
 * Shortens links and adds hashtags, where the post asks for it. The same link is the same short one on every network.
 *
 * @see undescribed.md 6.1, `shortenLinks`, `autoHashtag`
 */
export function additionsTo({ shortenLinks, autoHashtag = false }: PostBody, random: Random): Additions {
  const short = new Map<string, string>();
  const shortened = (link: string) => {
    const known =
      short.get(link) ?? `https://short.example/${newLetters(random, ALPHANUMERIC, SHORT_LINK_LETTERS)}`;
    short.set(link, known);
    return known;
  };
  return {
    urls: () => [...short.values()],
    apply(text) {
      const whole = text.toWellFormed();
      const linked = shortenLinks === true ? replaceLinks(whole, shortened) : whole;
      if (autoHashtag === false) return linked;
      const { max = HASHTAGS.max, position = HASHTAGS.position } = autoHashtag === true ? {} : autoHashtag;
      return withHashtags(linked, { max, position });
    },
  };
}
